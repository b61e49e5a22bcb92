// Pattern: uses RE2 if possible, and the step machine for the other lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/pattern.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <mutex>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "pattern/expression.hpp"
#include "pattern/perl_pattern.hpp"
#include "pattern/required_text.hpp"
#include "pattern/syntax.hpp"

namespace codeweaver::pattern {
namespace {

constexpr std::int64_t kRe2Memory = 64 << 20;
constexpr std::size_t kMostPatternBytes = 8U << 20;     // all patterns together
constexpr std::uint64_t kMostPatternParts = 2'000'000;  // with repetitions expanded
constexpr std::uint64_t kMostPatternRanges = 1'000'000;
constexpr int kLargeProgram = 3'000;                     // instructions
constexpr std::uint64_t kMostUnstoppable = 200'000'000;  // bytes times instructions; two seconds
constexpr std::size_t kMostAtOnce = 128U << 10;          // bytes of several lines
constexpr std::size_t kTextAtOnce = 16U << 20;           // bytes

Error pattern_too_large(const std::string& cause) {
  return {ErrorCategory::kInvalidArgument, error_code::kPatternInvalid, cause,
          "compiling a pattern", "Use smaller counts in { }, or fewer classes and alternatives"};
}

Result<std::unique_ptr<const RE2>> compile_re2(const std::string& expression) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kRe2Memory);
  auto compiled = std::make_unique<const RE2>(expression, options);
  if (compiled->ok()) return compiled;
  return pattern_too_large("The pattern is too large or cannot be compiled: " + compiled->error());
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

/// Whether a pattern is one text, byte for byte.
bool is_literal(const Node& node) {
  if (node.kind == Node::Kind::kLiteral) return !node.folds_case;
  const bool is_sequence = node.kind == Node::Kind::kConcat ||
                           (node.kind == Node::Kind::kAlternate && node.parts.size() == 1);
  return is_sequence && std::ranges::all_of(node.parts, is_literal);
}

bool is_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return static_cast<signed char>(c) >= 0; });
}

/// Whether a text contains the start of an overlong character, a surrogate, or a character beyond
/// the last one. RE2 accepts these as characters.
bool holds_false_character(std::string_view text) noexcept {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0xE0) continue;
    const auto next = static_cast<unsigned char>(text[i + 1]);
    if ((byte == 0xE0 && next < 0xA0) || (byte == 0xED && next >= 0xA0) ||
        (byte == 0xF0 && next < 0x90) || (byte == 0xF4 && next >= 0x90) || byte > 0xF4)
      return true;
  }
  return false;
}

}  // namespace

struct Pattern::Impl {
  text::GramQuery grams;
  TextFinder text;  // each matching line has this text; may be empty
  bool takes_lines_alone = false;
  std::shared_ptr<const PerlPattern> perl;   // if set, the following members are unused
  std::unique_ptr<const RE2> lines;          // matches every line that the pattern matches
  bool is_exact = false;                     // and `lines` matches no other line
  bool is_text_alone = false;                // the pattern is exactly `text`
  std::unique_ptr<const RE2> in_ascii;       // exact for ASCII lines; null: no such expression
  std::shared_ptr<const StepProgram> steps;  // null: is_exact
  Node node;                                 // of an exact pattern that is not a plain text

  /// For lines that RE2 misreads, of an exact pattern. Null: too many steps.
  const std::shared_ptr<const StepProgram>& steps_of_rare_lines() const {
    std::call_once(rare_once_, [this] {
      if (auto compiled = StepProgram::compile(node))
        rare_ = std::make_shared<const StepProgram>(std::move(*compiled));
    });
    return rare_;
  }

  /// Whether RE2 may report a false match in a line.
  bool is_misread(std::string_view line) const {
    return is_exact && !is_text_alone && holds_false_character(line) &&
           steps_of_rare_lines() != nullptr;
  }

