// Database keys: under which names facts about a whole index stand in its database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::engine {

/// What model_identity() said of the models that the index is built with.
inline constexpr std::string_view kModelKey = "embedder";
/// When a run last ended well: ISO 8601.
inline constexpr std::string_view kLastIndexedKey = "last_indexed";
/// What the segments stand for: see DerivedState.
inline constexpr std::string_view kDerivedKey = "derived";
/// See settings_hash().
inline constexpr std::string_view kSettingsKey = "settings";
/// Contents that a run has not swept yet: see ReplacedContents.
inline constexpr std::string_view kReplacedKey = "replaced";

}  // namespace codeweaver::engine
