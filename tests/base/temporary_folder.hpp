// A folder that exists for the duration of a test.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "base/os/files.hpp"

namespace codeweaver::test {

/// Made empty under the system's temporary folder, removed with all in it at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "codeweaver-XXXXXX").string();
    if (!os::make_unique_folder(name)) throw std::runtime_error("no folder could be made");
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const noexcept { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// False where the system lets nobody make links, or not this user.
inline bool make_link(const std::filesystem::path& target, const std::filesystem::path& link) {
  std::error_code refused;
  std::filesystem::create_symlink(target, link, refused);
  return !refused && std::filesystem::is_symlink(link, refused);  // Wine says yes, and makes none
}

}  // namespace codeweaver::test
