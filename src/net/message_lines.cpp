// Splits streams into lines and events.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/message_lines.hpp"

namespace codeweaver::net {

bool LineSplitter::add(std::string_view piece) {
  while (!piece.empty()) {
    const auto end = piece.find('\n');
    begun_ += piece.substr(0, end);
    if (begun_.size() > max_line_bytes_) {
      is_too_long_ = true;
      return false;
    }
    if (end == std::string_view::npos) return true;
    piece.remove_prefix(end + 1);
    if (begun_.ends_with('\r')) begun_.pop_back();
    const auto line = std::exchange(begun_, {});
    if (!take_(line)) return false;
  }
  return true;
}

bool LineSplitter::finish() {
  if (begun_.empty()) return true;
  const auto line = std::exchange(begun_, {});
  return take_(line);
}

bool EventReader::add_line(std::string_view line) {
  if (line.empty()) {
    const auto event = std::exchange(event_, {});
    const auto data = std::exchange(data_, {});
    return !std::exchange(has_data_, false) || take_(event, data);
  }
  const auto colon = line.find(':');
  const auto field = line.substr(0, colon);
  auto value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "event") event_ = value;
  if (field == "data") {
    if (has_data_) data_ += '\n';
    data_ += value;
    has_data_ = true;
  }
  return true;
}

}  // namespace codeweaver::net
