// Frame: represents TemplateProcessing, BertProcessing and RobertaProcessing as one list of parts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/frame.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {
namespace {

/// Reads the number in ["[SEP]", 102].
Result<std::uint32_t> token_of_pair(const json::Value& processor, std::string_view key,
                                    const std::string& origin) {
  const auto& pair = list_of(&processor, key);
  return token_number(pair.size() == 2 ? &pair[1] : nullptr, origin);
}

Result<std::uint32_t> type_of(const json::Value& part, const std::string& origin) {
  const auto* type = part_of(&part, "type_id");
  if (type == nullptr) return 0U;
  return token_number(type, origin);
}

}  // namespace

std::size_t Frame::added(const Parts& parts) noexcept {
  std::size_t out = 0;
  for (const auto& part : parts) out += part.tokens.size();
  return out;
}

Encoding Frame::filled(const Parts& parts, const std::vector<std::uint32_t>& first,
                       const std::vector<std::uint32_t>& second) {
  Encoding out;
  for (const auto& part : parts) {
    const auto& tokens = part.kind == Part::Kind::kTokens  ? part.tokens
                         : part.kind == Part::Kind::kFirst ? first
                                                           : second;
    out.ids.insert(out.ids.end(), tokens.begin(), tokens.end());
    out.types.insert(out.types.end(), tokens.size(), part.type);
  }
  return out;
}

Encoding Frame::put(std::vector<std::uint32_t> text, std::size_t most) const {
  const auto room = most - std::min(most, added(one_));
  text.resize(std::min(text.size(), room));
  return filled(one_, text, {});
}

Encoding Frame::put(std::vector<std::uint32_t> first, std::vector<std::uint32_t> second,
                    std::size_t most) const {
  const auto room = most - std::min(most, added(two_));
  if (first.size() + second.size() > room) {
    auto shorter = std::min(first.size(), second.size());
    auto longer = shorter > room ? shorter : std::max(shorter, room - shorter);
    if (shorter + longer > room) {
      shorter = room / 2;
      longer = shorter + room % 2;
    }
    const bool is_first_longer = first.size() > second.size();
    first.resize(std::min(first.size(), is_first_longer ? longer : shorter));
    second.resize(std::min(second.size(), is_first_longer ? shorter : longer));
  }
  return filled(two_, first, second);
}

Result<Frame::Parts> Frame::read_template(const json::Value& processor, std::string_view key,
                                          const std::string& origin) {
  Parts out;
  const auto* specials = part_of(&processor, "special_tokens");
  for (const auto& item : list_of(&processor, key)) {
    const auto* sequence = part_of(&item, "Sequence");
    const auto* special = part_of(&item, "SpecialToken");
    const auto* found = sequence != nullptr ? sequence : special;
    if (found == nullptr) return broken_tokenizer(origin, "with an empty template entry");
    Part part{
        json::text_or_empty(found, "id") == "B" ? Part::Kind::kSecond : Part::Kind::kFirst, 0, {}};
    CODEWEAVER_ASSIGN(part.type, type_of(*found, origin));
    if (special != nullptr) {
      part.kind = Part::Kind::kTokens;
      for (const auto& id : list_of(part_of(specials, json::text_or_empty(special, "id")), "ids")) {
        CODEWEAVER_ASSIGN(const auto number, token_number(&id, origin));
        part.tokens.push_back(number);
      }
    }
    out.push_back(std::move(part));
  }
  return out;
}

Result<void> Frame::read_bert(const json::Value& processor, bool is_roberta,
                              const std::string& origin) {
  CODEWEAVER_ASSIGN(const auto cls, token_of_pair(processor, "cls", origin));
  CODEWEAVER_ASSIGN(const auto sep, token_of_pair(processor, "sep", origin));
  using Kind = Part::Kind;
  one_ = {{Kind::kTokens, 0, {cls}}, {Kind::kFirst, 0, {}}, {Kind::kTokens, 0, {sep}}};
  two_ = one_;
  const std::uint32_t type = is_roberta ? 0 : 1;
  if (is_roberta) two_.push_back({Kind::kTokens, 0, {sep}});
  two_.push_back({Kind::kSecond, type, {}});
  two_.push_back({Kind::kTokens, type, {sep}});
  return {};
}

Result<Frame> Frame::parse(const json::Value* processor, const std::string& origin) {
  Frame out;
  const auto kind = json::text_or_empty(processor, "type");
  if (processor == nullptr || kind == "ByteLevel") return out;
  if (kind == "Sequence") {
    const json::Value* only = nullptr;
    for (const auto& part : list_of(processor, "processors")) {
      if (json::text_or_empty(part, "type") == "ByteLevel") continue;
      if (only != nullptr)
        return unsupported_tokenizer(origin, "post-processor", "several in a row", "one");
      only = &part;
    }
    return parse(only, origin);
  }
  if (kind == "TemplateProcessing") {
    CODEWEAVER_ASSIGN(out.one_, read_template(*processor, "single", origin));
    CODEWEAVER_ASSIGN(out.two_, read_template(*processor, "pair", origin));
    return out;
  }
  if (kind != "BertProcessing" && kind != "RobertaProcessing")
    return unsupported_tokenizer(origin, "post-processor", kind,
                                 "TemplateProcessing, BertProcessing and RobertaProcessing");
  CODEWEAVER_TRY(out.read_bert(*processor, kind == "RobertaProcessing", origin));
  return out;
}

}  // namespace codeweaver::tokens
