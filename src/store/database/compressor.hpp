// zstd frames in the database: compresses, and safely decompresses damaged ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace codeweaver::store {

/// Compresses to zstd frames, with reused contexts and buffers. New frames need this library's
/// dictionary and contain its id. Frames without a dictionary can be read; frames with another
/// dictionary cannot. Thread safety: none.
class Compressor {
 public:
  Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;
  ~Compressor();
  /// The view is valid until the next compress(). Errors: kInternal (out of memory).
  Result<std::string_view> compress(std::string_view bytes);
  /// The view is valid until the next decompress(). Errors: kCorruption ("STATE_CORRUPT").
  Result<std::string_view> decompress(std::string_view frame);
  /// Checks by the frame's dictionary id whether the frame can be read. Errors: kCorruption
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
  bool has_dictionary_ = false;  // for compressing
  std::string packed_, unpacked_;
};

}  // namespace codeweaver::store
