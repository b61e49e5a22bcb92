// PushStream: reads lines from a source, with one value per line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/push_stream.hpp"

#include <utility>

#include "base/try.hpp"
#include "json/body.hpp"
#include "json/integer.hpp"
#include "json/members.hpp"
#include "json/push_types.hpp"

namespace codeweaver::json {
namespace {

constexpr BodyRules kLineRules{.max_depth = 32, .replaces_bad_text = false};

using State = LineReader::State;

}  // namespace

Result<PushStream> PushStream::open(Source source) {
  PushStream stream(std::move(source));
  CODEWEAVER_ASSIGN(const auto line, stream.lines_.next());
  if (line == State::kEnd) return push_rules::invalid("the stream is empty");
  if (line == State::kTooLong)
    return push_rules::invalid("the first line (the envelope) is too long");
  const auto value = parse_body(stream.lines_.line(), kLineRules);
  if (!value)
    return push_rules::invalid("the first line is not an envelope: " + value.error().cause);
  CODEWEAVER_ASSIGN(auto envelope, read_push_envelope(*value));
  stream.envelope_ = std::move(envelope);
  if (const Value* count = value->find("item_count"); count != nullptr && !count->is_null()) {
    const auto number = as_integer(*count);
    if (!number || *number < 0) return push_rules::invalid("item_count is not an integer from 0");
    stream.item_count_ = static_cast<std::size_t>(*number);
  }
  return stream;
}

PushStream::Entry PushStream::error_entry(std::optional<std::string> node_id, std::string message) {
  PushError error;
  error.node_id = std::move(node_id);
  error.index = index_;
  error.message = std::move(message);
  return {index_++, std::move(error)};
}

PushStream::Entry PushStream::parsed_entry() {
  const auto value = parse_body(lines_.line(), kLineRules);
  if (!value)
    return error_entry(
        {}, (lines_.is_cut() ? "the stream ends within this line: " : "the line is not JSON: ") +
                value.error().cause);
  const Value* deletion = value->find("deletion");
  const Value& content = deletion != nullptr ? *deletion : *value;
  const auto note = [&](const Error& error) {
    const auto* text = text_in(content, "node_id");
    return error_entry(text != nullptr ? std::optional(*text) : std::nullopt, error.cause);
  };
  if (item_count_ && index_ >= *item_count_)
    return note(push_rules::invalid("the stream has more lines than item_count says"));
  if (deletion != nullptr) {
    auto read = read_push_deletion(content);
    return read ? Entry{index_++, std::move(*read)} : note(read.error());
  }
  auto read = read_push_item(content);
  return read ? Entry{index_++, std::move(*read)} : note(read.error());
}

/// The entry for the end of the stream: an error if lines are missing.
std::optional<PushStream::Entry> PushStream::end_entry() {
  if (std::exchange(is_at_end_, true) || !item_count_ || index_ >= *item_count_)
    return std::nullopt;
  return error_entry({}, "the stream ends after " + std::to_string(index_) + " of " +
                             std::to_string(*item_count_) + " lines");
}

Result<std::optional<PushStream::Entry>> PushStream::next() {
  if (is_at_end_) return std::optional<Entry>{};
  CODEWEAVER_ASSIGN(const auto line, lines_.next());
  if (line == State::kEnd) return end_entry();
  if (line == State::kTooLong)
    return std::optional(error_entry(
        {}, "the line is longer than " + std::to_string(PushLimits::kLineBytes) + " bytes"));
  return std::optional(parsed_entry());
}

}  // namespace codeweaver::json
