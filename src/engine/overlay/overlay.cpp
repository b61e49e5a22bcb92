// Overlay: checks its input once, so that searches need not.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/overlay.hpp"

#include <filesystem>
#include <utility>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::inline v0_1 {
namespace {

// Separates the parts of the index paths of pushed items.
constexpr char kItemSeparator = '\x1F';

Error bad_path(std::string_view path) {
  return {ErrorCategory::kInvalidArgument, "PATH_OUTSIDE_PROJECT",
          "'" + std::string(path) + "' is not the path of a file in the project",
          "changing an overlay",
          "Give the path of a file: relative to the project's folder, or absolute and inside it."};
}

Error too_large(std::string_view path, std::size_t bytes, std::size_t limit) {
  return {ErrorCategory::kInvalidArgument, error_code::kFileTooLarge,
          "With the text of " + std::string(path) + ", the overlay would have " +
              std::to_string(bytes) + " bytes; the limit is " + std::to_string(limit),
          "changing an overlay", "Remove files from the overlay that were saved or closed."};
}

/// The path without "." and ".."; empty: it is not the path of a file below a folder.
std::string normal_path(std::string_view path) {
  if (path.find('\0') != std::string_view::npos || path.find(kItemSeparator) != path.npos)
    return {};
  auto normal = std::filesystem::path(path).lexically_normal().generic_string();
  const bool leaves = normal == "." || normal == ".." || normal.starts_with("../");
  return leaves || normal.ends_with('/') ? std::string() : normal;
}

}  // namespace

Result<void> Overlay::share(std::string_view path, Text text) {
  auto normal = normal_path(path);
  if (normal.empty()) return bad_path(path);
  const std::size_t bytes = text ? text->size() : 0;
  const auto before = files_.find(normal);
  const std::size_t rest =
      size_bytes_ - (before != files_.end() && before->second ? before->second->size() : 0);
  if (bytes > kMostTextBytes) return too_large(normal, bytes, kMostTextBytes);
  if (rest + bytes > kMostBytes) return too_large(normal, rest + bytes, kMostBytes);
  size_bytes_ = rest + bytes;
  files_.insert_or_assign(std::move(normal), std::move(text));
  return {};
}

Result<void> Overlay::put(std::string_view path, std::string text) {
  if (!base::is_utf8(text))
    return Error{ErrorCategory::kInvalidArgument, error_code::kNotUtf8,
                 "The text of " + std::string(path) + " is not UTF-8", "changing an overlay",
                 "Convert it to UTF-8."};
  return share(path, std::make_shared<const std::string>(std::move(text)));
}

Result<void> Overlay::remove(std::string_view path) {
  return share(path, nullptr);
}

bool Overlay::forget(std::string_view path) {
  const auto at = files_.find(normal_path(path));
  if (at == files_.end()) return false;
  if (at->second) size_bytes_ -= at->second->size();
  files_.erase(at);
  return true;
}

}  // namespace codeweaver::inline v0_1
