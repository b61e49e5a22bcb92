// The source tree that is indexed: a copy of a given folder, or a generated one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "codeweaver/types.hpp"

namespace codeweaver::bench {

/// A tree that benchmarks may change, with what discovery finds in it.
struct Corpus {
  std::filesystem::path root;
  std::string origin;                 ///< for the report
  std::vector<DiscoveredFile> files;  ///< in path order
  std::uint64_t bytes = 0;            ///< of those files
};

/// Copies what discovery finds in `source`, at most `limit` files (0: all) spread evenly over the
/// sorted paths, to `root`. An empty `source` generates `limit` (0: 600) files.
/// Throws std::runtime_error.
Corpus make_corpus(const std::filesystem::path& source, std::size_t limit,
                   const std::filesystem::path& root);

}  // namespace codeweaver::bench
