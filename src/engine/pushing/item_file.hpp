// Pushed items as files with contents: their language and the names given by their source.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "codeweaver/push.hpp"
#include "codeweaver/types.hpp"
#include "engine/content/file_processor.hpp"

namespace codeweaver::engine {

/// The facts about an item that do not depend on its content. An item's declared language takes
/// precedence over the language of its path. `extra_extensions`: see IndexOptions.
DiscoveredFile described(const PushItem& item,
                         const std::map<std::string, std::string>& extra_extensions);

/// When the source read the item, in nanoseconds since 1970; 0: unknown, or out of the range of 64
/// bits.
std::int64_t captured_ns(const PushItem& item);

/// Names a content by the qualified name that its source gives. Definitions with the last part of
/// that name, and definitions inside them, get the name. If there are none, the whole content
/// becomes a definition of `kind`, and its first chunk gets the name if it has none. Contents with
/// different names are different contents. Requires processed.content.
void name_content(ProcessedFile& processed, const std::string& qualified_name,
                  const std::string& kind);

}  // namespace codeweaver::engine
