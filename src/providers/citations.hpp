// CitingText: renumbers references [n] to passages while the text arrives.
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

/// Numbers the references of a text in the order of first use. Brackets in code are not references.
/// A number without a passage stays; ask() removes it. Not thread-safe.
class CitingText {
 public:
  /// `take` receives the finished text piece by piece. Both arguments must outlive this object.
  CitingText(std::span<const Passage> passages, const TakeText& take)
      : passages_(passages), take_(take) {}

  /// False: `take` stopped.
  bool add(std::string_view piece);
  /// Call it at the end of the text. False: as add().
  bool finish();
  /// The whole text and the cited passages. Add nothing afterwards.
  ModelAnswer take_answer() { return std::move(answer_); }

 private:
  bool read(bool is_end);
  /// Appends the finished part of `rest` to `told` and returns its length; 0: more text is needed.
  std::size_t read_code(std::string_view rest, bool is_end, std::string& told);
  std::size_t read_prose(std::string_view rest, bool is_end, std::string& told);
  std::string renumbered(std::span<const std::size_t> numbers);

  std::span<const Passage> passages_;
  const TakeText& take_;
  std::string pending_{};             // not finished yet
  std::size_t code_marks_ = 0;        // number of backticks that close the open code; 0: prose
  std::vector<std::size_t> cited_{};  // numbers of passages, in the order of first reference
  ModelAnswer answer_{};
};

}  // namespace codeweaver::providers
