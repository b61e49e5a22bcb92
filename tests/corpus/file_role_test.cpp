// Tests of test files and generated files: conventions of many languages, and similar names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "corpus/classify.hpp"

namespace codeweaver::corpus {

TEST_CASE("roles: tests are told by the conventions of their language") {
  for (const char* path : {"tests/helpers.py",
                           "pkg/test_auth.py",
                           "pkg/auth_test.py",
                           "conftest.py",
                           "app/tests.py",
                           "auth/login_test.go",
                           "auth/testdata/in.txt",
                           "src/app.spec.ts",
                           "src/app.test.tsx",
                           "src/__tests__/app.js",
                           "src/__mocks__/fs.js",
                           "cypress/login.cy.ts",
                           "e2e/login.ts",
                           "app.e2e-spec.ts",
                           "src/test/java/a/Foo.java",
                           "FooTest.java",
                           "FooTests.cs",
                           "TestFoo.java",
                           "FooIT.java",
                           "FooTestCase.php",
                           "App.Tests/Util.cs",
                           "AppTests/Util.swift",
                           "spec/models/user_spec.rb",
                           "spec/support/x.rb",
                           "user_spec.rb",
                           "spec_helper.rb",
                           "src/FooSpec.scala",
                           "FooSpec.hs",
                           "t/basic.t",
                           "lib/x.t",
                           "t/lib/Util.pm",
                           "src/parser/tests.rs",
                           "tests/it.rs",
                           "test/foo_test.exs",
                           "ssl_SUITE.erl",
                           "integration-tests/a.py",
                           "foo-test.el",
                           "base/file_unittest.cc",
                           "tests/testthat/x.R",
                           "select1.test",
                           "Token.t.sol",
                           "test.js",
                           "Tests/AppTests/A.swift"})
    CHECK_MESSAGE(looks_like_test(path), path);
}

TEST_CASE("roles: names that only look like tests are none") {
  for (const char* path : {"latest.py",
                           "contest.js",
                           "attestation.go",
                           "src/latest/x.py",
                           "contests/a.py",
                           "greatest_hits.rb",
                           "protest/x.c",
                           "testimonial.html",
                           "testimony.py",
                           "Latest.java",
                           "LATEST.java",
                           "docs/spec/api.md",
                           "spec/openapi.yaml",
                           "api-spec.md",
                           "PodSpec.go",
                           "inspect.py",
                           "special/x.rb",
                           "AUDIT.java",
                           "src/t/x.go",
                           "Testament.java",
                           "attest.rs",
                           "fastest.cpp",
                           "src/testing/testing.go",
                           "manifest.json",
                           "foo.spec",
                           ".github/workflows/test.yml",
                           ".github/workflows/test/action.py",
                           "run-test.sh",
                           "tools/run_tests.py",
                           "scripts/test.sh",
                           "web/test-runner.js",
                           "docker-compose.test.yml",
                           "config/appsettings.Test.json",
                           ""})
    CHECK_MESSAGE(!looks_like_test(path), path);
}

TEST_CASE("roles: helpers of tests are told from tests") {
  for (const char* path : {"conftest.py", "tests/fixtures/user.json", "spec/spec_helper.rb",
                           "src/__mocks__/fs.js", "test/test_helper.exs"})
    CHECK_MESSAGE(looks_like_test_help(path), path);
  for (const char* path :
       {"tests/test_user.py", "tests/last_wrong/chord.keys", "spec/user_spec.rb"})
    CHECK_MESSAGE(!looks_like_test_help(path), path);
}

TEST_CASE("roles: generated files are told by path") {
  for (const char* path :
       {"app.min.js", "a/b.min.css", "api.pb.go", "api_pb2.py", "api_pb2_grpc.py", "api.pb.h",
        "yarn.lock", "package-lock.json", "Cargo.lock", "go.sum", "model.g.dart",
        "Form.Designer.cs", "zz_generated.deepcopy.go", "types.generated.ts", "x_generated.rs",
        "main.js.map", "src/__generated__/q.ts", "src/__snapshots__/a.snap"})
    CHECK_MESSAGE(looks_generated(path, ""), path);
  for (const char* path : {"admin.js", "generate.py", "generator/x.go", "lock.c", "block.rs",
                           "pb.go", "map.cpp", "degenerated.py", "src/main.cs"})
    CHECK_MESSAGE(!looks_generated(path, ""), path);
}

TEST_CASE("roles: recordings and translations are told by path") {
  for (const char* path :
       {"e2e/login.har", "po/de.po", "po/app.pot", "src/app/messages.xlf", "locales/de.json",
        "src/i18n/pt-BR.yml", "_locales/zh_CN/messages.json", "config/locales/devise.fr.yml",
        "lib/l10n/app_it.arb", "tests/__recordings__/x.json"})
    CHECK_MESSAGE(looks_generated(path, ""), path);
  for (const char* path : {"locales/en.json", "locales/en-GB/app.json", "locales/index.ts",
                           "i18n/config.json", "lang/go.json", "src/de.json", "de/locales/en.json",
                           "l10n.yaml", "lib/l10n/app_en.arb", "locales/de.ts", "is/it.yaml"})
    CHECK_MESSAGE(!looks_generated(path, ""), path);
}

TEST_CASE("roles: generated files are told by a mark in a comment near the top") {
  for (const char* text :
       {"// Code generated by protoc-gen-go. DO NOT EDIT.\npackage x\n", "/* @generated */\n",
        "#!/bin/sh\n# This file was autogenerated by cargo-x\n",
        " * @generated SignedSource<<1>>\n", "// <auto-generated />\n",
        "# -*- coding: utf-8 -*-\n# Generated by the protocol buffer"
        " compiler.  DO NOT EDIT!\n",
        "<!-- THIS FILE IS AUTOMATICALLY GENERATED BY x -->\n",
        "-- automatically generated by x; do not modify\n"})
    CHECK_MESSAGE(looks_generated("x.go", text), text);
  for (const char* text :
       {"marks = ['@generated', 'autogenerated by']\n", "// Tokens are generated by next().\n",
        "# do not edit this list by hand\n", "// the @generatedBy annotation\n",
        "int x;  // Code generated by x. DO NOT EDIT.\n"})
    CHECK_MESSAGE(!looks_generated("x.go", text), text);
  const std::string late = std::string(5000, '\n') + "// Code generated by x. DO NOT EDIT.\n";
  CHECK_FALSE(looks_generated("x.go", late));
}

TEST_CASE("roles: minified code is told by its line lengths, data is not") {
  const std::string minified = "/*! licence */\n" + std::string(3000, 'x') + "\n";
  CHECK(looks_generated("bundle.js", minified));
  CHECK_FALSE(looks_generated("data.json", minified));
  CHECK_FALSE(looks_generated("notes.md", minified));
  CHECK_FALSE(looks_generated("short.js", std::string(1000, 'x')));
  std::string ordinary;
  for (int i = 0; i < 100; ++i) ordinary += std::string(100, 'x') + "\n";
  CHECK_FALSE(looks_generated("ordinary.js", ordinary));
}

}  // namespace codeweaver::corpus
