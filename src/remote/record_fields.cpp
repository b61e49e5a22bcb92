// Record fields that filters use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/record_fields.hpp"

#include <utility>

#include "base/path_name.hpp"
#include "base/try.hpp"
#include "codeweaver/text/identifier.hpp"
#include "remote/record_filter.hpp"

namespace codeweaver::remote {

std::string extension_of(std::string_view path) {
  const auto name = base::file_name(path);
  return text::to_lower(name.substr(name.rfind('.') + 1));
}

std::vector<std::string> directories_of(std::string_view path) {
  std::vector<std::string> out;
  for (auto at = path.find('/'); at != std::string_view::npos; at = path.find('/', at + 1))
    out.emplace_back(path.substr(0, at));
  out.emplace_back(path);
  return out;
}

Result<std::optional<std::vector<std::string>>> paths_of(
    const RecordFilter& filter,
    const std::function<Result<std::vector<std::string>>()>& all_paths) {
  if (filter.glob.empty() && filter.paths.empty()) return std::optional<std::vector<std::string>>();
  CODEWEAVER_ASSIGN(auto paths, all_paths());
  std::erase_if(paths, [&](const std::string& path) { return !admits_path(filter, path); });
  return std::optional(std::move(paths));
}

}  // namespace codeweaver::remote
