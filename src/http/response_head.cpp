// Writing the head of an answer (RFC 9110, RFC 9112).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/response_head.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <ctime>

namespace codeweaver::http {
namespace {

/// Headers that frame messages or concern the connection; handlers cannot set them.
constexpr std::array<std::string_view, 7> kOwnHeaders = {
    "content-length", "transfer-encoding", "connection",   "date",
    "x-request-id",   "keep-alive",        "content-type",
};

bool is_token(std::string_view name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return (std::isalnum(static_cast<unsigned char>(c)) != 0 &&
            static_cast<unsigned char>(c) < 0x80) ||
           kMarks.find(c) != std::string_view::npos;
  });
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  for (const char c : value) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    out.push_back(is_control ? ' ' : c);
  }
  out.append("\r\n");
}

}  // namespace

std::string response_head(const Response& response, const Framing& framing) {
  std::string head;
  head.reserve(512);
  head.append(framing.is_http_1_1 ? "HTTP/1.1 " : "HTTP/1.0 ");
  head.append(std::to_string(response.status)).append(" ");
  head.append(reason_phrase(response.status)).append("\r\n");
  if (!framing.date.empty()) append_header(head, "Date", framing.date);
  if (!response.content_type.empty()) append_header(head, "Content-Type", response.content_type);
  for (const Header& header : response.headers) {
    const bool is_own = std::any_of(kOwnHeaders.begin(), kOwnHeaders.end(), [&](auto name) {
      return equals_ignoring_case(header.name, name);
    });
    if (!is_own && is_token(header.name)) append_header(head, header.name, header.value);
  }
  if (framing.more != nullptr) {
    for (const Header& header : *framing.more) append_header(head, header.name, header.value);
  }
  append_header(head, "X-Content-Type-Options", "nosniff");
  if (!framing.request_id.empty()) append_header(head, "X-Request-Id", framing.request_id);
  if (framing.is_chunked) {
    append_header(head, "Transfer-Encoding", "chunked");
  } else if (framing.content_length) {
    append_header(head, "Content-Length", std::to_string(*framing.content_length));
  }
  if (!framing.keeps_alive) {
    append_header(head, "Connection", "close");
  } else if (!framing.is_http_1_1) {
    append_header(head, "Connection", "keep-alive");
  }
  head.append("\r\n");
  return head;
}

std::string http_date(std::chrono::system_clock::time_point time) {
  constexpr std::array<const char*, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                kDays[static_cast<std::size_t>(parts.tm_wday)], parts.tm_mday,
                kMonths[static_cast<std::size_t>(parts.tm_mon)], parts.tm_year + 1900,
                parts.tm_hour, parts.tm_min, parts.tm_sec);
  return text.data();
}

}  // namespace codeweaver::http
