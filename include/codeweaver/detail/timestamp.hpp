// Timestamps as sortable text: converts ISO 8601 times with a zone to UTC in microseconds.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_TIMESTAMP_HPP_
#define CODEWEAVER_TEXT_TIMESTAMP_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::inline v0_1::text {

namespace detail {

/// Removes exactly `digits` digits from the front and returns their value; nullopt: not enough
/// digits.
constexpr std::optional<int> take_number(std::string_view& text, std::size_t digits) noexcept {
  if (text.size() < digits) return std::nullopt;
  int number = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    number = number * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return number;
}

constexpr bool take_any(std::string_view& text, std::string_view choices) noexcept {
  if (text.empty() || choices.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

/// Removes a date like "2026-02-20" from the front. nullopt: not a valid date, or its year is not
/// in 1..9998.
inline std::optional<std::chrono::sys_days> take_date(std::string_view& text) noexcept {
  const auto year = take_number(text, 4);
  if (!year || !take_any(text, "-")) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take_any(text, "-")) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day || *year < 1 || *year > 9998) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

/// Removes an optional fraction (".25" or ",25") from the front; truncates it to microseconds.
constexpr std::optional<std::chrono::microseconds> take_fraction(std::string_view& text) noexcept {
  if (!take_any(text, ".,")) return std::chrono::microseconds(0);
  std::int64_t micros = 0;
  std::size_t digits = 0;
  for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; ++digits, text.remove_prefix(1))
    if (digits < 6) micros = micros * 10 + (text[0] - '0');
  if (digits == 0) return std::nullopt;
  for (; digits < 6; ++digits) micros *= 10;
  return std::chrono::microseconds(micros);
}

/// Removes "12:00", "12:00:59" or "12:00:59.25" from the front. A leap second counts as the next
/// minute.
constexpr std::optional<std::chrono::microseconds> take_clock(std::string_view& text) noexcept {
  const auto hour = take_number(text, 2);
  if (!hour || *hour > 23 || !take_any(text, ":")) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  std::chrono::microseconds time = std::chrono::hours(*hour) + std::chrono::minutes(*minute);
  if (!take_any(text, ":")) return time;
  const auto second = take_number(text, 2);
  if (!second || *second > 60) return std::nullopt;
  const auto fraction = take_fraction(text);
  if (!fraction) return std::nullopt;
  return time + std::chrono::seconds(*second) + *fraction;
}

/// Reads "Z", "+02:00" or "-0330" up to the end of the text; returns the offset east of UTC.
constexpr std::optional<std::chrono::minutes> take_zone(std::string_view& text) noexcept {
  if (take_any(text, "Zz"))
    return text.empty() ? std::optional(std::chrono::minutes(0)) : std::nullopt;
  const bool is_west = text.starts_with('-');
  if (!take_any(text, "+-")) return std::nullopt;
  const auto hours = take_number(text, 2);
  take_any(text, ":");
  const auto minutes = take_number(text, 2);
  if (!hours || !minutes || *hours > 23 || *minutes > 59 || !text.empty()) return std::nullopt;
  const std::chrono::minutes east = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  return is_west ? -east : east;
}

inline void append_padded(std::string& out, std::int64_t number, std::size_t width) {
  const auto digits = std::to_string(number);
  out.append(digits.size() < width ? width - digits.size() : 0, '0').append(digits);
}

}  // namespace detail

/// Converts "2026-02-20T14:00:00+02:00" to "2026-02-20T12:00:00.000000Z": always 27 characters,
/// whose order as text is the order in time. The input is extended ISO 8601 with 'T' or a space
/// after the date. Seconds are optional; a fraction is truncated to six digits; the zone is "Z" or
/// an offset. nullopt: invalid text, an invalid date, or a year outside 1..9998.
inline std::optional<std::string> utc_timestamp(std::string_view text) {
  using namespace std::chrono;
  const auto date = detail::take_date(text);
  if (!date || !detail::take_any(text, "Tt ")) return std::nullopt;
  const auto clock = detail::take_clock(text);
  if (!clock) return std::nullopt;
  const auto zone = detail::take_zone(text);
  if (!zone) return std::nullopt;
  const auto time = sys_time<microseconds>(*date) + *clock - *zone;
  const auto midnight = floor<days>(time);
  const year_month_day utc(midnight);
  if (int(utc.year()) < 1) return std::nullopt;
  const hh_mm_ss of_day(time - midnight);
  std::string out;
  detail::append_padded(out, int(utc.year()), 4);
  detail::append_padded(out += '-', unsigned(utc.month()), 2);
  detail::append_padded(out += '-', unsigned(utc.day()), 2);
  detail::append_padded(out += 'T', of_day.hours().count(), 2);
  detail::append_padded(out += ':', of_day.minutes().count(), 2);
  detail::append_padded(out += ':', of_day.seconds().count(), 2);
  detail::append_padded(out += '.', of_day.subseconds().count(), 6);
  return out += 'Z';
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_TIMESTAMP_HPP_
