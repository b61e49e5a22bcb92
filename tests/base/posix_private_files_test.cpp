// Tests of private files: only the owner can access them; files of older versions are restricted.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "base/file.hpp"
#include "base/new_file.hpp"
#include "base/private_files.hpp"
#include "base/rotating_file.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::base {
namespace {

mode_t mode_of(const std::filesystem::path& path) {
  struct stat status {};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

/// Sets the umask as long as it lives.
class Umask {
 public:
  explicit Umask(mode_t mask) : before_(::umask(mask)) {}
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;
  ~Umask() { ::umask(before_); }

 private:
  mode_t before_;
};

TEST_CASE("Private files: whatever the umask, all that is written is the owner's alone") {
  for (const mode_t mask : {mode_t{0000}, mode_t{0022}, mode_t{0077}}) {
    const test::TemporaryFolder folder;
    const Umask chosen(mask);
    REQUIRE(make_private_folder(folder / "a/b/c/"));
    REQUIRE(write_file_atomic(folder / "a/written", "text"));
    REQUIRE(FileLock::acquire(folder / "a/lock"));
    auto log = RotatingFile::open(folder / "logs/log", 10, 3);
    REQUIRE(log);
    log->append("one line of it\n");
    log->append("and the next\n");
    for (const char* name : {"a", "a/b", "a/b/c", "logs"}) CHECK(mode_of(folder / name) == 0700);
    for (const char* name : {"a/written", "a/lock", "logs/log", "logs/log.1"})
      CHECK(mode_of(folder / name) == 0600);
  }
}

TEST_CASE("Private files: a file of the user's own keeps its mode, a new one has what is left") {
  const test::TemporaryFolder folder;
  const Umask chosen(0022);
  REQUIRE(write_user_file(folder / "new", "text"));
  CHECK(mode_of(folder / "new") == 0644);
  REQUIRE(::chmod((folder / "new").c_str(), 0755) == 0);
  REQUIRE(write_user_file(folder / "new", "other"));
  CHECK(mode_of(folder / "new") == 0755);
  CHECK(*read_file(folder / "new") == "other");
}

TEST_CASE("Private files: what is ours is closed, and the folder if nothing else lies in it") {
  const test::TemporaryFolder folder;
  const auto state = folder / "state";
  const Umask chosen(0000);
  for (const char* name : {"state", "state/segments", "state/other"})
    std::filesystem::create_directory(folder / name);
  for (const char* name : {"state/index", "state/segments/1", "state/other/2", "target"})
    REQUIRE(write_user_file(folder / name, "text"));
  std::filesystem::create_symlink(folder / "target", folder / "state/link");
  const auto all_but = [](std::string_view foreign) {
    return [foreign](std::string_view name) {
      return name == foreign      ? Owned::kNot
             : name == "segments" ? Owned::kWithContent
                                  : Owned::kItself;
    };
  };
  make_content_private(state, all_but("other"));
  CHECK(mode_of(state) == 0777);
  CHECK(mode_of(state / "index") == 0600);
  CHECK(mode_of(state / "segments") == 0700);
  CHECK(mode_of(state / "segments/1") == 0600);
  CHECK(mode_of(state / "other") == 0777);
  CHECK(mode_of(state / "other/2") == 0666);
  CHECK(mode_of(folder / "target") == 0666);  // links lead elsewhere
  make_content_private(state, all_but(""));
  CHECK(mode_of(state) == 0700);
  CHECK(mode_of(state / "other/2") == 0666);
}

TEST_CASE("Private files: a folder that everybody may write to stays as it is") {
  const test::TemporaryFolder folder;
  const Umask chosen(0000);
  std::filesystem::create_directory(folder / "shared");
  REQUIRE(::chmod((folder / "shared").c_str(), 01777) == 0);
  make_private(folder / "shared");
  CHECK(mode_of(folder / "shared") == 01777);
}

}  // namespace
}  // namespace codeweaver::base
