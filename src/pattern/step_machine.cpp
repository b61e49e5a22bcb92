// StepMachine: Pike's algorithm, with threads in order of preference.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/step_machine.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/utf8.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::pattern {
namespace {

constexpr std::size_t kMostSteps = 2'000'000;

/// The character before byte `at`, as Rust's `regex` reads it: continuation bytes lead to the start
/// of their character. kNoCharacter: invalid.
char32_t character_before(std::string_view text, std::size_t at) {
  std::size_t begin = at - 1;
  const std::size_t limit = at < 4 ? 0 : at - 4;
  while (begin > limit && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) --begin;
  return decode(text.substr(begin, at - begin)).character;
}

bool may_be_empty(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kLiteral:
    case Node::Kind::kClass:
      return false;
    case Node::Kind::kRepeat:
      return node.least == 0 || may_be_empty(node.parts.front());
    case Node::Kind::kAlternate:
      return std::ranges::any_of(node.parts, may_be_empty);
    default:
      return std::ranges::all_of(node.parts, may_be_empty);
  }
}

bool is_ascii_word(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace

class StepProgram::Compiler {
 public:
  explicit Compiler(StepProgram& out) : out_(out) {}

  /// Appends the steps of a node; they continue after it. False: too many steps.
  bool add(const Node& node) {
    if (out_.steps_.size() > kMostSteps) return false;
    switch (node.kind) {
      case Node::Kind::kLiteral:
        return take({{{node.literal, node.literal}}, {}, false, node.folds_case});
      case Node::Kind::kClass:
        return take(node.characters);
      case Node::Kind::kLook: {
        Step step;
        step.kind = Step::Kind::kLook;
        step.look = node.look;
        step.is_ascii = node.is_ascii;
        step.next = next();
        out_.steps_.push_back(step);
        return true;
      }
      case Node::Kind::kRepeat:
        return add_repeat(node);
      case Node::Kind::kAlternate:
        return add_alternate(node);
      case Node::Kind::kConcat:
        break;
    }
    for (const auto& part : node.parts)
      if (!add(part)) return false;
    return true;
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(out_.steps_.size()); }
  std::uint32_t next() const { return here() + 1; }
  std::uint32_t split() {
    Step step;
    step.kind = Step::Kind::kSplit;
    out_.steps_.push_back(step);
    return here() - 1;
  }
  void aim(std::uint32_t at, std::uint32_t first, std::uint32_t second, bool is_greedy) {
    out_.steps_[at].next = is_greedy ? first : second;
    out_.steps_[at].other = is_greedy ? second : first;
  }

  bool take(const CharClass& characters) {
    const auto [known, is_new] =
        numbers_.try_emplace(to_re2(characters), static_cast<std::uint32_t>(out_.classes_.size()));
    if (is_new) out_.classes_.push_back(characters);
    Step step;
    step.kind = Step::Kind::kTake;
    step.taken = known->second;
    step.next = next();
    out_.steps_.push_back(step);
    return true;
  }

  bool add_repeat(const Node& node) {
    const Node& part = node.parts.front();
    for (std::uint32_t i = 0; i < node.least; ++i)
      if (!add(part)) return false;
    if (node.most == kUnbounded) {
      const auto at = split();
      if (!add(part)) return false;
      const auto back = split();
      aim(back, at, at, true);
      aim(at, at + 1, here(), node.is_greedy);
      return true;
    }
    std::vector<std::uint32_t> exits;
    for (std::uint32_t i = node.least; i < node.most; ++i) {
      exits.push_back(split());
      if (!add(part)) return false;
    }
    for (const auto at : exits) aim(at, at + 1, here(), node.is_greedy);
    return true;
  }

  bool add_alternate(const Node& node) {
    std::vector<std::uint32_t> ends;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const bool is_last = i + 1 == node.parts.size();
      const auto at = is_last ? 0 : split();
      if (!add(node.parts[i])) return false;
      if (is_last) break;
      ends.push_back(split());
      aim(at, at + 1, here(), true);
    }
    for (const auto at : ends) aim(at, here(), here(), true);
    return true;
  }

  StepProgram& out_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of classes, by expression
};

Result<StepProgram> StepProgram::compile(const Node& node) {
  StepProgram out;
  out.may_be_empty_ = may_be_empty(node);
  if (!Compiler(out).add(node))
    return Error{ErrorCategory::kInvalidArgument, error_code::kPatternInvalid,
                 "The pattern is too large", "reading a pattern",
                 "Use smaller counts in { }, or fewer alternatives"};
  out.steps_.emplace_back();
  return out;
}

/// Whether a class matches a character. Asks RE2 once for each character. Compiled at first use,
/// because patterns may have thousands of classes and a text needs few of them.
class StepMachine::ClassTest {
 public:
  explicit ClassTest(const CharClass& characters) : characters_(characters) {
    const auto& ranges = characters.ranges;
    const bool is_plain =
        characters.named.empty() && !characters.is_negated && !characters.folds_case;
    if (is_plain && ranges.size() == 1 && ranges[0].first == ranges[0].second)
      single_ = ranges[0].first;
  }
  bool takes(char32_t c) {
    if (single_ != kNoCharacter) return c == single_;
    if (!expression_) compile();
    if (c < ascii_.size()) return ascii_[c];
    const auto [at, is_new] = known_.try_emplace(c, false);
    if (is_new) at->second = ask(c);
    return at->second;
  }