  /// Whether RE2 may need seconds for a text, during which it cannot be stopped. If its automaton
  /// does not fit into memory, RE2 walks through the program for each byte.
  bool is_slow(std::size_t bytes) const {
    const int size = lines->ProgramSize();
    return !is_text_alone && size > kLargeProgram &&
           static_cast<std::uint64_t>(size) * bytes > kMostUnstoppable;
  }
  /// About as many bytes as RE2 may search at once without being slow.
  std::size_t fast_bytes() const {
    return std::min<std::uint64_t>(
        kMostUnstoppable / static_cast<std::uint64_t>(lines->ProgramSize()), kMostAtOnce);
  }
  /// Like is_slow(), for a line that the step machine can search instead.
  bool is_slow_line(std::size_t bytes) const {
    return is_slow(bytes) && (steps || steps_of_rare_lines() != nullptr);
  }

 private:
  mutable std::once_flag rare_once_;
  mutable std::shared_ptr<const StepProgram> rare_;
};

Pattern::Pattern(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

const text::GramQuery& Pattern::grams() const noexcept {
  return impl_->grams;
}

bool Pattern::may_match_in(std::string_view text) const noexcept {
  return impl_->text.empty() || impl_->text.find(text, 0) != std::string_view::npos;
}

bool Pattern::takes_lines_alone() const noexcept {
  return impl_->takes_lines_alone;
}

Result<Pattern> Pattern::compile(const PatternOptions& options) {
  auto impl = std::make_shared<Impl>();
  std::size_t bytes = 0;
  for (const auto& pattern : options.patterns) bytes += pattern.size();
  if (bytes > kMostPatternBytes)
    return pattern_too_large("The pattern has " + std::to_string(bytes) + " bytes; the limit is " +
                             std::to_string(kMostPatternBytes));
  if (options.is_perl) {
    CODEWEAVER_ASSIGN(impl->perl, compile_perl(options));
    const auto literals = perl_literals(options);
    impl->grams = required_grams(literals);
    impl->text = TextFinder(required_text(literals));
    impl->takes_lines_alone = true;
    return Pattern(std::move(impl));
  }
  CODEWEAVER_ASSIGN(const auto node, read(options));
  const auto size = size_of(node);
  if (size.parts > kMostPatternParts || size.ranges > kMostPatternRanges)
    return pattern_too_large("The pattern is too large");
  impl->grams = required_grams(node);
  impl->text = TextFinder(required_text(node));
  impl->takes_lines_alone = holds_text_anchor(node);
  impl->is_exact = is_exact_in_re2(node, false);
  impl->is_text_alone = is_literal(node);
  CODEWEAVER_ASSIGN(impl->lines, compile_re2(to_re2(node, false)));
  if (impl->is_exact && !impl->is_text_alone) impl->node = node;
  if (!impl->is_exact) {
    if (is_exact_in_re2(node, true)) {
      CODEWEAVER_ASSIGN(impl->in_ascii, compile_re2(to_re2(node, true)));
    }
    CODEWEAVER_ASSIGN(auto steps, StepProgram::compile(node));
    impl->steps = std::make_shared<const StepProgram>(std::move(steps));
  }
  return Pattern(std::move(impl));
}

LineMatcher::LineMatcher(const Pattern& pattern)
    : impl_(pattern.impl_), perl_(impl_->perl ? impl_->perl->matcher() : nullptr) {}
LineMatcher::LineMatcher(LineMatcher&&) noexcept = default;
LineMatcher::~LineMatcher() = default;

bool LineMatcher::skips_lines() const noexcept {
  return !impl_->text.empty();
}

const std::string& LineMatcher::problem() const noexcept {
  static const std::string none;
  return perl_ ? perl_->problem() : none;
}

StepMachine& LineMatcher::machine() {
  if (!machine_) machine_.emplace(impl_->steps ? impl_->steps : impl_->steps_of_rare_lines());
  return *machine_;
}

/// The start of the required text at or after `from`; npos: not found, or a stop was requested.
std::size_t LineMatcher::find_text(std::string_view in, std::size_t from) const {
  for (; !stop_.stop_requested(); from += kTextAtOnce) {
    const auto piece = in.substr(0, from + kTextAtOnce + impl_->text.size());
    const std::size_t at = impl_->text.find(piece, from);
    if (at != std::string_view::npos || piece.size() == in.size()) return at;
  }
  return std::string_view::npos;
}

/// The end of the lines that RE2 searches at once, without their last line feed.
std::size_t LineMatcher::end_of_piece(std::string_view text, std::size_t from) const {
  if (!impl_->is_slow(text.size() - from)) return text.size();
  const std::size_t half = impl_->fast_bytes() / 2;
  const std::size_t newline = text.substr(from + half, half).find('\n');
  if (newline != std::string_view::npos) return from + half + newline;
  return std::min(text.find('\n', from), text.size());
}

/// Returns one byte position of the next line that may match.
std::optional<std::size_t> LineMatcher::next_candidate(std::string_view text, std::size_t from) {
  is_found_by_re2_ = false;
  if (!impl_->text.empty()) {
    const std::size_t at = find_text(text, from);
    return at == std::string_view::npos ? std::nullopt : std::optional(at);
  }
  if (perl_) return from;
  while (from < text.size() && !stop_.stop_requested()) {
    const std::size_t end = end_of_piece(text, from);
    if (impl_->is_slow(end - from)) return from;
    re2::StringPiece found;
    if (impl_->lines->Match(text.substr(0, end), from, end, RE2::UNANCHORED, &found, 1)) {
      const auto at = static_cast<std::size_t>(found.data() - text.data());
      if (at == text.size() && text.back() == '\n') return std::nullopt;  // after the last line
      is_found_by_re2_ = true;
      return at;
    }
    from = end + 1;
  }
  return std::nullopt;
}

std::optional<Place> LineMatcher::next_line(std::string_view text, std::size_t from) {
  while (from < text.size() && !stop_.stop_requested()) {
    const auto candidate = next_candidate(text, from);
    if (!candidate) return std::nullopt;
    const std::size_t at = *candidate;
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const Place line{begin, std::min(text.find('\n', at), text.size())};
    if (is_found(text, line)) return line;
    from = line.end + 1;
  }
  return std::nullopt;
}

/// Whether a candidate line matches. The candidate contains the required text or was found by RE2.
bool LineMatcher::is_found(std::string_view text, Place line) {
  const auto inner = text.substr(line.begin, line.end - line.begin);
  if (impl_->is_exact && !impl_->is_misread(inner) && !impl_->is_slow_line(inner.size())) {
    if (is_found_by_re2_ || impl_->is_text_alone) return true;
    return impl_->lines->Match(text.substr(0, line.end), line.begin, line.end, RE2::UNANCHORED,
                               nullptr, 0);
  }
  if (impl_->takes_lines_alone) return matches(inner);
  open(text, line);
  return find(line.begin).has_value();
}

bool LineMatcher::matches(std::string_view line) {
  open(line, {0, line.size()});
  return find(0).has_value();
}

void LineMatcher::open(std::string_view text, Place line) {
  text_ = text.substr(0, line.end);
  line_ = line;
  exact_ = nullptr;
  if (perl_) return;
  const auto inner = text_.substr(line.begin);
  if (impl_->is_misread(inner) || impl_->is_slow_line(inner.size())) return;
  if (impl_->is_exact)
    exact_ = impl_->lines.get();
  else if (impl_->in_ascii && is_ascii(inner))
    exact_ = impl_->in_ascii.get();
}

std::optional<Place> LineMatcher::find(std::size_t from) {
  if (perl_) return perl_->find(text_, from);
  if (impl_->is_text_alone && !impl_->text.empty()) {
    const std::size_t at = find_text(text_, from);
    if (at == std::string_view::npos) return std::nullopt;
    return Place{at, at + impl_->text.size()};
  }
  if (exact_ == nullptr) return machine().find(text_, line_, from, stop_);
  re2::StringPiece found;
  if (!exact_->Match(text_, from, text_.size(), RE2::UNANCHORED, &found, 1)) return std::nullopt;
  const auto begin = static_cast<std::size_t>(found.data() - text_.data());
  return Place{begin, begin + found.size()};
}

}  // namespace codeweaver::pattern
