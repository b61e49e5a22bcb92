// PushStream: a batch of any length as lines of JSON, read with constant memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "codeweaver/push.hpp"

namespace codeweaver::json {

/// Newline-delimited JSON: the envelope without items on the first line, then one item a line, or
/// {"deletion": {...}}. Blank lines are skipped. An `item_count` in the envelope says how many
/// lines follow, so that a stream that was cut between two lines is noticed.
/// Memory: one line of at most PushLimits::kLineBytes. Repeated node_ids are left to the caller.
/// Thread safety: none.
class PushStream {
 public:
  /// Fills the buffer from its front and says how far; 0: there is no more.
  using Source = std::function<Result<std::size_t>(std::span<char> buffer)>;
  struct Entry {
    std::size_t index = 0;  ///< among the lines after the envelope, from 0
    std::variant<PushItem, PushDeletion, PushError> content{};
  };

  /// Reads the envelope. Errors: those of read_push_envelope() and of the source.
  static Result<PushStream> open(Source source);

  const PushEnvelope& envelope() const noexcept { return envelope_; }
  /// The next line: an item, a deletion, or what is wrong with it, cut and overlong lines included;
  /// nullopt: the end. Errors: those of the source.
  Result<std::optional<Entry>> next();

 private:
  enum class LineState { kWhole, kTooLong, kEnd };
  explicit PushStream(Source source) : source_(std::move(source)) {}
  Result<LineState> read_line();
  Result<bool> refill();
  Entry error_entry(std::optional<std::string> node_id, std::string message);
  Entry parsed_entry();
  std::optional<Entry> end_entry();

  Source source_;
  PushEnvelope envelope_{};
  std::optional<std::size_t> item_count_{};
  std::string buffer_{};  ///< what was read and not taken yet: from at_ to filled_
  std::size_t at_ = 0, filled_ = 0;
  std::string line_{};
  std::size_t index_ = 0;
  bool is_at_end_ = false, is_cut_ = false;
};

}  // namespace codeweaver::json
