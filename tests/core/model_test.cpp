// Files of models: tests/data/models holds good and bad ones, and manifest.json the right answer for each.
#include "core/model/model.h"

#include <clocale>
#include <cmath>
#include <map>

#include "core/errors.h"
#include "tests/core/golden.h"

namespace whatwhere {
namespace {

namespace fs = std::filesystem;

fs::path data(const std::string& name) { return fs::path(WHATWHERE_TEST_DATA "/models") / name; }

testing::AssertionResult holds_table(const Tensor& tensor, const nlohmann::json& rows) {
  const Table table = read_rows(tensor, 0, static_cast<std::size_t>(tensor.rows()));
  const Table expected = golden_table(rows);
  if (table == expected) return testing::AssertionSuccess();
  return testing::AssertionFailure() << shape_text(table) << ", not " << shape_text(expected)
                                     << " with its bytes";
}

TEST(Model, GoodFilesOpenWithTheirNumbers) {
  std::size_t opened = 0;
  for (const auto& entry : golden_cases("models/manifest.json")) {
    const std::string name = entry.at("file");
    if (!entry.at("ok")) continue;
    SCOPED_TRACE(name);
    const Model model = open_model(data(name));
    ++opened;
    if (entry.contains("E") && !entry.at("E").is_null()) {
      EXPECT_TRUE(holds_table(model.token_table(), entry.at("E")));
    }
    if (!entry.contains("P") || entry.at("P").is_null()) {
      EXPECT_EQ(model.position_table() == nullptr, !entry.contains("P_unusable"));
    } else {
      ASSERT_NE(model.position_table(), nullptr);
      EXPECT_TRUE(holds_table(*model.position_table(), entry.at("P")));
    }
  }
  EXPECT_EQ(opened, 30U);
}

// What each message has to say: the cause, with the names and numbers that help.
TEST(Model, BadFilesAreRefusedByTheirCause) {
  const std::map<std::string, std::vector<std::string>> says = {
      {"lfs_pointer.safetensors", {"Git LFS pointer"}},
      {"truncated.safetensors", {"truncated", "4 bytes are missing"}},
      {"header_lies.safetensors", {"header's length", "larger than the file"}},
      {"header_max.safetensors", {"header's length", "larger than the file"}},
      {"overlap.safetensors", {"wte.weight", "wpe.weight", "overlap"}},
      {"hole.safetensors", {"hole before wte.weight"}},
      {"size_mismatch.safetensors", {"(1000, 1000)", "4000000 bytes", "give 4"}},
      {"shape_overflow.safetensors", {"shape is too large"}},
      {"duplicate_key.safetensors", {"duplicate name wte.weight"}},
      {"no_embedding.safetensors", {"no token embedding table", "h.0.mlp.c_fc.weight (4, 6)"}},
      {"json_page.safetensors", {"not a safetensors file", "HTML"}},
      {"pytorch_model.bin", {"PyTorch pickle", "run code", "save_file"}},
      {"shard_missing/model.safetensors.index.json", {"model-00001-of-00002.safetensors"}},
      {"shard_escape/model.safetensors.index.json", {"../gpt2_names.safetensors", "outside of its folder"}},
      {"E_1d.npy", {"shape is (4,)", "two dimensions"}},
      {"E_3d.npy", {"shape is (2, 3, 4)", "two dimensions"}},
      {"E_int.npy", {"integer dtype i4", "not an embedding table"}},
      {"E_object.npy", {"object dtype", "pickle", "refused"}},
      {"E_truncated.npy", {"needs 96 bytes", "the file has"}},
      {"E_huge_shape.npy", {"needs", "the file has 96"}},
      {"notzip.npz", {"not an npz file", "damaged"}},
      {"big_endian.gguf", {"big-endian"}},
      {"dim_zero.gguf", {"empty table"}},
      {"dims_nine.gguf", {"9 dimensions"}},
      {"count_lies.gguf", {"tensor count"}},
      {"truncated.gguf", {"truncated", "bytes"}},
      {"align_huge.gguf", {"past the end of the file"}},
      {"string_huge.gguf", {"truncated"}},
      {"word2vec_wrong_count.txt", {"header says 9 rows, the file has 6"}},
      {"ragged.txt", {"line 2: 2 numbers, 3 expected"}},
      {"notnumber.txt", {"line 2: \"x\" is not a number"}},
      {"empty.npy", {"the file is empty"}},
  };
  std::size_t refused = 0;
  for (const auto& entry : golden_cases("models/manifest.json")) {
    const std::string name = entry.at("file");
    if (entry.at("ok")) continue;
    SCOPED_TRACE(name);
    ASSERT_TRUE(says.contains(name));
    const std::string message = message_of<FileError>([&] { open_model(data(name)); });
    for (const std::string& part : says.at(name)) EXPECT_TRUE(holds(message, {part}));
    EXPECT_TRUE(holds(message, {data(name).string()}));
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    ++refused;
  }
  EXPECT_EQ(refused, says.size());
}

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("whatwhere-model-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path put(const std::string& name, const std::string& bytes) const {
    put_bytes(path_ / name, bytes);
    return path_ / name;
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// A header of this many bytes, padded with spaces, and the numbers behind it.
std::string safetensors(const std::string& header, std::size_t size, const std::string& numbers) {
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(size >> (8 * i) & 0xFF);
  return bytes + header + std::string(size - header.size(), ' ') + numbers;
}

std::string refusal_of(const fs::path& path) {
  return message_of<FileError>([&] { open_model(path); });
}

// The eight bytes before the header may look like a pickle's first two (640) or like HTML (15392 is 0x3C20).
TEST(Model, ALengthIsNotTakenForSomethingElse) {
  const Folder folder;
  const std::string header = R"({"wte.weight": {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]}})";
  for (const std::size_t size : {640U, 896U, 15392U, 80U}) {
    const Model model =
        open_model(folder.put("m.safetensors", safetensors(header, size, std::string(8, '\0'))));
    EXPECT_EQ(read_rows(model.token_table(), 0, 1), table_of({{0.0F, 0.0F}})) << size;
  }
}

TEST(Model, HostileHeadersAreRefused) {
  const Folder folder;
  const auto message = [&](const std::string& header, const std::string& numbers = "") {
    return refusal_of(folder.put("m.safetensors", safetensors(header, header.size(), numbers)));
  };
  // A table without columns, however many rows it claims.
  EXPECT_TRUE(holds(
      message(
          R"({"wte.weight": {"dtype": "F32", "shape": [4611686018427387904, 0], "data_offsets": [0, 0]}})"),
      {"empty table"}));
  std::string deep =
      R"({"wte.weight": {"dtype": "F32", "shape": [1, 1], "data_offsets": [0, 4]}, "__metadata__": )";
  for (int i = 0; i < 20; ++i) deep += R"({"a": )";
  deep += "1" + std::string(21, '}');
  EXPECT_TRUE(holds(message(deep, "1234"), {"nested too deeply"}));
  EXPECT_TRUE(
      holds(message(R"({"a\nb": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}})", "1234"), {"a?b"}));
  EXPECT_TRUE(holds(message("{"), {"not JSON"}));
}

TEST(Model, AShardIsNamedInItsError) {
  const Folder folder;
  folder.put("model-1.safetensors", "version https://git-lfs.github.com/spec/v1\n");
  const fs::path index =
      folder.put("model.safetensors.index.json", R"({"weight_map": {"wte.weight": "model-1.safetensors"}})");
  EXPECT_TRUE(holds(refusal_of(index), {"model-1.safetensors", "Git LFS pointer"}));
  for (const char* shard : {"", ".", "..", "a/b", "/etc/passwd"}) {
    folder.put("model.safetensors.index.json",
               R"({"weight_map": {"wte.weight": ")" + std::string(shard) + "\"}}");
    EXPECT_TRUE(holds(refusal_of(index), {"outside of its folder"})) << shard;
  }
}

TEST(Model, TextThatIsAlmostRight) {
  const Folder folder;
  const auto E = [&](const std::string& text) {
    const Model model = open_model(folder.put("v.txt", text));
    return read_rows(model.token_table(), 0, static_cast<std::size_t>(model.token_table().rows()));
  };
  EXPECT_EQ(E("a 1 2 \nb 3 4 \n"), table_of({{1.0F, 2.0F}, {3.0F, 4.0F}})) << "spaces at the end of lines";
  EXPECT_EQ(E("2 2 \r\na 1 2\r\nb 3 4\r\n"), table_of({{1.0F, 2.0F}, {3.0F, 4.0F}}));
  EXPECT_EQ(E("a 1e39 -1e-46\n"), table_of({{kInfinity, -0.0F}})) << "rounded to float32";
  EXPECT_TRUE(holds(refusal_of(folder.put("v.txt", "a 1 2\nb 1 1e400\n")), {"line 2", "1e400"}));
  EXPECT_TRUE(holds(refusal_of(folder.put("v.txt", "0 5\n")), {"empty table"}));
}

// The fixtures cut, and changed at one place: never anything but the tables or a refusal.
TEST(Model, DamagedArchivesAreRefused) {
  const Folder folder;
  const auto open = [&](const std::string& bytes) {
    const auto all = std::as_bytes(std::span(bytes));
    const ModelFile file = read_npz(owned_bytes({all.begin(), all.end()}));
    return read_rows(file.tensors.at(0), 0, static_cast<std::size_t>(file.tensors.at(0).rows()));
  };
  for (const char* name : {"tables_stored.npz", "tables_deflate.npz"}) {
    const std::string whole = bytes_of(data(name));
    const Table E = open(whole);
    for (std::size_t size = 1; size < whole.size(); ++size)
      EXPECT_THROW(open(whole.substr(0, size)), FileError) << name << " cut to " << size;
    std::size_t refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ 0x55);
      try {
        EXPECT_EQ(open(changed), E) << name << " changed at " << at;
      } catch (const FileError&) {
        ++refused;
      }
    }
    EXPECT_GT(refused, whole.size() / 2);
  }
  // The stored table's sum of all its bytes tells.
  std::string changed = bytes_of(data("tables_stored.npz"));
  changed[200] = static_cast<char>(changed[200] ^ 1);
  EXPECT_TRUE(holds(refusal_of(folder.put("m.npz", changed)), {"wte.npy cannot be unpacked"}));
  // The size that it claims to unpack to, in the archive's directory and before the member.
  changed = bytes_of(data("tables_deflate.npz"));
  const std::size_t directory = changed.find("PK\x01\x02");
  for (const std::size_t size : {std::size_t{22}, directory + 24})
    changed.replace(size, 4, "\xFF\xFF\xFF\x0F");
  EXPECT_TRUE(holds(refusal_of(folder.put("m.npz", changed)), {"wte.npy claims", "unpack to 268435455"}));
}

