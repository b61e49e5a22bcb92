// CitingText: references [n] to passages, numbered anew while the text comes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/answer_model.hpp"

namespace codeweaver::providers {

/// Numbers the references of a text in the order in which they are first made. What stands in code
/// is no reference. A number without a passage stays one, for ask() to take out.
/// Thread safety: none.
class CitingText {
 public:
  /// `take` is given what is decided, piece by piece; both outlive this.
  CitingText(std::span<const Passage> passages, const TakeText& take)
      : passages_(passages), take_(take) {}

  /// False: `take` wanted no more.
  bool add(std::string_view piece);
  /// To be called once nothing follows. False: as add().
  bool finish();
  /// The whole text, and the passages that it refers to; nothing may be added then.
  ModelAnswer take_answer() { return std::move(answer_); }

 private:
  bool read(bool is_end);
  /// How much of `rest` is decided, told to `told`; 0: more must come first.
  std::size_t read_code(std::string_view rest, bool is_end, std::string& told);
  std::size_t read_prose(std::string_view rest, bool is_end, std::string& told);
  std::string numbered_anew(std::span<const std::size_t> numbers);

  std::span<const Passage> passages_;
  const TakeText& take_;
  std::string pending_{};             // not decided yet
  std::size_t code_marks_ = 0;        // backticks that close the code that is open; 0: prose
  std::vector<std::size_t> cited_{};  // numbers of passages, in the order of their first reference
  ModelAnswer answer_{};
};

}  // namespace codeweaver::providers
