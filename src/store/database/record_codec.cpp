// Encodes hashes and ids as blobs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/database/record_codec.hpp"

#include <cstring>

#include "base/bytes.hpp"
#include "base/ids.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::store {

std::array<char, 16> hash_bytes(const base::Hash128& hash) noexcept {
  std::array<char, 16> bytes{};
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<char>(hash.high >> (56 - 8 * i));
    bytes[8 + i] = static_cast<char>(hash.low >> (56 - 8 * i));
  }
  return bytes;
}

std::optional<base::Hash128> parse_hash(std::string_view bytes) noexcept {
  if (bytes.size() != 16) return std::nullopt;
  base::Hash128 hash;
  for (std::size_t i = 0; i < 8; ++i) {
    hash.high = hash.high << 8 | static_cast<unsigned char>(bytes[i]);
    hash.low = hash.low << 8 | static_cast<unsigned char>(bytes[8 + i]);
  }
  return hash;
}

namespace {

bool are_in_row(std::span<const Uuid> ids) noexcept {
  for (std::uint32_t i = 1; i < ids.size(); ++i)
    if (ids[i] != base::in_row(ids[0], i)) return false;
  return true;
}

}  // namespace

std::string pack_ids(std::span<const Uuid> ids) {
  std::string bytes;
  if (ids.size() > 1 && are_in_row(ids)) {
    base::put_raw(bytes, ids[0].bytes);
    base::put_varint(bytes, ids.size());
    return bytes;
  }
  bytes.reserve(ids.size() * 16);
  for (const Uuid& id : ids) base::put_raw(bytes, id.bytes);
  return bytes;
}

std::optional<std::vector<Uuid>> unpack_ids(std::string_view bytes) {
  constexpr std::uint64_t kMost = 1 << 24;  // chunks of a content
  if (bytes.size() % 16 != 0) {
    base::ByteReader in(bytes);
    const Uuid first{in.raw<decltype(Uuid::bytes)>()};
    const std::uint64_t count = in.varint();
    if (!in.ok() || !in.at_end() || count > kMost) return std::nullopt;
    std::vector<Uuid> row(static_cast<std::size_t>(count));
    for (std::uint32_t i = 0; i < row.size(); ++i) row[i] = base::in_row(first, i);
    return row;
  }
  std::vector<Uuid> ids(bytes.size() / 16);
  for (std::size_t i = 0; i < ids.size(); ++i)
    std::memcpy(ids[i].bytes.data(), bytes.data() + 16 * i, 16);
  return ids;
}

Error corrupt_row(std::string_view what) {
  return {ErrorCategory::kCorruption,
          error_code::kStateCorrupt,
          "The index database contains " + std::string(what) + " that cannot be decoded",
          "reading the index database",
          "Rebuild the index",
          RemedyKind::kRebuild};
}

}  // namespace codeweaver::store
