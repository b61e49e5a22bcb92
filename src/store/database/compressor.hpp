// zstd frames as stored in the database: compressing, and decompressing without trust.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace codeweaver::store {

/// zstd frames with contexts and buffers that are reused. New frames need the dictionary of this
/// library and name it; frames without one are read as well, those of another dictionary are not.
/// Thread safety: none.
class Compressor {
 public:
  Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;
  ~Compressor();
  /// A view that is valid until the next compress. Errors: kInternal (out of memory).
  Result<std::string_view> compress(std::string_view bytes);
  /// A view that is valid until the next decompress. Errors: kCorruption ("STATE_CORRUPT").
  Result<std::string_view> decompress(std::string_view frame);
  /// Whether a frame can be read, going by the dictionary that it names. Errors: kCorruption
  /// ("STATE_CORRUPT").
  static Result<void> check_dictionary(std::string_view frame);

 private:
  struct FreeCompression {
    void operator()(ZSTD_CCtx_s* context) const noexcept;
  };
  struct FreeDecompression {
    void operator()(ZSTD_DCtx_s* context) const noexcept;
  };
  std::unique_ptr<ZSTD_CCtx_s, FreeCompression> compression_;
  std::unique_ptr<ZSTD_DCtx_s, FreeDecompression> decompression_;
  bool has_dictionary_ = false;  // to pack with
  std::string packed_, unpacked_;
};

}  // namespace codeweaver::store
