// VectorRows: the vectors of a segment under construction, on disk as soon as they are many.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/new_file.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::store {

/// Numbers that grow without a second copy: of large blocks the system moves the pages.
class FloatArray {
 public:
  /// `size` numbers: `values`, then zeros.
  void append(std::span<const float> values, std::size_t size);
  std::span<const float> view() const noexcept { return {data_.get(), size_}; }
  void clear() noexcept { size_ = 0; }

 private:
  struct Free {
    void operator()(float* data) const noexcept;
  };
  std::unique_ptr<float, Free> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

/// The file is called so, and more. With ".seg." in its name it is swept with the unfinished
/// segments after a crash.
inline constexpr std::string_view kVectorRowsPrefix = "vectors.seg";

/// Rows that are added one by one and then read in order, several times. They are the largest part
/// of a segment in the making, and nothing needs them before the last one is there.
class VectorRows {
 public:
  /// Rows that are held in memory where there is a folder: whole blocks of bit codes.
  static constexpr std::size_t kHeldRows = 4096;

  /// An empty folder: all rows stay in memory. Else rows go to a file there, which is removed.
  VectorRows(std::size_t dimension, std::filesystem::path folder)
      : dimension_(dimension), folder_(std::move(folder)) {}

  /// An empty row: zeros. A failure to write is returned by for_each_block().
  void append(std::span<const float> row);
  /// Calls visit with the number of a row and it and the next ones, to the last row in the end. All
  /// but the last call have a multiple of kHeldRows rows. Errors: kIo.
  Result<void> for_each_block(
      const std::function<void(std::size_t first, std::span<const float> rows)>& visit) const;
  std::size_t memory_bytes() const noexcept { return held_.view().size_bytes(); }

 private:
  Result<void> write_out();

  std::size_t dimension_;
  std::filesystem::path folder_;
  FloatArray held_;
  std::optional<base::NewFile> file_;
  std::size_t filed_ = 0;  // rows
  std::optional<Error> failure_;
};

}  // namespace codeweaver::store
