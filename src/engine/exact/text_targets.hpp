// The files for an exact search.
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

/// The lines of a file that a pushed item describes.
struct ItemLines {
  std::string name_space{};  ///< NamespaceKey::to_string(); empty: the target is not an item
  std::uint32_t first = 1;   ///< first line of the content
  /// Last line of the item if its content has another number of lines; else 0.
  std::uint32_t last = 0;
};

/// A file to search.
struct TextTarget {
  std::string path{};   ///< path to open; empty: standard input
  std::string shown{};  ///< as printed
  bool is_named = false;
  bool is_mapped = false;  ///< ripgrep maps few explicitly named files; zero bytes make it visible
  std::string object{};    ///< git object to read instead; empty: the file
  const std::vector<Span>* lines = nullptr;  ///< only these lines can match; null: all
  Overlay::Text text{};                      ///< replaces the text of the file; null: the file
  ItemLines item{};                          ///< the item with this content
};

/// The globs of types by name, with ! if the type has one; `all` means every type. Errors:
/// kInvalidArgument "UNKNOWN_TYPE".
Result<std::vector<std::string>> globs_of_types(const std::vector<std::string>& types);

/// Receives targets. Null functions are not called.
struct TextTargetVisitor {
  /// Returns true if a file in a folder need not be searched; `path` is absolute.
  std::function<bool(std::string_view path, const corpus::SearchedFile& file)> spares{};
  std::function<bool(TextTarget target)> on_target{};  ///< in order; return false to stop
  std::function<void()> on_spared{};
  std::function<void(std::string path, std::string problem)> on_problem{};
};

/// Errors: kInvalidArgument "UNKNOWN_TYPE", kCancelled.
Result<void> visit_targets(const TextSearchOptions& options, const TextTargetVisitor& visitor,
                           std::stop_token stop);

/// In the usual form of programs: "No such file or directory (os error 2)".
std::string message_of_system(int error);

}  // namespace codeweaver::engine
