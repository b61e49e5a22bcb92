// A source tree generated from a seed, so that benchmarks run anywhere and at any size.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace codeweaver::bench {

/// Limits of a tree; 0: no limit. At least one must be set.
struct GeneratedSize {
  std::size_t files = 0;
  std::uint64_t bytes = 0;  ///< the first file that exceeds it is the last one
};

struct GeneratedFile {
  std::string path;  ///< relative, '/' separated
  std::string text;
};

/// The file with this number. The result depends only on the arguments, so smaller trees are
/// prefixes of larger trees with the same seed. As in real trees, sizes are log-normal (median 3.8
/// kB, mean 8.3 kB, at most 200 kB), words follow Zipf's law, and each file mostly uses its own
/// words.
GeneratedFile generated_file(std::size_t number, std::uint64_t seed);

/// Writes generated files below `root` and returns their size in bytes. Uses one thread, memory for
/// one file, and about a second per 200 MB. Throws std::runtime_error if writing fails.
std::uint64_t write_generated_tree(const std::filesystem::path& root, const GeneratedSize& size,
                                   std::uint64_t seed = 1);

}  // namespace codeweaver::bench
