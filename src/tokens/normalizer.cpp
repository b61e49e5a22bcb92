// Normalizer: runs its steps in order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/normalizer.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/detail/unicode_words.hpp"
#include "tokens/characters.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {

Result<Normalizer> Normalizer::parse(const json::Value* normalizer, const std::string& origin) {
  Normalizer out;
  if (normalizer != nullptr) CODEWEAVER_TRY(out.add(*normalizer, origin));
  return out;
}

Result<void> Normalizer::add(const json::Value& step, const std::string& origin) {
  const auto kind = json::text_or_empty(step, "type");
  if (kind == "Sequence") {
    for (const auto& one : list_of(&step, "normalizers")) CODEWEAVER_TRY(add(one, origin));
  } else if (kind == "BertNormalizer") {
    steps_.emplace_back(BertText::parse(step));
  } else if (kind == "Precompiled") {
    CODEWEAVER_ASSIGN(auto map, CharacterMap::parse(step, origin));
    steps_.emplace_back(std::move(map));
  } else if (kind == "NFC" || kind == "NFD") {
    steps_.emplace_back(Composition{kind == "NFC"});
  } else if (kind == "Replace") {
    return add_replacing(step, origin);
  } else if (kind == "Strip") {
    steps_.emplace_back(
        Stripping{flag_of(&step, "strip_left", true), flag_of(&step, "strip_right", true)});
  } else {
    return unsupported_tokenizer(origin, "normalizer", kind,
                                 "BertNormalizer, NFC, NFD, Precompiled, Replace, Strip");
  }
  return {};
}

Result<void> Normalizer::add_replacing(const json::Value& step, const std::string& origin) {
  const auto* pattern = part_of(&step, "pattern");
  const std::string from(json::text_or_empty(pattern, "String")),
      expression(json::text_or_empty(pattern, "Regex"));
  const std::string to(json::text_or_empty(step, "content"));
  if (expression == " {2,}")
    steps_.emplace_back(Replacing{" ", to, true});
  else if (!from.empty())
    steps_.emplace_back(Replacing{from, to});
  else
    return unsupported_tokenizer(origin, "normalizer", "Replace with the expression " + expression,
                                 "Replace of fixed texts and of runs of blanks");
  return {};
}

std::string Normalizer::Replacing::applied_to(std::string_view text) const {
  std::string out;
  while (!text.empty()) {
    const auto found = text.find(from);
    out += text.substr(0, found);
    if (found == std::string_view::npos) break;
    text.remove_prefix(found);
    std::size_t size = from.size();
    if (is_run) size = std::min(text.find_first_not_of(from), text.size());
    out += is_run && size == 1 ? std::string_view(from) : std::string_view(to);
    text.remove_prefix(size);
  }
  return out;
}

std::string Normalizer::Stripping::applied_to(std::string_view text) const {
  std::size_t begin = text.size(), end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [c, size] = text::decode_utf8(text.substr(at));
    if (!is_blank(c)) {
      begin = std::min(begin, at);
      end = at + size;
    }
    at += size;
  }
  if (begin >= end) return at_begin || at_end ? std::string() : std::string(text);
  if (!at_begin) begin = 0;
  if (!at_end) end = text.size();
  return std::string(text.substr(begin, end - begin));
}

std::string Normalizer::normalized(std::string_view text) const {
  std::string out(text);
  for (const auto& step : steps_)
    out = std::visit(
        [&](const auto& one) {
          using Step = std::decay_t<decltype(one)>;
          if constexpr (std::is_same_v<Step, Replacing> || std::is_same_v<Step, Stripping>)
            return one.applied_to(out);
          else
            return one.normalized(out);
        },
        step);
  return out;
}

}  // namespace codeweaver::tokens
