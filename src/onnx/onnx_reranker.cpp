// Cross-encoders: read query and candidate together and return one score.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/onnx_models.hpp"
#include "codeweaver/reranker.hpp"
#include "onnx/model_folder.hpp"
#include "onnx/session.hpp"

namespace codeweaver::onnx {
namespace {

constexpr std::chrono::milliseconds kRerankPatience{10'000};

float logistic(float number) noexcept {
  return 1.0F / (1.0F + std::exp(-number));
}

class OnnxReranker final : public Reranker {
 public:
  static Result<std::shared_ptr<const Reranker>> create(const OnnxModel& model);

  std::string_view name() const noexcept override { return name_; }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    return rerank(query, candidates, {});
  }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates,
                                    const CallContext& context) const override;

 private:
  OnnxReranker(ModelFolder folder, Session session, std::string output)
      : folder_(std::move(folder)),
        session_(std::move(session)),
        output_(std::move(output)),
        name_("onnx/" + folder_.name) {}

  Result<float> score(std::string_view query, std::string_view text) const;

  ModelFolder folder_;
  Session session_;
  std::string output_, name_;
};

Result<std::shared_ptr<const Reranker>> OnnxReranker::create(const OnnxModel& model) {
  CODEWEAVER_ASSIGN(auto folder, ModelFolder::read(model.path));
  CODEWEAVER_ASSIGN(auto runtime, Runtime::load(model.library));
  CODEWEAVER_ASSIGN(auto session, Session::open(std::move(runtime), folder.file));
  CODEWEAVER_ASSIGN(auto output, session.output_of({"logits", "scores"}));
  std::shared_ptr<OnnxReranker> out(
      new OnnxReranker(std::move(folder), std::move(session), std::move(output)));
  CODEWEAVER_TRY(out->score("query", "text"));
  return std::shared_ptr<const Reranker>(std::move(out));
}

Result<float> OnnxReranker::score(std::string_view query, std::string_view text) const {
  const auto pair = folder_.tokenizer.encode(query, text, folder_.most_tokens);
  CODEWEAVER_ASSIGN(const auto made, session_.run(pair, output_));
  if (made.values.size() == 1) return logistic(made.values[0]);
  if (made.values.size() == 2) return logistic(made.values[1] - made.values[0]);
  return session_.unsupported("returns " + std::to_string(made.values.size()) +
                              " numbers for a pair of texts; a cross-encoder returns one or two");
}

Result<std::vector<float>> OnnxReranker::rerank(std::string_view query,
                                                std::span<const RerankCandidate> candidates,
                                                const CallContext& context) const {
  const auto patience = context.left_of(kRerankPatience);
  const auto end = std::chrono::steady_clock::now() + patience;
  std::vector<Result<float>> made(candidates.size(), 0.0F);
  const auto read = [&](std::size_t i, std::size_t) {
    made[i] = std::chrono::steady_clock::now() < end
                  ? score(query, text_of(candidates[i]))
                  : Result<float>(session_.failed("its scores were not ready after " +
                                                  std::to_string(patience.count()) + " ms"));
  };
  const auto done = base::ordered_parallel(
      made.size(), 0, made.size(), read, [](std::size_t) {}, context.stop);
  if (done < made.size())
    return Error{ErrorCategory::kCancelled, error_code::kCancelled, "Reranking was stopped",
                 "reranking", "Run it again."};
  std::vector<float> out;
  for (auto& one : made) {
    if (!one) return std::move(one).error();
    out.push_back(*one);
  }
  return out;
}

}  // namespace
}  // namespace codeweaver::onnx

namespace codeweaver::inline v0_1 {

Result<std::shared_ptr<const Reranker>> make_onnx_reranker(const OnnxModel& model) {
  return onnx::OnnxReranker::create(model);
}

}  // namespace codeweaver::inline v0_1
