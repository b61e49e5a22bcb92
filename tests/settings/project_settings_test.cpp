// Tests of settings stored with an index: changes, rejections, precedence.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/project_settings.hpp"

#include <doctest/doctest.h>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "settings/load.hpp"

namespace codeweaver::settings {
namespace {

struct SettingsFile {
  test::TemporaryFolder folder;
  std::filesystem::path file = folder / "state" / "settings.toml";

  Result<void> change(const std::vector<std::string>& assignments) const {
    return change_project_settings(file, assignments);
  }
  std::string refused(const std::vector<std::string>& assignments) const {
    const auto before = *project_settings(file);
    const auto done = change(assignments);
    REQUIRE_FALSE(done);
    CHECK(*project_settings(file) == before);
    return done.error().code;
  }
};

}  // namespace

TEST_CASE("project settings: set, replaced, taken out") {
  const SettingsFile f;
  CHECK(project_settings(f.file)->empty());
  REQUIRE(f.change({"chunking.chunk_size=300", "embedding.model=small", "indexing.exclude=a,b"}));
  CHECK(*project_settings(f.file) == TomlValues{{"chunking.max_tokens", "300"},
                                                {"embedding.model", "\"small\""},
                                                {"indexing.exclude", "[\"a\", \"b\"]"}});
  REQUIRE(f.change({"chunking.max_tokens=", "embedding.model=large", "search.limit="}));
  CHECK(*project_settings(f.file) ==
        TomlValues{{"embedding.model", "\"large\""}, {"indexing.exclude", "[\"a\", \"b\"]"}});
}

TEST_CASE("project settings: what is wrong changes nothing") {
  const SettingsFile f;
  REQUIRE(f.change({"chunking.min_tokens=100"}));
  CHECK(f.refused({"search.limit=3", "chunking.max_tokens=many"}) == "INVALID_SETTING");
  CHECK(f.refused({"chunking.max_tokens=50"}) == "INVALID_SETTING");
  CHECK(f.refused({"chunking.max_token=300"}) == "UNKNOWN_SETTING");
  CHECK(f.refused({"chunking.max_tokens"}) == "UNKNOWN_SETTING");
  CHECK(f.refused({"store.url=http://elsewhere"}) == "NOT_OF_A_PROJECT");
  CHECK(f.refused({"codeweaver.active_project_command=sh"}) == "NOT_OF_A_PROJECT");
  CHECK(f.refused({"codeweaver.project_path=/"}) == "NOT_OF_A_PROJECT");
}

TEST_CASE("project settings: over the project's file, below the environment") {
  const SettingsFile f;
  REQUIRE(f.change({"search.limit=3", "search.context_lines=4", "search.rrf_k=5"}));
  REQUIRE(base::write_file_atomic(f.folder / "codeweaver.toml",
                                  "[search]\nlimit = 2\nfile_decay = 0.5\n"));
  REQUIRE(base::write_file_atomic(f.folder / "named.toml", "[search]\nrrf_k = 6\n"));
  LoadRequest request;
  request.project_root = f.folder.path();
  request.project_settings = f.file;
  request.config_file = f.folder / "named.toml";
  request.environment = {{"CODEWEAVER_SEARCH_CONTEXT_LINES", "1"}};
  const auto loaded = load(request);
  REQUIRE(loaded);
  CHECK(loaded->settings.search.top_k == 3);
  CHECK(loaded->origins.at("search.limit") == "project settings");
  CHECK(loaded->settings.search.context_lines == 1);
  CHECK(loaded->settings.search.rrf_k == 6);
  CHECK(loaded->settings.search.file_decay == 0.5);
}

TEST_CASE("project settings: a file that came with a clone cannot redirect anything") {
  const SettingsFile f;
  REQUIRE(base::write_file_atomic(
      f.folder / "settings.toml",
      "[codeweaver]\nactive_project_command = [\"sh\"]\n[store]\nurl = \"http://elsewhere\"\n"));
  LoadRequest request;
  request.project_settings = f.folder / "settings.toml";
  const auto loaded = load(request);
  REQUIRE(loaded);
  CHECK(loaded->settings == Settings{});
  CHECK(loaded->warnings.size() == 2);
}

}  // namespace codeweaver::settings
