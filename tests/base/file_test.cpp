// Files: reads, atomic writes that fail or are killed, memory maps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/file.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "base/os/files.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::base {
namespace {

namespace fs = std::filesystem;

void write_plain(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::ptrdiff_t entries_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

TEST_CASE("read_file: gives the bytes as they are") {
  const test::TemporaryFolder folder;
  for (const std::size_t size : {0UL, 1UL, 65'535UL, 65'536UL, 65'537UL, 300'000UL}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31);
    write_plain(folder / "a", bytes);
    const auto read = read_file(folder / "a");
    REQUIRE(read);
    CHECK(*read == bytes);
  }
}

TEST_CASE("read_file: reads files whose size the system does not tell") {
  const auto read = read_file("/proc/self/status");
  REQUIRE(read);
  CHECK(read->find("Pid:") != std::string::npos);
}

TEST_CASE("read_file: the limit is inclusive") {
  const test::TemporaryFolder folder;
  write_plain(folder / "a", "12345");
  CHECK(read_file(folder / "a", 5).has_value());
  const auto over = read_file(folder / "a", 4);
  REQUIRE_FALSE(over);
  CHECK(over.error().category == ErrorCategory::kInvalidArgument);
  CHECK(over.error().cause.find("larger than 4 bytes") != std::string::npos);
}

TEST_CASE("read_file and MappedFile: what is not there or not a file is an error, never a hang") {
  const test::TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  struct Row {
    fs::path path;
    ErrorCategory category;
  };
  const Row rows[] = {{folder / "missing", ErrorCategory::kNotFound},
                      {folder / "pipe", ErrorCategory::kIo},
                      {folder.path(), ErrorCategory::kIo}};
  for (const Row& row : rows) {
    const auto read = read_file(row.path);
    REQUIRE_FALSE(read);
    CHECK(read.error().category == row.category);
    CHECK(read.error().cause.find(row.path.string()) != std::string::npos);
    const auto mapped = MappedFile::open(row.path);
    REQUIRE_FALSE(mapped);
    CHECK(mapped.error().category == row.category);
  }
}

TEST_CASE("write_file_atomic: replaces the content and leaves nothing beside it") {
  const test::TemporaryFolder folder;
  for (const std::string_view bytes :
       {std::string_view("first"), std::string_view(""), std::string_view("a\0b\r\n", 5)}) {
    REQUIRE(write_file_atomic(folder / "a", bytes));
    CHECK(*read_file(folder / "a") == bytes);
    CHECK(entries_in(folder.path()) == 1);
  }
}

TEST_CASE("write_file_atomic: a missing folder is an error that names it") {
  const test::TemporaryFolder folder;
  const auto written = write_file_atomic(folder / "no" / "a", "text");
  REQUIRE_FALSE(written);
  CHECK(written.error().cause.find((folder / "no").string()) != std::string::npos);
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
  CHECK(entries_in(folder.path()) == 1);
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

TEST_CASE("MappedFile: shows the bytes, and keeps them when the file is replaced") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomic(folder / "a", "old"));
  auto mapped = MappedFile::open(folder / "a");
  REQUIRE(mapped);
  const MappedFile copy = *mapped;
  mapped = MappedFile::open(folder / "a");
  REQUIRE(write_file_atomic(folder / "a", "new!"));
  CHECK(copy.bytes() == "old");
  CHECK(MappedFile::open(folder / "a")->bytes() == "new!");
}

TEST_CASE("MappedFile: an empty file maps to nothing") {
  const test::TemporaryFolder folder;
  write_plain(folder / "a", "");
  const auto mapped = MappedFile::open(folder / "a");
  REQUIRE(mapped);
  CHECK(mapped->bytes().empty());
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
