// The version of this library, as text and as numbers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_VERSION_HPP_
#define CODEWEAVER_VERSION_HPP_

#include <string_view>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// The same as project(VERSION) in CMakeLists.txt; configuring fails if they differ.
inline constexpr std::string_view kVersion = "0.1.0";
inline constexpr int kVersionMajor = 0;  ///< before 1.0, a minor version may change the interface
inline constexpr int kVersionMinor = 1;
inline constexpr int kVersionPatch = 0;

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_VERSION_HPP_
