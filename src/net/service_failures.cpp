// The error texts of a ServiceClient.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/service_client.hpp"
#include "net/service_codes.hpp"
#include "net/service_errors.hpp"

namespace codeweaver::net {
namespace {

struct FaultWords {
  const char* code;
  const char* what;
};

FaultWords words_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::kTimeout:
      return {"SERVICE_TIMEOUT", " did not answer in time"};
    case FaultKind::kUnreachable:
      return {"SERVICE_UNREACHABLE", " is not reachable"};
    case FaultKind::kDropped:
      return {"SERVICE_DROPPED", " closed the connection before it answered"};
    case FaultKind::kUntrusted:
      return {service_code::kUntrusted, " has a certificate that is not trusted"};
    case FaultKind::kTooLarge:
      return {"INVALID_REPLY", " sent a reply that is too large"};
    case FaultKind::kStopped:
    case FaultKind::kUnknown:
      break;
  }
  return {"SERVICE_FAILED", " could not be called"};
}

constexpr const char* kOwnAuthority =
    " If a private authority issued its certificate, set network.ca_file to the certificate of "
    "that authority.";

std::string after_attempts(std::size_t attempts) {
  return attempts == 1 ? "" : " (" + std::to_string(attempts) + " attempts)";
}

}  // namespace

Error ServiceClient::failure(const Call& call, const Exchange& exchange,
                             std::size_t attempts) const {
  const auto who = "The " + options_.name + " at " + url_.origin();
  const auto address = "Check that it runs and that its address is right.";
  const auto& remedy = options_.remedy.empty() ? address : options_.remedy;
  if (const auto* fault = std::get_if<Fault>(&exchange)) {
    const auto words = words_of(fault->kind);
    return {ErrorCategory::kUnavailable, words.code,
            who + words.what + after_attempts(attempts) + ": " + redacted(fault->what),
            call.operation, fault->kind == FaultKind::kUntrusted ? remedy + kOwnAuthority : remedy};
  }
  const auto& reply = std::get<Reply>(exchange);
  const auto said = redacted(reply_message(reply.body));
  const auto tail = after_attempts(attempts) + (said.empty() ? "" : ": " + said);
  if (reply.status != 429)
    return {ErrorCategory::kUnavailable, "SERVICE_FAILED",
            who + " answered with status " + std::to_string(reply.status) + tail, call.operation,
            "Try again later. Check its log or status page for details."};
  const auto asked = retry_after(reply, time_.clock.now());
  return {ErrorCategory::kUnavailable, "SERVICE_BUSY",
          who + " accepts no more requests at present" + tail, call.operation,
          asked ? "Try again in " + time_text(*asked) + ", or raise the limit of the account."
                : "Try again later, or raise the limit of the account."};
}

Error ServiceClient::suspended(const Call& call) const {
  const auto wait = breaker_.wait();
  return {ErrorCategory::kUnavailable, "SERVICE_SUSPENDED",
          "The " + options_.name + " at " + url_.origin() +
              " failed several times in a row and is not called " +
              (wait.count() > 0 ? "for another " + time_text(wait) : "until a trial call ends"),
          call.operation, options_.remedy.empty() ? "Check that it runs." : options_.remedy};
}

Error ServiceClient::refusal(const Call& call, const Reply& reply) const {
  const auto said = redacted(reply_message(reply.body));
  const auto tail =
      " (status " + std::to_string(reply.status) + ")" + (said.empty() ? "" : ": " + said);
  const auto who = "The " + options_.name + " at " + url_.origin();
  if (reply.status == 401 || reply.status == 403)
    return {ErrorCategory::kInvalidArgument, "API_KEY_REFUSED", who + " refused the key" + tail,
            call.operation, "Check the key in the environment and its permissions."};
  if (reply.status == 413)
    return {
        ErrorCategory::kInvalidArgument, "REQUEST_TOO_LARGE",
        who + " does not accept a request of " + std::to_string(call.body.size()) + " bytes" + tail,
        call.operation, "Lower the batch size."};
  return {ErrorCategory::kInvalidArgument, "SERVICE_REFUSED", who + " refused a request" + tail,
          call.operation, "Check its address and the name of the model."};
}

Error ServiceClient::invalid_reply(const Call& call, std::string_view what) const {
  return {
      ErrorCategory::kUnavailable, "INVALID_REPLY",
      "The " + options_.name + " at " + url_.origin() + " sent an invalid reply: " + redacted(what),
      call.operation, "Check that the address is correct for this kind of service."};
}

Result<Reply> ServiceClient::ask(const Call& call) {
  auto sent = send(call);
  if (sent && (sent->status < 200 || sent->status >= 300)) return refusal(call, *sent);
  return sent;
}

}  // namespace codeweaver::net
