// PerlPattern: patterns in Perl syntax, if this build has a library for them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver::pattern {

/// The use of a PerlPattern by one thread. Not thread-safe.
class PerlMatcher {
 public:
  virtual ~PerlMatcher() = default;
  /// The leftmost match in `text` at or after `from`. Earlier characters count as context. The work
  /// is bounded: beyond the limit, returns nullopt and sets problem().
  virtual std::optional<Place> find(std::string_view text, std::size_t from) = 0;
  /// Why matches are no longer found. Empty: no problem.
  virtual const std::string& problem() const noexcept = 0;
};

/// A compiled pattern. Thread safety: immutable.
class PerlPattern {
 public:
  virtual ~PerlPattern() = default;
  /// Must not outlive the pattern.
  virtual std::unique_ptr<PerlMatcher> matcher() const = 0;
};

/// Whether this build supports the syntax.
bool has_perl() noexcept;

/// Compiles patterns for is_perl. Errors: kInvalidArgument "PATTERN_INVALID" with the position in
/// the pattern; kUnsupported "PATTERN_UNSUPPORTED" (build without PCRE2).
Result<std::shared_ptr<const PerlPattern>> compile_perl(const PatternOptions& options);

/// A tree of the literals in each match of Perl patterns, with gaps that match anything. Literals
/// that may be missing from a match are left out.
Node perl_literals(const PatternOptions& options);

}  // namespace codeweaver::pattern
