// Packs the data derived from a content without its text; the reader needs the same text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "store/database/database.hpp"

namespace codeweaver::store {

/// Packs language, chunks, symbols and facts of a content, see docs/guide/snapshots.md. Strings
/// that occur in the text are stored as positions in it.
std::string pack_content(const ContentRecord& content);

/// Unpacks a content, given the same text. nullopt: damaged, or packed from another text. In the
/// result, chunks are in order, inside the text, and at character boundaries. Its facts were not
/// checked: facts::unpack_facts() does that.
std::optional<ContentRecord> unpack_content(std::string_view bytes, const base::Hash128& key,
                                            std::string text);

}  // namespace codeweaver::store
