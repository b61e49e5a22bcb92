// Tests of CodeWeaver with an overlay: words, exact text, names and texts of unsaved buffers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "codeweaver/overlay.hpp"
#include "codeweaver/query_parser.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"
#include "engine/trees/overlaid_folder.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

CodeWeaver open_edited(const ProjectFixture& project, WorkspaceOptions options = {}) {
  options.embedder = test::embedder();
  options.reranker = test::reranker();
  auto opened = CodeWeaver::open({"shop", "Shop", project.root(), project.state()}, options);
  REQUIRE(opened);
  return std::move(*opened);
}

/// Edits, additions (one in a new folder, one that is ignored, one hidden), a move and a deletion.
Overlay edits_of(const ProjectFixture& project) {
  Overlay overlay;
  const std::vector<std::pair<std::string, std::string>> texts{
      {"src/auth/utils.py",
       "def authenticate_user(name):\n    \"\"\"Opens the lantern gate.\"\"\"\n"
       "    token = 'lantern-0451'\n    return name == token\n"},
      {"src/fresh/deep/lantern.ts", "export function lightLantern() { return 'lantern'; }\n"},
      {"generated/out.py", "def lantern_of_ignored_folder():\n    return 'lantern'\n"},
      {".secret/hidden.py", "def lantern_of_hidden_folder():\n    return 'lantern'\n"},
      {"docs/note.md", "# Lanterns\n\nA lantern is lit by lightLantern.\n"},
      {"docs/a-note.txt", "One more lantern.\n"}};
  for (const auto& [path, text] : texts) REQUIRE(overlay.put(path, text));
  REQUIRE(overlay.remove("src/billing/upload.py"));
  REQUIRE(overlay.put((project.root() / "src/billing/sending.py").string(),
                      "def upload_invoice(archive):\n    return archive\n"));
  return overlay;
}

void save(const ProjectFixture& project, const Overlay& overlay) {
  for (const auto& [path, text] : overlay.files()) {
    const auto place = project.root() / path;
    if (text)
      test::write_file(place, *text);
    else
      std::filesystem::remove(place);
  }
}

std::vector<std::string> lines_of(const Result<TextHits>& hits) {
  if (!hits) FAIL(hits.error().message());
  std::vector<std::string> out;
  for (const auto& file : hits->files)
    for (const auto& hit : file.hits)
      out.push_back(file.path + ':' + std::to_string(hit.line) + ':' + std::to_string(hit.column) +
                    ' ' + hit.scope + (hit.is_definition ? "* " : " ") + hit.text);
  return out;
}

std::vector<std::string> places_of(const Result<FindCodeResponseSummary>& answer) {
  if (!answer) FAIL(answer.error().message());
  std::vector<std::string> out;
  for (const auto& match : answer->matches)
    out.push_back(match.file.path + ':' + std::to_string(match.span.start_line) + ' ' +
                  std::to_string(match.relevance_score) + ' ' + match.content.content);
  return out;
}

