// Pushed items as files with contents: the language, and the names that their source knows.
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

/// What is known of an item without a look at its content. An item's own language counts before
/// that of its path. `extra_extensions`: see IndexOptions.
DiscoveredFile described(const PushItem& item,
                         const std::map<std::string, std::string>& extra_extensions);

/// When the source looked, in nanoseconds since 1970; 0: it is not known, or beyond 64 bits.
std::int64_t captured_ns(const PushItem& item);

/// Calls a content by the qualified name that its source gives: what the content defines under the
/// last part of that name, and what lies in it; if it defines nothing of that kind, all of it is a
/// definition of `kind`, and its first chunk is called so when that has no name. Contents of other
/// names are other contents. Requires processed.content.
void name_content(ProcessedFile& processed, const std::string& qualified_name,
                  const std::string& kind);

}  // namespace codeweaver::engine
