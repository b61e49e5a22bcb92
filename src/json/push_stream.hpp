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

/// Newline-delimited JSON: the envelope without items on the first line, then one item per line, or
/// {"deletion": {...}}. Blank lines are skipped. `item_count` in the envelope is the number of
/// lines that follow; it detects a stream that was cut between two lines. Memory: one line of at
/// most PushLimits::kLineBytes. The caller handles repeated node_ids. Not thread-safe.
class PushStream {
 public:
  using Source = ByteSource;
  using Entry = PushEntry;

  /// Reads the envelope. Errors: those of read_push_envelope() and of the source.
  static Result<PushStream> open(Source source);

  const PushEnvelope& envelope() const noexcept { return envelope_; }
  /// The next line: an item, a deletion, or an error (also for cut and overlong lines). nullopt:
  /// the end. Errors: those of the source.
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
