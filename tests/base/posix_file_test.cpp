// Files: writes that fail or are killed, pipes, files of /proc, signals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "base/file.hpp"
#include "base/os/files.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::base {
namespace {

std::ptrdiff_t entries_of(const std::filesystem::path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder),
                       std::filesystem::directory_iterator());
}

}  // namespace

TEST_CASE("read_file: reads files whose size the system does not tell") {
  if (!std::filesystem::exists("/proc/self/status")) return;  // macOS has none
  const auto read = read_file("/proc/self/status");
  REQUIRE(read);
  CHECK(read->find("Pid:") != std::string::npos);
}

TEST_CASE("read_file and MappedFile: a pipe is an error, never a hang") {
  const test::TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto read = read_file(pipe);
  REQUIRE_FALSE(read);
  CHECK(read.error().category == ErrorCategory::kIo);
  CHECK(read.error().cause.find(pipe.string()) != std::string::npos);
  const auto mapped = MappedFile::open(pipe);
  REQUIRE_FALSE(mapped);
  CHECK(mapped.error().category == ErrorCategory::kIo);
}

TEST_CASE("write_file_atomic: a disk that takes no more leaves the old content") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomic(folder / "a", "old"));
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);  // then a write over the limit fails like one on a full disk
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto written = write_file_atomic(folder / "a", std::string(5000, 'n'));
    ::_exit(!written && written.error().category == ErrorCategory::kIo ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(*read_file(folder / "a") == "old");
  CHECK(entries_of(folder.path()) == 1);
}

TEST_CASE("write_file_atomic: killed at any moment, it leaves one whole content") {
  const test::TemporaryFolder folder;
  constexpr std::size_t kSize = 200'000;
  REQUIRE(write_file_atomic(folder / "a", std::string(kSize, '0')));
  for (int round = 0; round < 10; ++round) {
    int pipe_ends[2];
    REQUIRE(::pipe(pipe_ends) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (int i = 0;; ++i) {
        const std::string bytes(kSize, static_cast<char>('a' + i % 26));
        if (!write_file_atomic(folder / "a", bytes)) ::_exit(1);
        if (::write(pipe_ends[1], "x", 1) != 1) ::_exit(1);
      }
    }
    ::close(pipe_ends[1]);
    char written = 0;
    for (int i = 0; i <= round % 3; ++i) REQUIRE(::read(pipe_ends[0], &written, 1) == 1);
    ::kill(child, SIGKILL);
    REQUIRE(::waitpid(child, nullptr, 0) == child);
    ::close(pipe_ends[0]);
    const auto read = read_file(folder / "a");
    REQUIRE(read);
    CHECK(read->size() == kSize);
    CHECK(std::all_of(read->begin(), read->end(), [&](char c) { return c == read->front(); }));
  }
}

TEST_CASE("a signal that comes while a file is opened is no error") {
  const test::TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  struct sigaction interrupt {
  }, before{};
  interrupt.sa_handler = [](int) {};  // without SA_RESTART
  REQUIRE(::sigaction(SIGUSR1, &interrupt, &before) == 0);
  const ::pthread_t opening = ::pthread_self();
  std::jthread other([&] {
    for (int i = 0; i < 2000; ++i) {
      ::pthread_kill(opening, SIGUSR1);
      std::this_thread::yield();
    }
    const os::Descriptor reader(::open(pipe.c_str(), O_RDONLY));
    CHECK(reader.is_open());
  });
  const auto writer = os::open_to_append(pipe.c_str());  // waits for the reader
  CHECK(writer.is_open());
  other.join();
  ::sigaction(SIGUSR1, &before, nullptr);
}

}  // namespace codeweaver::base
