// Tests of QueryIntent and IntentClassifier.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/intent.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "codeweaver/intent_classifier.hpp"

using namespace codeweaver;  // NOLINT(google-build-using-namespace)

namespace {

std::string intent_of(std::string_view query) {
  static const IntentClassifier classifier;
  const auto intent = classifier.classify(query);
  return intent ? std::string(to_string(intent->intent_type)) : "none";
}

}  // namespace

TEST_CASE("intent: names round-trip and unknown ones give nothing") {
  for (std::size_t i = 0; i < kIntentTypeCount; ++i) {
    const auto type = static_cast<IntentType>(i);
    CHECK(parse_intent_type(to_string(type)) == type);
  }
  for (const auto name : kQueryComplexityNames)
    CHECK(to_string(*parse_query_complexity(name)) == name);
  CHECK(!parse_intent_type("refine"));
  CHECK(!parse_intent_type(""));
  CHECK(!parse_query_complexity("hard"));
}

TEST_CASE("intent: make refuses what S1 forbids and names the value") {
  CHECK(QueryIntent::make(IntentType::kDebug, 0.5, "why"));
  CHECK(QueryIntent::make(IntentType::kDebug, 0, "why"));
  CHECK(QueryIntent::make(IntentType::kDebug, 1, "why"));
  for (const double bad : {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN()}) {
    const auto refused = QueryIntent::make(IntentType::kDebug, bad, "why");
    REQUIRE(!refused);
    CHECK(refused.error().category == ErrorCategory::kInvalidArgument);
  }
  const auto refused = QueryIntent::make(IntentType::kDebug, 1.5, "why");
  CHECK(refused.error().cause.find("1.5") != std::string::npos);
  CHECK(!QueryIntent::make(IntentType::kDebug, 0.5, ""));
}

TEST_CASE("intent: each required cue word gives its intent") {
  const std::pair<std::string_view, std::vector<std::string_view>> table[] = {
      {"understand", {"how does", "what is", "explain"}},
      {"implement", {"add", "create", "build", "implement"}},
      {"debug", {"why", "error", "crash", "bug", "exception"}},
      {"optimize", {"slow", "performance", "faster", "optimize"}},
      {"test", {"test", "testing", "spec", "should"}},
      {"configure", {"config", "settings", "setup"}},
      {"document", {"document", "docs", "readme"}},
  };
  for (const auto& [intent, cues] : table)
    for (const std::string_view cue : cues) {
      CAPTURE(cue);
      CHECK(intent_of(std::string(cue) + " payload") == intent);
      CHECK(intent_of("Payload " + std::string(cue)) == intent);
    }
}

TEST_CASE("intent: queries as people write them") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"how does authentication work", "understand"},
      {"explain the error handling middleware", "understand"},
      {"What are the main components?", "understand"},
      {"how does the test runner find files", "understand"},
      {"add rate limiting to the API", "implement"},
      {"implement a retry policy", "implement"},
      {"create a custom exception class", "implement"},
      {"please add caching", "implement"},
      {"how to parse a date", "implement"},
      {"why is login failing", "debug"},
      {"fix the config loader", "debug"},
      {"app crashes on startup", "debug"},
      {"crashed when the file was empty", "debug"},
      {"fix null pointer", "debug"},
      {"tests fail on windows", "debug"},
      {"upload does not work", "debug"},
      {"why is search so slow", "optimize"},
      {"make indexing faster", "optimize"},
      {"optimizing database queries", "optimize"},
      {"speed up start", "optimize"},
      {"unit tests for the parser", "test"},
      {"add tests for the parser", "test"},
      {"write a test for login", "test"},
      {"login should reject bad passwords", "test"},
      {"where are the settings read", "configure"},
      {"set up logging", "configure"},
      {"configure the database connection", "configure"},
      {"documentation of the public API", "document"},
      {"write docs for the module", "document"},
  };
  for (const auto& [query, intent] : table) {
    CAPTURE(query);
    CHECK(intent_of(query) == intent);
  }
}

TEST_CASE("intent: words that only contain a cue, and identifiers, are no cues") {
  for (const std::string_view query :
       {"latest address", "contest ranking", "padding of the buffer", "terror mirror",
        "HTTPError class", "test_parser", "parse_error_code", "loadConfig", "debugger_t",
        "authentication middleware", "sort numbers", "binary search tree", "whyever", "", "?!"}) {
    CAPTURE(query);
    CHECK(intent_of(query) == "none");
  }
}

