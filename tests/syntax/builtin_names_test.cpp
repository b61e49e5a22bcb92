// Tests of built-in names of languages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/builtin_names.hpp"

#include <doctest/doctest.h>

namespace codeweaver::syntax {

TEST_CASE("builtin names: casts, types and basic functions, each in its languages") {
  CHECK(is_builtin_name("cpp", "static_cast"));
  CHECK(is_builtin_name("python", "len"));
  CHECK(is_builtin_name("go", "len"));
  CHECK(is_builtin_name("rust", "iter"));
  CHECK(is_builtin_name("typescript", "string"));
  CHECK_FALSE(is_builtin_name("cpp", "len"));
  CHECK_FALSE(is_builtin_name("python", "le"));
  CHECK_FALSE(is_builtin_name("python", "len list"));
  CHECK_FALSE(is_builtin_name("python", ""));
  CHECK_FALSE(is_builtin_name("", "len"));
  CHECK_FALSE(is_builtin_name("css", "len"));
}

}  // namespace codeweaver::syntax
