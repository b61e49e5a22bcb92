// Splits message streams: lines of JSON, and server-sent events.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace codeweaver::net {

/// Joins pieces of any size and splits them into lines, which end with LF or CR LF. Not
/// thread-safe.
class LineSplitter {
 public:
  using Take = std::function<bool(std::string_view line)>;
  /// `take` receives each line without its end. It returns false to stop.
  explicit LineSplitter(Take take, std::size_t max_line_bytes = 1U << 20)
      : take_(std::move(take)), max_line_bytes_(max_line_bytes) {}

  /// False: `take` stopped, or a line is too long.
  bool add(std::string_view piece);
  /// Call it at the end of the stream. Passes on a last line without a line end.
  bool finish();
  bool is_too_long() const noexcept { return is_too_long_; }

 private:
  Take take_;
  std::size_t max_line_bytes_;
  std::string begun_{};
  bool is_too_long_ = false;
};

/// Reads server-sent events, as defined by the HTML standard, from lines. Not thread-safe.
class EventReader {
 public:
  using Take = std::function<bool(std::string_view event, std::string_view data)>;
  /// `take` receives each event; its name may be empty. It returns false to stop.
  explicit EventReader(Take take) : take_(std::move(take)) {}

  /// False: `take` stopped.
  bool add_line(std::string_view line);

 private:
  Take take_;
  std::string event_{}, data_{};
  bool has_data_ = false;
};

}  // namespace codeweaver::net
