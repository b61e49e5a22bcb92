// Admission: makes all checks of a request that need only its head.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <string_view>
#include <utility>

#include "http/http_connection.hpp"
#include "http/target.hpp"

namespace codeweaver::http {
namespace {

Refusal not_admitted(int status, std::string_view code, std::string cause, std::string action) {
  const ErrorCategory category = status == 404   ? ErrorCategory::kNotFound
                                 : status == 501 ? ErrorCategory::kUnsupported
                                                 : ErrorCategory::kInvalidArgument;
  return {status, {category, std::string(code), std::move(cause), "", std::move(action)}, {}};
}

/// Whether a client's request id is safe: it is written to logs and sent back in a header.
bool is_sane_id(std::string_view id) {
  constexpr std::size_t kLongest = 128;
  return !id.empty() && id.size() <= kLongest && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_' || c == '.';
  });
}

}  // namespace

std::optional<Refusal> Connection::check_framing() const {
  const std::string* encoding = find_header(head_.headers, "transfer-encoding");
  if (encoding != nullptr && !equals_ignoring_case(*encoding, "chunked")) {
    return not_admitted(501, "NOT_IMPLEMENTED",
                        "The transfer encoding '" + *encoding + "' is not supported",
                        "Send the body chunked or with Content-Length.");
  }
  if (encoding != nullptr && !head_.is_http_1_1) {
    return not_admitted(400, "BAD_REQUEST", "HTTP/1.0 has no transfer encodings",
                        "Send the body with Content-Length.");
  }
  if (head_.target.size() > context_->options.max_target_bytes) {
    return not_admitted(
        414, "URI_TOO_LONG",
        "The URL is longer than " + std::to_string(context_->options.max_target_bytes) + " bytes",
        "Send a shorter URL.");
  }
  if (!head_.is_known_method) {
    return not_admitted(501, "NOT_IMPLEMENTED", "The HTTP method is unknown",
                        "Use GET, HEAD, POST, PUT, PATCH or DELETE, in capital letters.");
  }
  return std::nullopt;
}

std::optional<Refusal> Connection::check_body() const {
  const Route& route = *call_->route;
  const std::string* expected = call_->request.header("expect");
  if (expected != nullptr && !equals_ignoring_case(*expected, "100-continue")) {
    return not_admitted(417, "EXPECTATION_FAILED", "Expect: " + *expected + " is not supported",
                        "Omit the Expect header.");
  }
  if (route.streams_body && !head_.content_length && !head_.is_chunked) {
    return not_admitted(411, "LENGTH_REQUIRED", "The request does not give the length of its body",
                        "Send Content-Length, or send the body in chunks.");
  }
  const std::uint64_t limit = route.max_body_bytes.value_or(context_->options.max_body_bytes);
  if (head_.content_length.value_or(0) > limit) {
    return not_admitted(413, "PAYLOAD_TOO_LARGE",
                        "The body has " + std::to_string(*head_.content_length) +
                            " bytes, more than " + std::to_string(limit),
                        "Send less data per request.");
  }
  return std::nullopt;
}

std::optional<Refusal> Connection::admit(std::optional<Answer>& answer) {
  Request& request = call_->request;
  more_headers_ = context_->cors.answer_headers(head_.headers);
  request.method = head_.method;
  request.path = head_.target.substr(0, context_->options.max_target_bytes);
  request.peer = peer_;
  const std::string* id = find_header(head_.headers, "x-request-id");
  request.id = id != nullptr && is_sane_id(*id) ? *id : context_->ids.next().to_string();
  if (auto refusal = check_framing()) return refusal;

  auto target = parse_target(head_.target);
  if (!target) return Refusal{400, target.error(), {}};
  request.path = std::move(target->path);
  request.query = std::move(target->query);
  request.headers = std::move(head_.headers);
  const Guard& guard = context_->guard;
  const std::string_view authority = target->authority;
  if (auto refusal = guard.check_host(request.headers, authority, head_.is_http_1_1)) {
    return refusal;
  }
  if (auto refusal = guard.check_origin(request.headers, authority)) return refusal;
  if (auto preflight = context_->cors.preflight(request.method, request.headers)) {
    answer = Answer{std::move(*preflight), nullptr, {}};
    return std::nullopt;
  }

  Router::Match match = context_->router.find(request.method, request.path);
  if (!match.route || match.route->needs_token) {
    if (auto refusal = guard.check_token(request.headers)) return refusal;
  }
  if (!match.route && match.allow.empty()) {
    return not_admitted(404, "NOT_FOUND", "Nothing is at '" + request.path + "'", "Check the URL.");
  }
  if (!match.route) {
    Refusal refusal = not_admitted(405, "METHOD_NOT_ALLOWED",
                                   "'" + request.path + "' does not support " + request.method,
                                   "Use " + match.allow + ".");
    refusal.headers.push_back({"Allow", match.allow});
    return refusal;
  }
  call_->route = std::move(match.route);
  call_->path_values = std::move(match.values);
  return check_body();
}

}  // namespace codeweaver::http
