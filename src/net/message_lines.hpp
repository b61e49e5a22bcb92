// Streams of messages, cut where each ends: lines of JSON, and server-sent events.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace codeweaver::net {

/// Whole lines out of pieces of any size. Ends of lines are LF or CR LF. Thread safety: none.
class LineSplitter {
 public:
  using Take = std::function<bool(std::string_view line)>;
  /// `take` is given each line without its end; false: no more is wanted.
  explicit LineSplitter(Take take, std::size_t max_line_bytes = 1U << 20)
      : take_(std::move(take)), max_line_bytes_(max_line_bytes) {}

  /// False: no more is wanted, or a line is too long.
  bool add(std::string_view piece);
  /// To be called once nothing follows: hands over what has no end of line.
  bool finish();
  bool is_too_long() const noexcept { return is_too_long_; }

 private:
  Take take_;
  std::size_t max_line_bytes_;
  std::string begun_{};
  bool is_too_long_ = false;
};

/// Server-sent events, as the HTML standard defines them, out of lines. Thread safety: none.
class EventReader {
 public:
  using Take = std::function<bool(std::string_view event, std::string_view data)>;
  /// `take` is given each event (its name may be empty); false: no more is wanted.
  explicit EventReader(Take take) : take_(std::move(take)) {}

  /// False: no more is wanted.
  bool add_line(std::string_view line);

 private:
  Take take_;
  std::string event_{}, data_{};
  bool has_data_ = false;
};

}  // namespace codeweaver::net
