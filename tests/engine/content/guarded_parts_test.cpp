// Tests of the guard around custom plugins: exceptions become errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/guarded_parts.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

namespace codeweaver::engine {
namespace {

class ThrowingReranker final : public Reranker {
 public:
  std::string_view name() const noexcept override { return "test/throwing"; }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate>) const override {
    if (query == "few") return std::vector<float>{};
    throw std::runtime_error("no model");
  }
};

class ThrowingLogger final : public Logger {
 public:
  bool accepts(LogLevel) const noexcept override { return true; }
  void log(const LogRecord&) override { throw 7; }
};

}  // namespace

TEST_CASE("guarded parts: a reranker that throws, or gives too few scores, returns an error") {
  const auto reranker =
      guarded(std::shared_ptr<const Reranker>(std::make_shared<ThrowingReranker>()));
  CHECK(reranker->name() == "test/throwing");
  const std::vector<RerankCandidate> candidates(2);
  const auto thrown = reranker->rerank("throw", candidates);
  REQUIRE_FALSE(thrown);
  CHECK(thrown.error().code == "RERANKER_FAILED");
  CHECK(thrown.error().cause.find("no model") != std::string::npos);
  CHECK(reranker->rerank("few", candidates).error().code == "RERANKER_FAILED");
}

TEST_CASE("guarded parts: null stays null, and a guarded part is not guarded again") {
  CHECK(guarded(std::shared_ptr<Logger>()) == nullptr);
  const auto logger = guarded(std::shared_ptr<Logger>(std::make_shared<ThrowingLogger>()));
  CHECK(guarded(logger) == logger);
  CHECK_NOTHROW(logger->log({}));
}

}  // namespace codeweaver::engine
