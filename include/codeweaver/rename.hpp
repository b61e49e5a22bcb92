// RenamePreview: what renaming a definition would change, as a diff.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RENAME_HPP_
#define CODEWEAVER_RENAME_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/symbol_match.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Why a place with the name is not in the diff.
enum class RenameDoubt : std::uint8_t {
  kByName,      ///< it is not known what the name means there
  kCandidates,  ///< it means one of several definitions, not all of which are renamed
  kText,        ///< in a comment, in a string, or in a language whose uses are not linked
};
inline constexpr std::size_t kRenameDoubtCount = 3;
inline constexpr std::array<std::string_view, kRenameDoubtCount> kRenameDoubtNames = {
    "by_name", "candidates", "text"};

constexpr std::string_view to_string(RenameDoubt doubt) noexcept {
  return kRenameDoubtNames[static_cast<std::size_t>(doubt)];
}

/// A line with the name that the diff does not change.
struct RenamePlace {
  std::string path{};
  std::uint32_t line = 1;
  std::string text{};  ///< the whole line
  RenameDoubt doubt = RenameDoubt::kByName;
};

struct RenamePreview {
  /// What is renamed together: the definition, and methods that override or implement each other.
  /// If `is_ambiguous`: the definitions that the name may mean.
  std::vector<SymbolMatch> definitions{};
  /// Several unrelated definitions have the name, so there is no diff. Ask with "PATH:LINE".
  bool is_ambiguous = false;
  /// A unified diff against the indexed texts, with 3 lines of context, paths with "a/" and "b/".
  std::string diff{};
  std::size_t edits = 0;  ///< names that the diff changes
  std::size_t files = 0;  ///< files that the diff changes
  /// By kind of doubt, path and line.
  std::vector<RenamePlace> left_out{};
  /// Where the new name may mean something else already, and other things to check.
  std::vector<std::string> conflicts{};
  /// The time was too short to find and link all uses, or `left_out` has more than the limit.
  bool is_cut = false;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_RENAME_HPP_