TEST_CASE("unsaved: every kind of question is answered as after saving") {
  ProjectFixture project;
  project.write(".gitignore", "generated/\n");
  auto engine = open_edited(project);
  REQUIRE(engine.index());
  const auto overlay = edits_of(project);
  auto made = engine.with_overlay(overlay);
  REQUIRE(made);
  auto& unsaved = *made;

  const std::vector<std::string> queries{"opens the lantern gate",
                                         "where are invoices uploaded",
                                         "\"lantern\"",
                                         "/lantern-\\d+/",
                                         "\"lantern\" -file:docs/",
                                         "sym:lightLantern",
                                         "sym:upload_invoice lantern",
                                         "kind:function lantern",
                                         "ref:authenticate_user",
                                         "lang:typescript \"lantern\"",
                                         "file:*.md lit"};
  std::vector<TextSearchOptions> exact(5);
  exact[0].patterns = {"lantern"};
  exact[1].patterns = {"upload_invoice"};
  exact[2].patterns = {"return"};
  exact[2].paths = {"src/auth", "src/fresh/deep/lantern.ts"};
  exact[3].patterns = {"lantern"};
  exact[3].globs = {"*.py"};
  exact[3].takes_ignored = exact[3].takes_hidden = true;
  exact[4].patterns = {"lantern"};
  exact[4].is_inverted = true;
  exact[4].types = {"py"};

  std::vector<std::vector<std::string>> before;
  for (const auto& query : queries) before.push_back(places_of(unsaved.search(query)));
  for (const auto& search : exact) {
    TextHitsOptions by_path;
    by_path.is_by_path = true;
    before.push_back(lines_of(unsaved.find_text(search)));
    before.push_back(lines_of(unsaved.find_text(search, by_path)));
  }
  const auto files = unsaved.files_of(*parse_query("\"lantern\""));
  const auto names = unsaved.find_symbol("upload_invoice");
  const auto uses = unsaved.find_references("lightLantern");
  const auto text = unsaved.file_text("src/auth/utils.py");
  const auto gone = unsaved.file_text("src/billing/upload.py");
  const auto beginnings = unsaved.complete_symbol("light");
  CHECK(engine.find_symbol("lightLantern")->empty());
  CHECK(lines_of(engine.find_text(exact[0])).empty());

  auto saved_overlay = overlay;
  CHECK(saved_overlay.forget((project.root() / "src/billing/sending.py").string()));
  REQUIRE(saved_overlay.put("src/billing/sending.py",
                            "def upload_invoice(archive):\n    return archive\n"));
  save(project, saved_overlay);
  std::size_t at = 0;
  for (const auto& query : queries) {
    CAPTURE(query);
    CHECK(before[at++] == places_of(engine.search(query)));
  }
  for (const auto& search : exact) {
    CAPTURE(search.patterns[0]);
    TextHitsOptions by_path;
    by_path.is_by_path = true;
    CHECK(before[at++] == lines_of(engine.find_text(search)));
    CHECK(before[at++] == lines_of(engine.find_text(search, by_path)));
  }
  CHECK(*files == *engine.files_of(*parse_query("\"lantern\"")));
  for (const char* path : {"docs/a-note.txt", "docs/note.md", "src/auth/utils.py"})
    CHECK(std::ranges::count(*files, path) == 1);
  REQUIRE(names->size() == 1);
  CHECK(names->front().path == engine.find_symbol("upload_invoice")->front().path);
  CHECK(uses->size() == engine.find_references("lightLantern")->size());
  CHECK(*text == *engine.file_text("src/auth/utils.py"));
  CHECK(gone.error().code == engine.file_text("src/billing/upload.py").error().code);
  CHECK(beginnings == engine.complete_symbol("light"));
  CHECK(beginnings == std::vector<std::string>{"lightLantern"});
}

TEST_CASE("unsaved: secrets that were typed are masked in lines that are shown") {
  ProjectFixture project;
  auto engine = open_edited(project);
  Overlay overlay;
  REQUIRE(overlay.put("src/keys.py", "aws = 'AKIA2E0A8F3B244C9986'  # of the lantern\n"));
  auto unsaved = engine.with_overlay(overlay);
  REQUIRE(unsaved);
  TextSearchOptions search;
  search.patterns = {"of the lantern"};
  const auto hits = unsaved->find_text(search);
  REQUIRE(hits);
  CHECK(hits->masked_values == 1);
  REQUIRE(hits->files.size() == 1);
  CHECK(hits->files[0].hits[0].text.find("AKIA2E0A8F3B244C9986") == std::string::npos);
}

TEST_CASE("unsaved: an overlay outlives changes of the index and the object it came from") {
  ProjectFixture project;
  auto engine = std::make_unique<CodeWeaver>(open_edited(project));
  Overlay overlay;
  REQUIRE(overlay.put("src/mine.py", "def typed_by_me():\n    pass\n"));
  auto unsaved = engine->with_overlay(overlay);
  REQUIRE(unsaved);
  CHECK(unsaved->find_symbol("typed_by_me")->size() == 1);
  project.write("src/other.py", "def saved_by_other():\n    pass\n");
  CHECK(unsaved->find_symbol("saved_by_other")->size() == 1);
  engine.reset();
  CHECK(unsaved->find_symbol("typed_by_me")->size() == 1);
  CHECK(unsaved->project().project_id == "shop");
}

