// Tests of snapshots: same index as without one; damaged snapshots are rejected.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/snapshot.hpp"

#include <doctest/doctest.h>

#include <set>

#include "base/file.hpp"
#include "engine/fixture.hpp"
#include "engine/snapshot/snapshot_impl.hpp"
#include "store/snapshot/packed_frame.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;
using SharedSnapshot = std::shared_ptr<const Snapshot>;

CodeWeaver workspace_of(const ProjectFixture& project, IndexOptions index = {}) {
  WorkspaceOptions options;
  options.embedder = test::embedder();
  options.reranker = test::reranker();
  options.index = std::move(index);
  auto opened = CodeWeaver::open({"shop", "", project.root(), project.state(), ""}, options);
  REQUIRE(opened);
  return std::move(*opened);
}

std::filesystem::path make_snapshot(const ProjectFixture& project, SnapshotRequest request = {}) {
  if (request.file.empty()) request.file = project.root().parent_path() / "shop.cwsnap";
  const auto made = workspace_of(project).make_snapshot(request);
  if (!made) FAIL(made.error().message());
  CHECK(made->name == request.file.string());
  return request.file;
}

SharedSnapshot open_snapshot(const std::filesystem::path& file) {
  auto opened = Snapshot::open({file});
  if (!opened) FAIL(opened.error().message());
  return *opened;
}

std::string bytes_of(const std::filesystem::path& file) {
  return base::read_file(file).value();
}

std::set<std::string> segment_names(const ProjectFixture& project) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(project.state() / "segments"))
    if (entry.path().extension() == ".seg") names.insert(entry.path().filename().string());
  return names;
}

/// Some of this library's own sources.
struct SnapshotSources : ProjectFixture {
  SnapshotSources() : ProjectFixture("") {
    const std::filesystem::path from = CODEWEAVER_SOURCE_DIR;
    for (const auto* folder : {"include", "src/base", "src/corpus", "scripts"}) {
      std::filesystem::create_directories((root() / folder).parent_path());
      std::filesystem::copy(from / folder, root() / folder,
                            std::filesystem::copy_options::recursive);
    }
  }
};

/// Path, lines and relevance of what is found.
std::vector<std::string> answer_of(const HybridSearcher& searcher, const std::string& query) {
  const auto answer = searcher.search(query);
  REQUIRE(answer);
  std::vector<std::string> out;
  for (const auto& match : answer->matches)
    out.push_back(match.file.path + ':' + std::to_string(match.span.start_line) + '-' +
                  std::to_string(match.span.end_line) + ' ' +
                  std::to_string(match.relevance_score));
  return out;
}

TEST_CASE("snapshot: an index made with it has the segments and answers of one made in place") {
  const SnapshotSources origin;
  const auto snapshot = open_snapshot(make_snapshot(origin));
  const SnapshotSources clone;
  const auto report = clone.index({.snapshot = snapshot});
  CHECK(report.files_from_snapshot == report.files_indexed);
  CHECK(report.files_indexed > 100);
  CHECK(segment_names(clone) == segment_names(origin));
  CHECK(clone.index().status == IndexStatus::kSkipped);

  std::set<std::string> queries{"where are ignore rules read", "ThreadPool", "retry",
                                "atomic write"};
  const auto searcher = clone.searcher();
  const auto in_place = origin.searcher();
  for (const auto& path : searcher.complete_path("", 60))
    queries.insert("what is " + path.substr(path.rfind('/') + 1) + " for");
  for (const auto* letter : {"a", "f", "r", "w"})
    for (const auto& symbol : searcher.complete_symbol(letter, 40)) queries.insert(symbol);
  CHECK(queries.size() > 100);
  for (const auto& query : queries) {
    CAPTURE(query);
    CHECK(answer_of(searcher, query) == answer_of(in_place, query));
  }
}

