// Chunkers that a program gives: their names as strategies, and their pieces, checked, as our own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "chunk/chunk.hpp"
#include "codeweaver/chunker.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// The chunk strategy of the files of a folder: part of their namespace.
std::string chunk_strategy_of(const IndexOptions& options);

/// Errors: kInvalidArgument "INVALID_CHUNKER" (its name cannot be a strategy of its own).
Result<void> check_chunker(const IndexOptions& options);

/// What `chunker` makes of a file. What it throws is an error too. Errors: its own, with the
/// chunker named; kInvalidArgument "INVALID_PIECES"; kInternal "CHUNKER_FAILED".
Result<chunk::ChunkedText> cut_with(const Chunker& chunker, const FileText& file,
                                    std::uint32_t hard_limit);

}  // namespace codeweaver::engine
