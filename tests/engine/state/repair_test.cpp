// Tests of damaged states: every page and segment, detected by runs and by searches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "base/file.hpp"
#include "codeweaver/namespaces.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/state_repair.hpp"
#include "store/database/database.hpp"
#include "store/database/sqlite.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver {
namespace {

namespace fs = std::filesystem;
using test::ProjectFixture;

constexpr std::size_t kPage = 16384;
constexpr int kItems = 12;
const char* const kQueries[] = {"retry a failed upload", "parse the settings", "zebra herd"};

PushItem item_of(int number) {
  PushItem item;
  item.node_id = "func:atlas/zebra.py:zebra" + std::to_string(number);
  item.node_type = "function";
  item.path = "atlas/zebra.py";
  item.content = "def zebra" + std::to_string(number) + "(herd):\n    return herd." +
                 std::to_string(number) + "\n";
  item.source_audit = {"abc123", "main", false, "2026-02-20T10:00:00Z"};
  return item;
}

/// A copy of one state, so that each damage begins anew.
class Sample {
 public:
  Sample() {
    auto core = open();
    REQUIRE(core.index());
    PushBatch batch{{"1.0", "shop", "code-atlas", "batch-1"}, {}, {}, {}};
    for (int i = 0; i < kItems; ++i) batch.items.push_back(item_of(i));
    const auto envelope = batch.envelope;
    REQUIRE(core.push(envelope, entries_of(std::move(batch))));
    right_ = answers(core);
    auto database = store::Database::open(database_file());
    REQUIRE(database->fold_log());
    fs::rename(files_.state(), spare());
    restore();
    bytes_ = *base::read_file(database_file());
  }

  const ProjectFixture& files() const { return files_; }
  fs::path database_file() const { return files_.state() / "index.db"; }
  std::size_t pages() const { return bytes_.size() / kPage; }
  void restore() const {
    fs::remove_all(files_.state());
    fs::copy(spare(), files_.state(), fs::copy_options::recursive);
  }
  void zero(std::size_t page) const {
    std::string bytes = bytes_;
    bytes.replace(page * kPage, kPage, kPage, '\0');
    std::ofstream(database_file(), std::ios::binary).write(bytes.data(), std::ssize(bytes));
  }
  CodeWeaver open() const {
    return test::open_workspace({"shop", "shop", files_.root(), files_.state(), ""}, nullptr);
  }
  /// What each query finds: path, lines and text.
  static std::vector<std::string> answers(CodeWeaver& core) {
    std::vector<std::string> out;
    for (const char* query : kQueries) {
      SearchOptions options;
      options.deadline = {};
      const auto answer = core.search(query, options);
      if (!answer) FAIL(answer.error().message());
      for (const auto& match : answer->matches)
        out.push_back(match.file.path + ':' + std::to_string(match.span.start_line) + '\n' +
                      match.content.content);
    }
    return out;
  }
  const std::vector<std::string>& right() const { return right_; }

 private:
  fs::path spare() const { return fs::path(files_.state()) += ".spare"; }

  ProjectFixture files_;
  std::vector<std::string> right_;
  std::string bytes_;
};

/// Without what was pushed, which may be lost.
std::vector<std::string> of_folder(std::vector<std::string> answers) {
  std::erase_if(answers, [](const auto& text) { return text.starts_with("atlas/"); });
  return answers;
}

bool mentions(const std::vector<std::string>& texts, std::string_view word) {
  return std::ranges::any_of(
      texts, [&](const auto& text) { return text.find(word) != std::string::npos; });
}

/// All items, or a sentence that names their namespace.
void check_items(CodeWeaver& core, const std::vector<std::string>& notes) {
  const auto list = Namespaces(core.project()).list();
  REQUIRE(list);
  std::size_t records = 0;
  for (const auto& info : *list)
    if (!info.is_local) records += info.records;
  CHECK((records == kItems || mentions(notes, "shop/atlas_graph/code_atlas_provider")));
}

}  // namespace

TEST_CASE("a forced run makes a whole index of any damaged database, and says what became of it") {
  const Sample sample;
  REQUIRE(sample.pages() > 15);
  std::size_t replaced = 0, recovered = 0;
  for (std::size_t page = 0; page < sample.pages(); ++page) {
    sample.restore();
    sample.zero(page);
    auto core = sample.open();
    IndexRequest force;
    force.force = true;
    const auto report = core.index(force);
    if (!report) FAIL("page " << page << ": " << report.error().message());
    CHECK(report->status == IndexStatus::kSuccess);
    if (mentions(report->warnings, "index.db.old")) {
      ++replaced;
      CHECK(fs::exists(fs::path(sample.database_file()) += ".old"));
    }
    recovered += mentions(report->warnings, std::to_string(kItems) + " items were recovered");
    CHECK(of_folder(Sample::answers(core)) == of_folder(sample.right()));
    check_items(core, report->warnings);
    CHECK(core.verify()->empty());
  }
  CHECK(replaced == sample.pages());
  CHECK(recovered >= sample.pages() / 3);
}

