// FileFilter: hidden folders, .codeweaverignore, names, sizes and links.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/file_filter.hpp"

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <system_error>

#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "base/path_name.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

// Separates the parts of the paths under which the index stores items that other tools push.
constexpr char kUnitSeparator = '\x1F';

/// Whether an error means that no file exists there.
bool is_absence(int error) noexcept {
  return error == ENOENT || error == ENOTDIR || error == ELOOP;
}

std::string_view folder_of(std::string_view path) noexcept {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

FileTimes times_of(const os::FileStatus& status) noexcept {
  return {status.modified_ns, status.changed_ns};
}

IgnoreStack::Reader ignore_files_of(const fs::path& root) {
  return [&root](std::string_view directory) {
    return read_without_links((root / directory / kIgnoreFileName).c_str(), kMaxIgnoreFileBytes);
  };
}

}  // namespace

FileFilter::FileFilter(const fs::path& root, const DiscoveryOptions& options)
    : root_(root),
      folder_(os::open_folder(root.c_str())),
      waiting_(folder_.get()),
      options_(options),
      rules_(options, ignore_files_of(root)),
      unversioned_rules_(options, ignore_files_of(root), kMadeFolders),
      cursor_(os::open_folder(root.c_str())) {
  for (const auto& [name, language] : options.extra_extensions) unused_extra_.insert(name);
}

void FileFilter::note_folder(std::string_view directory, const FolderNames& names) {
  if (names(kIgnoreFileName)) return;
  rules_.note_no_file(directory);
  unversioned_rules_.note_no_file(directory);
}

bool FileFilter::accepts_unversioned(std::string_view directory) {
  if (unversioned_rules_.accepts_folder(directory)) return true;
  if (!rules_.accepts_folder(directory)) return false;  // excluded by the user, or hidden
  constexpr std::size_t kNamed = 3;
  ++made_folder_count_;
  if (made_folders_.size() < kNamed) made_folders_.emplace_back(directory);
  return false;
}

void FileFilter::add_entry(const WalkEntry& entry) {
  if (entry.kind == EntryKind::kRepository) return add_repository(entry.path);
  if (!rules_.accepts_file(entry.path)) return;
  if (entry.kind == EntryKind::kLink) return add_link(entry.path);
  if (entry.directory < 0) {
    waiting_.add(entry.path);
    return;
  }
  os::FileStatus status;
  if (os::status_at(entry.directory, entry.name, status))
    add_file(entry.directory, entry.name, entry.path, status.size_bytes, times_of(status));
}

void FileFilter::add_waiting() {
  waiting_.finish([&](const char* path, const FileState& state) {
    if (state.is_file) add_file(folder_.get(), path, path, state.size_bytes, state.times);
    if (state.error != 0 && !is_absence(state.error)) add_unreadable(path, state.error);
  });
}

void FileFilter::add_tracked(std::string_view path, bool is_repository) {
  if (is_repository) return add_repository(path);
  if (!rules_.accepts_file(path)) return;
  const os::Handle folder = cursor_.move_to(folder_of(path));
  const std::string name(base::file_name(path));
  os::FileStatus status;
  if (folder < 0 || !os::status_at(folder, name.c_str(), status)) {
    if (!is_absence(errno)) add_unreadable(path, errno);
    return;  // deleted, or behind a link
  }
  if (status.type == os::FileType::kLink) return add_link(path);
  if (status.type == os::FileType::kFile)
    add_file(folder, name.c_str(), path, status.size_bytes, times_of(status));
}

void FileFilter::add_file(os::Handle folder, const char* place, std::string_view path,
                          std::uint64_t size_bytes, const FileTimes& times) {
  if (!unused_extra_.empty())
    if (const auto* entry = find_extra(base::file_name(path), options_.extra_extensions))
      unused_extra_.erase(entry->first);
  if (options_.is_known && options_.is_known(path, size_bytes, times)) {
    ++file_count_;
    ++found_.known_files;
    return;
  }
  DiscoveredFile file;
  file.path = path;
  file.size_bytes = size_bytes;
  file.last_modified = static_cast<double>(times.modified_ns) * 1e-9;
  if (!describe(folder, place, file) || ++file_count_ > options_.max_files) return;
  found_.files.push_back(std::move(file));
  found_.times.push_back(times);
}

