// How records become columns: compressed text, packed chunk lists, hashes and ids as blobs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "store/database.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace codeweaver::store {

/// zstd frames with one context reused. Thread safety: none.
class Compressor {
 public:
  Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;
  ~Compressor();
  /// A view that is valid until the next compress. Errors: kInternal (out of memory).
  Result<std::string_view> compress(std::string_view bytes);
  /// Errors: kCorruption ("STATE_CORRUPT").
  Result<std::string> decompress(std::string_view frame) const;

 private:
  struct FreeCompression {
    void operator()(ZSTD_CCtx_s* context) const noexcept;
  };
  struct FreeDecompression {
    void operator()(ZSTD_DCtx_s* context) const noexcept;
  };
  std::unique_ptr<ZSTD_CCtx_s, FreeCompression> compression_;
  std::unique_ptr<ZSTD_DCtx_s, FreeDecompression> decompression_;
  std::string buffer_;
};

/// Sixteen bytes, big-endian, so that blobs sort as hashes do.
std::array<char, 16> hash_bytes(const base::Hash128& hash) noexcept;
std::optional<base::Hash128> parse_hash(std::string_view bytes) noexcept;

/// Sixteen bytes each.
std::string pack_ids(std::span<const Uuid> ids);
std::optional<std::vector<Uuid>> unpack_ids(std::string_view bytes);

/// A version byte, a count, then each chunk: numbers as varints, texts with their length.
std::string pack_chunks(std::span<const ChunkRecord> chunks);
/// nullopt: damaged.
std::optional<std::vector<ChunkRecord>> unpack_chunks(std::string_view bytes);
/// The same with only the chunks at `wanted` filled in; the others stay empty, which saves most of
/// the time for a long list.
std::optional<std::vector<ChunkRecord>> unpack_chunks(std::string_view bytes,
                                                      std::span<const std::uint32_t> wanted);

/// The error for a row that does not decode; `what` names it.
Error corrupt_row(std::string_view what);

}  // namespace codeweaver::store
