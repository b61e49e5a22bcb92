// projects.json: {"active": id, "projects": [...], "checksum": of both}, and unknown members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/registry_file.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/private_files.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/namespace_key.hpp"
#include "engine/state/private_state.hpp"
#include "engine/workspace/registry_rescue.hpp"
#include "json/members.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"

namespace codeweaver::engine {
namespace {

namespace fs = std::filesystem;

constexpr int kLockAttempts = 200;  // writers hold the lock for about a millisecond
constexpr auto kLockPause = std::chrono::milliseconds(10);
constexpr std::uint64_t kMaxBytes = 64ULL << 20;

fs::path list_file(const fs::path& data_dir) {
  return data_dir / "projects.json";
}

fs::path copy_file(const fs::path& data_dir) {
  return data_dir / "projects.json.copy";
}

Error corrupt(std::string why) {
  return {ErrorCategory::kCorruption, "REGISTRY_CORRUPT", std::move(why),
          "reading the project list", ""};
}

constexpr std::array<std::string_view, 3> kListMembers{"active", "projects", "checksum"};
constexpr std::array<std::string_view, 5> kProjectMembers{"project_id", "display_name", "root",
                                                          "state_dir", "tree"};

json::Object unknown_in(const json::Object& members, std::span<const std::string_view> known) {
  json::Object out;
  for (const auto& member : members)
    if (std::ranges::find(known, member.key) == known.end()) out.push_back(member);
  return out;
}

void write_members(json::Writer& out, const json::Object& members) {
  for (const auto& [key, value] : members) out.member(key, value);
}

/// `checksum` empty: the text that the checksum is computed from, without unknown members.
std::string text_of(const RegistryContent& content, const std::string& checksum) {
  json::Writer out(json::Layout::kIndented);
  out.begin_object().member("active", content.active).key("projects").begin_array();
  for (const auto& project : content.projects) {
    out.begin_object()
        .member("project_id", project.project_id)
        .member("display_name", project.display_name)
        .member("root", project.root.string())
        .member("state_dir", project.state_dir.string())
        .member("tree", project.tree);
    const auto unknown = content.unknown.of_projects.find(project.project_id);
    if (!checksum.empty() && unknown != content.unknown.of_projects.end())
      write_members(out, unknown->second);
    out.end_object();
  }
  out.end_array();
  if (!checksum.empty()) {
    out.member("checksum", checksum);
    write_members(out, content.unknown.of_list);
  }
  out.end_object();
  return out.take() + "\n";
}

std::string checksum_of(const RegistryContent& content) {
  return base::hash128(text_of(content, "")).hex();
}

std::optional<Project> project_of(const json::Value& item) {
  const auto* id = json::text_in(item, "project_id");
  const auto* name = json::text_in(item, "display_name");
  const auto* root = json::text_in(item, "root");
  const auto* state = json::text_in(item, "state_dir");
  const auto* tree = json::text_in(item, "tree");
  // The first version has no tree.
  if (id == nullptr || name == nullptr || root == nullptr || state == nullptr) return std::nullopt;
  Project out{*id, *name, *root, *state, tree != nullptr ? *tree : std::string()};
  if (!is_key_part(out.project_id) || !out.root.is_absolute() || out.state_dir.empty())
    return std::nullopt;
  return out;
}

Result<RegistryContent> parse(std::string_view text) {
  const auto value = json::parse(text);
  if (!value) return corrupt(value.error().cause);
  const auto* projects = json::list_in(*value, "projects");
  if (projects == nullptr) return corrupt("it has no list of projects");
  RegistryContent content;
  content.unknown.of_list = unknown_in(*value->if_object(), kListMembers);
  const auto* active = json::text_in(*value, "active");
  if (active == nullptr) return corrupt("the active project is not a string");
  content.active = *active;
  std::set<std::string> ids, roots;
  for (const auto& item : *projects) {
    auto project = project_of(item);
    if (!project) return corrupt("a project lacks its id, root or state folder");
    if (!ids.insert(project->project_id).second || !roots.insert(project->root.string()).second)
      return corrupt("a project is listed twice");
    if (auto unknown = unknown_in(*item.if_object(), kProjectMembers); !unknown.empty())
      content.unknown.of_projects.emplace(project->project_id, std::move(unknown));
    content.projects.push_back(std::move(*project));
  }
  content.is_sealed = value->find("checksum") != nullptr;
  // Lists of the versions without a checksum have these members only.
  if (!content.is_sealed && !content.unknown.of_list.empty())
    return corrupt("it has unknown members, but no checksum");
  if (content.is_sealed && json::text_or_empty(*value, "checksum") != checksum_of(content))
    return corrupt("its checksum differs");
  return content;
}

/// Restores the list from its copy or from the state folders.
RegistryContent restore(const fs::path& data_dir, const std::string& why) {
  const auto said = [&](const std::string& from) {
    return "The project list " + list_file(data_dir).string() + " is damaged (" + why +
           "); it was restored from " + from;
  };
  const auto copy = base::read_file(copy_file(data_dir), kMaxBytes);
  if (auto content = copy ? parse(*copy) : copy.error(); content && content->is_sealed) {
    content->restored = said("its copy");
    return std::move(*content);
  }
  RegistryContent content;
  content.projects = rescue_projects(data_dir);
  content.restored = said("the state folders: " + std::to_string(content.projects.size()) +
                          (content.projects.size() == 1 ? " project" : " projects") +
                          "; others are registered again when they are used next");
  return content;
}

Result<base::FileLock> acquire_lock(const fs::path& data_dir) {
  auto lock = base::FileLock::acquire(data_dir / "projects.lock");
  for (int i = 0; i < kLockAttempts && !lock && lock.error().code == error_code::kIndexLocked;
       ++i) {
    std::this_thread::sleep_for(kLockPause);
    lock = base::FileLock::acquire(data_dir / "projects.lock");
  }
  return lock;
}

}  // namespace

RegistryContent read_registry(const fs::path& data_dir) {
  make_data_private(data_dir);
  const auto text = base::read_file(list_file(data_dir), kMaxBytes);
  if (!text && text.error().category == ErrorCategory::kNotFound) return {};
  if (!text) return restore(data_dir, text.error().cause);
  auto content = parse(*text);
  return content ? std::move(*content) : restore(data_dir, content.error().cause);
}

Result<void> update_registry(const fs::path& data_dir,
                             const std::function<Result<void>(RegistryContent&)>& change) {
  if (auto made = base::make_private_folder(data_dir); !made) {
    auto failed = std::move(made).error();
    failed.action =
        "Set codeweaver.data_dir, or the variable XDG_DATA_HOME, to a folder that you may write "
        "to.";
    return failed;
  }
  CODEWEAVER_ASSIGN(const auto lock, acquire_lock(data_dir));
  const auto file = list_file(data_dir);
  const auto before = base::read_file(file, kMaxBytes);
  // A list that cannot be read may be undamaged, so it is not overwritten.
  if (!before && before.error().category == ErrorCategory::kIo) return before.error();
  auto content = read_registry(data_dir);
  if (auto changed = change(content); !changed) return changed;
  std::sort(content.projects.begin(), content.projects.end(),
            [](const Project& a, const Project& b) { return a.project_id < b.project_id; });
  const std::string text = text_of(content, checksum_of(content));
  // Every command with a folder gets here; a write costs two syncs.
  if (before && *before == text) return {};
  std::error_code ignored;
  if (!content.restored.empty()) fs::rename(file, file.string() + ".damaged", ignored);
  if (auto written = base::write_file_atomic(file, text); !written) return written;
  return base::write_file_atomic(copy_file(data_dir), text);
}

}  // namespace codeweaver::engine
