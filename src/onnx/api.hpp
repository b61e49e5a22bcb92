// Api: the used functions of ONNX Runtime's C API.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace codeweaver::onnx {

/// ONNX Runtime exports one function, OrtGetApiBase(), which returns a table of functions for a
/// version. New versions only append functions, so positions in the table are stable. No registry
/// package contains the header that declares the table. So this struct lists the positions of the
/// used functions, in the order of onnxruntime_c_api.h, with all handles opaque (as in that
/// header). Functions that return a Status return null on success.
struct Api {
  using Handle = void*;
  using Status = void*;
  /// The requested version: that of ONNX Runtime 1.8. Newer ones support it.
  static constexpr std::uint32_t kVersion = 8;

  /// The return type of OrtGetApiBase().
  struct Base {
    const void* (*get_api)(std::uint32_t version);
    const char* (*version_text)();
  };

  enum Severity : int { kFatal = 4 };                         ///< OrtLoggingLevel
  enum Optimization : int { kAllOptimizations = 99 };         ///< GraphOptimizationLevel
  enum Element : int { kFloat = 1, kInt32 = 6, kInt64 = 7 };  ///< ONNXTensorElementDataType
  enum Memory : int { kDeviceAllocator = 0, kDefaultMemory = 0 };

  const char* (*GetErrorMessage)(const void* status);
  Status (*CreateEnv)(int severity, const char* name, Handle* out);
  Status (*CreateSession)(Handle env, const char* path, Handle options, Handle* out);
  Status (*Run)(Handle session, const void* run_options, const char* const* input_names,
                const Handle* inputs, std::size_t input_count, const char* const* output_names,
                std::size_t output_count, Handle* outputs);
  Status (*CreateSessionOptions)(Handle* out);
  Status (*DisableMemPattern)(Handle options);
  Status (*SetSessionGraphOptimizationLevel)(Handle options, int level);
  Status (*SetIntraOpNumThreads)(Handle options, int threads);
  Status (*SetInterOpNumThreads)(Handle options, int threads);
  Status (*SessionGetInputCount)(Handle session, std::size_t* out);
  Status (*SessionGetOutputCount)(Handle session, std::size_t* out);
  Status (*SessionGetInputTypeInfo)(Handle session, std::size_t index, Handle* out);
  Status (*SessionGetOutputTypeInfo)(Handle session, std::size_t index, Handle* out);
  Status (*SessionGetInputName)(Handle session, std::size_t index, Handle allocator, char** out);
  Status (*SessionGetOutputName)(Handle session, std::size_t index, Handle allocator, char** out);
  Status (*CreateTensorWithDataAsOrtValue)(Handle memory, void* data, std::size_t bytes,
                                           const std::int64_t* shape, std::size_t rank, int element,
                                           Handle* out);
  Status (*GetTensorMutableData)(Handle value, void** out);
  Status (*CastTypeInfoToTensorInfo)(Handle type, const void** out);
  Status (*GetTensorElementType)(const void* info, int* out);
  Status (*GetDimensionsCount)(const void* info, std::size_t* out);
  Status (*GetDimensions)(const void* info, std::int64_t* out, std::size_t count);
  Status (*GetTensorTypeAndShape)(Handle value, Handle* out);
  Status (*CreateCpuMemoryInfo)(int allocator, int memory, Handle* out);
  Status (*AllocatorFree)(Handle allocator, void* bytes);
  Status (*GetAllocatorWithDefaultOptions)(Handle* out);
  void (*ReleaseEnv)(Handle);
  void (*ReleaseStatus)(Handle);
  void (*ReleaseMemoryInfo)(Handle);
  void (*ReleaseSession)(Handle);
  void (*ReleaseValue)(Handle);
  void (*ReleaseTypeInfo)(Handle);
  void (*ReleaseTensorTypeAndShapeInfo)(Handle);
  void (*ReleaseSessionOptions)(Handle);

  /// Reads the functions from a table of at least kVersion.
  static Api of(const void* table) noexcept;
};

}  // namespace codeweaver::onnx
