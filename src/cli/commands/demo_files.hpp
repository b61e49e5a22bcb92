// The sample project of `codeweaver demo`: code and documents of a small shop.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace codeweaver::cli {

struct DemoFile {
  std::string_view path;  ///< relative to the sample's folder
  std::string_view bytes;
};

/// Returns the files, sorted by path.
std::span<const DemoFile> demo_files();

}  // namespace codeweaver::cli
