// Grams: three consecutive bytes of a line, the keys of the index for exact text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace codeweaver::inline v0_1::text {

/// Three folded bytes; the first one is in the highest of 24 bits.
using Gram = std::uint32_t;

/// Returns a byte, with ASCII letters in lower case.
constexpr unsigned char gram_byte(char c) noexcept {
  return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

/// Calls visit(gram) for every three consecutive folded bytes of `text` that include neither a line
/// break nor a zero byte. Characters that fold to an ASCII letter count as that letter (U+212A as
/// k, U+017F as s), so the same index serves searches with and without case.
template <class Visit>
void for_each_gram(std::string_view text, Visit&& visit) {
  Gram gram = 0;
  std::size_t run = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = gram_byte(text[i]);
    if (byte == '\n' || byte == '\r' || byte == 0) {
      run = 0;
      continue;
    }
    if (byte >= 0xC5) {
      if (text.substr(i, 2) == "\xC5\xBF") {
        byte = 's';
        i += 1;
      } else if (text.substr(i, 3) == "\xE2\x84\xAA") {
        byte = 'k';
        i += 2;
      }
    }
    gram = (gram << 8 | byte) & 0xFFFFFF;
    if (++run >= 3) visit(gram);
  }
}

/// A condition on the grams of a text. Only a text that meets it can match a pattern.
struct GramQuery {
  /// kAny: no condition; kGram: `gram` occurs; kAll, kOneOf: all or one of `parts` hold.
  enum class Kind : std::uint8_t { kAny, kGram, kAll, kOneOf };
  Kind kind = Kind::kAny;
  Gram gram = 0;                   ///< for kGram
  std::vector<GramQuery> parts{};  ///< for kAll and kOneOf; not empty

  friend bool operator==(const GramQuery&, const GramQuery&) = default;
};

/// Requires all grams of a text; kAny if it has no grams.
inline GramQuery all_grams(std::string_view text) {
  GramQuery query;
  for_each_gram(text, [&](Gram gram) {
    query.parts.push_back({GramQuery::Kind::kGram, gram, {}});
  });
  if (query.parts.size() == 1) return GramQuery(query.parts.front());
  if (!query.parts.empty()) query.kind = GramQuery::Kind::kAll;
  return query;
}

/// Requires both conditions. kAny adds no condition.
inline GramQuery both(GramQuery a, GramQuery b) {
  using Kind = GramQuery::Kind;
  if (a.kind == Kind::kAny) return b;
  if (b.kind == Kind::kAny) return a;
  if (a.kind != Kind::kAll) a = GramQuery{Kind::kAll, 0, {GramQuery(a)}};
  if (b.kind != Kind::kAll)
    a.parts.push_back(std::move(b));
  else
    for (auto& inner : b.parts) a.parts.push_back(std::move(inner));
  return a;
}

/// Requires one of two conditions; kAny if one of them is kAny.
inline GramQuery either(GramQuery a, GramQuery b) {
  using Kind = GramQuery::Kind;
  if (a.kind == Kind::kAny || b.kind == Kind::kAny) return {};
  if (a == b) return a;
  GramQuery query{Kind::kOneOf, 0, {}};
  for (auto* part : {&a, &b}) {
    if (part->kind == Kind::kOneOf)
      for (auto& inner : part->parts) query.parts.push_back(std::move(inner));
    else
      query.parts.push_back(std::move(*part));
  }
  return query;
}

}  // namespace codeweaver::inline v0_1::text