TEST(Model, SpecialNumbersStayWhatTheyAre) {
  const Model model = open_model(data("nan_inf_subnormal.safetensors"));
  const Table E = read_rows(model.token_table(), 0, 6);
  EXPECT_TRUE(std::isnan(E.row(1)[2]));
  EXPECT_EQ(E.row(2)[0], kInfinity);
  EXPECT_EQ(E.row(3)[3], -kInfinity);
  EXPECT_TRUE(E.row(4)[1] == 0.0F && std::signbit(E.row(4)[1]));
  EXPECT_EQ(std::fpclassify(E.row(5)[0]), FP_SUBNORMAL);
}

TEST(Model, WidthsThatDifferAreNamed) {
  const Model model = open_model(data("width_mismatch.safetensors"));
  ASSERT_NE(model.position_table(), nullptr);
  EXPECT_FALSE(model.can_add_positions());
  ASSERT_EQ(model.notes.size(), 1U);
  EXPECT_TRUE(holds(model.notes[0], {"4 wide", "P 5"}));
}

// OPT's decoder keeps two rows of P for itself.
TEST(Model, PositionsAreOffsetByTheModelsKind) {
  const Model opt = open_model(data("opt_offset.safetensors"));
  EXPECT_EQ(opt.position_offset, 2U);
  EXPECT_EQ(opt.context_length(), 8U);
  EXPECT_EQ(open_model(data("gpt2_names.safetensors")).position_offset, 0U);
  const Folder folder;
  fs::copy_file(data("bert_names.safetensors"), folder.path() / "model.safetensors");
  const auto offset = [&](const std::string& config) {
    folder.put("config.json", config);
    return open_model(folder.path()).position_offset;
  };
  EXPECT_EQ(offset(R"({"model_type": "roberta", "pad_token_id": 1})"), 2U);
  EXPECT_EQ(open_model(folder.path()).context_length(), 6U);
  EXPECT_EQ(offset(R"({"model_type": "roberta", "pad_token_id": 900})"), 0U) << "more than P has rows";
  EXPECT_EQ(offset(R"({"model_type": "roberta", "pad_token_id": 18446744073709551615})"), 0U);
  EXPECT_EQ(offset("[1, 2"), 0U) << "no config that says otherwise";
  EXPECT_EQ(offset(""), 0U);
  fs::copy_file(data("opt_offset.safetensors"), folder.path() / "model.safetensors",
                fs::copy_options::overwrite_existing);
  EXPECT_EQ(offset(R"({"model_type": "whisper"})"), 0U) << "named alike, and without an offset";
  EXPECT_EQ(offset(R"({"model_type": "opt"})"), 2U);
}

