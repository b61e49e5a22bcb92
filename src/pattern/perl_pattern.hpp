// PerlPattern: patterns in the syntax of Perl, where this build has a library that knows it.
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

/// One thread's use of a PerlPattern. Not for concurrent use.
class PerlMatcher {
 public:
  virtual ~PerlMatcher() = default;
  /// The leftmost place in `text` at or behind `from`; what is before it is looked at. The work is
  /// bounded: nullopt, with a problem(), where it would take more.
  virtual std::optional<Place> find(std::string_view text, std::size_t from) = 0;
  /// Why nothing is found any more; empty: it is.
  virtual const std::string& problem() const noexcept = 0;
};

/// A compiled pattern. Thread safety: immutable.
class PerlPattern {
 public:
  virtual ~PerlPattern() = default;
  /// Must not outlive the pattern.
  virtual std::unique_ptr<PerlMatcher> matcher() const = 0;
};

/// Whether this build knows the syntax.
bool has_perl() noexcept;

/// Compiles what is_perl asks for. Errors: kInvalidArgument "PATTERN_INVALID" with the place in the
/// pattern that is wrong; kUnsupported "PATTERN_UNSUPPORTED" (this build is without PCRE2).
Result<std::shared_ptr<const PerlPattern>> compile_perl(const PatternOptions& options);

/// A tree of the literals that each match of Perl patterns holds, with gaps that may hold anything.
/// What is not sure to be in a match is left out.
Node perl_literals(const PatternOptions& options);

}  // namespace codeweaver::pattern
