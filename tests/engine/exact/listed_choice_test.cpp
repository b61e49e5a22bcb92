// Tests of the choice among listed names: folders, globs, missing paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/listed_choice.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "codeweaver/text_search.hpp"

namespace codeweaver {
namespace {

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("listed choice: folders and globs choose among names, and what is missing is told") {
  const Names listed{".hidden/x.py", "a.go", "src/a.py", "src/b.go"};
  const auto chosen = [&](const TextSearchOptions& options) {
    Names out;
    engine::ListedVisitor visitor;
    visitor.on_file = [&](const engine::ListedFile& file) {
      out.push_back(file.shown + '=' + std::to_string(file.number));
      return out.size() < 2;
    };
    visitor.on_missing = [&](const std::string& path) { out.push_back('!' + path); };
    REQUIRE(engine::choose_listed(options, "/no/such/folder", listed, visitor));
    return out;
  };
  CHECK(chosen({}) == Names{"a.go=1", "src/a.py=2"});
  CHECK(chosen({.paths = {"./src"}, .globs = {"*.go"}}) == Names{"./src/b.go=3"});
  CHECK(chosen({.paths = {"nowhere", "a.go"}}) == Names{"!nowhere", "a.go=1"});
}

}  // namespace codeweaver
