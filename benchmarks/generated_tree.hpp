// A source tree made up from a seed, so that benchmarks run anywhere and at any size.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace codeweaver::bench {

/// Where to stop; 0: no limit. At least one is set.
struct GeneratedSize {
  std::size_t files = 0;
  std::uint64_t bytes = 0;  ///< the file that passes it is the last
};

struct GeneratedFile {
  std::string path;  ///< relative, '/' separated
  std::string text;
};

/// The file of that number. A function of both arguments alone: trees of one seed are prefixes of
/// one another. Sizes are log-normal (median 3.8 kB, mean 8.3 kB, at most 200 kB) as in real trees;
/// words follow Zipf's law, and a file keeps to words of its own.
GeneratedFile generated_file(std::size_t number, std::uint64_t seed);

/// Writes such files below `root` and returns how many bytes that were. Uses one thread, memory of
/// one file, and about a second for 200 MB. Throws std::runtime_error when the disk refuses.
std::uint64_t write_generated_tree(const std::filesystem::path& root, const GeneratedSize& size,
                                   std::uint64_t seed = 1);

}  // namespace codeweaver::bench
