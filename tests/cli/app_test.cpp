// Tests of command lines: exit codes, and where messages go.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "base/temporary_folder.hpp"

namespace codeweaver::cli {
namespace {

struct Ran {
  int code = -1;
  std::string out, err;
};

/// Runs a command with an empty home folder.
class Runner {
 public:
  Ran run(std::vector<std::string> words) const {
    std::ostringstream out, err;
    const Streams streams{.out = out, .err = err};
    const int code = cli::run(words, {{"HOME", folder_.path().string()}}, folder_.path(), streams);
    return {code, out.str(), err.str()};
  }
  const test::TemporaryFolder& folder() const { return folder_; }

 private:
  test::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("app: help and version go to standard output and succeed") {
  const Runner runner;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--help"}, {"search", "-h"}, {"projects", "add", "--help"}}) {
    const auto ran = runner.run(words);
    CHECK(ran.code == 0);
    CHECK(ran.out.find("--help") != std::string::npos);
    CHECK(ran.err.empty());
  }
  const auto version = runner.run({"--version"});
  CHECK(version.code == 0);
  CHECK(version.out.find('.') != std::string::npos);
}

TEST_CASE("app: a wrong command line is code 2, with one error that names the way out") {
  const Runner runner;
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{}, "--help"},
      {{"serach", "x"}, "Did you mean 'codeweaver search'?"},
      {{"zzzzzz"}, "See 'codeweaver --help' for all commands."},
      {{"projects", "lst"}, "Did you mean 'codeweaver projects list'?"},
      {{"search"}, "query"},
      {{"search", "x", "--langauge", "python"}, "Did you mean '--language'?"},
      {{"search", "x", "--top-k", "3"}, "Did you mean '--limit'?"},
      {{"search", "x", "--json"}, "Did you mean '--output-format json'?"},
      {{"search", "x", "-o", "jsn"}, "Did you mean 'json'?"},
      {{"search", "x", "--limit", "0"}, "--limit"},
      {{"search", "x", "--limit", "many"}, "--limit"},
      {{"search", "x", "--language", "pythn"}, "Did you mean 'python'?"},
      {{"-p", "shop", "status"}, "must stand after the command"},
      {{"status", "extra"}, "does not take the argument 'extra'"},
      {{"status", "--set", "nothing"}, "nothing"},
      {{"status", "--config", "missing.toml"}, "missing.toml"},
  };
  for (const auto& [words, wanted] : cases) {
    CAPTURE(wanted);
    const auto ran = runner.run(words);
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK(ran.err.starts_with("Error: "));
    CHECK(ran.err.find(wanted) != std::string::npos);
  }
}

TEST_CASE("app: control characters of an argument do not reach the terminal") {
  const Runner runner;
  const auto ran = runner.run({"search", "x", "--\033[2Jlimit"});
  CHECK(ran.code == 2);
  CHECK(ran.err.find('\033') == std::string::npos);
  CHECK(runner.run({"\033[2J"}).err.find('\033') == std::string::npos);
}

TEST_CASE("app: an error of a command is code 1 and leaves standard output empty") {
  const Runner runner;
  const auto ran = runner.run({"status", "-p", "unknown-project"});
  CHECK(ran.code == 1);
  CHECK(ran.out.empty());
  CHECK(ran.err.starts_with("Error: "));
  std::ofstream(runner.folder() / "bad.toml") << "top_k = [";
  const auto bad = runner.run({"config", "-c", (runner.folder() / "bad.toml").string()});
  CHECK(bad.code == 1);
  CHECK(bad.err.find("bad.toml") != std::string::npos);
}

TEST_CASE("app: install without a client succeeds and says so") {
  const Runner runner;
  const auto ran = runner.run({"install"});
  CHECK(ran.code == 0);
  CHECK(ran.out.find("No client was found") != std::string::npos);
  CHECK(runner.run({"install", "emacs"}).code == 1);
}

TEST_CASE("app: a query in brackets and a value in brackets are taken as they are") {
  const Runner runner;
  std::ofstream(runner.folder() / "a.txt") << "x [a,b] y\n";
  const auto ran = runner.run({"grep", "-F", "[a,b]", runner.folder().path().string()});
  CHECK(ran.code == 0);
  CHECK(ran.out.find("x [a,b] y") != std::string::npos);
  CHECK(runner.run({"grep", "-F", "[c]", runner.folder().path().string()}).code == 1);
}

TEST_CASE("app: completions and the manual know every command") {
  const Runner runner;
  const auto help = runner.run({"--help"}).out;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"completion", "bash"},
                                                {"completion", "zsh"},
                                                {"completion", "fish"},
                                                {"manual"}}) {
    const auto ran = runner.run(words);
    CHECK(ran.code == 0);
    for (const std::string command : {"search", "grep", "install", "completion"})
      CHECK(ran.out.find(command) != std::string::npos);
  }
  CHECK(runner.run({"completion", "tcsh"}).code == 2);
}

}  // namespace codeweaver::cli
