// Pattern: what is looked for in lines, compiled; LineMatcher: one thread's use of it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/text/grams.hpp"
#include "pattern/step_machine.hpp"

namespace re2 {
class RE2;
}

namespace codeweaver::pattern {

class PerlMatcher;

/// Whether upper and lower case count; kSmart: unless the pattern has no upper-case letter.
enum class LetterCase : std::uint8_t { kExact, kFolded, kSmart };

/// What to look for: one of `patterns`.
struct PatternOptions {
  std::vector<std::string> patterns{};
  bool is_fixed = false;  ///< they stand for themselves
  bool is_perl = false;   ///< the syntax is Perl's, with look-around and back-references
  LetterCase letter_case = LetterCase::kExact;
  bool is_word = false;  ///< with no word character beside
  bool is_line = false;  ///< the whole line
};

/// A compiled pattern. Thread safety: immutable.
class Pattern {
 public:
  /// Errors: kInvalidArgument "PATTERN_INVALID", also for patterns over 8 MB or two million
  /// characters with repetitions written out; kUnsupported "PATTERN_UNSUPPORTED". Cost: bounded,
  /// about a second at most.
  static Result<Pattern> compile(const PatternOptions& options);
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  /// What the grams of a line that matches must be.
  const text::GramQuery& grams() const noexcept;
  /// False: the text lacks one that each match holds, so none of its lines matches.
  bool may_match_in(std::string_view text) const noexcept;
  /// Whether a line that is looked at for a match is all of the text: \A or \z is in the pattern,
  /// or it is Perl's.
  bool takes_lines_alone() const noexcept;

 private:
  friend class LineMatcher;
  struct Impl;
  explicit Pattern(std::shared_ptr<const Impl> impl) noexcept;
  std::shared_ptr<const Impl> impl_;
};

/// Finds lines and places. Time: linear in the text; of Perl's patterns, bounded for each match.
/// Not for concurrent use.
class LineMatcher {
 public:
  explicit LineMatcher(const Pattern& pattern);
  LineMatcher(LineMatcher&&) noexcept;
  ~LineMatcher();

  /// The first line of `text` at or behind `from`, which begins a line, that matches, without its
  /// line feed.
  std::optional<Place> next_line(std::string_view text, std::size_t from);
  /// Whether a text of one line, without its line feed, matches.
  bool matches(std::string_view line);
  /// Chooses the line of `text` that find() searches, up to the next call of another member. \A is
  /// the begin of the text, and characters before the line are looked at. Cost: linear in the line.
  void open(std::string_view text, Place line);
  /// The leftmost place in the open line at or behind byte `from` of the text. Cost: linear in the
  /// bytes from there to the end of the match, for most patterns.
  std::optional<Place> find(std::size_t from);

  /// Searches end early, as if nothing more matched, once the token says so.
  void set_stop(std::stop_token stop) noexcept { stop_ = std::move(stop); }
  /// Whether next_line() passes over lines without a look at each.
  bool skips_lines() const noexcept;
  /// Why nothing is found any more: a line asked for too much work. Empty: it did not.
  const std::string& problem() const noexcept;

 private:
  StepMachine& machine();
  std::optional<std::size_t> next_candidate(std::string_view text, std::size_t from);
  bool is_found(std::string_view text, Place line);

  std::shared_ptr<const Pattern::Impl> impl_;
  std::optional<StepMachine> machine_;
  std::stop_token stop_;
  bool is_found_by_re2_ = false;  // the last candidate
  std::string_view text_{};       // up to the end of the open line
  Place line_{};
  const re2::RE2* exact_ = nullptr;    // finds the places in the open line; null: the machine does
  std::unique_ptr<PerlMatcher> perl_;  // null: the pattern is not Perl's
};

}  // namespace codeweaver::pattern
