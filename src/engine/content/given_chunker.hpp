// Custom chunkers: their names as strategies, and their checked pieces as chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "chunk/chunk.hpp"
#include "codeweaver/chunker.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// The chunk strategy of a folder's files: part of their namespace.
std::string chunk_strategy_of(const IndexOptions& options);

/// Errors: kInvalidArgument "INVALID_CHUNKER" (its name cannot be used as a strategy).
Result<void> check_chunker(const IndexOptions& options);

/// Chunks a file with `chunker`. Exceptions become errors. Errors: those of the chunker, with its
/// name; kInvalidArgument "INVALID_PIECES"; kInternal "CHUNKER_FAILED".
Result<chunk::ChunkedText> cut_with(const Chunker& chunker, const FileText& file,
                                    std::uint32_t hard_limit);

}  // namespace codeweaver::engine