TEST_CASE("searches repair a damaged database that they meet, and answer right") {
  const Sample sample;
  for (std::size_t page = 0; page < sample.pages(); ++page) {
    sample.restore();
    auto before = sample.open();  // a process that lives on has it open already
    const auto first = before.search(kQueries[0]);
    REQUIRE(first);
    sample.zero(page);
    for (const bool lives_on : {true, false}) {
      auto core = lives_on ? std::move(before) : sample.open();
      const auto now = Sample::answers(core);
      CHECK(of_folder(now) == of_folder(sample.right()));
    }
  }
}

TEST_CASE("a run that meets damage replaces the database by itself") {
  const Sample sample;
  sample.zero(0);
  auto core = sample.open();
  const auto report = core.index();
  if (!report) FAIL(report.error().message());
  CHECK(mentions(report->warnings, "index.db.old"));
  CHECK(mentions(report->warnings, "shop/atlas_graph/code_atlas_provider was lost"));
  CHECK(of_folder(Sample::answers(core)) == of_folder(sample.right()));
}

TEST_CASE("verifying finds each zeroed page and each damaged segment, and changes nothing") {
  const Sample sample;
  {
    const auto core = sample.open();
    CHECK(core.verify()->empty());
  }
  for (std::size_t page = 0; page < sample.pages(); ++page) {
    sample.restore();
    sample.zero(page);
    const auto core = sample.open();
    CHECK(core.verify()->size() == 1);
    CHECK(core.verify()->size() == 1);
  }
}

TEST_CASE(
    "bits that rot in a segment that looks untouched are repaired by the search that meets them") {
  const Sample sample;
  const engine::StatePaths paths{sample.files().state()};
  std::mt19937 random(3);
  int repaired = 0;
  for (int round = 0; round < 40; ++round) {
    sample.restore();
    auto manifest = *store::read_manifest(paths.segments());
    const auto file = paths.segments() / manifest.segments[0].file;
    std::string bytes = *base::read_file(file);
    const std::size_t at = 600 + random() % (bytes.size() - 600);
    for (std::size_t i = at; i < std::min(at + 64, bytes.size()); ++i)
      bytes[i] ^= static_cast<char>(0x55);
    std::ofstream(file, std::ios::binary).write(bytes.data(), std::ssize(bytes));
    manifest.segments[0].verified = *base::identity_of(file);
    REQUIRE(store::write_manifest(paths.segments(), manifest));
    auto core = sample.open();
    CHECK_FALSE(core.verify()->empty());
    CHECK(Sample::answers(core) == sample.right());
    repaired += core.verify()->empty() ? 1 : 0;
  }
  CHECK(repaired > 10);
}

TEST_CASE("texts packed with another version's dictionary are packed anew by whoever meets them") {
  const Sample sample;
  {  // the number of the dictionary in the header of each frame
    auto connection =
        store::Connection::open(sample.database_file(), store::Connection::Mode::kReadWrite);
    REQUIRE(connection);
    REQUIRE(
        connection->execute("UPDATE blocks SET data = CAST(substr(data, 1, 5) || x'0180' || "
                            "substr(data, 8) AS BLOB)"));
  }
  auto core = sample.open();
  const auto first = core.search(kQueries[0]);
  REQUIRE(first);
  CHECK(mentions(first->warnings, "written by another version"));
  CHECK(of_folder(Sample::answers(core)) == of_folder(sample.right()));
  check_items(core, first->warnings);
}

TEST_CASE("disk comes back after files leave the project, and is used again when they return") {
  ProjectFixture files;
  const auto size = [&] {
    std::uint64_t total = 0;
    for (const auto& entry : fs::recursive_directory_iterator(files.state()))
      if (entry.is_regular_file()) total += entry.file_size();
    return total;
  };
  REQUIRE(files.index().status == IndexStatus::kSuccess);
  const auto small = size();
  std::mt19937 random(9);
  const auto add = [&] {
    for (int i = 0; i < 60; ++i) {
      std::string text;
      for (int line = 0; line < 800; ++line)
        text += "int value_" + std::to_string(random()) + " = " + std::to_string(random()) + ";\n";
      files.write("big/file" + std::to_string(i) + ".c", text);
    }
  };
  add();
  files.index();
  const auto large = size();
  REQUIRE(large > 4 * small);
  files.remove("big");
  files.index();
  files.index();  // what a run replaces goes with the next, which may find nothing to do
  CHECK(size() < small + (large - small) / 4);
  random.seed(9);
  add();
  files.index();
  files.index();
  CHECK(size() < large + (large - small) / 4);
}

}  // namespace codeweaver
