// Runtime: ONNX Runtime, found when the program runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "codeweaver/result.hpp"
#include "onnx/api.hpp"

namespace codeweaver::onnx {

/// Something of ONNX Runtime, released with this.
using Owned = std::unique_ptr<void, void (*)(void*)>;

/// The loaded library; it writes nothing to the streams of the process.
/// Thread safety: const members may be called concurrently.
class Runtime {
 public:
  /// See OnnxModel::library. Errors: kUnsupported "ONNX_RUNTIME_NOT_FOUND" (there is none, it is
  /// another library, or older than 1.8).
  static Result<std::shared_ptr<const Runtime>> load(const std::filesystem::path& library);

  const Api& api() const noexcept { return api_; }
  Api::Handle env() const noexcept { return env_.get(); }
  Api::Handle memory() const noexcept { return memory_.get(); }
  Api::Handle allocator() const noexcept { return allocator_; }  ///< owned by the library

  /// What a call says went wrong; nullopt: nothing.
  std::optional<std::string> failure(Api::Status status) const;

 private:
  explicit Runtime(const Api& api)
      : api_(api), env_(nullptr, api.ReleaseEnv), memory_(nullptr, api.ReleaseMemoryInfo) {}

  Api api_;
  Owned env_, memory_;
  Api::Handle allocator_ = nullptr;
};

}  // namespace codeweaver::onnx
