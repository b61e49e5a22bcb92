// Private files: the rights of new files, and of files that older versions left readable by others.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/private_files.hpp"

#include <cerrno>
#include <system_error>

#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "base/os/folder_reader.hpp"
#include "base/os_error.hpp"

namespace codeweaver::base {
namespace {

/// Makes the files in an open folder private.
void make_files_private(const os::Descriptor& folder) {
  os::FolderReader reader(folder.get());
  for (os::FolderReader::Entry file; reader.next(file);)
    os::make_private_at(folder.get(), file.name.data());
}

}  // namespace

Result<void> make_private_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) return {};
  // "a/b/" has an empty last name.
  const auto path = folder.has_filename() ? folder : folder.parent_path();
  if (path.has_parent_path() && path.parent_path() != path)
    if (auto above = make_private_folder(path.parent_path()); !above) return above;
  const int error = os::make_private_folder(path.c_str());
  if (error == 0) return {};
  if (error == EEXIST && std::filesystem::is_directory(path, ignored)) return {};
  Error failed = os_error("Cannot create", path, error);
  failed.action = "Choose a folder that you can create and write to.";
  return failed;
}

void make_private(const std::filesystem::path& path) noexcept {
  os::make_private(path.c_str());
}

void make_content_private(const std::filesystem::path& folder,
                          const std::function<Owned(std::string_view name)>& owned) {
  const auto open = os::open_folder(folder.c_str());
  if (!open.is_open()) return;
  bool is_all_ours = true;
  os::FolderReader reader(open.get());
  for (os::FolderReader::Entry entry; reader.next(entry);) {
    const Owned ownership = owned(entry.name);
    if (ownership == Owned::kNot) {
      is_all_ours = false;
      continue;
    }
    const char* const name = entry.name.data();
    if (ownership == Owned::kWithContent && entry.type == os::FileType::kFolder)
      make_files_private(os::open_folder_at(open.get(), name, os::Links::kRefused));
    os::make_private_at(open.get(), name);
  }
  if (is_all_ours) os::make_private(open.get());
}

}  // namespace codeweaver::base
