// Database keys of facts about a whole index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::engine {

/// model_identity() of the models that the index was built with.
inline constexpr std::string_view kModelKey = "embedder";
/// End of the last successful run: ISO 8601.
inline constexpr std::string_view kLastIndexedKey = "last_indexed";
/// The state of the segments: see DerivedState.
inline constexpr std::string_view kDerivedKey = "derived";
/// See settings_hash().
inline constexpr std::string_view kSettingsKey = "settings";
/// Replaced contents that are not deleted yet: see ReplacedContents.
inline constexpr std::string_view kReplacedKey = "replaced";
/// Text files that are not in the index: see note_left_out().
inline constexpr std::string_view kLeftOutKey = "left_out";

}  // namespace codeweaver::engine
