// Session: a loaded ONNX model, and how to run it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "onnx/runtime.hpp"
#include "tokens/frame.hpp"

namespace codeweaver::onnx {

/// The numbers of an output.
struct Tensor {
  std::vector<std::int64_t> shape{};
  std::vector<float> values{};  ///< all of them, finite, row-major
};

/// A transformer that reads the tokens of one text. Thread safety: const members may be called
/// concurrently.
class Session {
 public:
  /// Errors: kCorruption "MODEL_CORRUPT" (the model cannot be loaded); kUnsupported
  /// "MODEL_NOT_SUPPORTED" (it needs inputs other than tokens).
  static Result<Session> open(std::shared_ptr<const Runtime> runtime,
                              const std::filesystem::path& file);

  /// The first of `names` that is an output of floats, or else the only output unless it is
  /// "logits". Errors: kUnsupported "MODEL_NOT_SUPPORTED".
  Result<std::string> output_of(const std::vector<std::string_view>& names) const;

  /// Runs on the calling thread. Errors: kUnavailable "MODEL_FAILED", also if a value is not
  /// finite.
  Result<Tensor> run(const tokens::Encoding& text, const std::string& output) const;

  /// kUnavailable "MODEL_FAILED" for this model.
  Error failed(const std::string& why) const;
  /// kUnsupported "MODEL_NOT_SUPPORTED" for this model.
  Error unsupported(const std::string& why) const;

 private:
  struct Port {
    std::string name{};
    int element = 0;  // Api::Element
  };
  Session(std::shared_ptr<const Runtime> runtime, std::string origin)
      : runtime_(std::move(runtime)),
        origin_(std::move(origin)),
        session_(nullptr, runtime_->api().ReleaseSession) {}
  Result<void> load(const std::filesystem::path& file);
  Result<std::vector<Port>> ports(bool is_input) const;
  Result<void> check_inputs() const;
  Result<Tensor> read(Api::Handle value) const;

  std::shared_ptr<const Runtime> runtime_;
  std::string origin_;
  Owned session_;
  std::vector<Port> inputs_, outputs_;
};

}  // namespace codeweaver::onnx
