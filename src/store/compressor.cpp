// zstd frames as stored in the database: compressing, and decompressing without trust.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/compressor.hpp"

#include <zstd.h>

#include "store/record_codec.hpp"

namespace codeweaver::store {
namespace {

// Against level 3, level 4 makes blocks of source 4 % smaller and all writing 20 % slower.
constexpr int kCompressionLevel = 3;
// No file that discovery accepts comes near; a damaged frame must not ask for more memory.
constexpr unsigned long long kMaxFrameBytes = 1ULL << 30;

}  // namespace

void Compressor::FreeCompression::operator()(ZSTD_CCtx_s* context) const noexcept {
  ZSTD_freeCCtx(context);
}
void Compressor::FreeDecompression::operator()(ZSTD_DCtx_s* context) const noexcept {
  ZSTD_freeDCtx(context);
}
Compressor::Compressor() : compression_(ZSTD_createCCtx()), decompression_(ZSTD_createDCtx()) {
  ZSTD_CCtx_setParameter(compression_.get(), ZSTD_c_compressionLevel, kCompressionLevel);
  // SQLite has no checksums of its own.
  ZSTD_CCtx_setParameter(compression_.get(), ZSTD_c_checksumFlag, 1);
}
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;
Compressor::~Compressor() = default;

Result<std::string_view> Compressor::compress(std::string_view bytes) {
  const std::size_t bound = ZSTD_compressBound(bytes.size());
  if (packed_.size() < bound) packed_.resize(bound);
  const std::size_t size = ZSTD_compress2(compression_.get(), packed_.data(), packed_.size(),
                                          bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0)
    return Error{ErrorCategory::kInternal, "COMPRESSION_FAILED",
                 std::string("Compressing a content failed: ") + ZSTD_getErrorName(size),
                 "writing the index database", ""};
  return std::string_view(packed_).substr(0, size);
}

Result<std::string_view> Compressor::decompress(std::string_view frame) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kMaxFrameBytes)
    return corrupt_row("a compressed text");
  if (unpacked_.size() < size) unpacked_.resize(static_cast<std::size_t>(size));
  const std::size_t written = ZSTD_decompressDCtx(decompression_.get(), unpacked_.data(),
                                                  unpacked_.size(), frame.data(), frame.size());
  if (ZSTD_isError(written) != 0 || written != size) return corrupt_row("a compressed text");
  return std::string_view(unpacked_).substr(0, written);
}

}  // namespace codeweaver::store
