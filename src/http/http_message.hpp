// Requests, responses, events, and access records.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::http {

struct Header {
  std::string name;
  std::string value;
};

/// True if both are equal, ignoring the case of ASCII letters.
bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept;
/// The value of the first header with that name, ignoring case; null if there is none.
const std::string* find_header(const std::vector<Header>& headers, std::string_view name) noexcept;

/// One request; immutable as soon as a handler has it.
struct Request {
  std::string id;      ///< the client's X-Request-Id if it is safe, else a version 7 UUID
  std::string method;  ///< upper case
  /// Percent-decoded UTF-8; begins with '/'; no empty, "." or ".." segment, no control character.
  std::string path;
  std::vector<std::pair<std::string, std::string>> query;  ///< decoded, in the order of the URL
  std::vector<Header> headers;                             ///< as sent
  std::string body;  ///< empty if the route reads it as a stream
  std::string peer;  ///< address:port of the client

  /// The value of a header, ignoring case; null if it was not sent.
  const std::string* header(std::string_view name) const noexcept {
    return find_header(headers, name);
  }
  /// The first value of a query parameter; null if it is missing.
  const std::string* query_value(std::string_view name) const noexcept;
};

/// An answer. The server sets Content-Length, Date, Connection and X-Request-Id.
struct Response {
  int status = 200;
  std::vector<Header> headers{};
  std::string body{};
  std::string content_type{};  ///< empty: no Content-Type is sent
  std::string_view
      static_body{};  ///< if not empty, sent instead of `body`; must have static storage
};

/// The refusal of a request by the server itself: the error and the headers of the answer.
struct Refusal {
  int status = 400;
  Error error{};
  std::vector<Header> headers{};
};

/// One server-sent event. Line breaks in `data` are kept; in the other fields they are dropped.
struct Event {
  std::string_view data{};
  std::string_view event{};  ///< event type; empty: "message"
  std::string_view id{};
  std::optional<std::chrono::milliseconds> retry{};  ///< time before clients reconnect
};

/// The record of one request, for logs and metrics.
struct AccessRecord {
  std::string request_id;
  std::string method;  ///< empty if the request could not be parsed
  std::string path;    ///< decoded; as sent if it cannot be decoded
  std::string route;   ///< the matching pattern; empty if there is none
  std::string peer;
  int status = 0;                    ///< 0: the client disconnected before the answer
  std::uint64_t bytes_received = 0;  ///< bytes of the body
  std::uint64_t bytes_sent = 0;
  std::chrono::microseconds duration{};  ///< first byte of the request to last byte of the answer
};

/// "Not Found" for 404; empty for an unknown status.
std::string_view reason_phrase(int status) noexcept;

}  // namespace codeweaver::http