bool FileFilter::describe(os::Handle folder, const char* place, DiscoveredFile& file) {
  if (file.path.find(kUnitSeparator) != std::string::npos) {
    skip(file.path, "unsupported_name",
         "The name contains U+001F, which is reserved as a separator");
    return false;
  }
  const std::string_view name = base::file_name(file.path);
  NameClass name_class = classify_name(name, options_.extra_extensions);
  if (name_class.head_bytes > 0) {
    if (const auto head = read_head(folder, place, name_class.head_bytes)) {
      classify_content(name, *head, name_class);
    } else if (!name_class.language.empty()) {
      add_unreadable(file.path, errno);
      return false;
    }
  }
  file.is_test = looks_like_test(file.path);
  file.is_generated = looks_generated(file.path, {});
  if (is_unsearchable(name_class, file)) {
    ++found_.unknown[name_class.ext_kind.extension];
    return false;
  }
  const auto limit = size_limit(options_, name_class.language);
  if (file.size_bytes > limit) {
    skip(file.path, "too_large",
         "The file has " + std::to_string(file.size_bytes) + " bytes, the limit is " +
             std::to_string(limit));
    return false;
  }
  file.absolute_path.reserve(root_.native().size() + 1 + file.path.size());
  file.absolute_path = root_.native();
  if (!file.absolute_path.ends_with('/')) file.absolute_path += '/';
  file.absolute_path += file.path;
  file.language = std::move(name_class.language);
  file.ext_kind = std::move(name_class.ext_kind);
  return true;
}

void FileFilter::add_link(std::string_view path) {
  std::error_code problem;
  const auto target = fs::canonical(root_ / path, problem);
  if (problem) return skip(path, "symlink", "The symbolic link is broken");
  if (!is_inside(root_, target))
    return skip(path, "symlink_outside",
                "The symbolic link points outside the project, to " + target.string());
  skip(path, "symlink",
       "The symbolic link points to " + target.lexically_relative(root_).string() +
           ", which is indexed under its own path");
}

void FileFilter::add_repository(std::string_view path) {
  if (rules_.accepts_folder(path))
    skip(path, std::string(kNestedRepository), "The folder is a separate git repository");
}

void FileFilter::add_unreadable(std::string_view path, int error) {
  if (!is_absence(error) && error != EACCES && error != EPERM) found_.unseen.emplace_back(path);
  skip(path.empty() ? "." : path, "unreadable",
       "Failed to read " + (root_ / path).string() + ": " + std::generic_category().message(error),
       true);
}

void FileFilter::skip(std::string_view path, std::string reason, std::string detail,
                      bool is_failure) {
  found_.skipped.push_back({std::string(path), std::move(reason), std::move(detail), is_failure});
}

void FileFilter::sort_files() {
  auto& files = found_.files;
  std::vector<std::uint32_t> order(files.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto by_path = [&](auto a, auto b) { return files[a].path < files[b].path; };
  if (std::is_sorted(order.begin(), order.end(), by_path)) return;
  std::sort(order.begin(), order.end(), by_path);
  std::vector<DiscoveredFile> sorted(files.size());
  std::vector<FileTimes> times(files.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted[i] = std::move(files[order[i]]);
    times[i] = found_.times[order[i]];
  }
  files = std::move(sorted);
  found_.times = std::move(times);
}

Discovery FileFilter::take() {
  add_waiting();
  const auto by_path = [](const auto& a, const auto& b) { return a.path < b.path; };
  sort_files();
  std::sort(found_.skipped.begin(), found_.skipped.end(), by_path);
  if (!unused_extra_.empty() && options_.only == nullptr) {
    std::string named;
    for (const auto name : unused_extra_) named.append(named.empty() ? "" : ", ").append(name);
    found_.warnings.push_back("chunking.extra_extensions names " + named +
                              ", but no file has such an extension or name");
  }
  if (made_folder_count_ > 0) {
    std::string named;
    for (const auto& folder : made_folders_) named += (named.empty() ? "" : ", ") + folder;
    const auto more = made_folder_count_ - made_folders_.size();
    if (more > 0) named += " and " + std::to_string(more) + " more";
    found_.warnings.push_back(
        "Excluded folders that tools usually generate, because the project is not in git: " +
        named + ". To include them, add a line such as \"!" +
        std::string(base::file_name(made_folders_.front())) + "/\" to .codeweaverignore");
  }
  return std::move(found_);
}

}  // namespace codeweaver::corpus
