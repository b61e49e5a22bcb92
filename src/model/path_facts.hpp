// Path facts: what a path alone says of a candidate.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace codeweaver::model {

/// Views point into the path.
struct PathFacts {
  /// Of the file's name, before its last dot; where that is one that projects are full of (index,
  /// main, utils), the name of its folder.
  std::string_view telling_stem;
  std::size_t depth = 0;  ///< folders
  bool in_side_folder = false, in_bundled_folder = false, in_fixture_folder = false;
  bool in_outdated_folder = false;  ///< one that says that newer code took its place
  bool is_prose = false, is_config = false;
  bool has_generic_stem = false;
  bool is_named_as_folder = false;  ///< "pool/pool.go"
};

PathFacts read_path(std::string_view path) noexcept;

}  // namespace codeweaver::model
