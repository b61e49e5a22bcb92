// The table of all settings. Loading, `config --show` and docs/reference/settings.md use its rows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codeweaver/settings.hpp"
#include "settings/choices.hpp"

namespace codeweaver::settings {

using TextList = std::vector<std::string>;
using TextMap = std::map<std::string, std::string>;
/// A pointer to a setting in a Settings object; the kind of pointer is the type of the setting. A
/// std::uint8_t is the value of an enumeration, whose names are Key::choices.
using Field =
    std::variant<bool*, std::uint64_t*, double*, std::string*, TextList*, TextMap*, std::uint8_t*>;

/// Properties of a key.
enum KeyFlag : unsigned {
  kPlain = 0,
  kUserOnly = 1,     ///< ignored in a project's file: a clone must not change it
  kShapesIndex = 2,  ///< part of the settings hash
  kPath = 4,         ///< relative to the folder of the file that sets it
  kSecret = 8,       ///< never shown
  kAtMost = 16,      ///< a limit: a project's file may lower it, but not raise it
  kAtLeast = 32,     ///< a time between checks: a project's file may raise it, but not lower it
};

/// Special meanings of 0 in a setting with kAtMost.
inline constexpr double kNoLimit = std::numeric_limits<double>::infinity(), kOneACore = -1;

struct Key {
  std::string_view name;  ///< "search.limit"
  std::string_view doc;   ///< one sentence without its full stop
  Field (*field)(Settings&);
  unsigned flags = kPlain;
  double min = 0;  ///< for numbers, inclusive
  double max = std::numeric_limits<double>::max();
  /// Allowed texts; empty: any text. With kAtMost, the strictest is first.
  std::span<const Choice> choices{};
  double zero = 0;  ///< for limits: the meaning of 0: a number, kNoLimit or kOneACore

  bool has(KeyFlag flag) const noexcept { return (flags & flag) != 0; }
  std::string_view section() const noexcept { return name.substr(0, name.find('.')); }
};

/// Returns all keys by section, in the order of Settings.
std::span<const Key> keys() noexcept;

/// Returns the row of a key by its name or an alias (codeweaver.max_chunk_size); null: unknown.
const Key* find_key(std::string_view name) noexcept;

/// Returns the other names of a key; with `takes_old`, also those that are no longer documented.
std::vector<std::string_view> aliases_of(const Key& key, bool takes_old = false);

/// Returns the name of the environment variable: "CODEWEAVER_SEARCH_LIMIT".
std::string environment_name(std::string_view key_name);

/// Returns the key that replaced a removed one; empty: `name` is not a removed key.
std::string_view replacement_of(std::string_view name) noexcept;

/// Returns the key with the most similar name; empty: none is similar.
std::string nearest_key(std::string_view name);

}  // namespace codeweaver::settings
