// Asks the rules of discovery about one path.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/absent_file.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "corpus/discovery.hpp"
#include "corpus/path_selection.hpp"
#include "engine/searching/lookup/definitions_at.hpp"

namespace codeweaver::engine {
namespace {

/// Whether `path` is relative, without "." and "..", and an existing file or link below `root`.
bool is_file_below(const std::filesystem::path& root, std::string_view path) {
  const std::filesystem::path relative(path);
  const bool is_plain = !path.empty() && relative.is_relative() &&
                        std::ranges::none_of(relative, [](const auto& part) {
                          return part.empty() || part == "." || part == "..";
                        });
  std::error_code ignored;
  if (!is_plain) return false;
  const auto status = std::filesystem::symlink_status(root / relative, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_directory(status);
}

}  // namespace

Error explained(Error error, const std::filesystem::path& root, const IndexOptions& options,
                std::string_view path) {
  if (error.action != kPathAdvice || !is_file_below(root, path)) return error;
  const corpus::PathSelection only({std::string(path)});
  auto discovery = corpus::discovery_options(options);
  discovery.only = &only;
  const auto found = corpus::discover(root, discovery);
  if (!found) return error;
  const auto quoted = "'" + std::string(path) + "'";
  const auto leads_here = [&](const corpus::SkippedFile& skipped) {
    return path == skipped.path || path.starts_with(skipped.path + '/');
  };
  const auto skipped = std::ranges::find_if(found->skipped, leads_here);
  if (std::ranges::find(found->files, path, &DiscoveredFile::path) != found->files.end()) {
    error.cause = quoted + " exists, but it is not indexed yet";
    error.action = "Index the project again, or wait until the index run in progress ends.";
  } else if (skipped != found->skipped.end()) {
    error.cause = quoted + " exists, but it is not indexed: " + skipped->detail;
    error.action = "Change that, then index the project again.";
  } else if (!found->unknown.empty()) {
    error.cause = quoted + " exists, but it is not indexed: it is binary, empty or bulk data";
    error.action =
        "To index it nevertheless, add its extension to chunking.extra_extensions, then index the "
        "project again.";
  } else {
    error.cause = quoted + " exists, but a rule excludes it from the index";
    error.action =
        "Check .gitignore, .codeweaverignore and indexing.exclude, and whether its folder is "
        "hidden.";
  }
  return error;
}

}  // namespace codeweaver::engine
