// How small values become columns: hashes and ids as blobs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/record_codec.hpp"

#include <cstring>

#include "store/bytes.hpp"

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

std::string pack_ids(std::span<const Uuid> ids) {
  std::string bytes;
  bytes.reserve(ids.size() * 16);
  for (const Uuid& id : ids) put_raw(bytes, id.bytes);
  return bytes;
}

std::optional<std::vector<Uuid>> unpack_ids(std::string_view bytes) {
  if (bytes.size() % 16 != 0) return std::nullopt;
  std::vector<Uuid> ids(bytes.size() / 16);
  for (std::size_t i = 0; i < ids.size(); ++i)
    std::memcpy(ids[i].bytes.data(), bytes.data() + 16 * i, 16);
  return ids;
}

Error corrupt_row(std::string_view what) {
  return {ErrorCategory::kCorruption, "STATE_CORRUPT",
          "The index database holds " + std::string(what) + " that does not decode",
          "reading the index database", "Rebuild the index: codeweaver index --force"};
}

}  // namespace codeweaver::store
