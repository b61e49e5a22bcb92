// PushStream: a batch of any length as lines of JSON, read with constant memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "codeweaver/push.hpp"
#include "json/line_reader.hpp"

namespace codeweaver::json {

/// Newline-delimited JSON: the envelope without items on the first line, then one item a line, or
/// {"deletion": {...}}. Blank lines are skipped. An `item_count` in the envelope says how many
/// lines follow, so that a stream that was cut between two lines is noticed.
/// Memory: one line of at most PushLimits::kLineBytes. Repeated node_ids are left to the caller.
/// Thread safety: none.
class PushStream {
 public:
  using Source = ByteSource;
  using Entry = PushEntry;

  /// Reads the envelope. Errors: those of read_push_envelope() and of the source.
  static Result<PushStream> open(Source source);

  const PushEnvelope& envelope() const noexcept { return envelope_; }
  /// The next line: an item, a deletion, or what is wrong with it, cut and overlong lines included;
  /// nullopt: the end. Errors: those of the source.
  Result<std::optional<Entry>> next();

 private:
  explicit PushStream(Source source) : lines_(std::move(source), PushLimits::kLineBytes) {}
  Entry error_entry(std::optional<std::string> node_id, std::string message);
  Entry parsed_entry();
  std::optional<Entry> end_entry();

  LineReader lines_;
  PushEnvelope envelope_{};
  std::optional<std::size_t> item_count_{};
  std::size_t index_ = 0;
  bool is_at_end_ = false;
};

}  // namespace codeweaver::json
