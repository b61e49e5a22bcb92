// Pattern: a compiled search for lines; LineMatcher: its use by one thread.
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

#include "codeweaver/detail/grams.hpp"
#include "codeweaver/result.hpp"
#include "pattern/step_machine.hpp"

namespace re2 {
class RE2;
}

namespace codeweaver::pattern {

class PerlMatcher;

/// Whether letter case matters. kSmart: only if the pattern has an upper-case letter.
enum class LetterCase : std::uint8_t { kExact, kFolded, kSmart };

/// Matches any of `patterns`.
struct PatternOptions {
  std::vector<std::string> patterns{};
  bool is_fixed = false;  ///< the patterns are plain text
  bool is_perl = false;   ///< Perl syntax, with look-around and back-references
  LetterCase letter_case = LetterCase::kExact;
  bool is_word = false;  ///< not next to another word character
  bool is_line = false;  ///< the match must be the whole line
};

/// A compiled pattern. Thread safety: immutable.
class Pattern {
 public:
  /// Errors: kInvalidArgument "PATTERN_INVALID", also for patterns over 8 MiB or two million
  /// characters with repetitions expanded; kUnsupported "PATTERN_UNSUPPORTED". Cost: at most about
  /// a second.
  static Result<Pattern> compile(const PatternOptions& options);
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  /// The grams that each matching line must have.
  const text::GramQuery& grams() const noexcept;
  /// False: the text lacks a required text, so none of its lines matches.
  bool may_match_in(std::string_view text) const noexcept;
  /// Whether each line must be searched as a separate text: the pattern has \A or \z, or is a Perl
  /// pattern.
  bool takes_lines_alone() const noexcept;

 private:
  friend class LineMatcher;
  struct Impl;
  explicit Pattern(std::shared_ptr<const Impl> impl) noexcept;
  std::shared_ptr<const Impl> impl_;
};

/// Finds matching lines and places in them. Time: linear in the text; for Perl patterns, bounded
/// for each match. Not thread-safe.
class LineMatcher {
 public:
  explicit LineMatcher(const Pattern& pattern);
  LineMatcher(LineMatcher&&) noexcept;
  ~LineMatcher();

  /// The first matching line of `text` at or after `from`, without its line feed. `from` must be
  /// the start of a line.
  std::optional<Place> next_line(std::string_view text, std::size_t from);
  /// Whether a single line, without its line feed, matches.
  bool matches(std::string_view line);
  /// Sets the line of `text` for find(), until another member is called. \A is the start of the
  /// text, and characters before the line count as context. Cost: linear in the line.
  void open(std::string_view text, Place line);
  /// The leftmost match in the open line at or after byte `from` of the text. Cost: for most
  /// patterns, linear in the bytes from there to the end of the match.
  std::optional<Place> find(std::size_t from);

  /// When the token requests a stop, searches end early as if there were no more matches.
  void set_stop(std::stop_token stop) noexcept { stop_ = std::move(stop); }
  /// Whether next_line() skips lines without checking each of them.
  bool skips_lines() const noexcept;
  /// Why matches are no longer found: a line needed too much work. Empty: no problem.
  const std::string& problem() const noexcept;

 private:
  StepMachine& machine();
  std::size_t find_text(std::string_view in, std::size_t from) const;
  std::size_t end_of_piece(std::string_view text, std::size_t from) const;
  std::optional<std::size_t> next_candidate(std::string_view text, std::size_t from);
  bool is_found(std::string_view text, Place line);

  std::shared_ptr<const Pattern::Impl> impl_;
  std::optional<StepMachine> machine_;
  std::stop_token stop_;
  bool is_found_by_re2_ = false;  // the last candidate
  std::string_view text_{};       // up to the end of the open line
  Place line_{};
  const re2::RE2* exact_ = nullptr;    // searches the open line; null: the step machine does
  std::unique_ptr<PerlMatcher> perl_;  // null: not a Perl pattern
};

}  // namespace codeweaver::pattern
