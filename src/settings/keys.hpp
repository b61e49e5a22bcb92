// Table of all settings: a row drives loading, `config --show` and docs/reference/settings.md.
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

namespace codeweaver::settings {

using TextList = std::vector<std::string>;
using TextMap = std::map<std::string, std::string>;
/// Where a setting lies in a Settings; the kind of pointer is its type.
using Field = std::variant<bool*, std::uint64_t*, double*, std::string*, TextList*, TextMap*>;

/// What a key is, next to its type.
enum KeyFlag : unsigned {
  kPlain = 0,
  kUserOnly = 1,     ///< never taken from a project's file: a clone must not redirect anything
  kShapesIndex = 2,  ///< part of the settings hash
  kPath = 4,         ///< relative to the folder of the file that sets it
  kSecret = 8,       ///< never shown
  kAtMost = 16,      ///< a limit: a project's file may lower it, never raise it
  kAtLeast = 32,     ///< a time between checks: a project's file may raise it, never lower it
};

/// What 0 stands for in a setting that is kAtMost, next to numbers.
inline constexpr double kNoLimit = std::numeric_limits<double>::infinity(), kOneACore = -1;

struct Key {
  std::string_view name;  ///< "search.top_k"
  std::string_view doc;   ///< one sentence without its full stop
  Field (*field)(Settings&);
  unsigned flags = kPlain;
  double min = 0;  ///< of numbers, inclusive
  double max = std::numeric_limits<double>::max();
  /// Of texts: "json|text"; empty: anything. Of a text that is kAtMost the strictest comes first.
  std::string_view choices{};
  double zero = 0;  ///< of limits: what 0 stands for, a number, kNoLimit or kOneACore

  bool has(KeyFlag flag) const noexcept { return (flags & flag) != 0; }
  std::string_view section() const noexcept { return name.substr(0, name.find('.')); }
};

/// All keys, by section, in the order of Settings.
std::span<const Key> keys() noexcept;

/// The row of "section.key"; other names of a key (codeweaver.max_chunk_size) count. Null: unknown.
const Key* find_key(std::string_view name) noexcept;

/// Other names of the key.
std::vector<std::string_view> aliases_of(const Key& key);

/// "CODEWEAVER_SEARCH_TOP_K".
std::string environment_name(std::string_view key_name);

/// The known key whose name differs least from `name`; empty: none is near.
std::string nearest_key(std::string_view name);

}  // namespace codeweaver::settings
