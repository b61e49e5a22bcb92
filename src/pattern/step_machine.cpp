// StepMachine: threads in order of preference, as Pike's.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/step_machine.hpp"

#include <re2/re2.h>

#include <array>
#include <utility>

#include "codeweaver/error_codes.hpp"

namespace codeweaver::pattern {
namespace {

constexpr std::size_t kMostSteps = 500'000;

/// The character that ends before byte `at`; kNoCharacter: none, or no character.
char32_t character_before(std::string_view line, std::size_t at) {
  for (std::size_t back = 1; back <= 4 && back <= at; ++back) {
    const auto found = decode(line.substr(at - back, back));
    if (found.bytes == back && found.character != kNoCharacter) return found.character;
    if ((static_cast<unsigned char>(line[at - back]) & 0xC0) != 0x80) break;
  }
  return kNoCharacter;
}

bool is_ascii_word(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace

class StepProgram::Compiler {
 public:
  explicit Compiler(StepProgram& out) : out_(out) {}

  /// Appends the steps of a node, which go on behind them. False: they are too many.
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
    std::uint32_t number = 0;
    while (number < out_.classes_.size() && to_re2(out_.classes_[number]) != to_re2(characters))
      ++number;
    if (number == out_.classes_.size()) out_.classes_.push_back(characters);
    Step step;
    step.kind = Step::Kind::kTake;
    step.taken = number;
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
};

Result<StepProgram> StepProgram::compile(const Node& node) {
  StepProgram out;
  if (!Compiler(out).add(node))
    return Error{ErrorCategory::kInvalidArgument, error_code::kPatternInvalid,
                 "The pattern is too large", "reading a pattern",
                 "Give smaller counts in { }, or fewer alternatives"};
  out.steps_.emplace_back();
  return out;
}

/// Whether a class takes a character: RE2 is asked, once for each.
class StepMachine::ClassTest {
 public:
  explicit ClassTest(const CharClass& characters)
      : expression_(std::make_unique<RE2>(to_re2(characters))) {
    for (char32_t c = 0; c < ascii_.size(); ++c) ascii_[c] = ask(c);
  }
  bool takes(char32_t c) {
    if (c < ascii_.size()) return ascii_[c];
    const auto [at, is_new] = known_.try_emplace(c, false);
    if (is_new) at->second = ask(c);
    return at->second;
  }

 private:
  bool ask(char32_t c) const {
    std::string text;
    append_utf8(text, c);
    return RE2::FullMatch(text, *expression_);
  }
  std::unique_ptr<RE2> expression_;
  std::array<bool, 128> ascii_{};
  std::unordered_map<char32_t, bool> known_;
};

StepMachine::StepMachine(std::shared_ptr<const StepProgram> program)
    : program_(std::move(program)) {
  for (const auto& characters : program_->classes_) tests_.emplace_back(characters);
  tests_.emplace_back(word_characters());
  added_.assign(program_->steps_.size(), 0);
}
StepMachine::StepMachine(StepMachine&&) noexcept = default;
StepMachine::~StepMachine() = default;

bool StepMachine::takes(std::uint32_t taken, char32_t c) {
  return c != kNoCharacter && tests_[taken].takes(c);
}

/// Next to bytes that are no characters, no test of Unicode words holds.
bool StepMachine::holds(Look look, bool is_ascii) {
  if (look == Look::kLineStart) return at_ == 0;
  if (look == Look::kLineEnd) return at_ == line_.size();
  const char32_t before = at_ == 0 ? U' ' : character_before(line_, at_);
  const char32_t behind = at_ == line_.size() ? U' ' : decode(line_.substr(at_)).character;
  const bool needs_before = look != Look::kWordEndHalf, needs_behind = look != Look::kWordStartHalf;
  if (!is_ascii &&
      ((needs_before && before == kNoCharacter) || (needs_behind && behind == kNoCharacter)))
    return false;
  const auto is_word = [&](char32_t c) {
    if (is_ascii) return is_ascii_word(c);
    return c != kNoCharacter && tests_.back().takes(c);
  };
  switch (look) {
    case Look::kWord:
      return is_word(before) != is_word(behind);
    case Look::kNotWord:
      return is_word(before) == is_word(behind);
    case Look::kWordStart:
      return !is_word(before) && is_word(behind);
    case Look::kWordEnd:
      return is_word(before) && !is_word(behind);
    case Look::kWordStartHalf:
      return !is_word(before);
    case Look::kWordEndHalf:
      return !is_word(behind);
    default:
      return false;
  }
}

/// Follows all that takes no character, what is preferred first.
void StepMachine::add(std::vector<Thread>& threads, std::uint32_t step, std::size_t begin) {
  using Kind = StepProgram::Step::Kind;
  open_.assign(1, step);
  while (!open_.empty()) {
    const std::uint32_t number = open_.back();
    open_.pop_back();
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

std::optional<Place> StepMachine::find(std::string_view line, std::size_t from) {
  using Kind = StepProgram::Step::Kind;
  line_ = line;
  std::optional<Place> found;
  std::vector<Thread> threads, later;
  for (at_ = from;;) {
    ++round_;
    // Those that go on from before are preferred to one that begins here.
    std::vector<Thread> begun;
    for (const auto& thread : threads) add(begun, thread.step, thread.begin);
    if (!found) add(begun, 0, at_);
    threads.swap(begun);
    if (threads.empty() && found) return found;
    const auto here = at_ < line.size() ? decode(line.substr(at_)) : Decoded{kNoCharacter, 1};
    later.clear();
    for (const auto& thread : threads) {
      const auto& step = program_->steps_[thread.step];
      if (step.kind == Kind::kMatch) {
        found = Place{thread.begin, at_};
        break;  // what follows is preferred less
      }
      if (at_ < line.size() && takes(step.taken, here.character))
        later.push_back({step.next, thread.begin});
    }
    if (at_ >= line.size()) return found;
    at_ += here.bytes;
    threads.swap(later);
  }
}

}  // namespace codeweaver::pattern
