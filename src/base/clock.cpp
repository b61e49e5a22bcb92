// The system's clock and ISO 8601 text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/clock.hpp"

#include <array>
#include <cstdio>

namespace codeweaver::base {
namespace {

class SystemClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() const override {
    return std::chrono::system_clock::now();
  }
};

}  // namespace

const Clock& system_clock() noexcept {
  static const SystemClock clock;
  return clock;
}

std::string iso8601(std::chrono::system_clock::time_point time) {
  using namespace std::chrono;
  const auto day = floor<days>(time);  // floor, so that times before 1970 are correct
  const year_month_day date(day);
  const hh_mm_ss of_day(floor<milliseconds>(time - day));
  std::array<char, 48> text{};
  const int length = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
      static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
      static_cast<unsigned>(date.day()), static_cast<int>(of_day.hours().count()),
      static_cast<int>(of_day.minutes().count()), static_cast<int>(of_day.seconds().count()),
      static_cast<int>(of_day.subseconds().count()));
  return {text.data(), static_cast<std::size_t>(length)};
}

std::optional<std::chrono::system_clock::time_point> parse_iso8601(std::string_view text) {
  using namespace std::chrono;
  int y = 0;
  unsigned m = 0, d = 0;
  int hour = 0, minute = 0, second = 0, millisecond = 0;
  if (std::sscanf(std::string(text).c_str(), "%4d-%2u-%2uT%2d:%2d:%2d.%3dZ", &y, &m, &d, &hour,
                  &minute, &second, &millisecond) != 7)
    return std::nullopt;
  const year_month_day date{year(y), month(m), day(d)};
  // The years that 64-bit nanoseconds since 1970 cover completely.
  if (!date.ok() || y < 1678 || y > 2261) return std::nullopt;
  const system_clock::time_point time =
      sys_days(date) + hours(hour) + minutes(minute) + seconds(second) + milliseconds(millisecond);
  if (iso8601(time) != text) return std::nullopt;
  return time;
}

}  // namespace codeweaver::base
