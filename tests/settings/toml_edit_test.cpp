// Tests of in-place edits of settings files: all other bytes stay the same.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/toml_edit.hpp"

#include <doctest/doctest.h>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "settings/toml_file.hpp"

namespace codeweaver::settings {
namespace {

const TomlValues kValues = {{"search.file_decay", "0.9"}, {"search.fusion", "\"weighted\""}};

/// The file after kValues were set, or the code of the error.
std::string after(const std::string& before) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "codeweaver.toml";
  REQUIRE(base::write_file_atomic(file, before));
  const auto done = set_toml_values(file, kValues);
  const auto text = base::read_file(file);
  REQUIRE(text);
  if (done) return *text;
  CHECK(*text == before);
  return done.error().code;
}

}  // namespace

TEST_CASE("toml edit: values are replaced in their place, comments and the rest stay") {
  CHECK(after("# ours\n[search]\ntop_k = 5 # few\nfile_decay = 0.75   # d\xC3\xA9j\xC3\xA0\n"
              "  fusion='rrf'\n\n[logging]\nlevel = \"info\"") ==
        "# ours\n[search]\ntop_k = 5 # few\nfile_decay = 0.9   # d\xC3\xA9j\xC3\xA0\n"
        "  fusion=\"weighted\"\n\n[logging]\nlevel = \"info\"");
}

TEST_CASE("toml edit: what is missing goes below the head of its section, or into a new one") {
  CHECK(after("[search] # how\ntop_k = 5\n[logging]\nlevel = \"info\"\n") ==
        "[search] # how\nfile_decay = 0.9\nfusion = \"weighted\"\ntop_k = 5\n[logging]\n"
        "level = \"info\"\n");
  CHECK(after("[search]") == "[search]\nfile_decay = 0.9\nfusion = \"weighted\"\n");
  CHECK(after("[logging]\nlevel = \"info\"") ==
        "[logging]\nlevel = \"info\"\n\n[search]\nfile_decay = 0.9\nfusion = \"weighted\"\n");
  CHECK(after("") == "[search]\nfile_decay = 0.9\nfusion = \"weighted\"\n");
}

TEST_CASE("toml edit: text that looks like a key is not taken for one") {
  CHECK(
      after(
          "[search]\n# file_decay = 1\n[indexing]\nexclude = [\"\"\"\nfile_decay = 1\n\"\"\"]\n") ==
      "[search]\nfile_decay = 0.9\nfusion = \"weighted\"\n# file_decay = 1\n[indexing]\n"
      "exclude = [\"\"\"\nfile_decay = 1\n\"\"\"]\n");
}

TEST_CASE("toml edit: a file in another form, or none of TOML, stays as it is") {
  CHECK(after("search = {top_k = 5}\n") == "SETTINGS_FILE_FORM");
  CHECK(after("search = 5\n") == "SETTINGS_FILE_FORM");
  CHECK(after("[search\n") == "INVALID_SETTINGS_FILE");
}

TEST_CASE("toml edit: a file that is not there is made") {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "codeweaver.toml";
  REQUIRE(set_toml_values(file, kValues));
  CHECK(*base::read_file(file) == "[search]\nfile_decay = 0.9\nfusion = \"weighted\"\n");
  CHECK(toml_text(kValues) == "[search]\nfile_decay = 0.9\nfusion = \"weighted\"\n");
}

TEST_CASE("toml: a text is judged by line, one that nests too deep is not") {
  CHECK(check_toml("a = 1\n[b.c]\nd = [\"x\"]\n"));
  CHECK(check_toml(""));
  const auto bad = check_toml("a = 1\n[b\n");
  REQUIRE(!bad);
  CHECK(bad.error().cause.starts_with("The file is not TOML at line 2, "));
  CHECK(check_toml("a = " + std::string(100'000, '[')));
}

// The parser's behaviour is undefined for the letters from U+00A0 to U+0499 there.
TEST_CASE("toml: letters beyond ASCII stand in strings and comments alone") {
  CHECK(check_toml("\xEF\xBB\xBF# я\n\"я\" = 'я' # я\nb = \"\"\"я\nя\"\"\"\n"));
  for (const std::string_view text :
       {"я = 1", "a = я", "[я]", "a.я = 1", "a = 1 я", "a = [1, я]", "a = 1\n\"b\"я = 2"}) {
    const auto checked = check_toml(text);
    REQUIRE_FALSE_MESSAGE(checked, text);
    CHECK(checked.error().cause.find("beyond ASCII") != std::string::npos);
  }
  CHECK(std::holds_alternative<UnusableValue>(read_toml_value("я")));
}

TEST_CASE("toml: what is wrong with a text is said in one line, with its place") {
  const auto cause_of = [](std::string_view text) {
    const auto checked = check_toml(text);
    REQUIRE(!checked);
    for (const std::string_view end : {"\n", "\r", "\x1b", "\xC2\x85", "\xE2\x80\xA8"})
      CHECK(checked.error().cause.find(end) == std::string::npos);
    return checked.error().cause;
  };
  CHECK(cause_of("\"a\\nb\" = 1\n\"a\\nb\" = 2\n").find("at line 2, ") != std::string::npos);
  CHECK(cause_of("\xE2\x80\xA8 = 1\n").ends_with("is outside quotes"));
  CHECK(cause_of("a = 1\n\xC2\x85 = 2\n").find("at line 2, ") != std::string::npos);
}

}  // namespace codeweaver::settings
