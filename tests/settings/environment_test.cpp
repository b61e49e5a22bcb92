// Tests of the environment: variables, .env files, user folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/environment.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <fstream>

#include "base/temporary_folder.hpp"

namespace codeweaver::settings {

TEST_CASE("environment: the variables of the process are captured") {
  ::setenv("CODEWEAVER_CAPTURE_TEST", "a=b", 1);
  CHECK(capture_environment().at("CODEWEAVER_CAPTURE_TEST") == "a=b");
  ::unsetenv("CODEWEAVER_CAPTURE_TEST");
  CHECK(capture_environment().count("CODEWEAVER_CAPTURE_TEST") == 0);
}

TEST_CASE("environment: a .env file adds what is not set") {
  const test::TemporaryFolder folder;
  std::ofstream(folder / ".env") << "# keys\n\nVOYAGE_API_KEY=abc\nexport QUOTED = \"a # b\"\n"
                                    "SINGLE='x y'  # note\nPLAIN=x y # note\r\nEMPTY=\nSET=file\n";
  Environment environment = {{"SET", "process"}};
  REQUIRE(add_env_file(folder / ".env", environment));
  const Environment expected = {{"VOYAGE_API_KEY", "abc"}, {"QUOTED", "a # b"}, {"SINGLE", "x y"},
                                {"PLAIN", "x y"},          {"EMPTY", ""},       {"SET", "process"}};
  CHECK(environment == expected);
}

TEST_CASE("environment: a .env file that is none says which line") {
  const test::TemporaryFolder folder;
  for (const char* bad : {"A=1\nwhat is this\n", "A=1\n1A=2", "A=1\n=2\n"}) {
    std::ofstream(folder / ".env") << bad;
    Environment environment;
    const auto added = add_env_file(folder / ".env", environment);
    REQUIRE_FALSE(added);
    CHECK(added.error().cause.starts_with("Line 2 of "));
  }
  Environment environment;
  CHECK(add_env_file(folder / "missing", environment).error().category == ErrorCategory::kNotFound);
}

TEST_CASE("environment: the user's folders follow XDG, then HOME") {
  struct Row {
    Environment environment;
    std::string config;
    std::string data;
  };
  const Row rows[] = {{{{"HOME", "/h"}}, "/h/.config/codeweaver", "/h/.local/share/codeweaver"},
                      {{{"HOME", "/h"}, {"XDG_CONFIG_HOME", "/c"}, {"XDG_DATA_HOME", "/d"}},
                       "/c/codeweaver",
                       "/d/codeweaver"},
                      {{{"HOME", "/h"}, {"XDG_CONFIG_HOME", "relative"}, {"XDG_DATA_HOME", ""}},
                       "/h/.config/codeweaver",
                       "/h/.local/share/codeweaver"}};
  for (const Row& row : rows) {
    CHECK(*user_config_dir(row.environment) == row.config);
    CHECK(*user_data_dir(row.environment) == row.data);
    CHECK(*user_settings_file(row.environment) == row.config + "/codeweaver.toml");
  }
  CHECK(user_data_dir({}).error().code == "HOME_NOT_SET");
  CHECK_FALSE(user_settings_file({}));
}

}  // namespace codeweaver::settings
