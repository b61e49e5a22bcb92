// The files that an exact search is about.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/os/file_status.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/text_search.hpp"
#include "codeweaver/types.hpp"
#include "corpus/search_walk.hpp"

namespace codeweaver::engine {

/// Which lines of a file what was pushed says something of.
struct ItemLines {
  std::string name_space{};  ///< NamespaceKey::to_string(); empty: the target is no item
  std::uint32_t first = 1;   ///< where the content begins
  std::uint32_t last = 0;    ///< where the item ends, if its content has other lines; 0: it has not
};

/// A file to search.
struct TextTarget {
  std::string path{};   ///< to be opened; empty: the standard input
  std::string shown{};  ///< as it is printed
  bool is_named = false;
  bool is_mapped = false;  ///< ripgrep maps few files that are named alone, which zero bytes tell
  std::string object{};    ///< of git, which is read instead; empty: the file
  const std::vector<Span>* lines = nullptr;  ///< the only ones that match; null: all may
  Overlay::Text text{};                      ///< that stands before the file's; null: the file
  ItemLines item{};                          ///< whose content the text is
};

/// Globs of types by name, behind ! as those are; `all` is every one. Errors: kInvalidArgument
/// "UNKNOWN_TYPE".
Result<std::vector<std::string>> globs_of_types(const std::vector<std::string>& types);

/// Who receives targets. Null functions: nobody.
struct TextTargetVisitor {
  /// Whether a file in a folder need not be searched; `path` is absolute.
  std::function<bool(std::string_view path, const corpus::SearchedFile& file)> spares{};
  std::function<bool(TextTarget target)> on_target{};  ///< in order; false ends the walk
  std::function<void()> on_spared{};
  std::function<void(std::string path, std::string problem)> on_problem{};
};

/// Errors: kInvalidArgument "UNKNOWN_TYPE", kCancelled.
Result<void> visit_targets(const TextSearchOptions& options, const TextTargetVisitor& visitor,
                           std::stop_token stop);

/// As programs say it: "No such file or directory (os error 2)".
std::string message_of_system(int error);

}  // namespace codeweaver::engine
