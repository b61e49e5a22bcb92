// Tests of loading settings: precedence, keys not allowed in projects, unknown keys, wrong values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/load.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "base/temporary_folder.hpp"
#include "settings/keys.hpp"

namespace codeweaver::settings {
namespace {

namespace fs = std::filesystem;

/// A user's file, a project and their contents.
struct Layers {
  test::TemporaryFolder folder;
  LoadRequest request;

  Layers() {
    fs::create_directories(folder / "user");
    fs::create_directories(folder / "project/src");
    request.user_file = folder / "user/codeweaver.toml";
    request.project_root = folder / "project";
  }
  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder / name) << text;
  }
  void user(std::string_view text) const { write("user/codeweaver.toml", text); }
  void project(std::string_view text) const { write("project/codeweaver.toml", text); }
  EffectiveSettings loaded() const {
    auto effective = load(request);
    if (!effective) FAIL(effective.error().message());
    return *std::move(effective);
  }
  Error refused() const {
    const auto effective = load(request);
    REQUIRE_FALSE(effective);
    return effective.error();
  }
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("settings: without any source all is default, and says so") {
  const auto effective = load({});
  REQUIRE(effective);
  CHECK(effective->settings == Settings{});
  CHECK(effective->warnings.empty());
  for (const auto& [key, origin] : effective->origins) CHECK(origin == "default");
}

TEST_CASE("settings: each source overrides the weaker ones and is named") {
  Layers f;
  const auto check = [&](std::uint64_t top_k, const std::string& origin) {
    const auto effective = f.loaded();
    CHECK(effective.settings.search.top_k == top_k);
    CHECK(effective.origins.at("search.limit") == origin);
    CHECK(effective.warnings.empty());
  };
  check(10, "default");
  f.user("[search]\nlimit = 11\nrrf_k = 30\n");
  check(11, "user file " + f.request.user_file.string());
  f.project("[search]\nlimit = 12\n");
  check(12, "project file");
  f.write("named.toml", "[search]\nlimit = 13\n");
  f.request.config_file = f.folder / "named.toml";
  check(13, "config file " + f.request.config_file.string());
  f.request.environment["CODEWEAVER_SEARCH_LIMIT"] = "14";
  check(14, "environment CODEWEAVER_SEARCH_LIMIT");
  f.request.overrides = {"search.limit=15"};
  check(15, "command line");
  CHECK(f.loaded().settings.search.rrf_k == 30);
}

TEST_CASE("settings: every type reads from TOML") {
  Layers f;
  f.user(R"([indexing]
watch = false
max_files = 7
warn_files = 5
exclude = ["*.min.js", "vendor/"]
[chunking]
text_overlap = 0
extra_extensions = { pyx = "python", BUCK = "python" }
[store]
vector_index = "faiss_hnsw"
)");
  const Settings settings = f.loaded().settings;
  CHECK_FALSE(settings.indexing.watch);
  CHECK(settings.indexing.max_files == 7);
  CHECK(settings.indexing.exclude == std::vector<std::string>{"*.min.js", "vendor/"});
  CHECK(settings.chunking.text_overlap == 0);
  CHECK(settings.chunking.extra_extensions.at("pyx") == "python");
  CHECK(settings.store.vector_index == VectorIndexKind::kFaissHnsw);
}

TEST_CASE("settings: every type reads from the environment; empty variables do not count") {
  Layers f;
  f.request.environment = {{"CODEWEAVER_INDEXING_WATCH", "off"},
                           {"CODEWEAVER_INDEXING_MAX_FILES", ""},
                           {"CODEWEAVER_INDEXING_EXCLUDE", "*.min.js, vendor/,"},
                           {"CODEWEAVER_CHUNKING_TEXT_OVERLAP", "0.25"},
                           {"CODEWEAVER_CHUNKING_EXTRA_EXTENSIONS", "pyx=python, BUCK = python"},
                           {"CODEWEAVER_PROJECT_PATH", "/srv/code"},
                           {"CODEWEAVER_MAX_CHUNK_SIZE", "900"},
                           {"HOME", "/home/somebody"}};
  const auto effective = f.loaded();
  const Settings& settings = effective.settings;
  CHECK_FALSE(settings.indexing.watch);
  CHECK(settings.indexing.max_files == Settings{}.indexing.max_files);
  CHECK(settings.indexing.exclude == std::vector<std::string>{"*.min.js", "vendor/"});
  CHECK(settings.chunking.text_overlap == 0.25);
  CHECK(settings.chunking.extra_extensions.at("BUCK") == "python");
  CHECK(settings.codeweaver.project_path == "/srv/code");
  CHECK(settings.chunking.max_tokens == 900);
  CHECK(effective.warnings.empty());
}

TEST_CASE("settings: names of the sources are understood") {
  Layers f;
  f.user("[codeweaver]\nmax_chunk_size = 600\n[embedding]\nprovider = \"voyageai\"\n");
  const auto effective = f.loaded();
  CHECK(effective.settings.chunking.max_tokens == 600);
  CHECK(effective.origins.at("chunking.max_tokens").starts_with("user file"));
  CHECK(effective.settings.embedding.provider == "voyage");
}

TEST_CASE("settings: a wrong value is an error that names place, key, value and what is allowed") {
  struct Row {
    std::string_view toml;
    std::string_view cause;
  };
  const Row rows[] = {
      {"limit = \"ten\"", "search.limit is \"ten\" (text); allowed: integer from 1 to 1000"},
      {"limit = 0", "search.limit is 0 (integer); allowed: integer from 1 to 1000"},
      {"limit = -1", "search.limit is -1 (integer)"},
      {"limit = 1.5", "search.limit is 1.5 (number)"},
      {"limit = 1979-05-27", "search.limit is a date or time"},
      {"limit = [1, 2]", "search.limit is a list with items that are not texts"},
      {"min_similarity = nan", "search.min_similarity is nan (number)"},
      {"min_similarity = 2", "allowed: number from 0.0 to 1.0"},
      {"fusion = \"sum\"", "search.fusion is \"sum\" (text); allowed: one of rrf, weighted"},
      {"fusion = true", "search.fusion is true (boolean)"}};
  for (const Row& row : rows) {
    Layers f;
    f.project("# a comment\n[search]\n" + std::string(row.toml) + "\n");
    const Error error = f.refused();
    CHECK(error.category == ErrorCategory::kInvalidArgument);
    CHECK(error.code == "INVALID_SETTING");
    CHECK(contains(error.cause, row.cause));
    CHECK(contains(error.context, (f.folder / "project/codeweaver.toml").string()));
    CHECK(contains(error.context, "line 3"));
  }
}

TEST_CASE("settings: wrong values in variables and arguments name these") {
  Layers f;
  f.request.environment["CODEWEAVER_SEARCH_LIMIT"] = "many";
  CHECK(contains(f.refused().context, "CODEWEAVER_SEARCH_LIMIT"));
  f.request.environment.clear();
  f.request.overrides = {"search.limit=many"};
  CHECK(f.refused().context == "reading the command line");
}

TEST_CASE("settings: a file that is not TOML says where") {
  Layers f;
  f.user("[search]\nlimit = = 3\n");
  const Error error = f.refused();
  CHECK(error.code == "INVALID_SETTINGS_FILE");
  CHECK(contains(error.cause, f.request.user_file.string()));
  CHECK(contains(error.cause, "line 2"));
}

TEST_CASE("settings: the older names of keys still work, but nobody is told to use them") {
  Layers f;
  f.user("[search]\ntop_k = 11\n[answer]\ntop_k = 3\n");
  CHECK(f.loaded().settings.search.top_k == 11);
  CHECK(f.loaded().settings.answer.top_k == 3);
  CHECK(f.loaded().origins.contains("search.limit"));
  CHECK(f.loaded().warnings.empty());
  f.request.environment["CODEWEAVER_SEARCH_TOP_K"] = "14";
  CHECK(f.loaded().settings.search.top_k == 14);
  f.request.overrides = {"search.top_k=15"};
  CHECK(f.loaded().settings.search.top_k == 15);
  CHECK(nearest_key("search.top_kk") != "search.top_k");
}

TEST_CASE("settings: errors name a setting as the user wrote it") {
  Layers f;
  f.request.overrides = {"search.top_k=abc"};
  CHECK(f.refused().cause.starts_with("search.top_k is \"abc\""));
  f.request.overrides = {"search.limit=abc"};
  CHECK(f.refused().cause.starts_with("search.limit is \"abc\""));
  f.request.overrides.clear();
  f.request.environment = {{"CODEWEAVER_SEARCH_TOP_K", "abc"}};
  CHECK(f.refused().cause.starts_with("search.top_k is \"abc\""));
  f.request.environment.clear();
  f.user("[chunking]\nchunk_size = \"many\"\n");
  CHECK(f.refused().cause.starts_with("chunking.chunk_size is \"many\""));
}

TEST_CASE("settings: a setting that was replaced names the new one") {
  Layers f;
  f.user("[indexing]\nfresh_files = 10\n");
  f.request.environment = {{"CODEWEAVER_INDEXING_FRESH_FILES", "4"}};
  const auto warnings = f.loaded().warnings;
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0].ends_with("; it was replaced by indexing.patience_ms"));
  CHECK(warnings[1].ends_with("; it was replaced by CODEWEAVER_INDEXING_PATIENCE_MS"));
  f.request.overrides = {"indexing.fresh_files=3"};
  CHECK(f.refused().action == "It was replaced by indexing.patience_ms.");
}

