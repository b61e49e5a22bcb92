// If a text ended in a directive, the Swift scanner read past the end of a constant.
// AddressSanitizer reports it; the suites use it with --all.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

TEST_CASE("regression: a Swift text may end in any part of a directive") {
  constexpr std::string_view kText = "#if DEBUG\nfunc seen() {}\n#elseif OTHER\n#else\n#endif";
  for (std::size_t size = 0; size <= kText.size(); ++size) {
    CAPTURE(size);
    CHECK(SyntaxTree::parse(kText.substr(0, size), *find_language("swift")));
  }
}

}  // namespace codeweaver::syntax
