// Tests of displayed settings: config --show, reference, hash.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/file.hpp"
#include "settings/keys.hpp"
#include "settings/load.hpp"
#include "settings/setting_value.hpp"

namespace codeweaver::settings {
namespace {

EffectiveSettings effective_with(std::vector<std::string> overrides) {
  LoadRequest request;
  request.overrides = std::move(overrides);
  auto effective = load(request);
  REQUIRE(effective);
  return *std::move(effective);
}

const ShownSetting& row_of(const std::vector<ShownSetting>& rows, std::string_view key) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.key == key; });
  REQUIRE(found != rows.end());
  return *found;
}

}  // namespace

TEST_CASE("keys: names and places are unique, defaults are allowed values") {
  std::set<std::string_view> names;
  std::set<Field> fields;
  Settings settings;
  for (const Key& key : keys()) {
    CAPTURE(key.name);
    CHECK(names.insert(key.name).second);
    CHECK(fields.insert(key.field(settings)).second);
    CHECK_FALSE(key.doc.empty());
    CHECK(find_key(key.name) == &key);
    const Settings defaults;
    if (!key.choices.empty() || std::holds_alternative<std::uint64_t*>(key.field(settings))) {
      std::string text = value_text(key, defaults);
      std::erase(text, '"');
      CHECK(store_value(key, read_text(key, text), settings));
    }
    CHECK(settings == defaults);
  }
}

TEST_CASE("values: what is shown of a list, a table or a text can be given back as it is") {
  const auto given =
      effective_with({"indexing.exclude=a\"b,*.har,[ab]*.c", "codeweaver.data_dir=/a b/'c'",
                      "chunking.extra_extensions=BUCK=python,x=sql"});
  for (const auto& name :
       {"indexing.exclude", "chunking.extra_extensions", "codeweaver.data_dir"}) {
    const Key& key = *find_key(name);
    Settings copy;
    REQUIRE(store_value(key, read_text(key, value_text(key, given.settings)), copy));
    CHECK(value_text(key, copy) == value_text(key, given.settings));
  }
  CHECK(given.settings.indexing.exclude.size() == 3);
  CHECK(effective_with({"chunking.extra_extensions={test=\"sql\"}"})
            .settings.chunking.extra_extensions ==
        std::map<std::string, std::string>{{"test", "sql"}});
  CHECK(effective_with({"indexing.exclude=[]"}).settings.indexing.exclude.empty());
  // A command may begin and end with a quoted word.
  CHECK(effective_with({"embedding.model='a' 'b'"}).settings.embedding.model == "'a' 'b'");
}

TEST_CASE("values: brackets around what is no TOML are refused, not taken for one text") {
  for (const std::string text :
       {"indexing.exclude=[*.har]", "indexing.exclude=[1, 2]", "indexing.exclude=[\"a\"]\nb=[]",
        "chunking.extra_extensions={test: sql}"}) {
    CAPTURE(text);
    LoadRequest request;
    request.overrides = {text};
    const auto effective = load(request);
    REQUIRE_FALSE(effective);
    CHECK(effective.error().code == "INVALID_SETTING");
  }
}

TEST_CASE("keys: an address, a secret or a variable's name is never a project's to set") {
  for (const Key& key : keys()) {
    const auto part = key.name.substr(key.name.find('.') + 1);
    if (part == "url" || part == "api_key_env" || part == "model_path" || part == "library" ||
        part == "token" || key.section() == "server")
      CHECK(key.has(kUserOnly));
  }
}

TEST_CASE("show: value, origin and type of every key; secrets stay hidden") {
  const auto rows =
      show(effective_with({"search.limit=20", "server.token=hunter2", "indexing.exclude=a\"b,c"}));
  CHECK(rows.size() == keys().size());
  CHECK(row_of(rows, "search.limit").value == "20");
  CHECK(row_of(rows, "search.limit").origin == "command line");
  CHECK(row_of(rows, "search.limit").type == "integer from 1 to 1000");
  CHECK(row_of(rows, "search.rrf_k").origin == "default");
  CHECK(row_of(rows, "search.rrf_k").value == "60.0");
  CHECK(row_of(rows, "indexing.exclude").value == R"(["a\"b", "c"])");
  CHECK(row_of(rows, "server.token").value == "(set)");
  CHECK(row_of(show(effective_with({})), "server.token").value == "(not set)");
}

TEST_CASE("settings_hash: changes with what shapes an index and with nothing else") {
  const std::string original = settings_hash({});
  CHECK(original.size() == 5 + 32);
  CHECK(original.starts_with("xxh3:"));
  for (const char* same : {"search.limit=20", "indexing.workers=3", "server.port=1",
                           "logging.level=debug", "rerank.depth=5", "embedding.url=http://x"})
    CHECK(settings_hash(effective_with({same}).settings) == original);
  std::set<std::string> hashes = {original};
  for (const char* other : {"chunking.max_tokens=900", "chunking.text_overlap=0.2",
                            "embedding.model=x", "indexing.exclude=a,b", "indexing.exclude=a",
                            "chunking.extra_extensions=a=python", "indexing.max_file_bytes=1000"})
    CHECK(hashes.insert(settings_hash(effective_with({other}).settings)).second);
}

TEST_CASE("docs/reference/settings.md is what the table says (CODEWEAVER_UPDATE=1 rewrites it)") {
  const std::filesystem::path path = CODEWEAVER_SOURCE_DIR "/docs/reference/settings.md";
  if (std::getenv("CODEWEAVER_UPDATE") != nullptr)
    REQUIRE(base::write_file_atomic(path, reference_markdown()));
  const auto written = base::read_file(path);
  REQUIRE(written);
  CHECK(*written == reference_markdown());
}

}  // namespace codeweaver::settings
