// Default cues of IntentClassifier: words and phrases that show the intent of a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_INTENT_RULES_HPP_
#define CODEWEAVER_INTENT_RULES_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codeweaver/export.hpp"
#include "codeweaver/intent.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Strength of a single cue.
enum class CueStrength : std::uint8_t {
  kWeak,    ///< a common word that yields to any other cue: "should", "how to"
  kVerb,    ///< strong at the start of a request ("add logging"), else weak ("button to add")
  kStrong,  ///< strong anywhere
  /// Strong anywhere. At the start of a request, it also beats other strong cues ("explain the
  /// error").
  kCommand,
  kOpening,  ///< weak, and only valid as the first word: "does the cache lock"
};

/// One entry of the cue list. Phrases are words separated by spaces, in any inflection.
struct IntentCue {
  std::string_view phrase;
  IntentType intent{};
  CueStrength strength = CueStrength::kStrong;
};

namespace detail {

template <class... Phrases>
consteval std::array<IntentCue, sizeof...(Phrases)> cues(IntentType intent, CueStrength strength,
                                                         Phrases... phrases) {
  return {IntentCue{phrases, intent, strength}...};
}
template <std::size_t... Sizes>
consteval auto join(const std::array<IntentCue, Sizes>&... lists) {
  std::array<IntentCue, (Sizes + ...)> all{};
  auto end = all.begin();
  ((end = std::copy(lists.begin(), lists.end(), end)), ...);
  return all;
}

}  // namespace detail

