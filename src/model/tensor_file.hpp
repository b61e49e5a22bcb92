// TensorFile: named arrays of numbers in a safetensors file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::model {

/// A mapped file. Thread safety: const members may be called concurrently.
class TensorFile {
 public:
  struct Tensor {
    std::string type;  ///< "F32", "I8", ...
    std::vector<std::size_t> shape;
    std::string_view bytes;
    std::size_t count() const noexcept;  ///< number of values
  };

  /// Checks that all tensors are within the file. Errors: kNotFound, kIo, kCorruption
  /// "MODEL_CORRUPT".
  static Result<TensorFile> open(const std::filesystem::path& path);

  const Tensor* find(std::string_view name) const noexcept;  ///< null: none
  std::string_view bytes() const noexcept { return map_.bytes(); }
  /// Converts F64, F32, F16, BF16, I8, U8, I16, I32 or I64 values. Errors: kCorruption.
  Result<std::vector<float>> floats(const Tensor& tensor) const;

 private:
  base::MappedFile map_;
  std::map<std::string, Tensor, std::less<>> tensors_;
  std::string origin_;
};

}  // namespace codeweaver::model