TEST_CASE("unsaved: threads search under overlays of their own while files change") {
  ProjectFixture project;
  auto engine = open_edited(project);
  REQUIRE(engine.index());
  std::vector<int> found(3);
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 3; ++thread)
      threads.emplace_back([&, thread] {
        for (int version = 0; version < 8; ++version) {
          const auto name = "lantern_" + std::to_string(thread) + "_" + std::to_string(version);
          Overlay overlay;
          if (!overlay.put("src/auth/utils.py", "def " + name + "():\n    pass\n")) return;
          auto unsaved = engine.with_overlay(overlay);
          const auto names = unsaved->find_symbol(name);
          const auto answer = unsaved->search("sym:" + name);
          found[static_cast<std::size_t>(thread)] +=
              names && names->size() == 1 && answer && answer->matches.size() == 1 ? 1 : 0;
        }
      });
    for (int i = 0; i < 5; ++i) {
      project.write("src/churn.py", "def churn_" + std::to_string(i) + "():\n    pass\n");
      REQUIRE(engine.search("churn"));
    }
  }
  CHECK(found == std::vector<int>{8, 8, 8});
  CHECK(engine.find_symbol("lantern_0_7")->empty());
}

TEST_CASE("unsaved: with a store the index answers what is under an overlay") {
  ProjectFixture project;
  const auto kinds = store_kinds();
  const auto memory = std::ranges::find(kinds, "memory", &StoreKind::name);
  REQUIRE(memory != kinds.end());
  WorkspaceOptions options;
  options.store = test::empty_store(*memory);
  auto engine = open_edited(project, options);
  Overlay overlay;
  REQUIRE(overlay.put("src/lamp.py", "def light_lantern():\n    return 'lantern'\n"));
  REQUIRE(overlay.remove("src/billing/upload.py"));
  auto unsaved = engine.with_overlay(overlay);
  REQUIRE(unsaved);
  const auto lantern = unsaved->search("light the lantern");
  REQUIRE(lantern);
  CHECK(lantern->matches.at(0).file.path == "src/lamp.py");
  const auto upload = unsaved->search("where do we retry failed uploads");
  REQUIRE(upload);
  for (const auto& match : upload->matches) CHECK(match.file.path != "src/billing/upload.py");
  CHECK(engine.search("where do we retry failed uploads")->matches.at(0).file.path ==
        "src/billing/upload.py");
}

TEST_CASE("unsaved: a path outside of the project is refused at once") {
  ProjectFixture project;
  const auto engine = open_edited(project);
  Overlay overlay;
  REQUIRE(overlay.put("/nowhere/else.py", "x = 1\n"));
  CHECK(engine.with_overlay(overlay).error().code == "PATH_OUTSIDE_PROJECT");
}

TEST_CASE("update: nothing but the given paths is looked at") {
  ProjectFixture project;
  WorkspaceOptions options;
  options.checks_tree = false;
  auto engine = open_edited(project, options);
  REQUIRE(engine.index());
  project.write("src/told.py", "def told_of():\n    pass\n");
  project.write("src/untold.py", "def not_told_of():\n    pass\n");
  project.write("lib/deep/in_folder.py", "def in_told_folder():\n    pass\n");
  project.write("lib/other.py", "def beside_told_folder():\n    pass\n");
  project.remove("src/auth/utils.py");
  project.remove("src/auth/tokens.py");
  project.write("web/cart.ts", "export function toldEdit() {}\n");
  const std::vector<std::string> told{"src/told.py", (project.root() / "lib/deep").string(),
                                      "src/auth/utils.py", "web/cart.ts", "src/never_was.py"};
  REQUIRE(engine.update(told).value() == 4);
  for (const char* name : {"told_of", "in_told_folder", "toldEdit", "validate_jwt_token"}) {
    CAPTURE(std::string(name));
    CHECK(engine.find_symbol(name)->size() == 1);
  }
  for (const char* name : {"not_told_of", "beside_told_folder", "authenticate_user"}) {
    CAPTURE(std::string(name));
    CHECK(engine.find_symbol(name)->empty());
  }
  CHECK(engine.update(told).value() == 0);
  CHECK(engine.update({}).value() == 0);
  const std::vector<std::string> all{""};
  CHECK(engine.update(all).value() == 3);
  CHECK(engine.find_symbol("not_told_of")->size() == 1);
  CHECK(engine.find_symbol("validate_jwt_token")->empty());
}

}  // namespace
}  // namespace codeweaver