TEST_CASE("intent: every collision of two strong words goes to the documented order") {
  const std::string_view order[] = {"error",  "spec",      "performance", "config",
                                    "readme", "implement", "explain"};
  for (std::size_t a = 0; a < std::size(order); ++a)
    for (std::size_t b = a + 1; b < std::size(order); ++b) {
      const std::string winner = intent_of(order[a]);
      CAPTURE(order[a]);
      CAPTURE(order[b]);
      CHECK(intent_of("x " + std::string(order[a]) + " x " + std::string(order[b])) == winner);
      CHECK(intent_of("x " + std::string(order[b]) + " x " + std::string(order[a])) == winner);
    }
}

TEST_CASE("intent: the reasoning names the cues and the focus is the rest") {
  const IntentClassifier classifier;
  const auto intent = classifier.classify("Why does the AuthMiddleware crash with an empty token?");
  REQUIRE(intent);
  CHECK(intent->intent_type == IntentType::kDebug);
  CHECK(intent->reasoning.find("'crash'") != std::string::npos);
  CHECK(intent->reasoning.find("'why'") != std::string::npos);
  CHECK(intent->focus_areas == std::vector<std::string>{"AuthMiddleware", "empty", "token"});
  CHECK(intent->validate());
}

TEST_CASE("intent: confidence is in range, higher for strong cues, lower with rivals") {
  const IntentClassifier classifier;
  const auto confidence = [&](std::string_view query) {
    return classifier.classify(query)->confidence;
  };
  CHECK(confidence("crash") > confidence("users should log in"));
  CHECK(confidence("crash in parser") > confidence("crash in config parser"));
  CHECK(confidence("crash with traceback") > confidence("crash with token"));
  for (const IntentCue& a : kDefaultIntentCues)
    for (const IntentCue& b : kDefaultIntentCues) {
      const std::string query = std::string(a.phrase) + " " + std::string(b.phrase);
      const auto intent = classifier.classify(query);
      CAPTURE(query);
      REQUIRE(intent);
      CHECK(intent->validate());
    }
}

TEST_CASE("intent: complexity grows with words and clauses") {
  const IntentClassifier classifier;
  const auto level = [&](std::string_view query) {
    return to_string(classifier.describe(query, IntentType::kDebug).complexity_level);
  };
  CHECK(level("login error") == "simple");
  CHECK(level("error when the login form is submitted twice") == "moderate");
  CHECK(level("login fails, and the session is lost; how do the cookie and the token interact") ==
        "complex");
}

TEST_CASE("intent: a rule added at run time decides, replaces, and stays out of copies") {
  IntentClassifier classifier;
  const IntentClassifier original = classifier;
  const std::size_t count = classifier.rule_count();
  classifier.add_rule({"flaky", IntentType::kTest});
  CHECK(classifier.rule_count() == count + 1);
  CHECK(classifier.classify("flaky login")->intent_type == IntentType::kTest);
  CHECK(!original.classify("flaky login"));
  classifier.add_rule({"flaky", IntentType::kDebug});
  CHECK(classifier.rule_count() == count + 1);
  CHECK(classifier.classify("flaky login")->intent_type == IntentType::kDebug);
  classifier.add_rule({"...", IntentType::kDebug});
  CHECK(classifier.rule_count() == count + 1);
}

TEST_CASE("intent: an explicit name wins, an unknown one means none, an empty one means unasked") {
  const IntentClassifier classifier;
  const auto type = [&](std::optional<std::string> requested) {
    const auto intent = effective_intent(requested, "why does it crash", classifier);
    return intent ? std::string(to_string(intent->intent_type)) : "none";
  };
  CHECK(type(std::nullopt) == "debug");
  CHECK(type("test") == "test");
  CHECK(type("Test") == "test");
  CHECK(type("refine") == "none");
  CHECK(type("") == "debug");
  const auto explicit_intent = effective_intent("test", "why does it crash", classifier);
  CHECK(explicit_intent->confidence == 1.0);
  CHECK(explicit_intent->validate());
}

TEST_CASE("intent: the same query in another case or spacing has the same intent") {
  for (const std::string_view query : {"why does login crash", "add tests for x", "set up ci"}) {
    std::string loud, wide;
    for (const char c : query) {
      loud += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
      wide += c == ' ' ? std::string("  \t") : std::string(1, c);
    }
    CHECK(intent_of(loud) == intent_of(query));
    CHECK(intent_of(wide) == intent_of(query));
  }
}
