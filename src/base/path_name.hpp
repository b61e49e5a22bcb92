// The last component of a path.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::base {

/// The part after the last '/': "b.py" for "a/b.py" and for "b.py"; empty for a path that ends in
/// '/'.
constexpr std::string_view file_name(std::string_view path) noexcept {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

}  // namespace codeweaver::base
