// The grams that each matching line has, from the literal parts of a pattern.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <optional>
#include <set>

#include "base/utf8.hpp"
#include "pattern/expression.hpp"

namespace codeweaver::pattern {
namespace {

constexpr std::size_t kMostTexts = 24;       // alternatives for one part
constexpr std::size_t kLongestText = 64;     // bytes; longer texts are required piece by piece
constexpr std::size_t kMostOfClass = 6;      // characters
constexpr std::uint32_t kMostUnrolled = 16;  // repetitions

using Texts = std::set<std::string>;

/// The requirements of a part: all texts that it may match, if they are few, and a query for the
/// rest.
struct Required {
  std::optional<Texts> texts;
  text::GramQuery query;
};

text::GramQuery query_of(const Texts& texts) {
  text::GramQuery out;
  bool is_first = true;
  for (const auto& text : texts) {
    auto all = text::all_grams(text);
    out = is_first ? std::move(all) : either(std::move(out), std::move(all));
    is_first = false;
  }
  return out;
}

/// A sequence of parts. Texts are joined while they are few, then added to the query.
class Run {
 public:
  void add(Required part) {
    query_ = both(std::move(query_), std::move(part.query));
    if (!part.texts) {
      end();
      return;
    }
    Texts joined;
    bool is_short = texts_.size() * part.texts->size() <= kMostTexts;
    for (const auto& a : texts_)
      for (const auto& b : *part.texts) {
        if (!is_short) break;
        joined.insert(a + b);
        is_short = a.size() + b.size() <= kLongestText;
      }
    if (!is_short) {
      end();
      is_whole_ = false;
      joined = std::move(*part.texts);
    }
    texts_ = std::move(joined);
  }
  /// The next part is not adjacent to the previous one.
  void end() {
    query_ = both(std::move(query_), query_of(texts_));
    texts_ = {""};
    is_whole_ = false;
  }
  Required finish() {
    if (is_whole_ && texts_.size() <= kMostTexts) return {texts_, std::move(query_)};
    end();
    return {std::nullopt, std::move(query_)};
  }

 private:
  Texts texts_{""};
  text::GramQuery query_;
  bool is_whole_ = true;
};

std::string text_of_character(char32_t c) {
  std::string text;
  base::append_utf8(c, text);
  return text;
}

Required of(const Node& node);

Required of_class(const CharClass& characters) {
  if (characters.is_negated || !characters.named.empty()) return {};
  Texts texts;
  for (const auto& [first, last] : sorted(characters.ranges)) {
    if (last - first >= kMostOfClass || (characters.folds_case && last >= 0x80)) return {};
    for (char32_t c = first; c <= last; ++c) texts.insert(text_of_character(c));
    if (texts.size() > kMostOfClass) return {};
  }
  if (texts.empty()) return {};
  return {std::move(texts), {}};
}

Required of_repeat(const Node& node) {
  if (node.most == 0) return {Texts{""}, {}};
  if (node.least == 0) {
    const auto part = of(node.parts.front());
    if (node.most == 1 && part.texts && part.query.kind == text::GramQuery::Kind::kAny) {
      auto texts = *part.texts;
      texts.insert("");
      return {std::move(texts), {}};
    }
    return {};
  }
  const auto part = of(node.parts.front());
  if (!part.texts) return {std::nullopt, part.query};
  Run run;
  const auto times = std::min(node.least, kMostUnrolled);
  for (std::uint32_t i = 0; i < times; ++i) run.add(part);
  if (node.least == node.most && times == node.least) return run.finish();
  run.end();
  return {std::nullopt, run.finish().query};
}

Required of_alternate(const Node& node) {
  Texts texts;
  text::GramQuery query;
  bool are_few = true, is_first = true;
  for (const auto& part : node.parts) {
    auto one = of(part);
    if (are_few && one.texts && one.query.kind == text::GramQuery::Kind::kAny)
      texts.insert(one.texts->begin(), one.texts->end());
    else
      are_few = false;
    auto all = one.texts ? both(std::move(one.query), query_of(*one.texts)) : std::move(one.query);
    query = is_first ? std::move(all) : either(std::move(query), std::move(all));
    is_first = false;
  }
  if (are_few && texts.size() <= kMostTexts) return {std::move(texts), {}};
  return {std::nullopt, std::move(query)};
}

Required of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kLiteral:
      // Grams fold only ASCII, so the case of other letters is unknown.
      if (node.folds_case && node.literal >= 0x80) return {};
      return {Texts{text_of_character(node.literal)}, {}};
    case Node::Kind::kClass:
      return of_class(node.characters);
    case Node::Kind::kLook:
      return {Texts{""}, {}};
    case Node::Kind::kRepeat:
      return of_repeat(node);
    case Node::Kind::kAlternate:
      return of_alternate(node);
    case Node::Kind::kConcat:
      break;
  }
  Run run;
  for (const auto& part : node.parts) run.add(of(part));
  return run.finish();
}

}  // namespace

text::GramQuery required_grams(const Node& node) {
  auto required = of(node);
  return required.texts ? both(std::move(required.query), query_of(*required.texts))
                        : std::move(required.query);
}

}  // namespace codeweaver::pattern
