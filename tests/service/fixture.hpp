// Small projects, and the host that opens them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "opening/workspace_opener.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::test {

/// A home with a data folder and folders of code; nothing of the user's is read.
class ServiceFixture {
 public:
  ServiceFixture() : folder_(std::filesystem::canonical(folder_holder_.path())) {}

  const std::filesystem::path& folder() const noexcept { return folder_; }

  /// A folder with one Python file that defines `function`.
  std::filesystem::path make_folder(const std::string& name, std::string_view function) const {
    const auto root = folder_ / name;
    std::filesystem::create_directories(root);
    write(root / "code.py", "def " + std::string(function) + "(value):\n    return value + 1\n");
    return root;
  }
  static void write(const std::filesystem::path& file, std::string_view text) {
    REQUIRE(base::write_file_atomic(file, text));
  }

  std::shared_ptr<opening::WorkspaceOpener> opener(std::vector<std::string> overrides = {}) const {
    opening::SettingsSources sources;
    sources.environment["HOME"] = folder_.string();
    sources.overrides = std::move(overrides);
    return std::make_shared<opening::WorkspaceOpener>(std::move(sources));
  }
  ProjectRegistry registry() const { return ProjectRegistry(folder_ / "data"); }

  /// Options of a host whose roots are folder(); neither indexes nor watches by itself.
  service::HostOptions options() const {
    auto opener = this->opener({"indexing.auto_index=false", "indexing.watch=false"});
    service::HostOptions options{registry(),
                                 [opener](const Project& project, const CallContext& call) {
                                   return opener->open(project, opening::Opening::kForHost, call);
                                 }};
    options.roots = {folder_};
    return options;
  }

 private:
  TemporaryFolder folder_holder_;
  std::filesystem::path folder_;
};

/// Waits for the end of the runs of a project.
inline void wait_until_idle(service::HostedProject& project) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (project.indexing().state == service::IndexingState::kIndexing) {
    REQUIRE(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace codeweaver::test
