// Encodes hashes and ids as blobs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver::store {

/// Sixteen bytes, big-endian, so that blobs sort like hashes.
std::array<char, 16> hash_bytes(const base::Hash128& hash) noexcept;
std::optional<base::Hash128> parse_hash(std::string_view bytes) noexcept;

/// Sixteen bytes each. For a run of consecutive ids (base::in_row): sixteen bytes of the first,
/// then their number.
std::string pack_ids(std::span<const Uuid> ids);
std::optional<std::vector<Uuid>> unpack_ids(std::string_view bytes);

/// The error for a row that cannot be decoded. `what` describes the row.
Error corrupt_row(std::string_view what);

}  // namespace codeweaver::store
