// Tests of the overview: the type that uses the best function comes first.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/overview.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/semantic.hpp"
#include "engine/searching/candidates.hpp"
#include "store/database/records.hpp"

namespace codeweaver::engine {
namespace {

/// A definition that uses `used`.
Candidate definition(std::string_view path, SemanticClass kind, std::string symbol,
                     std::vector<std::string> used, double relevance) {
  auto out = candidate(path, 1, relevance);
  out.info.semantic_class = kind;
  auto text = std::make_shared<store::ChunkText>();
  text->record.symbol = std::move(symbol);
  text->record.references = std::move(used);
  out.content = std::move(text);
  return out;
}

}  // namespace

TEST_CASE("overview: a type that uses the best function, and is nearly as relevant, comes first") {
  const auto order = [](std::vector<std::string> used, double relevance) {
    std::vector<Candidate> found{
        definition("f", SemanticClass::kDefinitionCallable, "check_user", {}, 0.9),
        definition("t", SemanticClass::kDefinitionType, "Middleware", std::move(used), relevance)};
    put_overview_first(found);
    return places(found);
  };
  CHECK(order({"check_user"}, 0.8) == std::vector<std::string>{"t:1", "f:1"});
  CHECK(order({"check_user"}, 0.5) == std::vector<std::string>{"f:1", "t:1"});
  CHECK(order({"other"}, 0.8) == std::vector<std::string>{"f:1", "t:1"});
}

}  // namespace codeweaver::engine
