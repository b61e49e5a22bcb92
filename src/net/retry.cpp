// Reads Retry-After, and decides which replies are transient.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/retry.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace codeweaver::net {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";

/// The number in `digits`, which must be digits only.
std::optional<int> number_of(std::string_view digits) {
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_whole = error == std::errc{} && end == digits.data() + digits.size();
  return is_whole ? std::optional(number) : std::nullopt;
}

/// "Sun, 06 Nov 1994 08:49:37 GMT", the only date format that senders may use (RFC 9110).
std::optional<std::chrono::system_clock::time_point> http_date(std::string_view text) {
  constexpr std::size_t kDateSize = 29;
  if (text.size() != kDateSize || !text.ends_with(" GMT")) return std::nullopt;
  const auto month = kMonths.find(text.substr(8, 3));
  const auto day = number_of(text.substr(5, 2)), year = number_of(text.substr(12, 4));
  const auto hour = number_of(text.substr(17, 2)), minute = number_of(text.substr(20, 2)),
             second = number_of(text.substr(23, 2));
  if (month == std::string_view::npos || month % 3 != 0 || !day || !year || !hour || !minute ||
      !second)
    return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(month / 3 + 1)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
         std::chrono::seconds(*second);
}

}  // namespace

bool is_worth_retrying(const Exchange& exchange) {
  if (const auto* fault = std::get_if<Fault>(&exchange)) return fault->kind == FaultKind::kTimeout;
  const int status = std::get<Reply>(exchange).status;
  return status == 429 || (status >= 500 && status < 600);
}

std::optional<milliseconds> retry_after(const Reply& reply,
                                        std::chrono::system_clock::time_point now) {
  const auto* header = reply.header("Retry-After");
  if (header == nullptr) return std::nullopt;
  double seconds = 0;
  const auto [end, error] =
      std::from_chars(header->data(), header->data() + header->size(), seconds);
  constexpr double kDay = 86'400;
  if (error == std::errc{} && end == header->data() + header->size() && seconds >= 0)
    return milliseconds(static_cast<std::int64_t>(std::ceil(std::min(seconds, kDay) * 1000)));
  const auto date = http_date(*header);
  if (!date) return std::nullopt;
  return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(*date - now));
}

}  // namespace codeweaver::net
