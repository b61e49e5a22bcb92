// Tests of the effect of a given intent on matches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/intent_factor.hpp"

#include <doctest/doctest.h>

#include <string_view>

using namespace codeweaver;        // NOLINT(google-build-using-namespace)
using namespace codeweaver::rank;  // NOLINT(google-build-using-namespace)

TEST_CASE("intent factor: what handles errors is told from what only returns") {
  for (const std::string_view text :
       {"if (!ok) throw std::runtime_error(why);", "try { go() } catch (e) { return null }",
        "except KeyError:", "if err != nil { return err }", "begin\nrescue IOError\nend",
        "panic!(\"no\")", "maxRetry.retry()"})
    CHECK_MESSAGE(handles_errors(text), text);
  for (const std::string_view text : {"", "return a + b;", "draw(throwaway)", "int errors = 0;"})
    CHECK_MESSAGE(!handles_errors(text), text);
}

TEST_CASE("intent factor: settings and saved work are two words, parts of names too") {
  CHECK(holds_settings("options.defaultTimeout"));
  CHECK(holds_settings("os.environ.get(ENV_FLAG, config)"));
  CHECK_FALSE(holds_settings("default: return 1;"));
  CHECK(saves_work("lru_cache.find(cachedKey)"));
  CHECK_FALSE(saves_work("cash.find(key)"));
}

TEST_CASE("intent factor: each intent raises what it is about, and lowers tests alone") {
  const IntentFacts plain{};
  const IntentFacts tested{.semantic_class = SemanticClass::kDefinitionTest, .is_test = true};
  const IntentFacts document{.semantic_class = SemanticClass::kDocumentationStructured};
  const IntentFacts all{.handles_errors = true, .holds_settings = true, .saves_work = true};
  CHECK(intent_factor(IntentType::kTest, tested) > intent_factor(IntentType::kTest, plain));
  CHECK(intent_factor(IntentType::kDocument, document) >
        intent_factor(IntentType::kDocument, plain));
  for (const auto intent : {IntentType::kDebug, IntentType::kConfigure, IntentType::kOptimize})
    CHECK(intent_factor(intent, all) > intent_factor(intent, plain));
  for (const auto intent : {IntentType::kUnderstand, IntentType::kImplement})
    CHECK(intent_factor(intent, plain) > intent_factor(intent, document));
  for (const auto intent : {IntentType::kUnderstand, IntentType::kImplement})
    CHECK(intent_factor(intent, tested) < 1);
  for (const auto& facts : {plain, document, all})
    for (int i = 0; i <= static_cast<int>(IntentType::kDocument); ++i)
      CHECK(intent_factor(static_cast<IntentType>(i), facts) >= 1);
}
