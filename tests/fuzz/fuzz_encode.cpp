// Any bytes as a text, under libFuzzer, with the vocabulary of tests/data/tokenizer: as GPT-2's two files,
// and by the three patterns of tiktoken. The first byte chooses.
#include <array>
#include <cstdint>

#include "core/text/bpe_files.h"
#include "tests/fuzz/tiles.h"

namespace {

using namespace whatwhere;

Bytes data(const char* name) { return map_file(std::string(WHATWHERE_TEST_DATA "/tokenizer/") + name); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::array tokenizers = {byte_bpe_from(data("vocab.json"), data("merges.txt")),
                                        read_tiktoken(data("gpt2.tiktoken"), "gpt2"),
                                        read_tiktoken(data("gpt2.tiktoken"), "cl100k_base"),
                                        read_tiktoken(data("gpt2.tiktoken"), "o200k_base")};
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  check_tokens(*tokenizers[bytes[0] % tokenizers.size()], text, bytes[0] / tokenizers.size() % 2 == 1);
  return 0;
}