TEST_CASE("settings: unknown keys are reported with the nearest known one") {
  Layers f;
  f.user("stray = 1\n[serach]\nlimit = 3\n[search]\nlimt = 3\n[indexing]\nquite_unlike_it = 1\n");
  f.request.environment = {{"CODEWEAVER_SEARCH_LIMT", "4"}, {"CODEWEAVER_TEST_DATA", "x"}};
  const auto effective = f.loaded();
  REQUIRE(effective.warnings.size() == 5);
  CHECK(contains(effective.warnings[0], "'stray'"));
  CHECK(contains(effective.warnings[1], "'serach.limit'"));
  CHECK(contains(effective.warnings[1], "did you mean search.limit?"));
  CHECK(contains(effective.warnings[2], "'search.limt'"));
  CHECK(contains(effective.warnings[2], "did you mean search.limit?"));
  CHECK(contains(effective.warnings[2], "line 5"));
  CHECK_FALSE(contains(effective.warnings[3], "did you mean"));
  CHECK(contains(effective.warnings[4], "did you mean CODEWEAVER_SEARCH_LIMIT?"));
  CHECK(effective.settings == Settings{});
}

TEST_CASE("settings: an unknown key on the command line is refused") {
  Layers f;
  for (const std::string text : {"search.limt=3", "search.limit", "=3", ""}) {
    f.request.overrides = {text};
    const Error error = f.refused();
    CHECK(error.code == "UNKNOWN_SETTING");
    if (text == "search.limt=3") CHECK(contains(error.action, "search.limit"));
  }
}

