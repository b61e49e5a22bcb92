// What goes over the wire: requests, responses, events, and the record of one access.
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

/// True if both are the same but for the case of ASCII letters.
bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept;
/// The value of the first header of that name, case ignored; null: there is none.
const std::string* find_header(const std::vector<Header>& headers, std::string_view name) noexcept;

/// One request; immutable once a handler has it.
struct Request {
  std::string id;      ///< the client's X-Request-Id if it is a sane one, else a version 7 UUID
  std::string method;  ///< upper case
  /// Percent-decoded UTF-8; begins with '/'; no empty, "." or ".." segment, no control character.
  std::string path;
  std::vector<std::pair<std::string, std::string>> query;  ///< decoded, in the order of the URL
  std::vector<Header> headers;                             ///< as sent
  std::string body;  ///< empty where the route reads it as a stream
  std::string peer;  ///< address:port of the client

  /// The value of a header, case ignored; null: it was not sent.
  const std::string* header(std::string_view name) const noexcept {
    return find_header(headers, name);
  }
  /// The first value of a query parameter; null: it was not given.
  const std::string* query_value(std::string_view name) const noexcept;
};

/// An answer. Content-Length, Date, Connection and X-Request-Id are the server's to set.
struct Response {
  int status = 200;
  std::vector<Header> headers{};
  std::string body{};
  std::string content_type{};      ///< empty: none is sent
  std::string_view static_body{};  ///< sent instead of `body` if not empty; must live for ever
};

/// A request that is not for a handler: why, and what the answer has to carry.
struct Refusal {
  int status = 400;
  Error error{};
  std::vector<Header> headers{};
};

/// One server-sent event. Line breaks in `data` are kept; in the other fields they are dropped.
struct Event {
  std::string_view data{};
  std::string_view event{};  ///< its type; empty: "message"
  std::string_view id{};
  std::optional<std::chrono::milliseconds> retry{};  ///< how long clients wait to reconnect
};

/// What happened to one request, for logs and metrics.
struct AccessRecord {
  std::string request_id;
  std::string method;  ///< empty: nothing that could be understood was sent
  std::string path;    ///< decoded; as sent if that cannot be done
  std::string route;   ///< the pattern that matched; empty: none did
  std::string peer;
  int status = 0;                    ///< 0: the client went before it was answered
  std::uint64_t bytes_received = 0;  ///< of the body
  std::uint64_t bytes_sent = 0;
  std::chrono::microseconds duration{};  ///< first byte of the request to last of the answer
};

/// "Not Found" for 404; "" for a status that is not in the registry.
std::string_view reason_phrase(int status) noexcept;

}  // namespace codeweaver::http
