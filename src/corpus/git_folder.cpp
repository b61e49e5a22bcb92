// Detects git's own folders by their entries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_folder.hpp"

#include <string>
#include <string_view>

#include "base/os/file_status.hpp"
#include "base/os/files.hpp"

namespace codeweaver::corpus {
namespace {

/// The first bytes of a small file; empty if unreadable.
std::string read_start(os::Handle parent, const char* name) {
  std::string text(4096, '\0');
  const auto file = os::open_to_read_at(parent, name, os::Links::kFollowed);
  const auto count = file.is_open() ? os::read_some(file.get(), text.data(), text.size()) : 0;
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return text;
}

bool is_object_id(std::string_view text) {
  return text.size() >= 40 &&
         text.substr(0, 40).find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// Whether HEAD is a link into refs/, "ref: refs/...", or an object id.
bool has_valid_head(os::Handle parent, const std::string& directory) {
  const std::string head = directory + "/HEAD";
  os::FileStatus status;
  if (!os::status_at(parent, head.c_str(), status)) return false;
  if (status.type == os::FileType::kLink) {
    const auto target = os::read_link_at(parent, head.c_str());
    return target && target->starts_with("refs/");
  }
  const std::string text = read_start(parent, head.c_str());
  if (!text.starts_with("ref:")) return is_object_id(text);
  const std::size_t name = text.find_first_not_of(" \t\n\r", 4);
  return name != std::string::npos && std::string_view(text).substr(name).starts_with("refs/");
}

bool is_git_directory(os::Handle parent, const std::string& directory) {
  if (!has_valid_head(parent, directory)) return false;
  std::string common = directory;
  if (std::string text = read_start(parent, (directory + "/commondir").c_str()); !text.empty()) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    common = text.starts_with('/') ? text : directory + "/" + text;
  }
  return os::may_enter_at(parent, (common + "/objects").c_str()) &&
         os::may_enter_at(parent, (common + "/refs").c_str());
}

}  // namespace

bool holds_repository(os::Handle parent, const char* name) {
  const std::string marker = std::string(name) + "/.git";
  os::FileStatus status;
  if (!os::status_at(parent, marker.c_str(), status, os::Links::kFollowed)) return false;
  if (status.type == os::FileType::kFolder) return is_git_directory(parent, marker);
  if (status.type != os::FileType::kFile) return false;
  if (!os::may_read_at(parent, marker.c_str())) return true;  // like git, assume a repository
  std::string text = read_start(parent, marker.c_str());
  if (!text.starts_with("gitdir: ")) return false;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  const std::string target = text.substr(8);
  return is_git_directory(parent,
                          target.starts_with('/') ? target : std::string(name) + "/" + target);
}

bool holds_repository(const std::filesystem::path& folder) {
  const auto opened = os::open_folder(folder.c_str());
  return opened.is_open() && holds_repository(opened.get(), ".");
}

}  // namespace codeweaver::corpus
