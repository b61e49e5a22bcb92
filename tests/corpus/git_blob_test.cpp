// Tests of git_blob_id: comparison with git.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_blob.hpp"

#include <doctest/doctest.h>

using codeweaver::corpus::git_blob_id;

TEST_CASE("git blob: ids are those of `git hash-object`") {
  CHECK(git_blob_id("") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  CHECK(git_blob_id("what is up, doc?") == "bd9dbf5aae1a3862dd1526723246b20206e5fc37");
  CHECK(git_blob_id("test content\n") == "d670460b4b4aece5915caf5c68d12f560a9fe3e4");
}
