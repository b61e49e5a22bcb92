// Reads the error messages of services.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/service_errors.hpp"

#include "base/utf8.hpp"
#include "json/value.hpp"

namespace codeweaver::net {
namespace {

constexpr std::size_t kLongestMessage = 400;

/// The first text in `value` or in its members with usual names.
const std::string* message_in(const json::Value& value) {
  if (value.is_string()) return value.if_string();
  for (const auto* key : {"message", "error", "detail", "msg", "reason"})
    if (const auto* member = value.find(key))
      if (const auto* text = message_in(*member)) return text;
  if (const auto* items = value.if_array(); items != nullptr && !items->empty())
    return message_in(items->front());
  return nullptr;
}

}  // namespace

std::string reply_message(std::string_view body) {
  const auto parsed = json::parse(body);
  if (!parsed) return {};
  const auto* found = message_in(*parsed);
  if (found == nullptr) return {};
  std::string out;
  for (const char c : *found) {
    if (out.size() == kLongestMessage) return out + "...";
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out;
}

std::string time_text(std::chrono::milliseconds time) {
  return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + " s"
                                  : std::to_string(time.count()) + " ms";
}

std::string without_secret(std::string_view text, std::string_view secret) {
  constexpr std::size_t kShortestSecret = 4;  // replacing shorter ones would damage words
  std::string out(text);
  if (secret.size() < kShortestSecret) return out;
  for (std::size_t at = 0; (at = out.find(secret, at)) != std::string::npos;)
    out.replace(at, secret.size(), "[redacted]");
  return out;
}

}  // namespace codeweaver::net
