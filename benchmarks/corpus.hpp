// The source tree to index: a copy of a given folder, or a generated tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "codeweaver/types.hpp"

namespace codeweaver::bench {

/// A tree that benchmarks may change, with the files that discovery finds in it.
struct Corpus {
  std::filesystem::path root;
  std::string origin;                 ///< for the report
  std::vector<DiscoveredFile> files;  ///< in path order
  std::uint64_t bytes = 0;            ///< of those files
};

/// Copies the files that discovery finds in `source` to `root`: at most `limit` files (0: all),
/// spread evenly over the sorted paths. If `source` is empty, generates `limit` files (0: 600).
/// Throws std::runtime_error.
Corpus make_corpus(const std::filesystem::path& source, std::size_t limit,
                   const std::filesystem::path& root);

}  // namespace codeweaver::bench
