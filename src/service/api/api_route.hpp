// ApiRoute: one operation of the HTTP API: its request, its answers and its handler.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/result.hpp"
#include "http/exchange.hpp"
#include "http/router.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

/// A parameter in the path or the query.
struct ApiParameter {
  enum class Place : std::uint8_t { kPath, kQuery };
  std::string_view name;
  Place place = Place::kQuery;
  std::string_view schema;  ///< as JSON
  std::string_view doc;
};

/// A media type and schema of a request or an answer.
struct ApiContent {
  std::string_view media_type;
  std::string_view schema;  ///< a file in docs/contracts without ".json"; empty: text or any JSON
};

struct ApiAnswer {
  int status = 200;
  std::string_view doc;
  std::vector<ApiContent> contents{};
};

/// The answer of a handler without an error.
struct ApiReply {
  json::Value body;
  int status = 200;
};

/// Thread safety: immutable. Handlers are called concurrently, on worker threads.
struct ApiRoute {
  std::string_view method;
  std::string_view path;
  std::string_view operation_id;
  std::string_view tag;
  std::string_view summary;
  std::vector<ApiParameter> parameters{};
  std::vector<ApiContent> bodies{};  ///< empty: no body
  std::vector<ApiAnswer> answers{};  ///< without errors, which are the same for all operations
  http::Handler handler;
  bool streams_body = false;
  bool has_no_time_limit = false;
  /// Whether it changes something, so that a host may refuse it; unset: true for all but GET.
  std::optional<bool> changes{};
  bool is_change() const noexcept { return changes.value_or(method != "GET"); }
  bool is_instant = false;  ///< see http::Route
  bool is_probe = false;    ///< needs no token if the settings allow that
  bool is_open = false;     ///< never needs a token
};

using JsonHandler = std::function<Result<ApiReply>(http::Exchange&)>;

/// A handler that answers with JSON or with the error envelope.
http::Handler json_handler(JsonHandler handle);
/// The same for a call of the contracts: errors have the codes of the contracts. `failed`: see
/// json::error_envelope().
http::Handler contract_handler(JsonHandler handle, std::string_view failed = {});

/// The HTTP status of an error, mostly by its category.
int http_status(const Error& error) noexcept;
/// The error envelope of calls outside the contracts. The code is VALIDATION_ERROR for an invalid
/// request (400) and BACKEND_UNAVAILABLE if the index or a service fails; details.code is then the
/// specific code. All other errors keep their code.
json::Value api_error(int status, const Error& error);
/// A response with the error envelope.
http::Response error_response(const Error& error);
http::Response error_response(int status, const Error& error);
http::Response json_response(const ApiReply& reply);

/// The context of the calls for a request: they end when the client disconnects, and have the id of
/// the request.
CallContext call_of(const http::Exchange& exchange);
/// The token of the Authorization header; empty if there is none.
std::string_view bearer_token(const http::Request& request);
/// "application/json" for "Application/JSON; charset=utf-8"; empty if there is no Content-Type.
std::string media_type(const http::Request& request);
/// The body as JSON. Errors: kInvalidArgument "VALIDATION_ERROR".
Result<json::Value> read_object(const http::Request& request);
/// A boolean query parameter, or `otherwise` if it is missing. Errors: kInvalidArgument
/// "VALIDATION_ERROR".
Result<bool> read_flag(const http::Request& request, std::string_view name, bool otherwise);
/// A text query parameter; empty if it is missing.
std::string read_text(const http::Request& request, std::string_view name);

/// The error "VALIDATION_ERROR" for a request.
Error bad_request(std::string cause);

}  // namespace codeweaver::service