TEST(Model, WordsComeWithTheirRows) {
  const std::vector<std::string> words = {"the", "cat", "dog", ". . .", "\xC2\xA0", "na\xC3\xAFve"};
  EXPECT_EQ(open_model(data("glove.txt")).file.words, words);
  EXPECT_EQ(open_model(data("word2vec.txt")).file.words, words);
  EXPECT_EQ(open_model(data("vectors.tsv")).file.words,
            (std::vector<std::string>{"the", "cat", "dog", " ", "runs", "man"}));
}

TEST(Model, NumbersAreReadInAnyLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  std::setlocale(LC_NUMERIC, "de_DE.UTF-8");  // where it is not installed, the rest holds all the same
  const Table E = read_rows(open_model(data("subnormal.txt")).token_table(), 0, 2);
  std::setlocale(LC_NUMERIC, before.c_str());
  EXPECT_EQ(E, table_of({{8.7e-39F, 1e-45F}, {-8.7e-39F, 0.0F}}));
}

// A table stays in its file until a row is read.
TEST(Model, AFloat32TableStaysInItsFile) {
  const Model model = open_model(data("gpt2_names.safetensors"));
  const Tensor& E = model.token_table();
  std::vector<float> row(4);
  read_row(E, 5, row);
  EXPECT_TRUE(same_bytes(row, read_rows(E, 5, 1).row(0)));
  EXPECT_EQ(E.bytes.size(), 96U);
  EXPECT_THROW(read_rows(E, 4, 3), ShapeError);
}

