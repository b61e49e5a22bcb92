// HttpReply: chooses between an object and a stream, and the HTTP status of errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/http_reply.hpp"

#include <utility>

#include "json/members.hpp"
#include "json/writer.hpp"
#include "mcp/message.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {

Accepted accepted_by(const http::Request& request) {
  const auto* accept = request.header("Accept");
  if (accept == nullptr) return {};
  const auto has = [&](std::string_view type) { return accept->find(type) != std::string::npos; };
  return {has("application/json") || has("application/*") || has("*/*"),
          has("text/event-stream") || has("text/*") || has("*/*")};
}

http::Response json_response(int status, const json::Value& message) {
  http::Response response;
  response.status = status;
  response.body = json::dump(message);
  response.content_type = "application/json";
  return response;
}

HttpReply::HttpReply(std::shared_ptr<http::Exchange> exchange, Options options)
    : exchange_(std::move(exchange)), options_(std::move(options)) {}

HttpReply::~HttpReply() {
  if (is_done_) return;
  if (events_ == nullptr) events_ = exchange_->start_events(options_.headers);
  events_->close();
}

void HttpReply::send(const json::Value& message) {
  const std::lock_guard lock(mutex_);
  if (is_done_) return;
  is_done_ = is_response(message) || message.is_array();  // the responses to a batch
  const bool must_stream = !is_done_ || !options_.accepted.json;
  if (events_ == nullptr && options_.accepted.events && must_stream)
    events_ = exchange_->start_events(options_.headers);
  if (events_ != nullptr) {
    events_->send(json::dump(message), "message");
    if (is_done_) events_->close();
  } else if (is_done_) {
    auto response = json_response(status_of(message), message);
    response.headers = options_.headers;
    exchange_->respond(std::move(response));
  }
}

bool HttpReply::is_done() const {
  const std::lock_guard lock(mutex_);
  return is_done_;
}

int HttpReply::status_of(const json::Value& response) const {
  const auto* error = response.find("error");
  const auto* number = json::integer_in(error, "code");
  if (number == nullptr || !options_.is_modern) return 200;
  switch (*number) {
    case kMethodNotFound:
      return 404;
    case kInvalidParams:
      return options_.has_valid_meta ? 200 : 400;
    case kInvalidRequest:
    case kHeaderMismatch:
    case kMissingCapability:
    case kUnsupportedVersion:
      return 400;
    default:
      return 200;
  }
}

}  // namespace codeweaver::mcp