/// If two cues have the same stems, the later one is used.
inline constexpr auto kDefaultIntentCues = detail::join(
    detail::cues(IntentType::kUnderstand, CueStrength::kCommand, "how does", "how is", "how are",
                 "what is", "what are", "what does", "what happens", "explain", "understand"),
    detail::cues(IntentType::kUnderstand, CueStrength::kStrong, "overview", "architecture",
                 "purpose of", "meaning of", "difference between", "relationship between",
                 "interaction between", "walk through", "tell about", "tell me", "caller of",
                 "who calls", "responsible for", "call graph", "control flow", "lifecycle",
                 "life cycle"),
    detail::cues(IntentType::kUnderstand, CueStrength::kVerb, "describe"),
    detail::cues(IntentType::kUnderstand, CueStrength::kWeak, "how do", "where is", "where are",
                 "where do", "where does", "which", "who", "what", "flow of", "path of"),
    detail::cues(IntentType::kUnderstand, CueStrength::kOpening, "is", "are", "does", "do", "can",
                 "when", "where"),
    detail::cues(IntentType::kImplement, CueStrength::kCommand, "implement"),
    detail::cues(IntentType::kImplement, CueStrength::kStrong, "new feature", "feature request",
                 "new endpoint", "new command", "add support", "support for", "be able to",
                 "make it possible", "ability to", "we need", "we want", "i want", "would like",
                 "would be nice", "feat"),
    detail::cues(IntentType::kImplement, CueStrength::kVerb, "add", "create", "build", "write",
                 "extend", "introduce", "integrate", "port", "replace", "provide", "support",
                 "allow", "let", "expose", "convert", "turn", "register", "rewrite", "migrate",
                 "wrap", "accept", "enhance"),
    detail::cues(IntentType::kImplement, CueStrength::kWeak, "how to", "how do i", "how can i",
                 "pluggable", "plug in", "option for", "proposal", "draft"),
    detail::cues(IntentType::kImplement, CueStrength::kOpening, "make", "new"),
    detail::cues(IntentType::kDebug, CueStrength::kCommand, "debug", "troubleshoot", "diagnose",
                 "what is wrong", "what is causing", "how come"),
    detail::cues(IntentType::kDebug, CueStrength::kStrong, "error", "crash", "bug", "exception",
                 "fail", "failure", "broken", "traceback", "stack trace", "core dump", "segfault",
                 "segmentation fault", "deadlock", "race condition", "data race", "memory leak",
                 "leak memory", "memory to grow", "use after free", "double free", "out of bounds",
                 "out of memory", "off by one", "infinite loop", "hang", "stuck", "panic",
                 "is wrong", "is missing", "is lost", "is ignored", "get lost", "not working",
                 "not work", "not found", "doesn t work", "unable to", "unhandled", "uncaught",
                 "undefined reference", "false positive", "false negative", "intermittent",
                 "permission denied", "access denied", "null pointer", "nil pointer", "return null",
                 "no effect", "nothing happens", "root cause", "regression", "test fail",
                 "fail test", "test failure", "build error", "build fail"),
    detail::cues(IntentType::kDebug, CueStrength::kVerb, "fix"),
    detail::cues(IntentType::kDebug, CueStrength::kWeak, "why", "race", "leak", "freeze", "issue",
                 "problem", "trouble", "wrong", "incorrect", "invalid", "corrupt", "garbled",
                 "missing", "lost", "stale", "blank", "duplicate", "twice", "unexpected",
                 "inconsistent", "mismatch", "disappear", "overflow", "refuse", "abort", "strange",
                 "weird", "sometimes", "randomly", "undefined", "not", "cannot", "can t", "won t",
                 "isn t", "doesn t", "never", "although", "even though", "no longer", "anymore",
                 "still", "instead of", "ignored", "cause of", "401", "403", "404", "500", "502",
                 "503"),
    detail::cues(IntentType::kOptimize, CueStrength::kCommand, "optimize", "optimise"),
    detail::cues(IntentType::kOptimize, CueStrength::kStrong, "slow", "too slow", "so slow",
                 "performance", "perf", "faster", "speed up", "bottleneck", "latency", "throughput",
                 "memory usage", "memory consumption", "memory footprint", "cpu usage",
                 "less memory", "less allocation", "allocate less", "too many allocation",
                 "too many query", "n 1 query", "hot loop", "hot path", "too long", "take long",
                 "take forever", "too much cpu", "too much memory", "under load", "round trip",
                 "startup time", "response time", "full scan", "garbage collection", "quadratic",
                 "lag", "sluggish", "fewer"),
    detail::cues(IntentType::kOptimize, CueStrength::kVerb, "parallelize", "cache", "batch",
                 "reduce", "avoid", "minimize", "memoize", "prefetch", "preallocate", "vectorize",
                 "reuse", "shrink"),
    detail::cues(IntentType::kOptimize, CueStrength::kWeak, "speed", "profiling", "efficient",
                 "allocation", "cpu", "overhead", "expensive", "consumption", "unnecessary",
                 "redundant", "wasteful", "large"),
    detail::cues(IntentType::kTest, CueStrength::kCommand, "add test", "write test", "create test",
                 "write spec"),
    detail::cues(IntentType::kTest, CueStrength::kStrong, "test", "unit test", "integration test",
                 "regression test", "performance test", "test coverage", "code coverage",
                 "test case", "test double", "test data", "sample data", "edge case", "flaky test",
                 "test is flaky", "end to end", "spec", "mock", "stub out", "fixture",
                 "property based", "fuzz", "assertion", "make sure"),
    detail::cues(IntentType::kTest, CueStrength::kVerb, "cover", "verify", "fake", "stub", "ensure",
                 "simulate"),
    detail::cues(IntentType::kTest, CueStrength::kWeak, "assert", "coverage", "prove", "should",
                 "untested", "suite"),
    detail::cues(IntentType::kConfigure, CueStrength::kCommand, "configure", "create config",
                 "add config", "write config", "change port"),
    detail::cues(IntentType::kConfigure, CueStrength::kStrong, "config", "configuration",
                 "configurable", "setting", "setup", "set up", "environment variable", "env var",
                 "env", "ini file", "default value", "new default", "feature flag", "which flag",
                 "command line flag", "turn off", "turn on", "switch off", "switch on", "log level",
                 "log to file", "allowed host", "allow list", "reverse proxy", "override",
                 "docker compose", "helm chart", "opt out"),
    detail::cues(IntentType::kConfigure, CueStrength::kVerb, "customize", "customise", "pin",
                 "point", "switch", "toggle", "install", "enable", "disable", "deploy", "change",
                 "adjust", "exclude"),
    detail::cues(IntentType::kConfigure, CueStrength::kWeak, "by default", "flag", "option",
                 "preference", "credentials", "timeout"),
    detail::cues(IntentType::kDocument, CueStrength::kCommand, "document", "write document",
                 "add document", "write docs", "add docs", "fix docs", "fix typo", "write guide",
                 "write down"),
    detail::cues(IntentType::kDocument, CueStrength::kStrong, "docs", "readme", "docstring",
                 "doc comment", "doc string", "changelog", "release note", "tutorial", "guide",
                 "manual", "man page", "api reference", "code example", "usage example",
                 "usage note", "help text", "typo", "misspelled", "wording", "glossary", "faq",
                 "wiki", "diagram", "decision record", "getting started", "quickstart"),
    detail::cues(IntentType::kDocument, CueStrength::kVerb, "annotate"),
    detail::cues(IntentType::kDocument, CueStrength::kWeak, "reference for", "outdated"));

/// Compounds that name a thing. The words in them are not cues.
inline constexpr std::string_view kNeutralPhrases[] = {
    "bug tracker",     "issue tracker",       "issue number",      "bug report",
    "crash report",    "crash recovery",      "document object",   "document model",
    "document store",  "performance counter", "create table",      "build graph",
    "build number",    "spec file",           "spec version",      "settings dialog",
    "error code",      "error handling",      "error message",     "error type",
    "exception class", "exception type",      "exception handler", "test runner",
    "test mode",       "write ahead",         "slow query log",    "debug log",
    "docs generator"};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INTENT_RULES_HPP_
