// Reads lines from a source of bytes, with constant memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/line_reader.hpp"

#include <algorithm>

#include "base/lines.hpp"
#include "base/try.hpp"

namespace codeweaver::json {

/// False: the source has ended.
Result<bool> LineReader::refill() {
  if (at_ < filled_) return true;
  CODEWEAVER_ASSIGN(auto size, source_(std::span(buffer_.data(), buffer_.size())));
  at_ = 0;
  filled_ = size;
  return filled_ > 0;
}

Result<LineReader::State> LineReader::next() {
  for (;;) {
    line_.clear();
    bool is_too_long = false, has_bytes = false, has_end = false;
    while (!has_end) {
      CODEWEAVER_ASSIGN(const auto more, refill());
      if (!more) break;
      has_bytes = true;
      const std::string_view rest(buffer_.data() + at_, filled_ - at_);
      const auto size = std::min(rest.find('\n'), rest.size());
      has_end = size < rest.size();
      is_too_long = is_too_long || line_.size() + size > max_bytes_;
      if (!is_too_long) line_.append(rest.substr(0, size));
      at_ += size + (has_end ? 1 : 0);
    }
    is_cut_ = !has_end;
    if (!has_bytes) return State::kEnd;
    if (is_too_long) return State::kTooLong;
    if (!base::is_blank(line_)) return State::kWhole;
  }
}

}  // namespace codeweaver::json
