// zstd frames in the database: compresses, and safely decompresses damaged ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/database/compressor.hpp"

#include <zstd.h>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "store/database/record_codec.hpp"

// Defined by the assembler source that cmake/Weights.cmake writes; training/ creates the
// dictionary.
extern "C" {
extern const char codeweaver_block_dictionary_begin[] __attribute__((visibility("hidden")));
extern const char codeweaver_block_dictionary_end[] __attribute__((visibility("hidden")));
}

namespace codeweaver::store {
namespace {

// With the dictionary, level 4 makes blocks 3 % smaller than level 3 at the same speed. Level 5
// makes them another 4 % smaller at half the speed, which is 1 to 3 % of an index run.
constexpr int kCompressionLevel = 5;
// Far above any file that discovery accepts. Limits the memory for a damaged frame.
constexpr unsigned long long kMaxFrameBytes = 1ULL << 30;

std::string_view dictionary() noexcept {
  return {codeweaver_block_dictionary_begin,
          static_cast<std::size_t>(codeweaver_block_dictionary_end -
                                   codeweaver_block_dictionary_begin)};
}

/// Both are prepared on first use, and shared by all threads.
const ZSTD_CDict* packing_dictionary() {
  static const std::unique_ptr<ZSTD_CDict, std::size_t (*)(ZSTD_CDict*)> prepared(
      ZSTD_createCDict(dictionary().data(), dictionary().size(), kCompressionLevel),
      ZSTD_freeCDict);
  return prepared.get();
}
const ZSTD_DDict* unpacking_dictionary() {
  static const std::unique_ptr<ZSTD_DDict, std::size_t (*)(ZSTD_DDict*)> prepared(
      ZSTD_createDDict(dictionary().data(), dictionary().size()), ZSTD_freeDDict);
  return prepared.get();
}

}  // namespace

void Compressor::FreeCompression::operator()(ZSTD_CCtx_s* context) const noexcept {
  ZSTD_freeCCtx(context);
}
void Compressor::FreeDecompression::operator()(ZSTD_DCtx_s* context) const noexcept {
  ZSTD_freeDCtx(context);
}
Compressor::Compressor() : compression_(ZSTD_createCCtx()), decompression_(ZSTD_createDCtx()) {
  // SQLite has no checksums.
  ZSTD_CCtx_setParameter(compression_.get(), ZSTD_c_checksumFlag, 1);
}
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;
Compressor::~Compressor() = default;

Result<std::string_view> Compressor::compress(std::string_view bytes) {
  const std::size_t bound = ZSTD_compressBound(bytes.size());
  if (packed_.size() < bound) packed_.resize(bound);
  if (!has_dictionary_) {
    ZSTD_CCtx_refCDict(compression_.get(), packing_dictionary());
    has_dictionary_ = true;
  }
  const std::size_t size = ZSTD_compress2(compression_.get(), packed_.data(), packed_.size(),
                                          bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0)
    return Error{ErrorCategory::kInternal, "COMPRESSION_FAILED",
                 std::string("Compressing a text failed: ") + ZSTD_getErrorName(size),
                 "writing the index database", ""};
  return std::string_view(packed_).substr(0, size);
}

Result<std::string_view> Compressor::decompress(std::string_view frame) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kMaxFrameBytes)
    return corrupt_row("a compressed text");
  CODEWEAVER_TRY(check_dictionary(frame));
  if (unpacked_.size() < size) unpacked_.resize(static_cast<std::size_t>(size));
  const bool has_dictionary = ZSTD_getDictID_fromFrame(frame.data(), frame.size()) != 0;
  const std::size_t written =
      has_dictionary
          ? ZSTD_decompress_usingDDict(decompression_.get(), unpacked_.data(), unpacked_.size(),
                                       frame.data(), frame.size(), unpacking_dictionary())
          : ZSTD_decompressDCtx(decompression_.get(), unpacked_.data(), unpacked_.size(),
                                frame.data(), frame.size());
  if (ZSTD_isError(written) != 0 || written != size) return corrupt_row("a compressed text");
  return std::string_view(unpacked_).substr(0, written);
}

Result<void> Compressor::check_dictionary(std::string_view frame) {
  // Frames of the oldest databases contain no dictionary id.
  const unsigned named = ZSTD_getDictID_fromFrame(frame.data(), frame.size());
  if (named == 0 || named == ZSTD_getDictID_fromDDict(unpacking_dictionary())) return {};
  return Error{ErrorCategory::kCorruption,
               error_code::kStateCorrupt,
               "The index database was written by another version, with texts that this one cannot "
               "read (dictionary " +
                   std::to_string(named) + ")",
               "reading the index database",
               "Rebuild the index",
               RemedyKind::kRebuild};
}

}  // namespace codeweaver::store
