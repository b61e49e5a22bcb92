// The file names in state and data folders that belong to codeweaver.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/private_state.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/private_files.hpp"

namespace codeweaver::engine {
namespace {

using base::Owned;

constexpr std::size_t kHashDigits = 32;  // prefix of the names of further trees

bool begins_with_hash(std::string_view name) noexcept {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return name.size() > kHashDigits &&
         name.substr(0, kHashDigits).find_first_not_of(kDigits) == std::string_view::npos;
}

Owned in_state(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 7> kBeginnings = {
      "index.",      "index_checkpoint", "files.stat", "folders.list",
      "commits.log", "settings.toml",    "watch.lock"};
  if (name == "segments" || name == "logs") return Owned::kWithContent;
  const bool is_ours =
      name == ".gitignore" || begins_with_hash(name) ||
      std::ranges::any_of(kBeginnings, [&](auto known) { return name.starts_with(known); });
  return is_ours ? Owned::kItself : Owned::kNot;
}

Owned in_data_folder(std::string_view name) noexcept {
  if (name == "logs") return Owned::kWithContent;
  return name.starts_with("projects") ? Owned::kItself : Owned::kNot;
}

}  // namespace

void make_state_private(const StatePaths& paths) {
  base::make_content_private(paths.folder, in_state);
}

void make_data_private(const std::filesystem::path& data_dir) {
  base::make_content_private(data_dir, in_data_folder);
}

Result<void> prepare_state(const StatePaths& paths) {
  if (auto made = base::make_private_folder(paths.folder); !made) return made;
  make_state_private(paths);
  return {};
}

}  // namespace codeweaver::engine
