// Tests of the language table and of language detection.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace codeweaver::syntax;

std::string id_of(std::optional<LanguageIndex> language) {
  return language ? std::string(languages()[*language].id) : "none";
}

struct Case {
  std::string_view name, head, expected;
};

}  // namespace

TEST_CASE("language table: every key belongs to exactly one row and is lower case") {
  std::set<std::string_view> ids, extensions, filenames;
  for (const LanguageInfo& info : languages()) {
    CAPTURE(info.id);
    CHECK(ids.insert(info.id).second);
    CHECK_FALSE(info.display_name.empty());
    for (const auto extension : info.extensions) {
      CAPTURE(extension);
      CHECK(extensions.insert(extension).second);
      CHECK(extension.find('.') == std::string_view::npos);
      CHECK(std::none_of(extension.begin(), extension.end(),
                         [](char c) { return c >= 'A' && c <= 'Z'; }));
    }
    for (const auto name : info.filenames) {
      CAPTURE(name);
      CHECK(filenames.insert(name).second);
      CHECK(std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; }));
    }
  }
}

TEST_CASE("language table: categories are the five documented ones") {
  const std::set<std::string_view> allowed = {"code", "config", "docs", "data", "markup"};
  for (const LanguageInfo& info : languages()) {
    CAPTURE(info.id);
    CHECK(allowed.contains(info.category));
  }
}

TEST_CASE("language table: the languages of the specification have a grammar") {
  const std::vector<std::string_view> required = {
      "python",     "javascript",    "typescript", "tsx",
      "java",       "rust",          "go",         "c",
      "cpp",        "csharp",        "ruby",       "php",
      "scala",      "swift",         "kotlin",     "haskell",
      "bash",       "julia",         "ocaml",      "ocaml_interface",
      "elixir",     "objc",          "lua",        "zig",
      "r",          "sql",           "dart",       "perl",
      "powershell", "cmake",         "proto",      "graphql",
      "solidity",   "hcl",           "nix",        "make",
      "markdown",   "toml",          "yaml",       "json",
      "css",        "containerfile", "xml",        "scss",
      "groovy",     "html",          "vue",        "svelte"};
  CHECK(required.size() == 48);
  for (const auto id : required) {
    CAPTURE(id);
    const auto language = find_language(id);
    REQUIRE(language);
    CHECK(languages()[*language].id == id);
    CHECK(languages()[*language].has_grammar);
  }
}

TEST_CASE("find_language: ids and aliases, in any case") {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"c++", "cpp"},
      {"C++", "cpp"},
      {"js", "javascript"},
      {"shell", "bash"},
      {"sh", "bash"},
      {"golang", "go"},
      {"yml", "yaml"},
      {"Python", "python"},
      {"c#", "csharp"},
      {"ts", "typescript"},
      {"dockerfile", "containerfile"},
      {"md", "markdown"},
      {"rs", "rust"},
      {"kt", "kotlin"},
      {"terraform", "hcl"}};
  for (const auto& [alias, id] : cases) {
    CAPTURE(alias);
    CHECK(id_of(find_language(alias)) == id);
  }
  CHECK_FALSE(find_language("klingon"));
  CHECK_FALSE(find_language(""));
}

TEST_CASE("language_of_name: extensions, file names and their templates") {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"a.py", "python"},
      {"src/deep/a.PY", "python"},
      {"dir\\a.cs", "csharp"},
      {"a.c", "c"},
      {"a.C", "cpp"},
      {"a.R", "r"},
      {"a.h", "c"},
      {"a.tsx", "tsx"},
      {"a.d.ts", "typescript"},
      {"CMakeLists.txt", "cmake"},
      {"notes.txt", "text"},
      {"Dockerfile", "containerfile"},
      {"Dockerfile.prod", "containerfile"},
      {"web.dockerfile", "containerfile"},
      {"Makefile", "make"},
      {"Makefile.in", "make"},
      {"config.h.in", "c"},
      {".env", "properties"},
      {".env.example", "properties"},
      {".bashrc", "bash"},
      {"Cargo.lock", "toml"},
      {"go.mod", "gomod"},
      {"README", "text"},
      {"README.rst", "restructuredtext"},
      {"build.gradle.kts", "kotlin"},
      {"build.gradle", "groovy"},
      {"x.mli", "ocaml_interface"},
      {"x.scss", "scss"},
      {"BUILD.bazel", "starlark"},
      {"data.csv", "csv"},
      {"fix.patch", "diff"},
      {"layouts/main.kdl", "kdl"},
      {"Query.g4", "grammar"},
      {"templates/_helpers.tpl", "template"},
      {"App.config", "ini"},
      {"user.sq", "sql"},
      {"login.robot", "robot"},
      {"Snakefile", "snakemake"},
      {"photo.png", "none"},
      {"noextension", "none"},
      {".hidden", "none"},
      {"trailing.", "none"},
      {"", "none"},
      {"dir/", "none"}};
  for (const auto& [name, id] : cases) {
    CAPTURE(name);
    CHECK(id_of(language_of_name(name)) == id);
  }
}

TEST_CASE("language_of_content: shebang lines decide for files without a known name") {
  const std::vector<Case> cases = {{"run", "#!/bin/sh\n", "bash"},
                                   {"run", "#!/usr/bin/env python3\nprint()\n", "python"},
                                   {"run", "#!/usr/bin/env -S DEBUG=1 python3.11 -u\n", "python"},
                                   {"run", "#! /usr/bin/perl5 -w\r\n", "perl"},
                                   {"run", "#!/usr/bin/env node", "javascript"},
                                   {"run", "\xEF\xBB\xBF#!/usr/local/bin/Rscript\n", "r"},
                                   {"run", "#!/usr/bin/lua5.4\n", "lua"},
                                   {"run", "#!/opt/unknown\n", "none"},
                                   {"run", "#!\n", "none"},
                                   {"run", "", "none"},
                                   {"run", "print 1\n", "none"},
                                   {"a.py", "#!/bin/sh\n", "python"}};
  for (const Case& c : cases) {
    CAPTURE(c.head);
    CHECK(id_of(language_of_content(c.name, c.head)) == c.expected);
  }
}

TEST_CASE("language_of_content: extensions that several languages share") {
  const std::vector<Case> cases = {
      {"a.h", "#ifndef A\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n", "c"},
      {"a.h", "namespace a {\nclass B;\n}\n", "cpp"},
      {"a.h", "#include <vector>\n", "cpp"},
      {"a.h", "#import <Foundation/Foundation.h>\n@interface A : NSObject\n", "objc"},
      {"a.m", "#import \"A.h\"\n@implementation A\n@end\n", "objc"},
      {"a.m", "function y = f(x)\n% squares\ny = x^2;\nend\n", "matlab"},
      {"a.ts", "export const a = 1;\n", "typescript"},
      {"a.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n", "xml"},
      {"a.pl", "use strict;\nmy $x = 1;\n", "perl"},
      {"a.pl", ":- module(a, [b/1]).\nb(1).\n", "prolog"},
      {"a.t", "use Test::More;\n", "perl"},
      {"a.t", "Some text template\n", "text"},
      {"a.inc", "<?php echo 1;", "php"},
      {"a.inc", "#define A 1\n", "c"},
      {"a.inc", "std::vector<int> v;\n#include \"x\"\n", "cpp"},
      {"a.inc", "hello\n", "text"},
      {"a.py", "anything", "python"}};
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CAPTURE(c.head);
    CHECK(id_of(language_of_content(c.name, c.head)) == c.expected);
  }
}