TEST_CASE("settings: a project's file cannot redirect anything, your own files can") {
  Layers f;
  const std::string_view toml = R"([server]
host = "0.0.0.0"
token = "known"
[embedding]
url = "http://elsewhere/"
model = "static-code-3"
[store]
kind = "qdrant"
url = 7
[codeweaver]
data_dir = "/elsewhere"
)";
  f.project(toml);
  const auto effective = f.loaded();
  Settings expected;
  expected.embedding.model = "static-code-3";
  CHECK(effective.settings == expected);
  REQUIRE(effective.warnings.size() == 6);
  CHECK(contains(effective.warnings[0], "server.host is ignored"));
  CHECK(contains(effective.warnings[0], "line 2"));
  CHECK(effective.origins.at("server.host") == "default");

  f.project("");
  f.write("named.toml", "[server]\nhost = \"0.0.0.0\"\n");
  f.request.config_file = f.folder / "named.toml";
  CHECK(f.loaded().settings.server.host == "0.0.0.0");
  f.project("[server]\nhost = \"::1\"\n");
  f.request.config_file = f.folder / "project/codeweaver.toml";
  CHECK(f.loaded().settings.server.host == "::1");
  CHECK(f.loaded().warnings.empty());
}

TEST_CASE("settings: a project's file tightens limits and never loosens them") {
  Layers f;
  const std::string_view toml = R"([indexing]
parse_memory = 17179869184
workers = 1024
memory_budget = 100000000
secrets = "keep"
max_file_bytes = 1000
data_file_chunks = 0
watch_check_seconds = 1
[search]
deadline_ms = 3600000
candidates = 50
[limits]
query_bytes = 10000000
)";
  f.project(toml);
  auto effective = f.loaded();
  Settings expected;
  expected.indexing.memory_budget = 100'000'000;
  expected.indexing.max_file_bytes = 1000;
  expected.search.candidates = 50;
  CHECK(effective.settings == expected);
  REQUIRE(effective.warnings.size() == 7);
  CHECK(
      contains(effective.warnings[0], "indexing.parse_memory = 17179869184 (integer) is ignored"));
  CHECK(contains(effective.warnings[0], "line 2"));
  CHECK(contains(effective.warnings[0], "tighten it, from 268435456"));
  CHECK(contains(effective.warnings[0], "your own settings file"));
  CHECK(contains(effective.warnings[0], "in your settings for this project"));
  CHECK(effective.origins.at("indexing.parse_memory") == "default");

  // Your own settings are what counts, wherever they come from.
  f.user("[indexing]\nparse_memory = 17179869184\nsecrets = \"leave_out\"\nworkers = 2\n");
  f.project("[indexing]\nparse_memory = 17000000000\nsecrets = \"mask\"\nworkers = 0\n");
  effective = f.loaded();
  CHECK(effective.settings.indexing.parse_memory == 17'000'000'000);
  CHECK(effective.settings.indexing.secrets == SecretPolicy::kLeaveOut);
  CHECK(effective.settings.indexing.workers == 2);
  CHECK(effective.warnings.size() == 2);
  f.user("");
  f.write("kept.toml", toml);
  f.request.project_settings = f.folder / "kept.toml";
  CHECK(f.loaded().settings.indexing.parse_memory == 17'179'869'184);
  CHECK(f.loaded().settings.indexing.workers == 1024);
  f.request.project_settings.clear();
  f.project(toml);
  f.request.config_file = f.folder / "project/codeweaver.toml";
  CHECK(f.loaded().settings.indexing.secrets == SecretPolicy::kKeep);
}

TEST_CASE("settings: each limit of the table is held against a project's file") {
  for (const Key& key : keys()) {
    if (!key.has(kAtMost) && !key.has(kAtLeast)) continue;
    CAPTURE(key.name);
    Layers f;
    const bool is_text = !key.choices.empty();
    const std::string strict =
        is_text ? std::string(key.choices.front().name)
                : std::to_string(static_cast<std::uint64_t>(!key.has(kAtMost) ? key.max
                                                            : key.zero != 0   ? 1
                                                                              : key.min));
    const std::string loose =
        is_text ? std::string(key.choices.back().name)
                : std::to_string(static_cast<std::uint64_t>(key.has(kAtMost) ? key.max : key.min));
    const auto line = [&](const std::string& value) {
      return "[" + std::string(key.section()) + "]\n" +
             std::string(key.name.substr(key.name.find('.') + 1)) + " = " +
             (is_text ? '"' + value + '"' : value) + "\n";
    };
    f.project(line(strict));
    CHECK(f.loaded().warnings.empty());
    CHECK(f.loaded().origins.at(std::string(key.name)) == "project file");
    f.user(line(strict));
    f.project(line(loose));
    CHECK(f.loaded().warnings.size() == 1);
    CHECK(f.loaded().origins.at(std::string(key.name)).starts_with("user file"));
  }
}

TEST_CASE("settings: paths are relative to their file, and a project's stay inside") {
  Layers f;
  const auto project_path = [&] { return fs::path(f.loaded().settings.codeweaver.project_path); };
  f.user("[codeweaver]\nproject_path = \"../project\"\ndata_dir = \"~/state\"\n");
  f.request.environment["HOME"] = "/home/somebody";
  CHECK(project_path() == f.folder / "project");
  CHECK(f.loaded().settings.codeweaver.data_dir == "/home/somebody/state");
  f.user("");
  f.project("[codeweaver]\nproject_path = \"src\"\n");
  CHECK(project_path() == f.folder / "project/src");
  fs::create_directory_symlink("/etc", f.folder / "project/link");
  for (const std::string outside : {"..", "/etc", "src/../../user", "link"}) {
    f.project("[codeweaver]\nproject_path = \"" + outside + "\"\n");
    CHECK(project_path().empty());
    CHECK(f.loaded().warnings.size() == 1);
  }
}

TEST_CASE("settings: a file that would overwhelm the parser is refused before it is parsed") {
  std::string parts = "a", lists, tables = "x = ";
  for (int i = 0; i < 60'000; ++i) parts += ".a";
  for (int i = 0; i < 60'000; ++i) lists += '[';
  for (int i = 0; i < 40'000; ++i) tables += "{a=";
  for (const std::string& text :
       {parts + " = 1\n", "[" + parts + "]\n", "[[" + parts + "]]\n", "x = {" + parts + " = 1}\n",
        "x = " + lists, tables, "s = \"\"\"a\"\"\"\"\"\nx = ['''b'''', {" + parts + " = 1}]\n"}) {
    Layers f;
    f.project("\n" + text);
    const Error error = f.refused();
    CHECK(error.code == "INVALID_SETTINGS_FILE");
    CHECK(contains(error.cause, "project/codeweaver.toml"));
    CHECK(contains(error.cause, "16 levels at line"));
    f.project("");
    f.user(text);
    CHECK(contains(f.refused().cause, "user/codeweaver.toml"));
  }
  Layers f;
  f.project("# " + std::string(256 << 10, 'x'));
  CHECK(contains(f.refused().cause, "larger than 256 KiB"));
}

TEST_CASE("settings: what only looks deep is read") {
  Layers f;
  const std::string dots(100, '.'), brackets(100, '[');
  f.project("# " + dots + brackets + "\n[indexing]\nexclude = [\"" + dots + "\", '" + brackets +
            "', \"\"\"\n" + brackets + "\\\"\"\"\"]\n[search]\nlimit = 12\n");
  const auto effective = f.loaded();
  CHECK(effective.settings.search.top_k == 12);
  CHECK(effective.settings.indexing.exclude.size() == 3);
}

TEST_CASE("settings: of many or long unknown keys a bounded part is told") {
  Layers f;
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "k" + std::to_string(i) + " = 1\n";
  f.project(text);
  const auto warnings = f.loaded().warnings;
  REQUIRE(warnings.size() == 11);
  CHECK(contains(warnings.back(), "19990 more unknown settings in the project file"));
  const std::string long_name(200'000, 'x');
  f.project(long_name + " = 1\n");
  CHECK(f.loaded().warnings.at(0).size() < 1000);
  f.project("[search]\nlimit = \"" + long_name + "\"\n");
  CHECK(f.refused().message().size() < 1000);
  const std::string twice = long_name.substr(0, 100'000);
  f.project(twice + " = 1\n" + twice + " = 2\n");
  CHECK(f.refused().message().size() < 1000);
}

TEST_CASE("settings: a named file must be there, the others need not") {
  Layers f;
  f.request.config_file = f.folder / "missing.toml";
  const Error error = f.refused();
  CHECK(error.category == ErrorCategory::kNotFound);
  CHECK(contains(error.cause, "missing.toml"));
}

TEST_CASE("settings: sizes of chunks that were not set follow those that were") {
  Layers f;
  f.request.overrides = {"codeweaver.max_chunk_size=150"};
  const auto small = f.loaded().settings.chunking;
  CHECK(small.min_tokens == 150);
  CHECK(small.target_tokens == 150);
  CHECK(small.max_tokens == 150);
  CHECK(small.hard_limit == 4000);
  f.request.overrides = {"chunking.min_tokens=5000"};
  CHECK(f.loaded().settings.chunking.hard_limit == 5000);
  f.request.overrides = {"chunking.min_tokens=300", "chunking.max_tokens=200"};
  const Error error = f.refused();
  CHECK(error.cause == "chunking.min_tokens is 300 and chunking.max_tokens is 200");
}

TEST_CASE("settings: weights that are all 0 are refused") {
  Layers f;
  f.request.overrides = {"search.weight_rerank=0", "search.weight_dense=0",
                         "search.weight_sparse=0", "search.weight_semantic=0"};
  CHECK(contains(f.refused().cause, "weight_rerank"));
}

}  // namespace codeweaver::settings
