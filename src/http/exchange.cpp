// Exchange: passes a handler's answer to the connection.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/exchange.hpp"

#include "http/http_call.hpp"

namespace codeweaver::http {
Exchange::Exchange(std::shared_ptr<Call> call) noexcept : call_(std::move(call)) {}

Exchange::~Exchange() {
  call_->leave(Answer::failed("The handler did not answer"));
}

const Request& Exchange::request() const noexcept {
  return call_->request;
}

std::stop_token Exchange::stop() const noexcept {
  return call_->stop.get_token();
}

std::string_view Exchange::path_value(std::string_view name) const noexcept {
  for (const auto& [key, value] : call_->path_values) {
    if (key == name) return value;
  }
  return {};
}

std::string_view Exchange::route() const noexcept {
  return call_->route->pattern;
}

void Exchange::respond(Response response) {
  call_->leave({std::move(response), nullptr, {}});
}

std::shared_ptr<EventStream> Exchange::start_events(std::vector<Header> extra) {
  Response head;
  head.content_type = "text/event-stream";
  head.headers = std::move(extra);
  head.headers.push_back({"Cache-Control", "no-cache"});
  head.headers.push_back({"X-Accel-Buffering", "no"});
  auto queue = std::make_shared<EventQueue>(call_->max_events, call_->wake);
  if (!call_->leave({std::move(head), queue, {}})) queue->shut();
  return std::make_shared<EventStream>(std::move(queue));
}

Result<std::size_t> Exchange::read_body(std::span<char> into) {
  return call_->body.read(into);
}

}  // namespace codeweaver::http
