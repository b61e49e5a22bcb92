// The files of the web page, compiled in.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace codeweaver::service {

struct PageFile {
  std::string_view path;  ///< below the page, such as "assets/index-1a2b.js"
  std::string_view bytes;
  std::string_view gzip;  ///< the same compressed; empty: that would save nothing
  std::string_view hash;  ///< of `bytes`, in hex
};

/// All of them, by path; none where the program was built without the page.
std::span<const PageFile> page_files();

}  // namespace codeweaver::service
