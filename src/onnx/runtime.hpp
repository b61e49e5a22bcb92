// Runtime: ONNX Runtime, loaded at run time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "codeweaver/result.hpp"
#include "onnx/api.hpp"

namespace codeweaver::onnx {

/// An ONNX Runtime object, released by its owner.
using Owned = std::unique_ptr<void, void (*)(void*)>;

/// The loaded library. It writes nothing to the streams of the process. Thread safety: const
/// members may be called concurrently.
class Runtime {
 public:
  /// See OnnxModel::library. Errors: kUnsupported "ONNX_RUNTIME_NOT_FOUND" (missing, another
  /// library, or older than 1.8).
  static Result<std::shared_ptr<const Runtime>> load(const std::filesystem::path& library);

  const Api& api() const noexcept { return api_; }
  Api::Handle env() const noexcept { return env_.get(); }
  Api::Handle memory() const noexcept { return memory_.get(); }
  Api::Handle allocator() const noexcept { return allocator_; }  ///< owned by the library

  /// The error message of a call. nullopt: success.
  std::optional<std::string> failure(Api::Status status) const;

 private:
  explicit Runtime(const Api& api)
      : api_(api), env_(nullptr, api.ReleaseEnv), memory_(nullptr, api.ReleaseMemoryInfo) {}

  Api api_;
  Owned env_, memory_;
  Api::Handle allocator_ = nullptr;
};

}  // namespace codeweaver::onnx
