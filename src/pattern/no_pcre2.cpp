// Errors of a build without PCRE2 for patterns in Perl syntax.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/error_codes.hpp"
#include "pattern/perl_pattern.hpp"

namespace codeweaver::pattern {

bool has_perl() noexcept {
  return false;
}

Result<std::shared_ptr<const PerlPattern>> compile_perl(const PatternOptions& /*options*/) {
  return Error{ErrorCategory::kUnsupported, error_code::kPatternUnsupported,
               "This build has no PCRE2, which Perl-compatible patterns need",
               "compiling a pattern",
               "Build with CODEWEAVER_PCRE2=ON, or write the pattern without -P."};
}

}  // namespace codeweaver::pattern
