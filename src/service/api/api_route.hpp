// ApiRoute: one operation of the HTTP API: how it is called, what it answers, and who does it.
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

#include "codeweaver/result.hpp"
#include "http/exchange.hpp"
#include "http/router.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

/// A parameter of the path or the query.
struct ApiParameter {
  enum class Place : std::uint8_t { kPath, kQuery };
  std::string_view name;
  Place place = Place::kQuery;
  std::string_view schema;  ///< as JSON
  std::string_view doc;
};

/// What a request or an answer may look like.
struct ApiContent {
  std::string_view media_type;
  std::string_view schema;  ///< name of a document of docs/contracts without ".json"; empty: text
};

struct ApiAnswer {
  int status = 200;
  std::string_view doc;
  std::vector<ApiContent> contents{};
};

/// What a handler answers when all is well.
struct ApiReply {
  json::Value body;
  int status = 200;
};

/// Thread safety: immutable; handlers are called concurrently, on worker threads.
struct ApiRoute {
  std::string_view method;
  std::string_view path;
  std::string_view operation_id;
  std::string_view tag;
  std::string_view summary;
  std::vector<ApiParameter> parameters{};
  std::vector<ApiContent> bodies{};  ///< empty: it has no body
  std::vector<ApiAnswer> answers{};  ///< when all is well; refusals are the same for all
  http::Handler handler;
  bool streams_body = false;
  bool has_no_time_limit = false;
  /// Whether a host may refuse it that refuses changes; unset: all but GET.
  std::optional<bool> changes{};
  bool is_change() const noexcept { return changes.value_or(method != "GET"); }
  bool is_instant = false;  ///< see http::Route
  bool is_probe = false;    ///< may be answered without the token, if settings say so
  bool is_open = false;     ///< is answered without the token
};

using JsonHandler = std::function<Result<ApiReply>(http::Exchange&)>;

/// A handler that answers with JSON, or with the error envelope.
http::Handler json_handler(JsonHandler handle);
/// The same for a call of the contracts, whose errors have the contracts' codes. `failed`: see
/// json::error_envelope().
http::Handler contract_handler(JsonHandler handle, std::string_view failed = {});

/// The status of an error, by its category.
int http_status(const Error& error) noexcept;
/// The error envelope of calls outside of the contracts. Its code is VALIDATION_ERROR for a request
/// that breaks a rule (400) and BACKEND_UNAVAILABLE where the index or a service fails;
/// details.code says more then. All other errors have their own code.
json::Value api_error(int status, const Error& error);
/// It with its status.
http::Response error_response(const Error& error);
http::Response error_response(int status, const Error& error);
http::Response json_response(const ApiReply& reply);

/// The token of the Authorization header; empty: there is none.
std::string_view bearer_token(const http::Request& request);
/// "application/json" out of "Application/JSON; charset=utf-8"; empty: none was sent.
std::string media_type(const http::Request& request);
/// The body as JSON. Errors: kInvalidArgument "VALIDATION_ERROR".
Result<json::Value> read_object(const http::Request& request);
/// A parameter that is true or false. Errors: kInvalidArgument "VALIDATION_ERROR".
Result<bool> read_flag(const http::Request& request, std::string_view name, bool otherwise);
/// A text parameter; empty: it was not given.
std::string read_text(const http::Request& request, std::string_view name);

/// "VALIDATION_ERROR" about a request.
Error bad_request(std::string cause);

}  // namespace codeweaver::service
