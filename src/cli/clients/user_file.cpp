// Replaces files that other programs also write.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/user_file.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include "base/file.hpp"
#include "base/new_file.hpp"
#include "base/os_error.hpp"
#include "base/try.hpp"

namespace codeweaver::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestUserFile = 16ULL << 20;

Result<void> make_folder_of(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (!error) return {};
  return base::os_error("Cannot create", path.parent_path(), error.value());
}

/// Returns the identity of a file, for the last check before the rename; nullopt: it does not
/// exist.
std::optional<base::FileIdentity> identity_if_there(const fs::path& path) {
  const auto identity = base::identity_of(path);
  return identity ? std::optional(*identity) : std::nullopt;
}

/// Whether the file still contains `before` and has the same identity.
Result<bool> is_unchanged(const fs::path& path, const std::optional<std::string>& before,
                          const std::optional<base::FileIdentity>& identity) {
  CODEWEAVER_ASSIGN(const auto now, read_if_there(path));
  return now == before && identity_if_there(path) == identity;
}

Result<void> check_writable(const fs::path& path) {
  constexpr auto kWrites =
      fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  std::error_code error;
  const auto status = fs::status(path, error);
  if (error || !fs::exists(status) || (status.permissions() & kWrites) != fs::perms::none)
    return {};
  return Error{ErrorCategory::kUnsupported, "READ_ONLY_FILE",
               "'" + path.string() + "' is read-only", "changing a settings file",
               "Make the file writable, or change it by hand."};
}

}  // namespace

fs::path target_of(const fs::path& path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  fs::path target = path;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(target, error)); ++i) {
    const auto next = fs::read_symlink(target, error);
    if (error) return path;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  auto real = fs::weakly_canonical(target, error);
  return error ? path : real;
}

Result<std::optional<std::string>> read_if_there(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::optional<std::string>();
  auto text = base::read_file(path, kLargestUserFile);
  if (!text && text.error().category == ErrorCategory::kNotFound)
    return std::optional<std::string>();
  if (!text) return text.error();
  return std::optional(std::move(*text));
}

Result<bool> replace_user_file(const fs::path& path, const std::optional<std::string>& before,
                               const std::optional<std::string>& after) {
  CODEWEAVER_TRY(check_writable(path));
  const auto identity = identity_if_there(path);
  if (!after) {
    CODEWEAVER_ASSIGN(const bool may_remove, is_unchanged(path, before, identity));
    std::error_code error;
    if (may_remove) fs::remove(path, error);
    if (error) return base::os_error("Cannot remove", path, error.value());
    return may_remove;
  }
  CODEWEAVER_TRY(make_folder_of(path));
  CODEWEAVER_ASSIGN(auto file, base::NewFile::create_like(path));
  CODEWEAVER_TRY(file.write(0, *after));
  CODEWEAVER_TRY(file.sync());
  CODEWEAVER_ASSIGN(const bool may_replace, is_unchanged(path, before, identity));
  if (!may_replace) return false;
  return file.move_over(path, identity);
}

FolderLock::FolderLock(const fs::path& file) {
  constexpr auto kPatience = std::chrono::seconds(2), kLongestHeld = std::chrono::seconds(10);
  constexpr auto kBetweenTries = std::chrono::milliseconds(20);
  const auto folder = fs::path(file) += ".lock";
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    std::error_code error;
    if (fs::create_directory(folder, error)) held_ = folder;
    const bool is_held_by_another = held_.empty() && !error;  // the folder exists
    if (!is_held_by_another || std::chrono::steady_clock::now() >= end) return;
    const auto since = fs::last_write_time(folder, error);
    if (!error && fs::file_time_type::clock::now() - since > kLongestHeld) return;
    std::this_thread::sleep_for(kBetweenTries);
  }
}

FolderLock::~FolderLock() {
  std::error_code ignored;
  if (!held_.empty()) fs::remove(held_, ignored);
}

}  // namespace codeweaver::cli