TEST(Tensor, EveryHalfBecomesItsFloat) {
  // By the definition of binary16: sign, 5 bits of exponent with bias 15, 10 bits of fraction.
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const int exponent = static_cast<int>(bits >> 10 & 0x1F);
    const double fraction = static_cast<double>(bits & 0x3FF) / 1024.0;
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    const float found = from_half(static_cast<std::uint16_t>(bits));
    if (exponent == 31) {
      EXPECT_EQ(std::isnan(found), fraction > 0.0);
      if (fraction == 0.0) {
        EXPECT_EQ(found, sign > 0.0 ? kInfinity : -kInfinity);
      }
      continue;
    }
    const double value =
        exponent == 0 ? fraction * std::pow(2.0, -14) : (1.0 + fraction) * std::pow(2.0, exponent - 15);
    ASSERT_EQ(static_cast<double>(found), sign * value) << bits;
    ASSERT_EQ(std::signbit(found), sign < 0.0);
  }
}

// All of them as one row, whose numbers are read eight at a time, and a few more.
TEST(Tensor, RowsOfHalvesAreTheirFloats) {
  std::vector<std::byte> bytes;
  for (std::uint32_t i = 0; i < 0x10000 + 3; ++i) {
    bytes.push_back(static_cast<std::byte>(i & 0xFF));
    bytes.push_back(static_cast<std::byte>(i >> 8 & 0xFF));
  }
  const Tensor tensor{"t", {1, 0x10000 + 3}, "F16", DType::f16, owned_bytes(bytes)};
  std::vector<float> row(0x10000 + 3);
  read_row(tensor, 0, row);
  for (std::uint32_t i = 0; i < row.size(); ++i) {
    const float expected = from_half(static_cast<std::uint16_t>(i));
    ASSERT_TRUE(same_bytes({&row[i], 1}, {&expected, 1})) << i;
  }
}

