// A model file of GPT-2's shape, with numbers of our own.
#pragma once

#include <cstddef>
#include <filesystem>

namespace whatwhere::bench {

inline constexpr std::size_t kGpt2V = 50257;
inline constexpr std::size_t kGpt2ContextLength = 1024;
inline constexpr std::size_t kGpt2D = 768;

// Writes a safetensors file with wte.weight (50257, 768) and wpe.weight (1024, 768) in F32, 157,538,304
// bytes of numbers: normals of std 0.14 and 0.02, from a fixed seed. Throws std::runtime_error if it cannot.
void write_gpt2_file(const std::filesystem::path& path);

// The one such file of this process: in the folder for temporary files, written at the first call and taken
// away at the end.
const std::filesystem::path& gpt2_file();

// Makes the system forget what it holds of a file in memory: the next reader reads it from the disk.
// Throws std::runtime_error if it cannot.
void drop_from_cache(const std::filesystem::path& file);

// Which part of a file the system holds in memory, 0 to 1: after drop_from_cache what was read of it since.
double part_in_cache(const std::filesystem::path& file);

}  // namespace whatwhere::bench
