// The files that byte-level BPEs come in, one reader a format. All throw FileError with the cause for what is
// damaged, and for what is something else or has a rule that is not followed here: it is named, never
// approximated.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/model/gguf_tokenizer.h"
#include "core/model/mapped_file.h"
#include "core/text/tokenizer.h"

namespace whatwhere {

// GPT-2's two files: the ids of the tokens as JSON, and a merge a line, by rank (openai/gpt-2, encoder.py). A
// token that is no byte, and that no merge makes, is a special one: <|endoftext|>. `names`: what the two are
// called, for kind().
std::shared_ptr<const Tokenizer> byte_bpe_from(const Bytes& vocab_json, const Bytes& merges_txt,
                                               std::string_view names = "vocab.json and merges.txt");

// tokenizer.json of Hugging Face's tokenizers, as far as it is a byte-level BPE: no normalizer, the
// pre-tokenizer ByteLevel or a Split and then ByteLevel. Its post-processor, which adds tokens around a text,
// is not applied.
std::shared_ptr<const Tokenizer> read_tokenizer_json(const Bytes& bytes);

// A line of base64 and rank a token (tiktoken/load.py). The format does not say its pattern: it goes by the
// file's name, "gpt2", "r50k_base", "p50k_base", "cl100k_base" or "o200k_base", with or without ".tiktoken".
std::shared_ptr<const Tokenizer> read_tiktoken(const Bytes& bytes, std::string_view name);

// What a GGUF file holds of one: the model "gpt2", with GPT-2's pattern.
std::shared_ptr<const Tokenizer> read_gguf_tokenizer(const GgufTokenizer& stored);

}  // namespace whatwhere
