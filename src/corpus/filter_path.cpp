// Filters: makes absolute paths relative, and resolves ".." by text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/filter_path.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/path_globs.hpp"
#include "base/try.hpp"
#include "corpus/project_path.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kWildcards = "*?[\\{";

Error outside_project(const fs::path& root, std::string_view given) {
  return {ErrorCategory::kInvalidArgument, "PATH_OUTSIDE_PROJECT",
          "The filter leaves the project: " + std::string(given), "checking the search filters",
          "Give a path or pattern inside the project, relative to the project root" +
              (root.empty() ? std::string() : " or absolute (" + root.string() + ')') + '.'};
}

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const auto slash = path.find('/');
    if (slash != 0) parts.push_back(path.substr(0, slash));
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return parts;
}

/// A path without "." and ".."; nullopt: it climbs above its start.
std::optional<std::string> resolved_by_name(std::string_view path) {
  std::vector<std::string_view> kept;
  for (const auto part : parts_of(path)) {
    if (part == ".") continue;
    if (part != "..") {
      kept.push_back(part);
    } else if (kept.empty()) {
      return std::nullopt;
    } else {
      kept.pop_back();
    }
  }
  std::string out;
  for (const auto part : kept) out.append(out.empty() ? "" : "/").append(part);
  return out;
}

/// The part of `path` after the folder `root`; nullopt: `path` is not at or below it.
std::optional<std::string_view> rest_below(std::string_view root, std::string_view path) {
  if (root.empty() || !path.starts_with(root)) return std::nullopt;
  path.remove_prefix(root.size());
  if (!path.empty() && path.front() != '/') return std::nullopt;
  return path;
}

/// The part of an absolute path or pattern after the root. The root may be written plainly, escaped
/// as in a pattern, or through links. nullopt: not below the root.
std::optional<std::string> below_root(const fs::path& root, std::string_view path) {
  const std::string_view name = root.native();
  if (const auto rest = rest_below(name, path)) return std::string(*rest);
  const auto escaped = base::glob_of_path(name.substr(std::min<std::size_t>(1, name.size())));
  if (const auto rest = rest_below(escaped, path)) return std::string(*rest);
  auto plain = path.substr(0, path.find_first_of(kWildcards));
  if (plain.size() < path.size()) plain = plain.substr(0, plain.rfind('/'));
  if (root.empty() || plain.empty()) return std::nullopt;
  std::error_code error;
  const auto real = fs::weakly_canonical(fs::path(plain), error);
  if (error) return std::nullopt;
  const auto rest = rest_below(name, real.native());
  if (!rest) return std::nullopt;
  return std::string(*rest) + std::string(path.substr(plain.size()));
}

bool has_dots(std::string_view path) {
  for (const auto part : parts_of(path))
    if (part == "..") return true;
  return false;
}

/// Escapes an alternative for use between braces.
std::string in_braces(std::string_view alternative) {
  std::string out;
  for (std::size_t i = 0; i < alternative.size(); ++i) {
    if (alternative[i] == '\\' && i + 1 < alternative.size())
      out += alternative[i++];
    else if (alternative[i] == ',')
      out += '\\';
    out += alternative[i];
  }
  return out;
}

/// Normalizes a pattern without braces and without '!'.
Result<std::string> plain_glob(const fs::path& root, const std::string& pattern) {
  const auto below = pattern.starts_with('/') ? below_root(root, pattern) : std::nullopt;
  if (!below && !has_dots(pattern)) return pattern;
  const auto resolved = resolved_by_name(below ? *below : pattern);
  if (!resolved) return outside_project(root, pattern);
  return resolved->empty() ? std::string("/**") : '/' + *resolved;
}

}  // namespace

Result<std::string> path_of_filter(const fs::path& root, std::string_view path) {
  std::optional<std::string> below(path);
  if (path.starts_with('/')) {
    below = below_root(root, path);
    std::error_code error;
    const auto inside = path.substr(std::min(path.find_first_not_of('/'), path.size()));
    if (!below && (root.empty() || fs::exists(root / inside, error))) below = inside;
  }
  auto resolved = below ? resolved_by_name(*below) : std::nullopt;
  if (!resolved) return outside_project(root, path);
  return *std::move(resolved);
}

Result<std::string> glob_of_filter(const fs::path& root, std::string_view pattern) {
  const bool is_negated = pattern.starts_with('!');
  const std::string given(pattern.substr(is_negated ? 1 : 0));
  const auto alternatives = base::expand_braces(given);
  bool is_changed = false;
  std::string out;
  for (const auto& one : alternatives) {
    CODEWEAVER_ASSIGN(const auto made, plain_glob(root, one));
    is_changed = is_changed || made != one;
    out.append(out.empty() ? "" : ",").append(alternatives.size() > 1 ? in_braces(made) : made);
  }
  if (!is_changed) return std::string(pattern);
  if (alternatives.size() > 1) out = '{' + out + '}';
  return (is_negated ? "!" : "") + out;
}

}  // namespace codeweaver::corpus
