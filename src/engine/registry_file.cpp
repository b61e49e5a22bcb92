// projects.json: {"active": id, "projects": [{project_id, display_name, root, state_dir, tree}]}.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/registry_file.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/file.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"

namespace codeweaver::engine {
namespace {

constexpr int kLockAttempts = 200;  // writers hold the lock for about a millisecond
constexpr auto kLockPause = std::chrono::milliseconds(10);

Error corrupt(const std::filesystem::path& file, const std::string& why) {
  return {ErrorCategory::kCorruption, "REGISTRY_CORRUPT",
          "The project list " + file.string() + " is damaged: " + why, "reading the project list",
          "Delete the file; projects are registered again when they are next used."};
}

std::string text_of(const json::Value& object, std::string_view key) {
  const auto* member = object.find(key);
  const auto* text = member != nullptr ? member->if_string() : nullptr;
  return text != nullptr ? *text : std::string{};
}

}  // namespace

Result<RegistryContent> read_registry(const std::filesystem::path& data_dir) {
  const auto file = data_dir / "projects.json";
  auto text = base::read_file(file);
  if (!text) {
    if (text.error().category == ErrorCategory::kNotFound) return RegistryContent{};
    return text.error();
  }
  auto value = json::parse(*text);
  if (!value) return corrupt(file, value.error().cause);
  const auto* projects = value->find("projects");
  if (projects == nullptr || !projects->is_array()) return corrupt(file, "no list of projects");
  RegistryContent content;
  content.active = text_of(*value, "active");
  for (const auto& item : *projects->if_array()) {
    Project project{text_of(item, "project_id"), text_of(item, "display_name"),
                    text_of(item, "root"), text_of(item, "state_dir"), text_of(item, "tree")};
    if (project.project_id.empty() || project.root.empty() || project.state_dir.empty())
      return corrupt(file, "a project lacks its id, root or state folder");
    content.projects.push_back(std::move(project));
  }
  return content;
}

Result<void> update_registry(const std::filesystem::path& data_dir,
                             const std::function<Result<void>(RegistryContent&)>& change) {
  std::error_code error;
  std::filesystem::create_directories(data_dir, error);
  if (error)
    return Error{ErrorCategory::kIo, "IO",
                 "Cannot create " + data_dir.string() + ": " + error.message(),
                 "opening the data directory", "Check its permissions and the free space."};
  auto lock = base::FileLock::acquire(data_dir / "projects.lock");
  for (int i = 0; i < kLockAttempts && !lock && lock.error().code == "INDEX_LOCKED"; ++i) {
    std::this_thread::sleep_for(kLockPause);
    lock = base::FileLock::acquire(data_dir / "projects.lock");
  }
  if (!lock) return lock.error();
  auto content = read_registry(data_dir);
  if (!content) return content.error();
  if (auto changed = change(*content); !changed) return changed;
  std::sort(content->projects.begin(), content->projects.end(),
            [](const Project& a, const Project& b) { return a.project_id < b.project_id; });

  json::Writer out(json::Layout::kIndented);
  out.begin_object().member("active", content->active).key("projects").begin_array();
  for (const auto& project : content->projects)
    out.begin_object()
        .member("project_id", project.project_id)
        .member("display_name", project.display_name)
        .member("root", project.root.string())
        .member("state_dir", project.state_dir.string())
        .member("tree", project.tree)
        .end_object();
  out.end_array().end_object();
  const std::string text = out.take() + "\n";
  // Commands that name a folder come this way each time; a write costs two syncs.
  if (const auto before = base::read_file(data_dir / "projects.json"); before && *before == text)
    return {};
  return base::write_file_atomic(data_dir / "projects.json", text);
}

}  // namespace codeweaver::engine
