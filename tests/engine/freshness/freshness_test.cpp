// Tests of freshness: changes that a run detects, and runs after the loss of stored facts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <tuple>

#include "base/file.hpp"
#include "base/file_times.hpp"
#include "corpus/discovery.hpp"
#include "engine/content/settings_hash.hpp"
#include "engine/fixture.hpp"
#include "engine/indexing/index_run.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/tree_state.hpp"
#include "store/database/database.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver {
namespace {

using test::paths;
using test::ProjectFixture;

std::filesystem::path stat_cache(const ProjectFixture& project) {
  return project.state() / "files.stat";
}

timespec time_of(const std::filesystem::path& file) {
  struct stat status {};
  REQUIRE(::stat(file.c_str(), &status) == 0);
  return status.st_mtim;
}

void set_time(const std::filesystem::path& file, timespec time) {
  const timespec times[2] = {time, time};
  REQUIRE(::utimensat(AT_FDCWD, file.c_str(), times, 0) == 0);
}

std::size_t count_changes(const ProjectFixture& project) {
  const auto count = project.indexer().count_changes();
  REQUIRE(count);
  return *count;
}

/// Files that a scan found changed, and brought in.
std::size_t refresh(const ProjectFixture& project) {
  const auto changed = project.indexer().refresh();
  REQUIRE(changed);
  return changed->files;
}

/// Live chunks as (path, first line, last line, content), sorted.
using Chunk = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>;
std::vector<Chunk> live_chunks(const ProjectFixture& project) {
  const auto snapshot = store::open_snapshot(project.state() / "segments");
  REQUIRE(snapshot);
  std::vector<Chunk> chunks;
  for (const auto& part : (*snapshot)->parts)
    for (std::size_t i = 0; i < part.segment->size(); ++i) {
      if (!part.live.test(i)) continue;
      const auto chunk = part.segment->chunk(i);
      chunks.emplace_back(chunk.path, chunk.lines.start_line, chunk.lines.end_line,
                          chunk.content.hex());
    }
  std::sort(chunks.begin(), chunks.end());
  return chunks;
}

/// The chunks of an index made from scratch of the same files.
std::vector<Chunk> chunks_from_scratch(const ProjectFixture& project) {
  const ProjectFixture fresh("");
  std::filesystem::copy(
      project.root(), fresh.root(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  fresh.index();
  return live_chunks(fresh);
}

TEST_CASE("freshness: a write that keeps size and time is noticed") {
  ProjectFixture project;
  project.write("src/sly.py", "def sly_first():\n    pass\n");
  const auto file = project.root() / "src/sly.py";
  for (const std::int64_t year : {2001, 2020, 2100}) {
    set_time(file, {(year - 1970) * 31556952L, 123});
    const auto time = time_of(file);
    project.write("src/sly.py", "def sly_first():\n    pass\n");
    set_time(file, time);
    project.index();
    project.write("src/sly.py", "def sly_other():\n    pass\n");
    set_time(file, time);
    CHECK(count_changes(project) == 1);
    CHECK(project.index().files_indexed == 1);
    CHECK(paths(project.search("sly_other")).at(0) == "src/sly.py");
  }
}

TEST_CASE("freshness: a file written while it was read is read again, and then believed") {
  ProjectFixture project;
  project.write("src/young.py", "def young_first():\n    pass\n");
  project.index();  // so shortly after the write that another one might not show
  CHECK(count_changes(project) == 0);
  const auto again = project.index();
  CHECK(again.status == IndexStatus::kSkipped);
  CHECK(again.files_unchanged == again.files_discovered);
}

TEST_CASE("freshness: a change of mode alone changes nothing") {
  ProjectFixture project;
  project.index();
  REQUIRE(::chmod((project.root() / "src/billing/upload.py").c_str(), 0600) == 0);
  CHECK(count_changes(project) == 0);
  CHECK(project.index().status == IndexStatus::kSkipped);
}

TEST_CASE(
    "freshness: without its stat cache, or with a damaged or older one, a run finds the same") {
  ProjectFixture project;
  project.write("src/extra.bin.py", std::string_view("x\0y", 3));
  project.index();
  const auto old = base::read_file(stat_cache(project));
  REQUIRE(old);
  project.write("src/late.py", "def late_comer():\n    pass\n");
  project.remove("src/auth");
  const auto made = project.index();
  const auto check = [&] {
    const auto report = project.index();
    CHECK(report.status == IndexStatus::kSkipped);
    CHECK(report.total_files == made.total_files);
    CHECK(report.total_chunks == made.total_chunks);
    CHECK(report.languages == made.languages);
  };
  const auto edits = store::StatCache::edits_of(stat_cache(project));
  REQUIRE(std::filesystem::exists(edits));
  check();
  test::write_file(edits, "junk");
  check();
  for (const std::string& bytes : {std::string("junk"), *old, old->substr(0, old->size() / 2)}) {
    test::write_file(stat_cache(project), bytes);
    check();
  }
  std::filesystem::remove(stat_cache(project));
  CHECK(project.index().status == IndexStatus::kSkipped);
}

TEST_CASE("freshness: a manifest that was put back is brought up to date again") {
  ProjectFixture project;
  project.index();
  const auto manifest = project.state() / "segments/manifest";
  const auto old = base::read_file(manifest);
  project.write("src/late.py", "def late_comer():\n    pass\n");
  project.index();
  const auto expected = live_chunks(project);
  test::write_file(manifest, *old);
  CHECK(refresh(project) == 0);
  CHECK(live_chunks(project) == expected);
}

TEST_CASE("freshness: a database from before the last edits is brought up to date again") {
  for (const bool is_undone : {false, true}) {  // then no file tells that the database is behind
    CAPTURE(is_undone);
    ProjectFixture project;
    project.index();
    project.index();  // now known for good
    const auto first = live_chunks(project);
    const auto file = project.state() / "index.db";
    const auto old = base::read_file(file);
    REQUIRE(old);
    project.write("src/late.py", "def late_comer():\n    pass\n");
    project.index();
    project.write("src/later.py", "def later_comer():\n    pass\n");
    project.index();
    const auto last = live_chunks(project);
    test::write_file(file, *old);
    for (const char* companion : {"index.db-wal", "index.db-shm"})
      std::filesystem::remove(project.state() / companion);
    if (is_undone) {
      project.remove("src/late.py");
      project.remove("src/later.py");
    }
    CHECK(refresh(project) == (is_undone ? 0U : 2U));
    CHECK(live_chunks(project) == (is_undone ? first : last));
    CHECK(refresh(project) == 0);
    CHECK(project.index().status == IndexStatus::kSkipped);
    project.write("src/next.py", "def next_comer():\n    pass\n");
    CHECK(refresh(project) == 1);
    CHECK(live_chunks(project) == chunks_from_scratch(project));
  }
}

TEST_CASE("freshness: a run cut short between database and segments is finished by a look") {
  ProjectFixture project;
  project.index();
  const auto manifest = project.state() / "segments/manifest";
  const auto old = base::read_file(manifest);
  REQUIRE(old);
  project.write("src/late.py", "def late_comer():\n    pass\n");
  project.index();
  const auto expected = live_chunks(project);
  test::write_file(manifest, *old);
  {
    const engine::StatePaths files{project.state()};
    auto database = store::Database::open(files.database());
    REQUIRE(database);
    REQUIRE(database->set_meta(engine::tree_key(engine::kDerivedKey, files), ""));
  }
  CHECK(refresh(project) == 0);
  CHECK(live_chunks(project) == expected);
}

TEST_CASE("freshness: random edits, moves, copies and removals end where one run ends") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto pick = [&](std::size_t count) { return random() % count; };
    ProjectFixture project;
    project.index();
    std::vector<std::string> names;
    for (int step = 0; step < 25; ++step) {
      const auto name = "src/f" + std::to_string(pick(12)) + ".py";
      const auto kind = pick(4);
      const bool exists = std::find(names.begin(), names.end(), name) != names.end();
      if (kind < 2 || names.empty()) {
        project.write(name, "def number_" + std::to_string(pick(30)) + "():\n    return " +
                                std::to_string(pick(5)) + "\n");
        if (!exists) names.push_back(name);
      } else if (const auto which = pick(names.size()); kind == 2 && !exists) {
        project.rename(names[which], name);
        names[which] = name;
      } else {
        project.remove(names[which]);
        names.erase(names.begin() + static_cast<std::ptrdiff_t>(which));
      }
      if (pick(3) != 0) continue;
      const auto report = project.index();
      const auto live = live_chunks(project);
      CHECK(live.size() == report.total_chunks);
    }
    project.index();
    CHECK(live_chunks(project) == chunks_from_scratch(project));
  }
}

TEST_CASE("freshness: files that change, grow and vanish during runs end as they are") {
  ProjectFixture project;
  project.index();
  std::atomic<bool> is_over = false;
  std::jthread writer([&] {
    std::mt19937 random(11);
    while (!is_over) {
      const auto name = "src/busy" + std::to_string(random() % 6) + ".py";
      if (random() % 4 == 0) {
        project.remove(name);
      } else {
        std::ofstream(project.root() / name, random() % 2 == 0 ? std::ios::app : std::ios::trunc)
            << "def busy_" << random() % 9 << "():\n    return " << random() % 9 << "\n";
      }
    }
  });
  for (int i = 0; i < 6; ++i) {
    const auto report = project.indexer().run();
    CHECK(report.has_value());
  }
  is_over = true;
  writer.join();
  project.index();
  CHECK(live_chunks(project) == chunks_from_scratch(project));
}

/// What the index knows of the project, and how its files differ from that.
engine::TreeScan scan_at(const ProjectFixture& project, const Indexer::Config& config) {
  const engine::StatePaths state{project.state()};
  auto database = store::Database::open_read_only(state.database());
  REQUIRE(database);
  const auto hash = engine::settings_hash(config.options, test::embedder().get());
  auto scan = engine::scan_tree({project.root(), config.options, hash}, state, *database, {});
  REQUIRE(scan);
  return std::move(*scan);
}

TEST_CASE("freshness: a run believes a look, unless somebody else has indexed since") {
  ProjectFixture project;
  project.index();
  const Indexer::Config config{project.root(), project.state(), "shop", "", {}, {}};
  const auto run = [&](engine::TreeScan scan) {
    const IndexRequest request;
    auto report = engine::run_index(config, {test::embedder(), {}}, request, {}, std::move(scan));
    REQUIRE(report);
    CHECK(report->failures.empty());
    return std::move(*report);
  };
  project.write("src/first.py", "def first_edit():\n    pass\n");
  auto early = scan_at(project, config), stale = scan_at(project, config);
  CHECK(early.changes.changed.size() == 1);
  project.write("src/second.py", "def second_edit():\n    pass\n");
  CHECK(run(std::move(early)).files_indexed == 1);  // what the scan saw, and nothing later
  project.remove("src/first.py");
  CHECK(run(std::move(stale)).files_indexed == 1);  // of another state: the run looks itself
  CHECK(live_chunks(project) == chunks_from_scratch(project));
}

TEST_CASE("freshness: a look finds files that are none to index any more") {
  ProjectFixture project;
  project.write("tool", "#!/usr/bin/env python3\ndef tool_main():\n    pass\n");
  project.index();
  CHECK(paths(project.search("tool_main")).at(0) == "tool");
  project.write("tool", "plain words, and no program\n");
  CHECK(count_changes(project) == 1);
  CHECK(refresh(project) == 1);
  CHECK(live_chunks(project) == chunks_from_scratch(project));
}

TEST_CASE("freshness: a run that finds nothing to do writes nothing") {
  ProjectFixture project;
  project.index();
  std::this_thread::sleep_for(std::chrono::nanoseconds(2 * base::kClockSlackNs));
  project.index();  // what was too young to be believed is now known for good
  const auto written = [&] {
    std::map<std::string, std::pair<base::FileIdentity, std::string>> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(project.state()))
      if (entry.is_regular_file() && entry.path().extension() != ".db-shm" &&
          entry.path().extension() != ".lock") {
        auto& [identity, bytes] = files[entry.path()];
        identity = *base::identity_of(entry.path());
        identity.ctime_ns = 0;  // opened by root, SQLite gives the log to the file's owner
        bytes = *base::read_file(entry.path());
      }
    return files;
  };
  const auto before = written();
  CHECK(project.index().status == IndexStatus::kSkipped);
  CHECK(written() == before);
}

/// No file may grow beyond `bytes` while it lives: what a full disk looks like.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

TEST_CASE("freshness: a full disk is an error, the last state answers, and the next run goes on") {
  ProjectFixture project;
  const auto before = project.index();
  std::mt19937 random(5);
  for (int i = 0; i < 40; ++i) {
    std::string text = "def filler_" + std::to_string(i) + "():\n    return [";
    for (int k = 0; k < 8000; ++k) text += std::to_string(random()) + (k % 10 == 9 ? ",\n" : ", ");
    project.write("src/filler" + std::to_string(i) + ".py", text + "]\n");
  }
  {
    const FullDisk disk(1 << 20);
    const auto report = project.indexer().run();
    REQUIRE_FALSE(report.has_value());
    CHECK((report.error().code == "DISK_FULL" || report.error().category == ErrorCategory::kIo));
    CHECK_FALSE(report.error().action.empty());
  }
  CHECK(paths(project.search("upload_invoice")).at(0) == "src/billing/upload.py");
  const auto after = project.index();
  CHECK(after.total_files == before.total_files + 40);
  CHECK(live_chunks(project) == chunks_from_scratch(project));
}

}  // namespace
}  // namespace codeweaver
