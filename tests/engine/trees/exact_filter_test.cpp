// Tests of ExactFilter: parts of a query as sets of paths, without a whole project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/exact_filter.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/query_parser.hpp"
#include "engine/fixture.hpp"

namespace codeweaver::engine {
namespace {

using test::ProjectFixture;

/// A folder of three files; its index is opened on demand.
class FilteredFolder {
 public:
  FilteredFolder() : project_("") {
    project_.write("a.py", "def first():\n    return lantern()\n");
    project_.write("src/b.py", "def second():\n    pass\n\nclass Lamp:\n    pass\n");
    project_.write("docs/c.md", "# The lantern\n\nIt gives light.\n");
  }

  ProjectFixture& project() { return project_; }
  int opened() const { return opened_; }

  /// "path:line,line" for each admitted file; only the path if all its lines are admitted.
  std::vector<std::string> admit(const std::string& text, const Overlay* overlay = nullptr) {
    const auto query = parse_query(text);
    REQUIRE(query);
    TreeLines lines({project_.root(), project_.state(), "", "shop"});
    const IndexOptions index;
    const FilteredTree tree{"", "", "", overlay, &lines, &index, [this] { return open(); }};
    const std::stop_token never;
    ExactFilter filter(*query, tree, never);
    const auto admitted = filter.admitted();
    if (!admitted) FAIL(admitted.error().message());
    std::vector<std::string> out;
    for (const auto& [path, spans] : filter.lines_of(*admitted)) {
      out.push_back(path);
      for (const auto& span : spans)
        if (span.start_line == span.end_line) out.back() += ':' + std::to_string(span.start_line);
    }
    return out;
  }

 private:
  Result<std::shared_ptr<HybridSearcher>> open() {
    ++opened_;
    if (!std::filesystem::exists(project_.state() / "index.db"))
      return std::shared_ptr<HybridSearcher>();
    return std::make_shared<HybridSearcher>(project_.searcher());
  }

  ProjectFixture project_;
  int opened_ = 0;
};

using Paths = std::vector<std::string>;

TEST_CASE("exact filter: texts, files and languages need no index") {
  FilteredFolder folder;
  CHECK(folder.admit("\"lantern\"") == Paths{"a.py:2", "docs/c.md:1"});
  CHECK(folder.admit("/[lL]an?t/ file:*.md") == Paths{"docs/c.md:1"});
  CHECK(folder.admit("file:src/") == Paths{"src/b.py"});
  CHECK(folder.admit("lang:python") == Paths{"a.py", "src/b.py"});
  CHECK(folder.admit("lang:python -\"lantern\"") == Paths{"src/b.py"});
  CHECK(folder.admit("\"lantern\" OR \"Lamp\"") == Paths{"a.py:2", "docs/c.md:1", "src/b.py:4"});
  CHECK(folder.opened() == 0);
}

TEST_CASE("exact filter: names are looked up in the index, which is opened once") {
  FilteredFolder folder;
  CHECK(folder.admit("sym:first").empty());  // nothing is indexed yet
  folder.project().index();
  const int before = folder.opened();
  CHECK(folder.admit("sym:first OR sym:second OR kind:class") == Paths{"a.py", "src/b.py"});
  CHECK(folder.opened() == before + 1);
  CHECK(folder.admit("kind:class sym:Lamp") == Paths{"src/b.py"});
  CHECK(folder.admit("ref:lantern") == Paths{"a.py:2"});
  CHECK(folder.admit("-ref:lantern") == Paths{"docs/c.md", "src/b.py"});
}

TEST_CASE("exact filter: unsaved texts replace files") {
  FilteredFolder folder;
  Overlay overlay;
  REQUIRE(overlay.put("src/b.py", "lantern = 1\n"));
  REQUIRE(overlay.remove("a.py"));
  CHECK(folder.admit("\"lantern\"", &overlay) == Paths{"docs/c.md:1", "src/b.py:1"});
}

}  // namespace
}  // namespace codeweaver::engine
