// File reasons: notes of the index about skipped and partially indexed files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/index_types.hpp"

namespace codeweaver::engine {

/// FileRecord::reason of files that a custom chunker failed on.
inline constexpr std::string_view kChunkerFailed = "chunker_failed";

/// FileRecord::reason of PDFs if no reader is available; they are read again once there is one.
inline constexpr std::string_view kNoPdfReaderReason = "no_pdf_reader";

/// FileRecord::reason of files skipped because of secrets: by file name, and by content.
inline constexpr std::string_view kSecretFile = "secret_file", kHoldsSecrets = "secrets";

/// FileRecord::reason of a text with masked values.
std::string masked_reason(std::size_t values);

/// Adds the note that the file is bulk data, so that only its start has vectors.
std::string with_bulk(std::string reason);
bool says_bulk(std::string_view reason) noexcept;

/// Adds the counts of a reason for `files` files.
void count_reason(SecretCounts& counts, std::string_view reason, std::size_t files = 1);

}  // namespace codeweaver::engine
