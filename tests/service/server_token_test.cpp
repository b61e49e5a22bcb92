// Tests of the server token: created once, then read; accessible only for its owner.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/api/server_token.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::service {
namespace {

mode_t mode_of(const std::filesystem::path& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

TEST_CASE("server_token: where there is no file, one is made with a token of chance") {
  const test::TemporaryFolder folder;
  const auto made = server_token(folder / "keys/token");
  REQUIRE(made);
  CHECK(made->size() == 64);
  CHECK(made->find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(mode_of(folder / "keys") == 0700);
  CHECK(mode_of(folder / "keys/token") == 0600);
  CHECK(*server_token(folder / "keys/token") == *made);
  CHECK(*server_token(folder / "keys/other") != *made);
}

TEST_CASE("server_token: a file of the user's own is read without white space, and closed") {
  const test::TemporaryFolder folder;
  REQUIRE(base::write_user_file(folder / "token", "  my-own-token-of-16 \n"));
  REQUIRE(::chmod((folder / "token").c_str(), 0644) == 0);
  CHECK(*server_token(folder / "token") == "my-own-token-of-16");
  CHECK(mode_of(folder / "token") == 0600);
}

TEST_CASE("server_token: what is no token is refused, and stays") {
  for (const char* text :
       {"", "\n", "short", "two words that are long", "umlaut-\xC3\xA4-0123456789"}) {
    const test::TemporaryFolder folder;
    REQUIRE(base::write_user_file(folder / "token", text));
    const auto token = server_token(folder / "token");
    REQUIRE_FALSE(token);
    CHECK(token.error().code == "INVALID_TOKEN");
    CHECK(*base::read_file(folder / "token") == text);
  }
}

}  // namespace
}  // namespace codeweaver::service