TEST_CASE("snapshot: files that differ are cut here, and edits afterwards are seen") {
  const ProjectFixture origin;
  const auto snapshot = open_snapshot(make_snapshot(origin));
  ProjectFixture clone;
  clone.write("src/billing/upload.py", "def send_parcel(label):\n    return label\n");
  clone.write("src/extra.py", "def brand_new_thing():\n    pass\n");
  const auto report = clone.index({.snapshot = snapshot});
  CHECK(report.files_from_snapshot + 2 == report.files_indexed);
  CHECK(test::paths(clone.search("send_parcel")).at(0) == "src/billing/upload.py");
  clone.write("src/extra.py", "def newer_thing():\n    pass\n");
  CHECK(clone.index().files_indexed == 1);
  CHECK(test::paths(clone.search("newer_thing")).at(0) == "src/extra.py");
  CHECK(clone.index({.force = true, .snapshot = snapshot}).files_from_snapshot == 0);
}

TEST_CASE(
    "snapshot: the same files give the same bytes, whatever runs and threads made the index") {
  const ProjectFixture once;
  const auto expected = bytes_of(make_snapshot(once));
  CHECK(bytes_of(make_snapshot(once, {.workers = 1})) == expected);
  ProjectFixture edited("");
  edited.write("src/gone.py", "def gone():\n    pass\n");
  edited.index();
  edited.remove("src/gone.py");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(once.root())) {
    if (!entry.is_regular_file()) continue;
    const auto path = std::filesystem::relative(entry.path(), once.root());
    edited.write(path.string(), "# not yet\n");
    edited.index();
    edited.write(path.string(), bytes_of(entry.path()));
    edited.index();
  }
  CHECK(bytes_of(make_snapshot(edited)) == expected);
}

/// All that a snapshot packs.
std::string unpacked(const std::filesystem::path& file) {
  const auto snapshot = open_snapshot(file);
  const auto& reader = *snapshot->impl().readers.at(0);
  std::string out;
  for (std::size_t i = 0; i < reader.file().head().parts.size(); ++i)
    out +=
        store::unpack_frame(reader.file().part(i), reader.file().head().parts[i].unpacked).value();
  return out;
}

TEST_CASE("snapshot: neither places, nor texts, nor anything of files with secrets are in it") {
  ProjectFixture project;
  const std::string secret = "ghp_" + std::string("x7Kq9TzR2mWvB4nYc8LpD1sFgH3jAe5UoI0Z");
  project.write("src/deploy.py", "def deploy_everything():\n    token = '" + secret + "'\n");
  const auto report = project.index();
  REQUIRE(report.secrets.masked_files == 1);
  const auto file = make_snapshot(project);
  const auto all = bytes_of(file) + unpacked(file);
  for (const auto& part : {project.root().string(), project.state().string(), std::string("shop"),
                           std::string("upload.py"), std::string("deploy_everything"), secret,
                           std::string("pause *= 2")}) {
    CAPTURE(part);
    CHECK(all.find(part) == std::string::npos);
  }
  CHECK(open_snapshot(file)->facts().at(0).files == report.total_files - 1);
}

TEST_CASE(
    "snapshot: any byte that is changed, missing or added is refused, and nothing is touched") {
  const ProjectFixture origin;
  const auto good = bytes_of(make_snapshot(origin));
  const auto refused = [&](std::string bytes) {
    const auto read = Snapshot::read({{"fetched", std::move(bytes)}});
    return !read && !read.error().cause.empty() && !read.error().action.empty() &&
           read.error().context.find("fetched") != std::string::npos;
  };
  REQUIRE_FALSE(refused(good));
  std::size_t taken = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    auto changed = good;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    taken += refused(std::move(changed)) ? 0 : 1;
    taken += refused(good.substr(0, at)) ? 0 : 1;
  }
  CHECK(taken == 0);
  CHECK(refused(good + '\0'));
  auto newer = good;
  newer[8] = 2;
  CHECK(Snapshot::read({{"fetched", newer}}).error().code == "SNAPSHOT_TOO_NEW");
  CHECK(Snapshot::read({}).error().code == "NO_SNAPSHOT");
  CHECK(Snapshot::open({"/nowhere"}).error().category == ErrorCategory::kNotFound);
}

