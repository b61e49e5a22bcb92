// Discovery: passes the candidates of the walk through our filters to get the files to index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/discovery.hpp"

#include <algorithm>
#include <cerrno>
#include <functional>
#include <optional>

#include "base/counted.hpp"
#include "base/os/files.hpp"
#include "base/os_error.hpp"
#include "base/path_name.hpp"
#include "base/try.hpp"
#include "corpus/file_filter.hpp"
#include "corpus/text_sniff.hpp"
#include "corpus/tree_walk.hpp"
#include "document/document.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kNamesInWarning = 3;

/// "a, b, c and 7 more".
std::string name_some(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamesInWarning); ++i)
    text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kNamesInWarning)
    text += " and " + std::to_string(names.size() - kNamesInWarning) + " more";
  return text;
}

std::vector<std::string> paths_with(const Discovery& discovery, std::string_view reason) {
  std::vector<std::string> paths;
  for (const auto& file : discovery.skipped)
    if (file.reason == reason) paths.push_back(file.path);
  return paths;
}

void add_warnings(const DiscoveryOptions& options, Discovery& found) {
  const std::size_t files = found.files.size() + found.known_files;
  if (files > options.warn_files)
    found.warnings.push_back("Large codebase detected, indexing may be slow (" +
                             base::counted(files, "file") + ")");
  std::size_t unknown = 0;
  for (const auto& [extension, count] : found.unknown) unknown += count;
  if (files == 0 && unknown > 0)
    found.warnings.push_back("No file contains text that can be indexed. Discovered " +
                             base::counted(unknown, "file") + ", binary or bulk data");
  if (const auto large = paths_with(found, "too_large"); !large.empty())
    found.warnings.push_back("Files over " + std::to_string(options.max_file_bytes) +
                             " bytes (indexing.max_file_bytes) were skipped: " + name_some(large));
  if (const auto nested = paths_with(found, kNestedRepository); !nested.empty())
    found.warnings.push_back(
        "Nested git repositories were not indexed (index each as a separate project): " +
        name_some(nested));
}

}  // namespace

std::uint64_t size_limit(const DiscoveryOptions& options, std::string_view language) noexcept {
  if (document::kind_of(language)) return options.max_document_bytes;
  return language == kOtherText ? std::min<std::uint64_t>(options.max_file_bytes, kMaxSniffedBytes)
                                : options.max_file_bytes;
}

bool is_unsearchable(const NameClass& name_class, const DiscoveredFile& file) noexcept {
  return name_class.language.empty() ||
         (name_class.language == kOtherText && file.is_generated && !file.is_test);
}

DiscoveryOptions discovery_options(const IndexOptions& options) {
  DiscoveryOptions out;
  out.max_file_bytes = options.max_file_bytes;
  out.max_document_bytes = options.max_document_bytes;
  out.warn_files = options.warn_files;
  out.max_files = options.max_files;
  out.exclude = options.exclude;
  out.extra_extensions = options.extra_extensions;
  if (!options.tooling_directories.empty()) out.tooling_directories = options.tooling_directories;
  return out;
}

bool is_ignore_file(std::string_view path) noexcept {
  const auto name = base::file_name(path);
  return name == ".gitignore" || name == kIgnoreFileName;
}

Result<Discovery> discover(const fs::path& root, const DiscoveryOptions& options,
                           std::stop_token stop) {
  CODEWEAVER_ASSIGN(const auto resolved, resolve_root(root));
  FileFilter filter(resolved, options);
  WalkVisitor visitor;
  visitor.may_enter = [&](std::string_view directory) { return filter.accepts_folder(directory); };
  visitor.may_enter_unversioned = [&](std::string_view directory) {
    return filter.accepts_unversioned(directory);
  };
  visitor.on_folder = [&](std::string_view directory, const FolderNames& names) {
    filter.note_folder(directory, names);
  };
  visitor.on_entry = [&](const WalkEntry& entry) { filter.add_entry(entry); };
  visitor.on_tracked = [&](std::string_view path, bool is_repository) {
    filter.add_tracked(path, is_repository);
  };
  visitor.on_unreadable = [&](std::string_view path, int error) {
    filter.add_unreadable(path, error);
  };
  std::vector<std::string> warnings;
  visitor.on_warning = [&](std::string text) { warnings.push_back(std::move(text)); };
  const auto folder = os::open_folder(resolved.c_str());
  if (!folder.is_open()) return base::os_error("Cannot open", resolved, errno);
  std::optional<FolderLister> lister;
  if (options.only == nullptr) lister.emplace(folder.get(), options.known_folders);
  const WalkOptions walk{options.follow_gitignore, stop, lister ? &*lister : nullptr, options.only};
  CODEWEAVER_TRY(walk_tree(resolved, walk, visitor));
  Discovery found = filter.take();
  if (filter.file_count() > options.max_files)
    return Error{
        ErrorCategory::kInvalidArgument, "TOO_MANY_FILES",
        "Codebase too large (" + base::counted(filter.file_count(), "file") + "; limit " +
            base::grouped(options.max_files) + "), consider filtering",
        "listing the files of " + resolved.string(),
        "Add patterns to .codeweaverignore, or raise indexing.max_files in the user's settings"};
  if (lister) found.folder_cache = lister->updated_cache();
  found.warnings.insert(found.warnings.begin(), warnings.begin(), warnings.end());
  add_warnings(options, found);
  return found;
}

Result<std::vector<std::string>> admitted_paths(const fs::path& root,
                                                std::vector<std::string> paths,
                                                const DiscoveryOptions& options) {
  CODEWEAVER_ASSIGN(const auto resolved, resolve_root(root));
  std::ranges::sort(paths);
  const PathSelection only(paths, MissingPaths::kTaken);
  FileFilter filter(resolved, options);
  std::vector<std::string> out;
  const auto take = [&](std::string_view path) {  // also called for files in selected folders
    if (std::ranges::binary_search(paths, path, std::less<>()) && filter.accepts_file(path))
      out.emplace_back(path);
  };
  WalkVisitor visitor;
  visitor.may_enter = [&](std::string_view directory) { return filter.accepts_folder(directory); };
  visitor.may_enter_unversioned = [&](std::string_view directory) {
    return filter.accepts_unversioned(directory);
  };
  visitor.on_entry = [&](const WalkEntry& entry) {
    if (entry.kind == EntryKind::kFile) take(entry.path);
  };
  visitor.on_tracked = [&](std::string_view path, bool is_repository) {
    if (!is_repository) take(path);
  };
  visitor.on_unreadable = [](std::string_view, int) {};
  visitor.on_warning = [](const std::string&) {};
  CODEWEAVER_TRY(walk_tree(resolved, {options.follow_gitignore, {}, nullptr, &only}, visitor));
  std::ranges::sort(out);
  return out;
}

Result<std::vector<std::string>> list_candidates(const fs::path& root,
                                                 const DiscoveryOptions& options) {
  CODEWEAVER_ASSIGN(const auto resolved, resolve_root(root));
  std::vector<std::string> paths;
  WalkVisitor visitor;
  visitor.on_entry = [&](const WalkEntry& entry) {
    paths.emplace_back(entry.path);
    if (entry.kind == EntryKind::kRepository) paths.back() += '/';
  };
  visitor.on_tracked = [&](std::string_view path, bool) { paths.emplace_back(path); };
  visitor.on_unreadable = [](std::string_view, int) {};
  visitor.on_warning = [](const std::string&) {};
  CODEWEAVER_TRY(walk_tree(resolved, {options.follow_gitignore, {}, nullptr}, visitor));
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace codeweaver::corpus
