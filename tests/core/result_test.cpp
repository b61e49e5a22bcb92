// Tests of Result: values, errors, and wrong use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/result.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <exception>
#include <string>
#include <utility>

namespace codeweaver {
namespace {

const Error kMissing{.category = ErrorCategory::kNotFound,
                     .code = "PROJECT_NOT_FOUND",
                     .cause = "Project 'shop' not found",
                     .context = "",
                     .action = "Index it first."};

/// Runs `careless` in a child process; its standard error, once it was ended by a signal.
template <class Function>
std::string last_words(Function careless) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::set_terminate(__gnu_cxx::__verbose_terminate_handler);
    ::signal(SIGABRT, SIG_DFL);  // doctest's handler would report a failed test
    ::dup2(ends[1], STDERR_FILENO);
    careless();
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  std::array<char, 512> buffer{};
  for (ssize_t got = 0; (got = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  return text;
}

/// Tells whether it is still there.
struct Answer {
  explicit Answer(bool& lives) : lives_(&lives) { lives = true; }
  Answer(Answer&& other) noexcept : lives_(std::exchange(other.lives_, nullptr)) {}
  ~Answer() {
    if (lives_ != nullptr) *lives_ = false;
  }
  std::array<int, 2> matches{1, 2};

 private:
  bool* lives_;
};

TEST_CASE("what a temporary result holds lives as long as the loop over it") {
  bool lives = false;
  int sum = 0;
  for (const int match : Result<Answer>(Answer(lives)).value().matches) sum += lives ? match : 100;
  for (const int match : (*Result<Answer>(Answer(lives))).matches) sum += lives ? match : 100;
  CHECK(sum == 6);
  const auto& error = Result<int>(kMissing).error();
  CHECK(error == kMissing);
  const auto& nothing = Result<void>(kMissing).error();
  CHECK(nothing == kMissing);
}

TEST_CASE("value() of a result that holds an error throws the error") {
  const Result<std::string> failed = kMissing;
  try {
    static_cast<void>(failed.value());
    FAIL("nothing was thrown");
  } catch (const BadResult& bad) {
    CHECK(bad.error() == kMissing);
    CHECK(std::string(bad.what()) ==
          "PROJECT_NOT_FOUND: Project 'shop' not found. Index it first.");
  }
  CHECK_THROWS_AS(Result<void>(kMissing).value(), BadResult);
}

TEST_CASE("value() of a result that holds a value is that value") {
  Result<std::string> name = std::string("shop");
  name.value() += "s";
  CHECK(*name == "shops");
  CHECK(std::move(name).value() == "shops");
  CHECK_NOTHROW(Result<void>().value());
}

TEST_CASE("a program that uses a result without looking ends with the error's text") {
  CHECK(last_words([] {
          const Result<std::string> failed = kMissing;
          return failed->size();
        }).find("PROJECT_NOT_FOUND: Project 'shop' not found. Index it first.") !=
        std::string::npos);
}

}  // namespace
}  // namespace codeweaver