TEST_CASE("snapshot: one of other settings is refused before anything is written") {
  const ProjectFixture origin;
  const auto snapshot = open_snapshot(make_snapshot(origin));
  const ProjectFixture clone;
  IndexOptions options;
  options.target_tokens = 300;
  const auto refused = clone.indexer(options).run({.snapshot = snapshot});
  CHECK(refused.error().code == "SNAPSHOT_OF_OTHER_SETTINGS");
  CHECK_FALSE(std::filesystem::exists(clone.state()));
  CHECK(workspace_of(origin, options)
            .make_snapshot({.file = origin.root().parent_path() / "other", .base = snapshot})
            .error()
            .code == "SNAPSHOT_OF_OTHER_SETTINGS");
}

TEST_CASE("snapshot: a run with it that is stopped keeps what was there, and goes on with it") {
  const SnapshotSources origin;
  const auto snapshot = open_snapshot(make_snapshot(origin));
  ProjectFixture clone;
  clone.index();
  const auto before = segment_names(clone);
  std::filesystem::copy(origin.root() / "src/corpus", clone.root() / "src/corpus");
  std::stop_source source;
  IndexRequest request{.snapshot = snapshot};
  request.on_progress = [&](const IndexProgress& /*now*/) { source.request_stop(); };
  const auto stopped = clone.indexer().run(request, source.get_token());
  REQUIRE(stopped);
  CHECK(stopped->status == IndexStatus::kCancelled);
  CHECK(segment_names(clone) == before);
  CHECK(test::paths(clone.search("upload_invoice")).at(0) == "src/billing/upload.py");
  const auto rest = clone.index({.snapshot = snapshot});
  CHECK(rest.status == IndexStatus::kSuccess);
  CHECK(test::paths(clone.search("FolderLister")).at(0).starts_with("src/corpus/"));
}

TEST_CASE("snapshot: a delta holds what its base lacks, and works with it or behind it") {
  const ProjectFixture origin;
  const auto base = make_snapshot(origin);
  ProjectFixture later;
  later.write("src/extra.py", "def brand_new_thing():\n    pass\n");
  const auto whole = make_snapshot(later);
  const auto delta = make_snapshot(
      later, {.file = later.root().parent_path() / "delta", .base = open_snapshot(base)});
  const auto facts = open_snapshot(delta)->facts().at(0);
  CHECK(facts.contents == 1);
  CHECK(facts.bases == std::vector{open_snapshot(base)->facts().at(0).id});
  CHECK(facts.tree == open_snapshot(whole)->facts().at(0).tree);
  CHECK(bytes_of(delta).size() < bytes_of(whole).size() / 3);

  const auto both = Snapshot::open({delta, base});
  REQUIRE(both);
  ProjectFixture clone;
  clone.write("src/extra.py", "def brand_new_thing():\n    pass\n");
  const auto report = clone.index({.snapshot = *both});
  CHECK(report.files_from_snapshot == report.files_indexed);
  ProjectFixture behind;
  behind.index({.snapshot = open_snapshot(base)});
  behind.write("src/extra.py", "def brand_new_thing():\n    pass\n");
  const auto update = behind.index({.snapshot = open_snapshot(delta)});
  CHECK(update.files_indexed == 1);
  CHECK(update.files_from_snapshot == 1);
}

TEST_CASE("snapshot: what cannot be written is an error, and what was there stays") {
  const ProjectFixture project;
  const auto file = make_snapshot(project);
  const auto before = bytes_of(file);
  CHECK(workspace_of(project).make_snapshot({.file = file / "below"}).error().category ==
        ErrorCategory::kNotFound);
  std::stop_source source;
  source.request_stop();
  CHECK(workspace_of(project).make_snapshot({.file = file}, source.get_token()).error().category ==
        ErrorCategory::kCancelled);
  CHECK(bytes_of(file) == before);
  CHECK(workspace_of(project).snapshot_names().error().code == "NO_REPOSITORY");
}

}  // namespace
}  // namespace codeweaver
