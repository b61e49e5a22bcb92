// RequestParser: parses one HTTP/1.x request from pieces of any size.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/http_message.hpp"

namespace codeweaver::http {

struct RequestHead {
  std::string method;
  std::string target;
  std::vector<Header> headers;
  bool is_known_method = true;
  bool is_http_1_1 = true;
  bool keeps_alive = true;
  bool is_chunked = false;
  std::optional<std::uint64_t> content_length{};
};

/// Refuses ambiguous requests (contradictory lengths, bare line feeds).
class RequestParser {
 public:
  explicit RequestParser(std::uint32_t max_header_bytes);
  ~RequestParser();
  RequestParser(RequestParser&&) noexcept;
  RequestParser& operator=(RequestParser&&) noexcept;

  /// Parses the start of `bytes` and returns the number of used bytes. Pass the unused bytes again,
  /// followed by more. Stops after the head. Do not call it after is_done() or a failure.
  std::size_t put(std::string_view bytes);
  bool has_head() const;
  bool is_done() const;
  /// Why the request is invalid: 400, 414, 431 or 505.
  const std::optional<Refusal>& failure() const;

  /// Call it once, after has_head().
  RequestHead take_head();
  /// The part of the body read since the last call.
  std::string take_body();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::http
