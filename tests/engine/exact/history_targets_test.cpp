// Tests of the files of a commit or a difference: chosen by name like in a walk, same order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/history_targets.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "corpus/temp_tree.hpp"

namespace codeweaver::engine {
namespace {

std::vector<std::string> shown(const TextSearchOptions& options) {
  const auto found = history_targets(options);
  REQUIRE(found);
  std::vector<std::string> out;
  for (const auto& file : found->files) out.push_back(file.shown);
  for (const auto& [path, problem] : found->problems) out.push_back("!" + path);
  return out;
}

using Names = std::vector<std::string>;

TEST_CASE("history targets: files come as a walk has them, hidden ones by globs alone") {
  const corpus::TempTree tree;
  for (const auto* path : {"a/b.py", "a-b.py", "a.go", ".dot.py", "skip/c.py"}) tree.write(path);
  tree.write(".gitignore", "none\n");
  tree.git("init -q && git add -A && git commit -qm one");
  tree.write("a.go", "x\ny\n");
  TextSearchOptions options;
  options.working_directory = tree.root();
  CHECK_FALSE(is_history(options));
  options.ref = "HEAD";
  CHECK(is_history(options));
  CHECK(shown(options) == Names{"a/b.py", "a-b.py", "a.go", "skip/c.py"});
  options.globs = {"*.py", "!skip"};
  CHECK(shown(options) == Names{".dot.py", "a/b.py", "a-b.py"});  // as rg: globs beat dots
  options.globs.clear();
  options.paths = {"./a", "a.go", "nowhere"};
  CHECK(shown(options) == Names{"./a/b.py", "a.go", "!nowhere"});
  options.paths.clear();
  options.ref.clear();
  options.changed_in = "HEAD";
  const auto changed = history_targets(options);
  REQUIRE(changed);
  REQUIRE(changed->files.size() == 1);
  CHECK(*changed->files[0].lines == std::vector<Span>{{2, 2}});
}

}  // namespace
}  // namespace codeweaver::engine
