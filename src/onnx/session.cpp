// Session: passes inputs to a model as tensors, and reads its outputs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "onnx/session.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/joined.hpp"
#include "base/try.hpp"

namespace codeweaver::onnx {
namespace {

constexpr std::string_view kIds = "input_ids", kMask = "attention_mask", kTypes = "token_type_ids",
                           kPositions = "position_ids";
constexpr std::string_view kContext = "running an ONNX model";

/// The values of an input. Empty: unknown input.
std::vector<std::int64_t> values_of(std::string_view input, const tokens::Encoding& text) {
  std::vector<std::int64_t> out(text.ids.size(), 1);
  if (input == kIds)
    std::ranges::copy(text.ids, out.begin());
  else if (input == kTypes)
    std::ranges::copy(text.types, out.begin());
  else if (input == kPositions)
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::int64_t>(i);
  else if (input != kMask)
    out.clear();
  return out;
}

}  // namespace

Error Session::failed(const std::string& why) const {
  return {ErrorCategory::kUnavailable, "MODEL_FAILED", "model '" + origin_ + "' failed: " + why,
          std::string(kContext), "Check that its files belong together, or use another model."};
}

Error Session::unsupported(const std::string& why) const {
  return {ErrorCategory::kUnsupported, "MODEL_NOT_SUPPORTED", "model '" + origin_ + "' " + why,
          std::string(kContext),
          "Export it for its task (docs/guide/providers.md), or use another model."};
}

Result<Session> Session::open(std::shared_ptr<const Runtime> runtime,
                              const std::filesystem::path& file) {
  Session out(std::move(runtime), file.string());
  CODEWEAVER_TRY(out.load(file));
  CODEWEAVER_ASSIGN(out.inputs_, out.ports(true));
  CODEWEAVER_ASSIGN(out.outputs_, out.ports(false));
  CODEWEAVER_TRY(out.check_inputs());
  return out;
}

Result<void> Session::load(const std::filesystem::path& file) {
  const auto& api = runtime_->api();
  Api::Handle made = nullptr;
  auto problem = runtime_->failure(api.CreateSessionOptions(&made));
  const Owned options(made, api.ReleaseSessionOptions);
  // One thread per run: callers bring their own threads, and results do not depend on their number.
  // Shapes rarely repeat, so memory plans are not kept.
  if (!problem) problem = runtime_->failure(api.SetIntraOpNumThreads(made, 1));
  if (!problem) problem = runtime_->failure(api.SetInterOpNumThreads(made, 1));
  if (!problem) problem = runtime_->failure(api.DisableMemPattern(made));
  if (!problem)
    problem = runtime_->failure(api.SetSessionGraphOptimizationLevel(made, Api::kAllOptimizations));
  Api::Handle session = nullptr;
  if (!problem)
    problem = runtime_->failure(api.CreateSession(runtime_->env(), file.c_str(), made, &session));
  session_.reset(session);
  if (!problem) return {};
  return Error{ErrorCategory::kCorruption, "MODEL_CORRUPT",
               "model '" + origin_ + "' cannot be loaded: " + *problem, "loading an ONNX model",
               "Restore the file, or use another model."};
}

Result<std::vector<Session::Port>> Session::ports(bool is_input) const {
  const auto& api = runtime_->api();
  const auto session = session_.get();
  std::size_t count = 0;
  const auto counted = is_input ? api.SessionGetInputCount : api.SessionGetOutputCount;
  if (const auto problem = runtime_->failure(counted(session, &count))) return failed(*problem);
  std::vector<Port> out;
  for (std::size_t i = 0; i < count; ++i) {
    char* name = nullptr;
    const auto named = is_input ? api.SessionGetInputName : api.SessionGetOutputName;
    if (const auto problem = runtime_->failure(named(session, i, runtime_->allocator(), &name)))
      return failed(*problem);
    Port port{name, 0};
    (void)runtime_->failure(api.AllocatorFree(runtime_->allocator(), name));
    Api::Handle type = nullptr;
    const auto typed = is_input ? api.SessionGetInputTypeInfo : api.SessionGetOutputTypeInfo;
    if (const auto problem = runtime_->failure(typed(session, i, &type))) return failed(*problem);
    const Owned held(type, api.ReleaseTypeInfo);
    const void* info = nullptr;  // null: not a tensor
    if (const auto problem = runtime_->failure(api.CastTypeInfoToTensorInfo(type, &info)))
      return failed(*problem);
    if (info != nullptr)
      if (const auto problem = runtime_->failure(api.GetTensorElementType(info, &port.element)))
        return failed(*problem);
    out.push_back(std::move(port));
  }
  return out;
}

Result<void> Session::check_inputs() const {
  const tokens::Encoding one{{0}, {0}};
  for (const auto& input : inputs_)
    if (values_of(input.name, one).empty() ||
        (input.element != Api::kInt64 && input.element != Api::kInt32))
      return unsupported("needs the input '" + input.name +
                         "', which is unknown or does not take integers; supported are input_ids, "
                         "attention_mask, token_type_ids and position_ids");
  if (std::ranges::none_of(inputs_, [](const Port& input) { return input.name == kIds; }))
    return unsupported("has no input 'input_ids'; it has " +
                       base::joined(inputs_, ", ", &Port::name));
  return {};
}

Result<std::string> Session::output_of(const std::vector<std::string_view>& names) const {
  // A single output may have any name, except "logits", which indicates another task.
  const Port* found =
      outputs_.size() == 1 && outputs_[0].name != "logits" ? outputs_.data() : nullptr;
  for (const auto name : names) {
    const auto at = std::ranges::find(outputs_, name, &Port::name);
    if (at == outputs_.end()) continue;
    found = &*at;
    break;
  }
  if (found == nullptr) {
    std::string wanted;
    for (const auto name : names) wanted += (wanted.empty() ? "" : ", ") + std::string(name);
    return unsupported("has none of the outputs " + wanted + "; it has " +
                       base::joined(outputs_, ", ", &Port::name));
  }
  if (found->element != Api::kFloat)
    return unsupported("returns '" + found->name + "' in numbers other than 32-bit floats");
  return found->name;
}

Result<Tensor> Session::run(const tokens::Encoding& text, const std::string& output) const {
  if (text.ids.empty()) return failed("its tokenizer returns no tokens for a text");
  const auto& api = runtime_->api();
  const std::array<std::int64_t, 2> shape{1, static_cast<std::int64_t>(text.ids.size())};
  std::vector<std::vector<std::int64_t>> wide(inputs_.size());
  std::vector<std::vector<std::int32_t>> narrow(inputs_.size());
  std::vector<Owned> held;
  std::vector<Api::Handle> values;
  std::vector<const char*> names;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    wide[i] = values_of(inputs_[i].name, text);
    void* data = wide[i].data();
    auto bytes = wide[i].size() * sizeof(std::int64_t);
    if (inputs_[i].element == Api::kInt32) {
      for (const auto value : wide[i]) narrow[i].push_back(static_cast<std::int32_t>(value));
      data = narrow[i].data();
      bytes = narrow[i].size() * sizeof(std::int32_t);
    }
    Api::Handle value = nullptr;
    if (const auto problem = runtime_->failure(
            api.CreateTensorWithDataAsOrtValue(runtime_->memory(), data, bytes, shape.data(),
                                               shape.size(), inputs_[i].element, &value)))
      return failed(*problem);
    held.emplace_back(value, api.ReleaseValue);
    values.push_back(value);
    names.push_back(inputs_[i].name.c_str());
  }
  const char* const wanted = output.c_str();
  Api::Handle made = nullptr;
  const auto problem = runtime_->failure(api.Run(session_.get(), nullptr, names.data(),
                                                 values.data(), values.size(), &wanted, 1, &made));
  const Owned result(made, api.ReleaseValue);
  if (problem) return failed(*problem);
  return read(made);
}

Result<Tensor> Session::read(Api::Handle value) const {
  const auto& api = runtime_->api();
  Api::Handle info = nullptr;
  auto problem = runtime_->failure(api.GetTensorTypeAndShape(value, &info));
  const Owned held(info, api.ReleaseTensorTypeAndShapeInfo);
  std::size_t rank = 0;
  if (!problem) problem = runtime_->failure(api.GetDimensionsCount(info, &rank));
  Tensor out;
  out.shape.resize(rank);
  if (!problem) problem = runtime_->failure(api.GetDimensions(info, out.shape.data(), rank));
  void* data = nullptr;
  if (!problem) problem = runtime_->failure(api.GetTensorMutableData(value, &data));
  if (problem) return failed(*problem);
  std::int64_t count = 1;
  for (const auto size : out.shape) count *= std::max<std::int64_t>(0, size);
  const auto* const numbers = static_cast<const float*>(data);
  out.values.assign(numbers, numbers + count);
  if (!std::ranges::all_of(out.values, [](float number) { return std::isfinite(number); }))
    return failed("it returned a value that is not a finite number");
  return out;
}

}  // namespace codeweaver::onnx
