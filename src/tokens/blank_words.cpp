// BlankWords: WhitespaceSplit and Metaspace of the reference implementation.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/blank_words.hpp"

#include <algorithm>

#include "base/try.hpp"
#include "codeweaver/detail/unicode_words.hpp"
#include "tokens/characters.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {
namespace {

/// Bytes before the first character that is a blank (`blank`) or not a blank (otherwise).
std::size_t run_until(std::string_view text, bool blank) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto [c, size] = text::decode_utf8(text.substr(at));
    if (is_blank(c) == blank) break;
    at += size;
  }
  return at;
}

}  // namespace

Result<BlankWords> BlankWords::parse(const json::Value* splitter, const std::string& origin) {
  BlankWords out;
  if (json::text_or_empty(splitter, "type") == "Sequence") {
    for (const auto& part : list_of(splitter, "pretokenizers"))
      CODEWEAVER_TRY(out.add(&part, origin));
  } else {
    CODEWEAVER_TRY(out.add(splitter, origin));
  }
  return out;
}

Result<void> BlankWords::add(const json::Value* part, const std::string& origin) {
  const auto kind = json::text_or_empty(part, "type");
  const auto refuse = [&](std::string_view what) {
    return unsupported_tokenizer(origin, "pre-tokenizer", what,
                                 "WhitespaceSplit and Metaspace, in this order");
  };
  if (marks_) return refuse(kind);
  if (kind == "WhitespaceSplit") {
    splits_blanks_ = true;
    return {};
  }
  if (kind != "Metaspace") return refuse(kind);
  marks_ = true;
  if (const auto mark = json::text_or_empty(part, "replacement"); !mark.empty()) mark_ = mark;
  const auto scheme = json::text_or_empty(part, "prepend_scheme");
  begins_with_mark_ = scheme.empty() ? flag_of(part, "add_prefix_space", true) : scheme == "always";
  if (scheme == "first") return refuse("Metaspace that marks only the first word");
  splits_marks_ = flag_of(part, "split", true);
  return {};
}

bool BlankWords::for_each(std::string_view text,
                          const std::function<bool(std::string_view)>& take) const {
  const auto take_marked = [&](std::string_view word) {
    return word.empty() || (marks_ ? for_each_marked(word, take) : take(word));
  };
  if (!splits_blanks_) return take_marked(text);
  while (!text.empty()) {
    text.remove_prefix(run_until(text, false));
    const auto size = run_until(text, true);
    if (!take_marked(text.substr(0, size))) return false;
    text.remove_prefix(size);
  }
  return true;
}

bool BlankWords::for_each_marked(std::string_view text,
                                 const std::function<bool(std::string_view)>& take) const {
  std::string marked;
  for (const char c : text) {
    if (c == ' ')
      marked += mark_;
    else
      marked += c;
  }
  if (begins_with_mark_ && !marked.starts_with(mark_)) marked.insert(0, mark_);
  if (!splits_marks_) return take(marked);
  for (std::string_view left = marked; !left.empty();) {
    const auto end =
        std::min(left.find(mark_, left.starts_with(mark_) ? mark_.size() : 1), left.size());
    if (!take(left.substr(0, end))) return false;
    left.remove_prefix(end);
  }
  return true;
}

}  // namespace codeweaver::tokens
