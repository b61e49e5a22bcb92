// VectorRows: the vectors of a segment under construction; written to disk when there are many.
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

/// An array that grows without a second copy: for large arrays the system moves the pages.
class FloatArray {
 public:
  /// Appends `size` numbers: `values`, then zeros.
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

/// Prefix of the file's name. With ".seg." in its name, it is cleaned up with the unfinished
/// segments after a crash.
inline constexpr std::string_view kVectorRowsPrefix = "vectors.seg";

/// Rows that are added one by one and then read in order, several times. They are the largest part
/// of a segment under construction, and are read only after the last one was added.
class VectorRows {
 public:
  /// Rows held in memory if there is a folder: whole blocks of bit codes.
  static constexpr std::size_t kHeldRows = 4096;

  /// If `folder` is empty, all rows stay in memory. Else they go to a temporary file there.
  VectorRows(std::size_t dimension, std::filesystem::path folder)
      : dimension_(dimension), folder_(std::move(folder)) {}

  /// An empty row becomes zeros. for_each_block() returns errors of writing.
  void append(std::span<const float> row);
  /// Calls `visit` with the index of a row and a block of rows from there, for all rows. All blocks
  /// but the last have a multiple of kHeldRows rows. Errors: kIo.
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
