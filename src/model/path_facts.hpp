// Path facts: properties of a candidate that follow from its path.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace codeweaver::model {

/// Views point into the path.
struct PathFacts {
  /// The file name up to its last dot. For generic names (index, main, utils), the name of the
  /// folder instead.
  std::string_view telling_stem;
  std::size_t depth = 0;        ///< number of folders
  bool in_side_folder = false;  ///< a folder of examples, documents or tools; or a translation
  bool in_bundled_folder = false, in_fixture_folder = false;
  bool in_outdated_folder = false;  ///< a folder for code that was replaced by newer code
  bool is_prose = false, is_config = false;
  bool has_generic_stem = false;
  bool is_named_as_folder = false;  ///< "pool/pool.go"
};

PathFacts read_path(std::string_view path) noexcept;

}  // namespace codeweaver::model
