// The sample of `codeweaver demo`: a small shop, its code and its documents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace codeweaver::cli {

struct DemoFile {
  std::string_view path;  ///< relative to the sample's folder
  std::string_view bytes;
};

/// In the order of their paths.
std::span<const DemoFile> demo_files();

}  // namespace codeweaver::cli
