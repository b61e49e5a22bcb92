// The files of the web page, compiled into the program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace codeweaver::service {

struct PageFile {
  std::string_view path;  ///< relative to the page, for example "assets/index-1a2b.js"
  std::string_view bytes;
  std::string_view gzip;  ///< `bytes` compressed; empty if that saves nothing
  std::string_view hash;  ///< of `bytes`, in hex
};

/// All files, sorted by path; empty if the program was built without the page.
std::span<const PageFile> page_files();

}  // namespace codeweaver::service
