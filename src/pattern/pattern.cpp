// Pattern: RE2 for what it knows, and steps for lines where it does not.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/pattern.hpp"

#include <re2/re2.h>

#include <algorithm>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "pattern/expression.hpp"
#include "pattern/syntax.hpp"

namespace codeweaver::pattern {
namespace {

constexpr std::int64_t kRe2Memory = 64 << 20;

Result<std::unique_ptr<const RE2>> compile_re2(const std::string& expression) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kRe2Memory);
  auto compiled = std::make_unique<const RE2>(expression, options);
  if (compiled->ok()) return compiled;
  return Error{ErrorCategory::kInvalidArgument, error_code::kPatternInvalid,
               "The pattern is too large or cannot be compiled: " + compiled->error(),
               "compiling a pattern", "Give smaller counts in { }, or fewer alternatives"};
}

Node look(Look which) {
  Node node;
  node.kind = Node::Kind::kLook;
  node.look = which;
  return node;
}

Node enclosed(Look before, Node node, Look behind) {
  Node out;
  out.parts.push_back(look(before));
  out.parts.push_back(std::move(node));
  out.parts.push_back(look(behind));
  return out;
}

Result<Node> read_all(const PatternOptions& options, bool folds_case) {
  Node out;
  out.kind = Node::Kind::kAlternate;
  for (const auto& pattern : options.patterns) {
    CODEWEAVER_ASSIGN(auto node, options.is_fixed ? literal_node(pattern, {folds_case})
                                                  : parse(pattern, {folds_case}));
    out.parts.push_back(std::move(node));
  }
  return out;
}

Result<Node> read(const PatternOptions& options) {
  const bool may_fold = options.letter_case != LetterCase::kExact;
  CODEWEAVER_ASSIGN(auto node, read_all(options, may_fold));
  if (options.letter_case == LetterCase::kSmart) {
    const auto seen = literal_case(node);
    if (!seen.has_literal || seen.has_upper) {
      CODEWEAVER_ASSIGN(node, read_all(options, false));
    }
  }
  if (options.is_line) return enclosed(Look::kLineStart, std::move(node), Look::kLineEnd);
  if (options.is_word) return enclosed(Look::kWordStartHalf, std::move(node), Look::kWordEndHalf);
  return node;
}

bool holds_text_anchor(const Node& node) {
  if (node.kind == Node::Kind::kLook)
    return node.look == Look::kTextStart || node.look == Look::kTextEnd;
  return std::ranges::any_of(node.parts, holds_text_anchor);
}

bool is_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return static_cast<signed char>(c) >= 0; });
}

}  // namespace

struct Pattern::Impl {
  text::GramQuery grams;
  bool has_text_anchor = false;
  std::unique_ptr<const RE2> lines;          // matches in every line that the pattern does
  bool is_exact = false;                     // and in no other
  std::unique_ptr<const RE2> in_ascii;       // exact in lines of ASCII; null: none is
  std::shared_ptr<const StepProgram> steps;  // null: is_exact
};

Pattern::Pattern(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

const text::GramQuery& Pattern::grams() const noexcept {
  return impl_->grams;
}

bool Pattern::has_text_anchor() const noexcept {
  return impl_->has_text_anchor;
}

Result<Pattern> Pattern::compile(const PatternOptions& options) {
  CODEWEAVER_ASSIGN(const auto node, read(options));
  auto impl = std::make_shared<Impl>();
  impl->grams = required_grams(node);
  impl->has_text_anchor = holds_text_anchor(node);
  impl->is_exact = is_exact_in_re2(node, false);
  CODEWEAVER_ASSIGN(impl->lines, compile_re2(to_re2(node, false)));
  if (!impl->is_exact) {
    if (is_exact_in_re2(node, true)) {
      CODEWEAVER_ASSIGN(impl->in_ascii, compile_re2(to_re2(node, true)));
    }
    CODEWEAVER_ASSIGN(auto steps, StepProgram::compile(node));
    impl->steps = std::make_shared<const StepProgram>(std::move(steps));
  }
  return Pattern(std::move(impl));
}

LineMatcher::LineMatcher(const Pattern& pattern) : impl_(pattern.impl_) {}

StepMachine& LineMatcher::machine() {
  if (!machine_) machine_.emplace(impl_->steps);
  return *machine_;
}

std::optional<Place> LineMatcher::next_line(std::string_view text, std::size_t from) {
  while (from < text.size()) {
    re2::StringPiece found;
    if (!impl_->lines->Match(text, from, text.size(), RE2::UNANCHORED, &found, 1))
      return std::nullopt;
    const auto at = static_cast<std::size_t>(found.data() - text.data());
    if (at == text.size() && text.back() == '\n') return std::nullopt;  // behind the last line
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const Place line{begin, end};
    if (impl_->is_exact) return line;
    const bool is_found = impl_->has_text_anchor ? matches(text.substr(begin, end - begin))
                                                 : find(text, line, begin).has_value();
    if (is_found) return line;
    from = end + 1;
  }
  return std::nullopt;
}

bool LineMatcher::matches(std::string_view line) {
  return find(line, {0, line.size()}, 0).has_value();
}

std::optional<Place> LineMatcher::find(std::string_view text, Place line, std::size_t from) {
  const RE2* exact = impl_->is_exact ? impl_->lines.get() : nullptr;
  if (exact == nullptr && impl_->in_ascii &&
      is_ascii(text.substr(line.begin, line.end - line.begin)))
    exact = impl_->in_ascii.get();
  if (exact == nullptr) return machine().find(text, line, from);
  const auto upto = text.substr(0, line.end);
  re2::StringPiece found;
  if (!exact->Match(upto, from, upto.size(), RE2::UNANCHORED, &found, 1)) return std::nullopt;
  const auto begin = static_cast<std::size_t>(found.data() - upto.data());
  return Place{begin, begin + found.size()};
}

}  // namespace codeweaver::pattern
