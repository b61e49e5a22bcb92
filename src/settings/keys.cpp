// Finds keys by name, by alias, or by the most similar name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/keys.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/edit_distance.hpp"

namespace codeweaver::settings {
namespace {

/// Another name of a key.
struct Alias {
  std::string_view name;
  std::string_view key;
  bool is_old = false;  ///< accepted, but neither documented nor suggested
};
constexpr Alias kAliases[] = {{"codeweaver.max_chunk_size", "chunking.max_tokens"},
                              {"chunking.chunk_size", "chunking.max_tokens"},
                              {"chunking.chunk_overlap", "chunking.text_overlap"},
                              {"search.top_k", "search.limit", true},
                              {"answer.top_k", "answer.passages", true}};

/// A setting that was removed, and the one to use instead. Their values differ in meaning.
struct Replaced {
  std::string_view name, by;
};
constexpr Replaced kReplaced[] = {{"indexing.fresh_files", "indexing.patience_ms"}};

std::string_view key_part(std::string_view name) {
  return name.substr(name.find('.') + 1);
}

/// Returns the edit distance of two names, up to `most`. The right key in the wrong section has a
/// distance of at most 1.
std::size_t distance(std::string_view name, std::string_view known, std::size_t most) {
  const std::size_t direct = base::edit_distance(name, known, most);
  return key_part(name) == key_part(known) ? std::min<std::size_t>(direct, 1) : direct;
}

}  // namespace

const Key* find_key(std::string_view name) noexcept {
  for (const Alias& alias : kAliases)
    if (alias.name == name) name = alias.key;
  const auto all = keys();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Key& key) { return key.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string_view> aliases_of(const Key& key, bool takes_old) {
  std::vector<std::string_view> names;
  for (const Alias& alias : kAliases)
    if (alias.key == key.name && (takes_old || !alias.is_old)) names.push_back(alias.name);
  return names;
}

std::string environment_name(std::string_view key_name) {
  std::string name = "CODEWEAVER_";
  for (const char c : key_name)
    name += c == '.' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

std::string_view replacement_of(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kReplaced, name, &Replaced::name);
  return found == std::end(kReplaced) ? std::string_view() : found->by;
}

std::string nearest_key(std::string_view name) {
  std::string_view nearest;
  std::size_t smallest = std::max<std::size_t>(3, name.size() / 3) + 1;
  const auto consider = [&](std::string_view known) {
    const std::size_t found = distance(name, known, smallest);
    if (found >= smallest) return;
    smallest = found;
    nearest = known;
  };
  for (const Key& key : keys()) consider(key.name);
  for (const Alias& alias : kAliases)
    if (!alias.is_old) consider(alias.name);
  return std::string(nearest);
}

}  // namespace codeweaver::settings
