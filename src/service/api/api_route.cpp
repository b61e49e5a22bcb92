// ApiRoute: the answers and errors that all operations share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/api/api_route.hpp"

#include <algorithm>
#include <exception>

#include "codeweaver/contract.hpp"
#include "codeweaver/error_codes.hpp"
#include "json/body.hpp"
#include "json/error_envelope.hpp"
#include "json/writer.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::size_t kMaxBodyDepth = 32;

Error failure(const char* what) {
  return {ErrorCategory::kInternal, "INTERNAL", std::string("Unexpected failure: ") + what,
          "answering a request", "Report this bug with the request."};
}

http::Response enveloped(int status, const json::Value& envelope) {
  http::Response response;
  response.status = status;
  response.content_type = kJson;
  response.body = json::dump(envelope);
  if (status == 503) response.headers.push_back({"Retry-After", "1"});
  return response;
}

template <class Refuse>
http::Handler answering(JsonHandler handle, Refuse refuse) {
  return [handle = std::move(handle), refuse](const std::shared_ptr<http::Exchange>& exchange) {
    const auto reply = [&]() -> Result<ApiReply> {
      try {
        return handle(*exchange);
      } catch (const std::exception& error) {
        return failure(error.what());
      }
    }();
    exchange->respond(reply ? json_response(*reply) : refuse(reply.error()));
  };
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

int http_status(const Error& error) noexcept {
  if (error.code == kTokenRequired || error.code == kCodeRefused) return 403;
  switch (error.category) {
    case ErrorCategory::kInvalidArgument:
      return 400;
    case ErrorCategory::kNotFound:
      return 404;
    case ErrorCategory::kUnsupported:
      return 422;
    case ErrorCategory::kUnavailable:
    case ErrorCategory::kCancelled:
      return 503;
    case ErrorCategory::kCorruption:
    case ErrorCategory::kIo:
    case ErrorCategory::kInternal:
      return 500;
  }
  return 500;
}

json::Value api_error(int status, const Error& error) {
  const bool is_about_project = error.code == error_code::kProjectNotFound;
  const bool breaks_no_rule = error.category == ErrorCategory::kInvalidArgument && status != 400;
  return json::error_envelope_as(is_about_project || breaks_no_rule ? std::string_view(error.code)
                                                                    : json::contract_code(error),
                                 error);
}

http::Response error_response(int status, const Error& error) {
  return enveloped(status, api_error(status, error));
}

http::Response error_response(const Error& error) {
  return error_response(http_status(error), error);
}

http::Response json_response(const ApiReply& reply) {
  http::Response response;
  response.status = reply.status;
  response.content_type = kJson;
  response.body = json::dump(reply.body);
  return response;
}

http::Handler json_handler(JsonHandler handle) {
  return answering(std::move(handle), [](const Error& error) { return error_response(error); });
}

http::Handler contract_handler(JsonHandler handle, std::string_view failed) {
  return answering(std::move(handle), [failed](const Error& error) {
    return enveloped(http_status(error), json::error_envelope(error, failed));
  });
}

CallContext call_of(const http::Exchange& exchange) {
  CallContext call(exchange.stop());
  call.request_id = exchange.request().id;
  return call;
}

std::string_view bearer_token(const http::Request& request) {
  constexpr std::string_view kScheme = "bearer ";
  const auto* const header = request.header("Authorization");
  if (header == nullptr || header->size() <= kScheme.size() ||
      !http::equals_ignoring_case(header->substr(0, kScheme.size()), kScheme))
    return {};
  return std::string_view(*header).substr(kScheme.size());
}

std::string media_type(const http::Request& request) {
  const auto* const header = request.header("Content-Type");
  if (header == nullptr) return {};
  auto type = header->substr(0, header->find(';'));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.pop_back();
  std::ranges::transform(type, type.begin(), lower);
  return type;
}

Error bad_request(std::string cause) {
  return {ErrorCategory::kInvalidArgument, std::string(contract::kValidationError),
          std::move(cause), "reading a request",
          "Correct the request; GET /api/v1/openapi.json describes it."};
}

Result<json::Value> read_object(const http::Request& request) {
  auto document = json::parse_body(request.body, {.max_depth = kMaxBodyDepth});
  if (!document) return bad_request(document.error().cause);
  if (!document->is_object()) return bad_request("the body is not an object");
  return document;
}

Result<bool> read_flag(const http::Request& request, std::string_view name, bool otherwise) {
  const auto* const value = request.query_value(name);
  if (value == nullptr) return otherwise;
  if (*value == "true") return true;
  if (*value == "false") return false;
  return bad_request(std::string(name) + " is neither true nor false");
}

std::string read_text(const http::Request& request, std::string_view name) {
  const auto* const value = request.query_value(name);
  return value == nullptr ? std::string() : *value;
}

}  // namespace codeweaver::service
