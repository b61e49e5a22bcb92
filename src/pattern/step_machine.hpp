// StepMachine: runs a pattern character by character, for features that RE2 lacks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codeweaver/result.hpp"
#include "pattern/syntax.hpp"

namespace codeweaver::pattern {

/// Bytes [begin, end) of a line.
struct Place {
  std::size_t begin = 0, end = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Steps compiled from a tree. Supports Unicode words. Thread safety: immutable.
class StepProgram {
 public:
  /// Errors: kInvalidArgument "PATTERN_INVALID": the pattern is too large.
  static Result<StepProgram> compile(const Node& node);

 private:
  friend class StepMachine;
  struct Step {
    enum class Kind : std::uint8_t { kTake, kSplit, kLook, kMatch };
    Kind kind = Kind::kMatch;
    std::uint32_t next = 0, other = 0;  // for kSplit, `next` is tried first
    std::uint32_t taken = 0;            // for kTake: the number of a class
    Look look{};
    bool is_ascii = false;
  };
  class Compiler;

  std::vector<Step> steps_;
  std::vector<CharClass> classes_;
  bool may_be_empty_ = false;
};

/// Runs a program. Time: at most steps times characters. Not thread-safe.
class StepMachine {
 public:
  explicit StepMachine(std::shared_ptr<const StepProgram> program);
  StepMachine(StepMachine&&) noexcept;
  ~StepMachine();

  /// The leftmost match at or after `from` in a line of `text`; of several, the one that the
  /// pattern prefers. Positions are bytes of the text. \A matches only at the start of the text,
  /// and characters before the line count as context. Returns nullopt once `stop` is requested.
  std::optional<Place> find(std::string_view text, Place line, std::size_t from,
                            const std::stop_token& stop);

 private:
  struct Thread {
    std::uint32_t step = 0;
    std::size_t begin = 0;
    bool is_done = false;  // it has an empty match at `begin`, inside a character
  };
  class ClassTest;
  void add(std::vector<Thread>& threads, std::uint32_t step, std::size_t begin);
  bool holds(Look look, bool is_ascii);
  bool matches_nothing(std::size_t at);
  bool takes(std::uint32_t taken, char32_t c);

  std::shared_ptr<const StepProgram> program_;
  std::vector<ClassTest> tests_;  // one for each class, then one for word characters
  std::vector<std::size_t> added_;
  std::vector<std::uint32_t> open_;
  std::vector<Thread> threads_, begun_, later_, empty_;  // members to reuse their memory
  std::size_t round_ = 0, work_ = 0;  // work_: steps since the last check of the stop token
  std::string_view text_;             // up to the end of the line
  std::size_t line_begin_ = 0, at_ = 0;
};

}  // namespace codeweaver::pattern
