// Makes files of an overlay from texts, for tests of the parts of an overlay.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>

#include "engine/content/file_processor.hpp"
#include "engine/open_index.hpp"
#include "engine/overlay/overlay_file.hpp"

namespace codeweaver::engine {

/// The file that an overlay makes of a text; null where the path is of no kind that is indexed.
inline std::shared_ptr<const OverlayFile> overlaid(std::string_view path, const std::string& text) {
  const IndexOptions options;
  const FileProcessor processor(options);
  auto made = make_overlay_file({options, processor, {test::embedder().get(), nullptr}}, path, text,
                                open_shop().database());
  REQUIRE(made);
  return *made;
}

}  // namespace codeweaver::engine
