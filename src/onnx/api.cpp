// Api: positions in ONNX Runtime's function table.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "onnx/api.hpp"

#include <type_traits>

namespace codeweaver::onnx {

Api Api::of(const void* table) noexcept {
  using Any = void (*)();
  const auto* const functions = static_cast<const Any*>(table);
  Api out{};
  const auto take = [&](auto& function, std::size_t place) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(functions[place]);
  };
  take(out.GetErrorMessage, 2);
  take(out.CreateEnv, 3);
  take(out.CreateSession, 7);
  take(out.Run, 9);
  take(out.CreateSessionOptions, 10);
  take(out.DisableMemPattern, 17);
  take(out.SetSessionGraphOptimizationLevel, 23);
  take(out.SetIntraOpNumThreads, 24);
  take(out.SetInterOpNumThreads, 25);
  take(out.SessionGetInputCount, 30);
  take(out.SessionGetOutputCount, 31);
  take(out.SessionGetInputTypeInfo, 33);
  take(out.SessionGetOutputTypeInfo, 34);
  take(out.SessionGetInputName, 36);
  take(out.SessionGetOutputName, 37);
  take(out.CreateTensorWithDataAsOrtValue, 49);
  take(out.GetTensorMutableData, 51);
  take(out.CastTypeInfoToTensorInfo, 55);
  take(out.GetTensorElementType, 60);
  take(out.GetDimensionsCount, 61);
  take(out.GetDimensions, 62);
  take(out.GetTensorTypeAndShape, 65);
  take(out.CreateCpuMemoryInfo, 69);
  take(out.AllocatorFree, 76);
  take(out.GetAllocatorWithDefaultOptions, 78);
  take(out.ReleaseEnv, 92);
  take(out.ReleaseStatus, 93);
  take(out.ReleaseMemoryInfo, 94);
  take(out.ReleaseSession, 95);
  take(out.ReleaseValue, 96);
  take(out.ReleaseTypeInfo, 98);
  take(out.ReleaseTensorTypeAndShapeInfo, 99);
  take(out.ReleaseSessionOptions, 100);
  return out;
}

}  // namespace codeweaver::onnx
