// A small separate project for tests of custom plugins.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "codeweaver/workspace.hpp"

namespace codeweaver::test {

/// A folder with these files, and room for its index; gone with the object.
class OwnProject {
 public:
  explicit OwnProject(const std::map<std::string, std::string>& files) {
    std::string pattern = (std::filesystem::temp_directory_path() / "plugins-XXXXXX").string();
    base_ = ::mkdtemp(pattern.data());
    for (const auto& [path, text] : files) write(path, text);
  }
  ~OwnProject() {
    std::error_code ignored;
    std::filesystem::remove_all(base_, ignored);
  }
  OwnProject(const OwnProject&) = delete;
  OwnProject& operator=(const OwnProject&) = delete;

  std::filesystem::path root() const { return base_ / "code"; }
  std::filesystem::path state() const { return base_ / "state"; }
  void write(const std::string& path, const std::string& text) const {
    const auto file = root() / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  CodeWeaver open(WorkspaceOptions options = {}) const {
    std::filesystem::create_directories(root());
    return CodeWeaver::open({"own", "own", root(), state(), ""}, std::move(options)).value();
  }

 private:
  std::filesystem::path base_;
};

}  // namespace codeweaver::test
