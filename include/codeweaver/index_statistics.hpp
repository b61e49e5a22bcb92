// IndexStatistics: contents of a committed state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_INDEX_STATISTICS_HPP_
#define CODEWEAVER_INDEX_STATISTICS_HPP_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "codeweaver/export.hpp"
#include "codeweaver/secret_policy.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Contents of the committed state of an index.
struct IndexStatistics {
  std::uint64_t generation = 0;
  std::size_t files = 0;  ///< indexed files, including files without chunks
  std::size_t chunks = 0;
  std::map<std::string, std::size_t> languages{};  ///< number of files by language id
  std::uint64_t size_bytes = 0;                    ///< size of the state directory on disk
  std::uint64_t source_bytes = 0;                  ///< size of the indexed files of this tree
  double size_ratio = 0;                           ///< size_bytes / source_bytes; 0: no source
  SecretCounts secrets{};                          ///< in this tree and in pushed items
  /// Files of bulk data, where only some chunks have vectors; see IndexOptions::data_file_chunks.
  std::size_t bulk_files = 0;
  /// Files without vectors, or without terms of the sparse encoder, because the model was missing
  /// or failed. Searches find them only by the words that they contain.
  std::size_t files_without_vectors = 0;
  std::string last_indexed{};  ///< ISO 8601; empty: never
  std::string embedder_provider{}, embedder_model{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INDEX_STATISTICS_HPP_
