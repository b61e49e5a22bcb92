// Effect of a given intent on a match: test prefers tests, debug prefers error handling, and so on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RANK_INTENT_FACTOR_HPP_
#define CODEWEAVER_RANK_INTENT_FACTOR_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "codeweaver/detail/importance.hpp"
#include "codeweaver/intent.hpp"
#include "codeweaver/semantic.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::rank {

/// Properties of a piece of code or text that intents use.
struct IntentFacts {
  SemanticClass semantic_class = SemanticClass::kDefinitionCallable;
  bool is_test = false;
  bool handles_errors = false;
  bool holds_settings = false;
  bool saves_work = false;  ///< uses caches, batches or pools
};

namespace detail {

/// Counts the parts of names in `text` that are in `words` (lower case). Stops at `most`.
inline std::size_t count_parts(std::string_view text, std::span<const std::string_view> words,
                               std::size_t most) {
  std::size_t count = 0;
  std::string part;
  text::for_each_word(text, [&](std::string_view word) {
    if (count >= most) return;
    text::for_each_part(word, [&](std::string_view piece) {
      part = text::to_lower(piece);
      if (std::ranges::find(words, std::string_view(part)) != words.end()) ++count;
    });
  });
  return count;
}

}  // namespace detail

/// Returns true if the code throws, catches, retries or reports errors: the text has one verb for
/// this, or two words for errors. Linear in the text.
inline bool handles_errors(std::string_view text) {
  static constexpr auto kActs = std::to_array<std::string_view>(
      {"throw", "throws", "raise", "catch", "except", "rescue", "panic", "recover", "abort",
       "retry", "fatal", "unwrap", "assert", "ensure", "trap"});
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"err", "error", "errors", "errno", "exception", "exceptions", "fail", "failed", "failure",
       "invalid", "warn", "warning", "timeout"});
  return detail::count_parts(text, kActs, 1) > 0 || detail::count_parts(text, kNames, 2) > 1;
}

/// Returns true if the code caches, batches or otherwise avoids work: the text has two words for
/// this. Linear in the text.
inline bool saves_work(std::string_view text) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"cache",    "cached",   "caches", "memo",   "memoize",  "pool",     "batch",  "batches",
       "buffer",   "buffered", "lazy",   "lazily", "parallel", "reuse",    "reused", "preallocate",
       "prefetch", "fast",     "index",  "simd",   "throttle", "debounce", "inline"});
  return detail::count_parts(text, kWords, 2) > 1;
}

/// Returns true if the code reads or declares settings: the text has two words for this. Linear in
/// the text.
inline bool holds_settings(std::string_view text) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"conf", "config", "configs", "configuration", "configure", "setting", "settings", "option",
       "options", "preference", "preferences", "default", "defaults", "env", "flag", "flags"});
  return detail::count_parts(text, kWords, 2) > 1;
}

/// Factor for tests if the caller wants to understand or extend code. The class of a test is a
/// definition, but code should come first.
inline constexpr double kAsideTest = 0.5;

/// Returns the factor on the odds of every component of relevance, for an intent given by the
/// caller. It applies in addition to boost(), which only affects the semantic component. It raises
/// tests and documents as if the query asked for them, error handling for debug, settings for
/// configure, and avoided work for optimize. 1: no change.
constexpr double intent_factor(IntentType intent, const IntentFacts& facts) noexcept {
  const bool is_test = facts.is_test || facts.semantic_class == SemanticClass::kDefinitionTest;
  const double by_class = boost(facts.semantic_class, intent);
  switch (intent) {
    case IntentType::kUnderstand:
    case IntentType::kImplement:
      return is_test ? kAsideTest : by_class;
    case IntentType::kTest:
      return facts.is_test ? kAskedKindBoost : 1;
    case IntentType::kDocument:
      return facts.semantic_class == SemanticClass::kDocumentationStructured ? kAskedKindBoost : 1;
    case IntentType::kDebug:
      return std::max(by_class, facts.handles_errors ? 1.4 : 1);
    case IntentType::kConfigure:
      return facts.holds_settings ? 1.8 : 1;
    case IntentType::kOptimize:
      return facts.saves_work ? 1.4 : 1;
    default:
      return by_class;
  }
}

}  // namespace codeweaver::inline v0_1::rank

#endif  // CODEWEAVER_RANK_INTENT_FACTOR_HPP_
