// Loggers of several processes at once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <thread>

#include "base/log_samples.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::base {

using test::lines_of;
using test::numbered_record;

TEST_CASE("logger: lines of threads and processes stay whole and none is lost in rotation") {
  const test::TemporaryFolder folder;
  constexpr int kWriters = 4;
  constexpr int kLines = 300;
  FileLogOptions options;
  options.max_bytes = 8000;
  options.max_files = 1000;
  const auto write_some = [&](int writer) {
    const auto logger = codeweaver::make_file_logger(folder / "log", options);
    std::vector<std::jthread> threads;
    for (int half = 0; half < 2; ++half)
      threads.emplace_back([&, half] {
        for (int i = half; i < kLines; i += 2) (*logger)->log(numbered_record(writer, i));
      });
  };
  for (int writer = 0; writer < kWriters; ++writer) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      write_some(writer);
      ::_exit(0);
    }
  }
  for (int status = 0; ::wait(&status) > 0;) CHECK(status == 0);
  std::set<std::string> contexts;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    for (const std::string& line : lines_of(entry.path())) {
      CHECK(line.starts_with("{\"timestamp\""));
      CHECK(line.ends_with("}}"));
      contexts.insert(line.substr(line.find("\"context\"")));
    }
  CHECK(contexts.size() == kWriters * kLines);
}

}  // namespace codeweaver::base
