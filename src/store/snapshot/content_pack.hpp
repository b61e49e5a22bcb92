// What was learnt of a content, as bytes that hold nothing of its text but what was changed of it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "store/database/database.hpp"

namespace codeweaver::store {

/// Language, chunks and symbols of a content, see docs/guide/snapshots.md. Strings that stand in
/// the text are places there.
std::string pack_content(const ContentRecord& content);

/// The content that was packed, given the same text. nullopt: damaged, or made for another text;
/// what comes back has its chunks in order within the text, at whole characters.
std::optional<ContentRecord> unpack_content(std::string_view bytes, const base::Hash128& key,
                                            std::string text);

}  // namespace codeweaver::store
