// Targets: explicitly named files, then the files in named folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/text_targets.hpp"

#include <cerrno>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kStandardInput = "-";

class TargetWalk {
 public:
  TargetWalk(const TextSearchOptions& options, const TextTargetVisitor& visitor)
      : options_(options), visitor_(visitor) {}

  Result<void> run(std::stop_token stop) {
    std::error_code ignored;
    walk_.working_directory = fs::weakly_canonical(options_.working_directory, ignored);
    walk_.takes_hidden = options_.takes_hidden;
    walk_.takes_ignored = options_.takes_ignored;
    for (const auto& [path, text] : options_.overlay.files()) {
      auto place = (walk_.working_directory / path).lexically_normal().string();
      if (text) walk_.added.push_back(place);
      overlaid_.emplace(std::move(place), text);
    }
    walk_.globs = options_.globs;
    walk_.user = {options_.home_folder, options_.settings_folder};
    CODEWEAVER_ASSIGN(walk_.names, globs_of_types(options_.types));
    const auto paths = options_.paths.empty() ? std::vector<std::string>{""} : options_.paths;
    const bool are_mapped = are_few_files(paths);
    for (const auto& path : paths) {
      if (has_ended_) break;
      CODEWEAVER_TRY(visit(path, are_mapped, stop));
    }
    return {};
  }

 private:
  bool are_few_files(const std::vector<std::string>& paths) const {
    constexpr std::size_t kFew = 10;
    if (paths.size() > kFew) return false;
    for (const auto& path : paths) {
      os::FileStatus status;
      if (!os::status_of((options_.working_directory / path).c_str(), status) ||
          status.type != os::FileType::kFile)
        return false;
    }
    return true;
  }

  Result<void> visit(const std::string& path, bool is_mapped, const std::stop_token& stop) {
    if (path == kStandardInput && options_.input) {
      has_ended_ = !visitor_.on_target({"", "<stdin>", true, false, {}, nullptr});
      return {};
    }
    const fs::path place = options_.working_directory / path;
    if (const auto* const text = overlaid(place)) {
      if (*text)
        has_ended_ =
            !visitor_.on_target({place.string(), path, true, is_mapped, {}, nullptr, *text});
      else
        visitor_.on_problem(path, message_of_system(ENOENT));
      return {};
    }
    os::FileStatus status;
    if (!os::status_of(place.c_str(), status)) {
      visitor_.on_problem(path, message_of_system(errno));
      return {};
    }
    if (status.type == os::FileType::kFolder) return walk(place, path, stop);
    has_ended_ = !visitor_.on_target({place.string(), path, true, is_mapped, {}, nullptr});
    return {};
  }

  /// The text of the overlay at an absolute path (null in it: deleted); null: the overlay has no
  /// such path.
  const Overlay::Text* find_overlaid(const std::string& path) const {
    const auto at = overlaid_.find(path);
    return at == overlaid_.end() ? nullptr : &at->second;
  }
  /// The same for a path as given by the user.
  const Overlay::Text* overlaid(const fs::path& place) const {
    if (overlaid_.empty()) return nullptr;
    std::error_code ignored;
    return find_overlaid(fs::weakly_canonical(place, ignored).string());
  }

  Result<void> walk(const fs::path& place, const std::string& path, const std::stop_token& stop) {
    std::error_code ignored;
    const auto folder = fs::canonical(place, ignored);
    std::string inner = folder == "/" ? "/" : folder.string() + "/";
    const std::size_t inner_bytes = inner.size();
    const std::string prefix = path.empty() || path.ends_with('/') ? path : path + "/";
    corpus::SearchWalkVisitor visitor;
    visitor.on_file = [&](const corpus::SearchedFile& file) {
      inner.resize(inner_bytes);
      inner += file.path;
      if (const auto* const text = find_overlaid(inner)) {
        if (*text)
          has_ended_ = !visitor_.on_target(
              {inner, prefix + std::string(file.path), false, false, {}, nullptr, *text});
        return !has_ended_;
      }
      if (visitor_.spares && visitor_.spares(inner, file)) {
        visitor_.on_spared();
        return true;
      }
      has_ended_ =
          !visitor_.on_target({inner, prefix + std::string(file.path), false, false, {}, nullptr});
      return !has_ended_;
    };
    visitor.on_unreadable = [&](std::string_view below, int error) {
      visitor_.on_problem(prefix + std::string(below), message_of_system(error));
    };
    return corpus::walk_searched(folder, walk_, visitor, stop);
  }

  const TextSearchOptions& options_;
  const TextTargetVisitor& visitor_;
  corpus::SearchWalkOptions walk_;
  std::map<std::string, Overlay::Text> overlaid_;  // by absolute path
  bool has_ended_ = false;
};

}  // namespace

Result<std::vector<std::string>> globs_of_types(const std::vector<std::string>& types) {
  std::vector<std::string> globs;
  for (const auto& type : types) {
    const std::string not_this = type.starts_with('!') ? "!" : "";
    const auto name = type.substr(not_this.size());
    bool is_known = false;
    for (const auto& [known, of_type] : text_file_types()) {
      if (known != name && name != "all") continue;
      for (const auto& glob : of_type) globs.push_back(not_this + glob);
      is_known = true;
    }
    if (!is_known)
      return Error{ErrorCategory::kInvalidArgument, error_code::kUnknownType,
                   "Unknown file type '" + name + "'", "choosing files",
                   "Use one of the known types, or give globs"};
  }
  return globs;
}

std::string message_of_system(int error) {
  return std::system_category().message(error) + " (os error " + std::to_string(error) + ")";
}

Result<void> visit_targets(const TextSearchOptions& options, const TextTargetVisitor& visitor,
                           std::stop_token stop) {
  return TargetWalk(options, visitor).run(std::move(stop));
}

}  // namespace codeweaver::engine
