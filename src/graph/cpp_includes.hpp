// CppIncludes: the files that `#include` means.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "graph/source_tree.hpp"

namespace codeweaver::graph {

/// Finds included files by the folder of the including file, and by the end of their path.
class CppIncludes {
 public:
  /// `written`: with its quotes or angle brackets. nullopt: not in this project.
  std::optional<std::string> find(SourceTree& tree, std::string_view path,
                                  std::string_view written);
  /// The source with the name of a header, whose includes usually come before it.
  static std::optional<std::string> source_of(SourceTree& tree, std::string_view header);

  /// True for a file such as `x.inl` that another one includes in its middle.
  static bool is_part(std::string_view path);

 private:
  std::map<std::pair<std::string, std::string>, std::optional<std::string>> found_;
};

}  // namespace codeweaver::graph
