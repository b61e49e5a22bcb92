// Tests of the kind of file that a query requests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/asked_kind.hpp"

#include <doctest/doctest.h>

#include <string_view>

using namespace codeweaver::text;  // NOLINT(google-build-using-namespace)

TEST_CASE("asked kind: queries that ask for documentation") {
  for (const std::string_view query :
       {"docs on retrying", "documentation", "Architecture documentation of the modules",
        "user manual", "README of the project", "readme: how to use it with fzf",
        "manual page on exit codes", "a guide explaining the plug-ins",
        "migration guide between versions", "list of breaking changes in the docs",
        "documentation of the build file language", "upgrading from 1.x, where did retries go",
        "how do I report a vulnerability", "what changed around locking", "which license is it",
        "moving our code over from rest-client", "steps for a new release"})
    CHECK_MESSAGE(asked_kind(query) == AskedKind::kDocumentation, query);
}

TEST_CASE("asked kind: queries that ask for tests") {
  for (const std::string_view query :
       {"tests of the queue", "test that a killed run loses nothing", "unit tests for the parser",
        "where is the layering tested", "which tests cover the cache", "test the server over stdio",
        "are stale lock files covered", "lexer tests for unterminated strings",
        "how is the shutdown exercised", "fixture that makes a repository",
        "show the integration tests of sign-up"})
    CHECK_MESSAGE(asked_kind(query) == AskedKind::kTests, query);
}

TEST_CASE("asked kind: speaking of tests and documents is not asking for them") {
  for (const std::string_view query : {"",
                                       "the",
                                       "test",
                                       "docs-server",
                                       "test runner: setup and teardown hooks",
                                       "test whether a path is absolute",
                                       "test a string for digits",
                                       "test data generator",
                                       "limit how many parallel test jobs execute",
                                       "parse cron fields and test a date",
                                       "generate the documentation",
                                       "tool that renders docs",
                                       "writing docs for a function",
                                       "build the changelog from merged pull requests",
                                       "works without a manual refresh",
                                       "pull tokens and feed them to document construction",
                                       "documentationBuilder",
                                       "detecting breaking changes between schemas",
                                       "run only tests for dirty files",
                                       "only what changed since a branch",
                                       "after upgrading to version 4 my check crashes",
                                       "fixture_path",
                                       "content security policy, where may images come from",
                                       "test('that it runs', () => { expect(run()).toBe(1); });"})
    CHECK_MESSAGE(asked_kind(query) == AskedKind::kAny, query);
}
