// Tests of the user's ignore rules: the file named in git's configuration.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/user_ignore.hpp"

#include <doctest/doctest.h>

namespace codeweaver::corpus {

TEST_CASE("user ignore: the excludes file is read from git's configuration, in any spelling") {
  CHECK(excludes_file_in("[core]\n\texcludesFile = ~/rules\n", "/home/me") == "/home/me/rules");
  CHECK(excludes_file_in("[core]\nexcludesfile=\"/etc/rules\"\n", "") == "/etc/rules");
  CHECK(excludes_file_in("[core]\n\teditor = vi\n", "/home/me").empty());
  CHECK(excludes_file_in("# excludesfile = a b\n", "/home/me").empty());
}

TEST_CASE("user ignore: without a configuration it lies in the folder of settings") {
  CHECK(user_excludes_file({"/no/such/home", ""}) == "/no/such/home/.config/git/ignore");
  CHECK(user_excludes_file({"/no/such/home", "/no/settings"}) == "/no/settings/git/ignore");
  CHECK(user_excludes_file({}).empty());
}

}  // namespace codeweaver::corpus
