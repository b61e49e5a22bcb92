// Writes the status line and headers of an answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/http_message.hpp"

namespace codeweaver::http {

/// The transfer of an answer, independent of its content.
struct Framing {
  std::optional<std::uint64_t> content_length{};
  bool is_chunked = false;
  bool keeps_alive = true;
  bool is_http_1_1 = true;
  std::string_view request_id{};
  std::string_view date{};
  const std::vector<Header>* more = nullptr;  ///< headers in addition to those of the answer
};

/// True if an answer of this status may have a body.
constexpr bool has_body(int status) noexcept {
  return status >= 200 && status != 204 && status != 304;
}

/// The head including its final empty line. Skips headers that only the server may set and invalid
/// names. Control characters in values become spaces.
std::string response_head(const Response& response, const Framing& framing);

/// "Sun, 06 Nov 1994 08:49:37 GMT".
std::string http_date(std::chrono::system_clock::time_point time);

}  // namespace codeweaver::http
