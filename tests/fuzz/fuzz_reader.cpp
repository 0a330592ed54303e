// A reader of model files under libFuzzer: whatever the bytes, it opens them or throws FileError. The
// reader's name comes from the build.
#include <cstdint>
#include <vector>

#include "core/errors.h"
#include "core/model/model_file.h"
#include "core/text/bpe_files.h"

namespace {

using namespace whatwhere;

// Every number of the tables is looked at, and every token.
void read_all(const ModelFile& file) {
  if (file.tokenizer) read_gguf_tokenizer(*file.tokenizer);
  for (const Tensor& tensor : file.tensors) {
    if (!tensor.is_table() || !tensor.dtype || tensor.rows() == 0 || tensor.d() == 0) continue;
    std::vector<float> row(static_cast<std::size_t>(tensor.d()));
    for (std::uint64_t i = 0; i < tensor.rows(); ++i) read_row(tensor, static_cast<std::size_t>(i), row);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;  // an empty file is refused before a reader sees it
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  try {
    read_all(WHATWHERE_FUZZED(owned_bytes({bytes, bytes + size})));
  } catch (const FileError&) {
  }
  return 0;
}
