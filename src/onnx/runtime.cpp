// Runtime: loads the library and its function table.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "onnx/runtime.hpp"

#include "base/os/shared_library.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::onnx {
namespace {

constexpr char kUsualLibrary[] = "libonnxruntime.so.1";

Error not_found(const std::string& why) {
  return {ErrorCategory::kUnsupported, error_code::kOnnxRuntimeNotFound,
          "ONNX Runtime cannot be used: " + why, "loading an ONNX model",
          "Install it (PyPI onnxruntime contains onnxruntime/capi/libonnxruntime.so.VERSION) and "
          "set onnx.library to the file."};
}

}  // namespace

std::optional<std::string> Runtime::failure(Api::Status status) const {
  if (status == nullptr) return std::nullopt;
  const char* const text = api_.GetErrorMessage(status);
  std::string out = text != nullptr ? text : "no reason is given";
  api_.ReleaseStatus(status);
  return out;
}

Result<std::shared_ptr<const Runtime>> Runtime::load(const std::filesystem::path& library) {
  const auto path = library.empty() ? std::string(kUsualLibrary) : library.string();
  std::string why;
  const auto loaded = os::SharedLibrary::load(path, why);
  if (!loaded.is_loaded()) return not_found(why);
  using GetBase = const Api::Base* (*)();
  const auto get_base = reinterpret_cast<GetBase>(loaded.symbol("OrtGetApiBase"));
  const auto* const base = get_base == nullptr ? nullptr : get_base();
  if (base == nullptr) return not_found(path + " is not ONNX Runtime");
  const void* const table = base->get_api(Api::kVersion);
  if (table == nullptr)
    return not_found(path + " has version " + base->version_text() + ", older than 1.8");
  std::shared_ptr<Runtime> out(new Runtime(Api::of(table)));
  const auto& api = out->api_;
  Api::Handle env = nullptr, memory = nullptr;
  // Only fatal errors: warnings would go to the standard error stream of the host program.
  if (const auto failed = out->failure(api.CreateEnv(Api::kFatal, "codeweaver", &env)))
    return not_found(*failed);
  out->env_.reset(env);
  if (const auto failed = out->failure(
          api.CreateCpuMemoryInfo(Api::kDeviceAllocator, Api::kDefaultMemory, &memory)))
    return not_found(*failed);
  out->memory_.reset(memory);
  if (const auto failed = out->failure(api.GetAllocatorWithDefaultOptions(&out->allocator_)))
    return not_found(*failed);
  return std::shared_ptr<const Runtime>(std::move(out));
}

}  // namespace codeweaver::onnx
