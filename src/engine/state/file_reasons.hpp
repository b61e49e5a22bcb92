// File reasons: what the index notes of files that are left out or held in part.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "codeweaver/index_types.hpp"

namespace codeweaver::engine {

/// FileRecord::reason of files that a chunker of the program failed at.
inline constexpr std::string_view kChunkerFailed = "chunker_failed";

/// The same of PDFs while nothing can read them; looked at again once something can.
inline constexpr std::string_view kNoPdfReaderReason = "no_pdf_reader";

/// The same of files that are left out for secrets: by their name, and for a value in them.
inline constexpr std::string_view kSecretFile = "secret_file", kHoldsSecrets = "secrets";

/// FileRecord::reason of a text in which values were masked.
std::string masked_reason(std::size_t values);

/// The reason with a note that the file is bulk data, of which its head alone has vectors.
std::string with_bulk(std::string reason);
bool says_bulk(std::string_view reason) noexcept;

/// Adds what a reason says of `files` files.
void count_reason(SecretCounts& counts, std::string_view reason, std::size_t files = 1);

}  // namespace codeweaver::engine
