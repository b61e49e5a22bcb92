// Tests of searches on a broken state: the last committed state answers, with a warning.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <optional>

#include "base/file.hpp"
#include "engine/fixture.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver {
namespace {

using test::paths;
using test::ProjectFixture;

/// A project with an index, opened as programs do.
class IndexedShop {
 public:
  IndexedShop() : core_(test::open_workspace(project())) { REQUIRE(core_.index()); }
  Project project() const { return {"shop", "Shop", files_.root(), files_.state()}; }
  ProjectFixture& files() { return files_; }
  CodeWeaver& core() { return core_; }
  FindCodeResponseSummary search(std::string_view query) { return answer_of(core_, query); }
  static FindCodeResponseSummary answer_of(CodeWeaver& core, std::string_view query) {
    auto answer = core.search(query);
    if (!answer) FAIL(answer.error().message());
    return std::move(*answer);
  }
  void push() {
    PushItem item;
    item.node_id = "func:zebra";
    item.node_type = "function";
    item.path = "atlas/zebra.py";
    item.content = "def zebra_herds(keeper):\n    return keeper.count()\n";
    item.source_audit = {"abc123", "main", false, "2026-02-20T00:00:00Z"};
    PushBatch batch{{"1.0", "shop", "code-atlas", "batch-1"}, {item}, {}, {}};
    const auto envelope = batch.envelope;
    REQUIRE(core_.push(envelope, entries_of(std::move(batch))));
  }
  std::filesystem::path atlas_manifest() const {
    const auto key = NamespaceKey::parse(test::kAtlas);
    REQUIRE(key);
    const engine::StatePaths tree{files_.state(), engine::namespace_tree(*key)};
    return tree.segments() / tree.manifest();
  }

 private:
  ProjectFixture files_;
  CodeWeaver core_;
};

/// While it lives, nobody can take the lock of the index: a folder lies in its place.
class Locked {
 public:
  explicit Locked(const ProjectFixture& files) : file_(files.state() / "index.lock") {
    std::filesystem::remove(file_);
    std::filesystem::create_directory(file_);
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  ~Locked() { std::filesystem::remove(file_); }

 private:
  std::filesystem::path file_;
};

}  // namespace

TEST_CASE("broken: edits that cannot be brought in leave the committed state to answer") {
  IndexedShop shop;
  shop.files().write("src/late.py", "def late_comer():\n    pass\n");
  {
    const Locked locked(shop.files());
    auto other = test::open_workspace(shop.project());
    for (CodeWeaver* core : {&shop.core(), &other}) {
      const auto answer = IndexedShop::answer_of(*core, "retry failed uploads");
      CHECK(paths(answer).at(0) == "src/billing/upload.py");
      CHECK(test::mentions(answer.warnings, "results cover only the unchanged files: Cannot open"));
      CHECK(test::mentions(answer.warnings, "(IO_ERROR)"));
      CHECK_FALSE(test::mentions(paths(IndexedShop::answer_of(*core, "late_comer")), "late.py"));
    }
  }
  const auto answer = shop.search("late_comer");
  CHECK(paths(answer).at(0) == "src/late.py");
  CHECK(answer.warnings.empty());
}

TEST_CASE("broken: a disk that is full at any byte leaves the committed state to answer") {
  IndexedShop shop;
  std::string text;
  for (int i = 0; i < 4000; ++i)
    text += "late_value_" + std::to_string(i) + " = " + text.substr(0, 9);
  shop.files().write("src/late.py", "def late_comer():\n    pass\n");
  shop.files().write("src/values.py", text);
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  std::size_t answered = 0, warned = 0;
  for (const rlim_t bytes : {0, 20, 1000, 33'000, 50'000, 66'000, 100'000, 150'000, 200'000}) {
    CAPTURE(bytes);
    const rlimit full{bytes, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &full) == 0);
    auto core = test::open_workspace(shop.project());
    const auto answer = core.search("retry failed uploads");
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK_MESSAGE(answer, answer.error().message());
    if (!answer) continue;
    CHECK(paths(*answer).at(0) == "src/billing/upload.py");
    answered += 1;
    warned += test::mentions(answer->warnings, "results cover only the unchanged files") ? 1 : 0;
  }
  std::signal(SIGXFSZ, ignored);
  CHECK(answered == 9);
  CHECK(warned >= 2);
  CHECK(paths(shop.search("late_comer")).at(0) == "src/late.py");
}

TEST_CASE("broken: a state that cannot be opened any more leaves the one before to answer") {
  IndexedShop shop;
  REQUIRE_FALSE(shop.search("retry failed uploads").matches.empty());
  const Locked locked(shop.files());
  test::write_file(shop.files().state() / "segments" / "manifest", "junk");
  const auto answer = shop.search("retry failed uploads");
  CHECK(paths(answer).at(0) == "src/billing/upload.py");
  CHECK(test::mentions(answer.warnings, "results come from the previous state"));
  const auto other = test::open_workspace(shop.project()).search("retry failed uploads");
  REQUIRE_FALSE(other);  // there is nothing left to read
  CHECK(other.error().category == ErrorCategory::kIo);
}

TEST_CASE("broken: a pushed namespace with a damaged manifest is made anew by the next search") {
  IndexedShop shop;
  shop.push();
  for (const bool is_known : {false, true}) {  // to the workspace that searches
    CAPTURE(is_known);
    std::optional<CodeWeaver> other;
    if (!is_known) other.emplace(test::open_workspace(shop.project()));
    auto& core = is_known ? shop.core() : *other;
    if (is_known) REQUIRE(paths(shop.search("zebra_herds")).at(0) == "atlas/zebra.py");
    test::write_file(shop.atlas_manifest(), "junk");
    auto answer = IndexedShop::answer_of(core, "zebra_herds");
    CHECK(paths(answer).at(0) == "atlas/zebra.py");
    CHECK(test::mentions(answer.warnings, test::kAtlas));
    answer = IndexedShop::answer_of(core, "zebra_herds");
    CHECK(paths(answer).at(0) == "atlas/zebra.py");
    CHECK(answer.warnings.empty());
  }
}

TEST_CASE("broken: a namespace that cannot be repaired is named, and the others answer") {
  IndexedShop shop;
  shop.push();
  const Locked locked(shop.files());
  test::write_file(shop.atlas_manifest(), "junk");
  const auto answer = shop.search("retry failed uploads");
  CHECK(paths(answer).at(0) == "src/billing/upload.py");
  CHECK(
      test::mentions(answer.warnings, std::string("Namespace ") + test::kAtlas + " was skipped: "));
  SearchOptions options;
  options.filter.purpose = Purpose::kAtlasGraph;
  const auto alone = shop.core().search("zebra_herds", options);
  REQUIRE_FALSE(alone);
  CHECK(alone.error().category == ErrorCategory::kIo);
}

}  // namespace codeweaver
