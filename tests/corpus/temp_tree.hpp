// TempTree: a temporary folder for one test, with git.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::corpus {

/// Lives in memory where the system offers that (these suites make many small files), else in
/// the temporary folder; removed at the end.
class TempTree {
 public:
  TempTree() {
    const std::filesystem::path memory = "/dev/shm";
    const bool has_memory = access(memory.c_str(), W_OK) == 0;
    const auto parent = has_memory ? memory : std::filesystem::temp_directory_path();
    std::string name = (parent / "codeweaver-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    root_ = std::filesystem::canonical(name);
  }
  ~TempTree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  TempTree(const TempTree&) = delete;
  TempTree& operator=(const TempTree&) = delete;

  const std::filesystem::path& root() const { return root_; }

  void write(const std::filesystem::path& path, std::string_view text = "x\n") const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
    REQUIRE(std::filesystem::is_regular_file(root_ / path));
  }
  void make_folder(const std::filesystem::path& path) const {
    std::filesystem::create_directories(root_ / path);
  }
  void link(const std::filesystem::path& path, const std::string& target) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::filesystem::create_symlink(target, root_ / path);
  }

  /// Runs `git ARGUMENTS` in a folder of the tree, away from the user's own configuration.
  std::string git(const std::string& arguments, const std::filesystem::path& folder = {}) const {
    const std::string command = "cd '" + (root_ / folder).string() + "' && export " +
                                std::string(kEnvironment) + " && { git " + arguments +
                                "\n} 2>/dev/null";
    FILE* const pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string output;
    std::array<char, 65536> buffer{};
    while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), pipe))
      output.append(buffer.data(), count);
    status_ = pclose(pipe);
    return output;
  }
  int last_status() const { return status_; }

  /// What git lists in a folder: sorted, each once.
  std::vector<std::string> git_files(const std::filesystem::path& folder = {},
                                     const std::string& which = "-co") const {
    const std::string output = git("ls-files -z --exclude-standard " + which, folder);
    std::vector<std::string> paths;
    for (std::size_t begin = 0; begin < output.size();) {
      const std::size_t end = output.find('\0', begin);
      paths.push_back(output.substr(begin, end - begin));
      begin = end + 1;
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
  }

 private:
  static constexpr std::string_view kEnvironment =
      "GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org "
      "GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org "
      "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z "
      "GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=init.defaultBranch GIT_CONFIG_VALUE_0=main "
      "GIT_CONFIG_KEY_1=protocol.file.allow GIT_CONFIG_VALUE_1=always";

  std::filesystem::path root_;
  mutable int status_ = 0;
};

}  // namespace codeweaver::corpus