 private:
  void compile() {
    expression_ = std::make_unique<RE2>(to_re2(characters_));
    for (char32_t c = 0; c < ascii_.size(); ++c) ascii_[c] = ask(c);
  }
  bool ask(char32_t c) const {
    std::string text;
    base::append_utf8(c, text);
    return RE2::FullMatch(text, *expression_);
  }
  const CharClass& characters_;
  char32_t single_ = kNoCharacter;  // the only match; kNoCharacter: there are others
  std::unique_ptr<RE2> expression_;
  std::array<bool, 128> ascii_{};
  std::unordered_map<char32_t, bool> known_;
};

StepMachine::StepMachine(std::shared_ptr<const StepProgram> program)
    : program_(std::move(program)) {
  for (const auto& characters : program_->classes_) tests_.emplace_back(characters);
  static const CharClass words = word_characters();
  tests_.emplace_back(words);
  added_.assign(program_->steps_.size(), 0);
}
StepMachine::StepMachine(StepMachine&&) noexcept = default;
StepMachine::~StepMachine() = default;

bool StepMachine::takes(std::uint32_t taken, char32_t c) {
  return c != kNoCharacter && tests_[taken].takes(c);
}

/// Next to invalid bytes, \B and the half word tests fail.
bool StepMachine::holds(Look look, bool is_ascii) {
  if (look == Look::kLineStart) return at_ == line_begin_;
  if (look == Look::kTextStart) return at_ == 0;
  if (look == Look::kLineEnd || look == Look::kTextEnd) return at_ == text_.size();
  const bool has_before = at_ > 0, has_behind = at_ < text_.size();
  const auto is_word = [&](char32_t c) { return c != kNoCharacter && tests_.back().takes(c); };
  bool is_word_before = false, is_word_behind = false, is_broken_before = false,
       is_broken_behind = false;
  if (is_ascii) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text_[i]); };
    is_word_before = has_before && is_ascii_word(byte(at_ - 1));
    is_word_behind = has_behind && is_ascii_word(byte(at_));
  } else {
    const char32_t before = has_before ? character_before(text_, at_) : U' ';
    const char32_t behind = has_behind ? decode(text_.substr(at_)).character : U' ';
    is_broken_before = before == kNoCharacter;
    is_broken_behind = behind == kNoCharacter;
    is_word_before = is_word(before);
    is_word_behind = is_word(behind);
  }
  switch (look) {
    case Look::kWord:
      return is_word_before != is_word_behind;
    case Look::kNotWord:
      return is_word_before == is_word_behind && !is_broken_before && !is_broken_behind;
    case Look::kWordStart:
      return !is_word_before && is_word_behind;
    case Look::kWordEnd:
      return is_word_before && !is_word_behind;
    case Look::kWordStartHalf:
      return !is_word_before && !is_broken_before;
    case Look::kWordEndHalf:
      return !is_word_behind && !is_broken_behind;
    default:
      return false;
  }
}

/// Follows all steps that match no character, preferred ones first.
void StepMachine::add(std::vector<Thread>& threads, std::uint32_t step, std::size_t begin) {
  using Kind = StepProgram::Step::Kind;
  open_.assign(1, step);
  while (!open_.empty()) {
    const std::uint32_t number = open_.back();
    open_.pop_back();
    ++work_;
    if (added_[number] == round_) continue;
    added_[number] = round_;
    const auto& at = program_->steps_[number];
    if (at.kind == Kind::kSplit) {
      open_.push_back(at.other);
      open_.push_back(at.next);
    } else if (at.kind == Kind::kLook) {
      if (holds(at.look, at.is_ascii)) open_.push_back(at.next);
    } else {
      threads.push_back({number, begin});
    }
  }
}

/// Whether the pattern has an empty match at a place inside a character.
bool StepMachine::matches_nothing(std::size_t at) {
  std::swap(at, at_);
  empty_.clear();
  ++round_;
  add(empty_, 0, at_);
  std::swap(at, at_);
  return std::ranges::any_of(empty_, [&](const Thread& thread) {
    return program_->steps_[thread.step].kind == StepProgram::Step::Kind::kMatch;
  });
}

std::optional<Place> StepMachine::find(std::string_view text, Place line, std::size_t from,
                                       const std::stop_token& stop) {
  using Kind = StepProgram::Step::Kind;
  constexpr std::size_t kWorkBetweenChecks = 1U << 16;
  text_ = text.substr(0, line.end);
  line_begin_ = line.begin;
  std::optional<Place> found;
  threads_.clear();
  for (at_ = from;;) {
    ++round_;
    if (++work_ > kWorkBetweenChecks) {
      if (stop.stop_requested()) return std::nullopt;
      work_ = 0;
    }
    // Threads from earlier positions are preferred to a new one here.
    begun_.clear();
    for (const auto& thread : threads_) {
      if (thread.is_done)
        begun_.push_back(thread);
      else
        add(begun_, thread.step, thread.begin);
    }
    if (!found) add(begun_, 0, at_);
    threads_.swap(begun_);
    if (threads_.empty() && found) return found;
    const auto here = at_ < text_.size() ? decode(text_.substr(at_)) : Decoded{kNoCharacter, 1};
    later_.clear();
    for (const auto& thread : threads_) {
      const auto& step = program_->steps_[thread.step];
      if (thread.is_done || step.kind == Kind::kMatch) {
        found = Place{thread.begin, thread.is_done ? thread.begin : at_};
        break;  // the remaining threads have lower preference
      }
      if (at_ < text_.size() && takes(step.taken, here.character))
        later_.push_back({step.next, thread.begin});
    }
    if (at_ >= text_.size()) return found;
    const std::size_t inside = program_->may_be_empty_ && !found ? here.bytes : 0;
    for (std::size_t inner = 1; inner < inside; ++inner)
      if (matches_nothing(at_ + inner)) {
        later_.push_back({0, at_ + inner, true});
        break;
      }
    at_ += here.bytes;
    threads_.swap(later_);
  }
}

}  // namespace codeweaver::pattern