// One block by hand: scale 2, quants 0 … 15 in the low and the high nibbles.
TEST(Tensor, BlocksByHand) {
  std::vector<std::byte> q4(18);
  q4[1] = std::byte{0x40};  // 2.0 as a half
  for (std::size_t j = 0; j < 16; ++j) q4[2 + j] = static_cast<std::byte>(j | j << 4);
  Tensor tensor{"t", {1, 32}, "Q4_0", DType::q4_0, owned_bytes(q4)};
  std::vector<float> row(32);
  read_row(tensor, 0, row);
  for (std::size_t j = 0; j < 32; ++j) EXPECT_EQ(row[j], 2.0F * (static_cast<float>(j % 16) - 8.0F));

  // Q6_K: all low bits 15, all high bits 3: q = 63 - 32 = 31; scales 1 … 16, d = 0.5.
  std::vector<std::byte> q6(210, std::byte{0xFF});
  for (std::size_t k = 0; k < 16; ++k) q6[192 + k] = static_cast<std::byte>(k + 1);
  q6[208] = std::byte{0x00};
  q6[209] = std::byte{0x38};
  Tensor k_tensor{"t", {1, 256}, "Q6_K", DType::q6_k, owned_bytes(q6)};
  std::vector<float> numbers(256);
  read_row(k_tensor, 0, numbers);
  for (std::size_t j = 0; j < 256; ++j)
    EXPECT_EQ(numbers[j], 0.5F * static_cast<float>(j / 16 + 1) * 31.0F) << j;
}

TEST(Roles, ByNameBehindAnyPrefix) {
  const auto tensor = [](const std::string& name, std::vector<std::uint64_t> shape) {
    Tensor t;
    t.name = name;
    t.shape = std::move(shape);
    t.dtype = DType::f32;
    return t;
  };
  const std::vector<Tensor> tensors = {tensor("lm_head.weight", {6, 4}), tensor("model.wpe.bias", {4}),
                                       tensor("a.b.embed_tokens.weight", {6, 4}),
                                       tensor("x.token_type_embeddings.weight", {2, 4}),
                                       tensor("y.position_embeddings.weight", {8, 4})};
  EXPECT_EQ(find_roles(tensors).E, 2U);
  EXPECT_EQ(find_roles(tensors).P, 4U);
  EXPECT_EQ(find_roles(std::span(tensors).first(2)).E, 0U) << "tied: the output layer is the table";
  EXPECT_FALSE(find_roles(std::span(tensors).subspan(3)).E);
}

}  // namespace
}  // namespace whatwhere
