// Private files: modes of what is made, and of what older versions left open to others.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/private_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string_view>
#include <system_error>

#include "base/descriptor.hpp"

namespace codeweaver::base {
namespace {

constexpr mode_t kOfOthers = S_IRWXG | S_IRWXO;

/// Whether the mode has to change and may be changed by us.
bool is_too_open(const struct stat& status) noexcept {
  const bool is_ours = status.st_uid == ::geteuid() && (status.st_mode & S_ISVTX) == 0;
  const bool is_known = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
  return is_known && is_ours && (status.st_mode & kOfOthers) != 0;
}

mode_t without_others(const struct stat& status) noexcept {
  return status.st_mode & ~(S_IFMT | kOfOthers);
}

using Listing = std::unique_ptr<DIR, decltype([](DIR* open) { ::closedir(open); })>;

/// Calls `visit` with the name and the state of each entry of an open folder, "." and ".." aside.
template <class Visit>
void for_each_entry(const Descriptor& folder, const Visit& visit) {
  Descriptor own(::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const Listing listing(own.is_open() ? ::fdopendir(own.get()) : nullptr);
  if (!listing) return;
  static_cast<void>(own.release());  // the listing closes it
  while (const dirent* entry = ::readdir(listing.get())) {
    const std::string_view name(entry->d_name);
    struct stat status {};
    if (name != "." && name != ".." &&
        ::fstatat(folder.get(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
      visit(entry->d_name, status);
  }
}

void make_entry_private(const Descriptor& folder, const char* name,
                        const struct stat& status) noexcept {
  if (is_too_open(status)) ::fchmodat(folder.get(), name, without_others(status), 0);
}

}  // namespace

Result<void> make_private_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) return {};
  // "a/b/" has an empty last name.
  const auto path = folder.has_filename() ? folder : folder.parent_path();
  if (path.has_parent_path() && path.parent_path() != path)
    if (auto above = make_private_folder(path.parent_path()); !above) return above;
  if (::mkdir(path.c_str(), kPrivateFolder) == 0) return {};
  const int error = errno;
  if (error == EEXIST && std::filesystem::is_directory(path, ignored)) return {};
  Error failed = os_error("Cannot create", path, error);
  failed.action = "Choose a folder that can be made and written to.";
  return failed;
}

void make_private(const std::filesystem::path& path) noexcept {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0 && is_too_open(status))
    ::chmod(path.c_str(), without_others(status));
}

void make_private(int descriptor) noexcept {
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && is_too_open(status))
    ::fchmod(descriptor, without_others(status));
}

void make_content_private(const std::filesystem::path& folder,
                          const std::function<Owned(std::string_view name)>& owned) {
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open.is_open()) return;
  bool is_all_ours = true;
  for_each_entry(open, [&](const char* name, const struct stat& status) {
    const Owned entry = owned(name);
    if (entry == Owned::kNot) {
      is_all_ours = false;
      return;
    }
    if (entry == Owned::kWithContent && S_ISDIR(status.st_mode)) {
      const Descriptor inner(
          ::openat(open.get(), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      for_each_entry(inner, [&](const char* file, const struct stat& state) {
        make_entry_private(inner, file, state);
      });
    }
    make_entry_private(open, name, status);
  });
  if (is_all_ours) make_private(open.get());
}

}  // namespace codeweaver::base
