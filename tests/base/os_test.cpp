// Tests of the port to the operating system: behaviour that is the same on every system.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "base/os/addresses.hpp"
#include "base/os/files.hpp"
#include "base/os/folder_reader.hpp"
#include "base/os/locks.hpp"
#include "base/os/processes.hpp"
#include "base/os/readiness.hpp"
#include "base/os/watch_queue.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::os {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

TEST_CASE("os: a folder of many names is read whole, each with its type") {
  const TemporaryFolder folder;
  std::map<std::string, FileType> expected{{"folder", FileType::kFolder}};
  fs::create_directory(folder / "folder");
  if (test::make_link("nowhere", folder / "link")) expected["link"] = FileType::kLink;
  for (int i = 0; i < 1500; ++i) {  // several buffers full
    const std::string name = "a file with a rather long name, number " + std::to_string(i);
    std::ofstream(folder / name) << i;
    expected[name] = FileType::kFile;
  }
  const auto open = open_folder((folder / ".").c_str());
  FolderReader reader(open.get());
  std::map<std::string, FileType> found;
  for (FolderReader::Entry entry; reader.next(entry);)
    CHECK(found.emplace(entry.name, entry.type).second);
  CHECK(reader.error() == 0);
  CHECK(found == expected);
}

TEST_CASE("os: what cannot be listed says why") {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "text";
  const auto file = open_to_read((folder / "file").c_str());
  FolderReader reader(file.get());
  FolderReader::Entry entry;
  CHECK_FALSE(reader.next(entry));
  CHECK(reader.error() == ENOTDIR);
}

TEST_CASE("os: the status of a link is its own, or that of where it leads") {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "text";
  if (!test::make_link("file", folder / "link")) return;
  const auto open = open_folder((folder / ".").c_str());
  FileStatus own, other;
  REQUIRE(status_at(open.get(), "link", own));
  CHECK(own.type == FileType::kLink);
  REQUIRE(status_at(open.get(), "link", other, Links::kFollowed));
  CHECK(other.type == FileType::kFile);
  CHECK(other.size_bytes == 4);
  CHECK(other.modified_ns > 0);
  CHECK_FALSE(status_at(open.get(), "gone", own));
  CHECK(errno == ENOENT);
  CHECK(own.type == FileType::kLink);  // not touched
  CHECK(read_link_at(open.get(), "link") == "file");
  CHECK_FALSE(read_link_at(open.get(), "file"));
  CHECK_FALSE(open_to_read_at(open.get(), "link", Links::kRefused).is_open());
}

TEST_CASE("os: one of two open files holds the lock, and the other is told") {
  const TemporaryFolder folder;
  auto first = open_or_create((folder / "lock").c_str());
  const auto second = open_or_create((folder / "lock").c_str());
  CHECK_FALSE(is_locked(second.get()));
  CHECK(try_lock(first.get()) == Locked::kYes);
  CHECK(is_locked(second.get()));
  CHECK(try_lock(second.get()) == Locked::kHeldByOther);
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(lock_when_free(second.get(), stop.get_token()));
  first.close();
  CHECK(lock_when_free(second.get(), {}) == 0);
}

TEST_CASE("os: a thread that waits is woken, by what it waits for alone") {
  using std::chrono::milliseconds;
  WakeUp first, second;
  std::array<Source, 3> sources{{{first.handle()}, {second.handle()}, {kNoHandle}}};
  CHECK(wait_for_any(sources, milliseconds(0)) == 0);
  const std::jthread waker([&] { second.set(); });
  CHECK(wait_for_any(sources) == 1);
  CHECK_FALSE(sources[0].is_ready);
  CHECK(sources[1].is_ready);
  CHECK_FALSE(sources[2].is_ready);
  second.clear();
  CHECK(wait_for_any(sources, milliseconds(0)) == 0);
  CHECK_FALSE(sources[1].is_ready);
}

TEST_CASE("os: a program that is not there is not started") {
  ChildProcess none;
  CHECK(start_child({"/no/such program"}, nullptr, ChildErrors::kDropped, none) == ENOENT);
}

TEST_CASE("os: a watch tells what comes and goes in its folder") {
  const TemporaryFolder folder;
  WatchQueue queue;
  REQUIRE(queue.is_open());
  const int watch = queue.add((folder / ".").c_str());
  REQUIRE(watch >= 0);
  CHECK(queue.is_drained());
  fs::create_directory(folder / "sub");
  std::ofstream(folder / "file") << "text";
  fs::remove(folder / "file");
  std::array<Source, 1> sources{{{queue.handle()}}};
  bool has_come = false, has_gone = false;
  while (!(has_come && has_gone) && wait_for_any(sources, std::chrono::seconds(20)) > 0) {
    CHECK_FALSE(queue.is_drained());
    queue.drain([&](const WatchEvent& event) {
      CHECK(event.watch == watch);
      has_come |= event.name == "sub" && event.is_folder && !event.is_departure;
      has_gone |= event.name == "file" && !event.is_folder && event.is_departure;
    });
  }
  CHECK(has_come);
  CHECK(has_gone);
  CHECK(queue.is_drained());
  CHECK(queue.add((folder / "file").c_str()) < 0);
}

TEST_CASE("os: addresses are told from names") {
  CHECK(parse_ipv4("127.0.0.1") == std::array<std::uint8_t, 4>{127, 0, 0, 1});
  CHECK_FALSE(parse_ipv4("127.1"));
  CHECK_FALSE(parse_ipv4("localhost"));
  REQUIRE(parse_ipv6("::1"));
  CHECK(parse_ipv6("::1")->back() == 1);
  CHECK_FALSE(parse_ipv6("127.0.0.1"));
}

}  // namespace
}  // namespace codeweaver::os
