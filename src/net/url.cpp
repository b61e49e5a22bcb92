// Splits addresses into parts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/url.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace codeweaver::net {
namespace {

constexpr std::uint16_t kHttpPort = 80, kHttpsPort = 443;

Error invalid_url(std::string cause) {
  return {ErrorCategory::kInvalidArgument, "INVALID_URL", std::move(cause),
          "reading the address of a service", "Use an address like https://api.example.org/v1."};
}

char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::uint16_t usual_port(std::string_view scheme) {
  return scheme == "https" ? kHttpsPort : kHttpPort;
}

std::optional<std::uint16_t> port_of(std::string_view digits) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  const bool is_port = error == std::errc{} && end == digits.data() + digits.size() && port != 0;
  return is_port ? std::optional(port) : std::nullopt;
}

}  // namespace

std::string Url::origin() const {
  auto out = scheme + "://" + host;
  if (port != usual_port(scheme)) out += ':' + std::to_string(port);
  return out;
}

bool Url::is_loopback() const {
  return host == "localhost" || host == "[::1]" || host.starts_with("127.");
}

Result<Url> parse_url(std::string_view text) {
  Url url;
  const auto colon = text.find("://");
  if (colon == std::string_view::npos)
    return invalid_url("'" + std::string(text.substr(0, text.find('@'))) + "' is not an address");
  for (const char c : text.substr(0, colon)) url.scheme += lowered(c);
  if (url.scheme != "http" && url.scheme != "https")
    return invalid_url("An address must begin with http:// or https://, not with " + url.scheme +
                       "://");
  text.remove_prefix(colon + 3);
  const auto end = std::min(text.find_first_of("/?#"), text.size());
  auto authority = text.substr(0, end);
  url.path = text.substr(end, text.find('#') - end);
  if (authority.find('@') != std::string_view::npos)
    return invalid_url("The address contains a user name or password, which would show in logs");
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c <= ' ' || c == 127; }))
    return invalid_url("The address of " + url.scheme + ":// contains white space");
  url.port = usual_port(url.scheme);
  const auto bracket = authority.rfind(']');
  const auto port = authority.rfind(':');
  if (port != std::string_view::npos && (bracket == std::string_view::npos || port > bracket)) {
    const auto given = port_of(authority.substr(port + 1));
    if (!given)
      return invalid_url("'" + std::string(authority) + "' has no valid port after its colon");
    url.port = *given;
    authority = authority.substr(0, port);
  }
  if (authority.empty()) return invalid_url("The address has no host");
  for (const char c : authority) url.host += lowered(c);
  return url;
}

std::string joined_url(std::string_view base, std::string_view path) {
  while (base.ends_with('/')) base.remove_suffix(1);
  return std::string(base).append(path);
}

}  // namespace codeweaver::net
