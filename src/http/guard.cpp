// Checks of Host, Origin and Authorization.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/guard.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/os/addresses.hpp"
#include "codeweaver/text/identifier.hpp"
#include "http/cors.hpp"

namespace codeweaver::http {
namespace {

enum class AddressKind { kName, kV4, kV6 };

AddressKind address_kind(const std::string& host) {
  if (os::parse_ipv4(host)) return AddressKind::kV4;
  if (os::parse_ipv6(host)) return AddressKind::kV6;
  return AddressKind::kName;
}

bool is_host_character(char c) noexcept {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_';
}

Refusal denied(int status, std::string_view code, std::string cause, std::string action) {
  Refusal refusal;
  refusal.status = status;
  refusal.error = {ErrorCategory::kInvalidArgument, std::string(code), std::move(cause),
                   "checking the caller", std::move(action)};
  return refusal;
}

bool equal_in_constant_time(std::string_view given, std::string_view expected) noexcept {
  unsigned difference = given.size() == expected.size() ? 0U : 1U;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const char c = i < given.size() ? given[i] : '\0';
    difference |= static_cast<unsigned>(static_cast<unsigned char>(c)) ^
                  static_cast<unsigned>(static_cast<unsigned char>(expected[i]));
  }
  return difference == 0;
}

}  // namespace

std::optional<Authority> parse_authority(std::string_view text) {
  Authority authority;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    authority.host = text::to_lower(text.substr(1, end - 1));
    if (address_kind(authority.host) != AddressKind::kV6) return std::nullopt;
    text.remove_prefix(end + 1);
  } else {
    const std::size_t end = std::min(text.find(':'), text.size());
    authority.host = text::to_lower(text.substr(0, end));
    if (!std::all_of(authority.host.begin(), authority.host.end(), is_host_character)) {
      return std::nullopt;
    }
    // "localhost." is the fully qualified form of the same name.
    if (authority.host.ends_with('.')) authority.host.pop_back();
    text.remove_prefix(end);
  }
  if (authority.host.empty()) return std::nullopt;
  if (text.empty()) return authority;
  text.remove_prefix(1);  // the rest begins with a colon, or is not a port
  constexpr std::size_t kLongestPort = 5;
  const bool is_port =
      text.size() <= kLongestPort &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_port) return std::nullopt;
  authority.port = text;
  return authority;
}

bool is_loopback_address(std::string_view address) {
  const std::string text(address);
  if (const auto v4 = os::parse_ipv4(text)) return v4->front() == 127;
  const auto v6 = os::parse_ipv6(text);
  if (!v6) return false;
  std::array<std::uint8_t, 16> loopback{}, mapped{};  // ::1 and the start of ::ffff:0:0/96
  loopback[15] = 1;
  mapped[10] = mapped[11] = 0xFF;
  if (*v6 == loopback) return true;
  return std::equal(v6->begin(), v6->begin() + 12, mapped.begin()) && (*v6)[12] == 127;
}

bool is_loopback_name(std::string_view host) {
  return host == "localhost" || is_loopback_address(host);
}

Guard::Guard(GuardOptions options)
    : options_(std::move(options)),
      is_bound_to_all_(options_.bound_address == "0.0.0.0" || options_.bound_address == "::") {
  for (std::string& host : options_.allowed_hosts) {
    const auto authority = parse_authority(host);
    host = authority ? authority->host : text::to_lower(host);
  }
  for (std::string& origin : options_.allowed_origins) {
    const auto normal = Cors::normal_origin(origin);
    origin = normal ? *normal : text::to_lower(origin);
  }
  options_.bound_name = text::to_lower(options_.bound_name);
}

bool Guard::is_own_host(std::string_view host) const {
  if (is_loopback_name(host)) return true;
  if (!is_bound_to_all_ && (host == options_.bound_address || host == options_.bound_name)) {
    return true;
  }
  return std::find(options_.allowed_hosts.begin(), options_.allowed_hosts.end(), host) !=
         options_.allowed_hosts.end();
}

std::optional<Refusal> Guard::check_host(const std::vector<Header>& headers,
                                         std::string_view authority, bool is_http_1_1) const {
  const auto count = std::count_if(headers.begin(), headers.end(), [](const Header& header) {
    return equals_ignoring_case(header.name, "host");
  });
  if (count > 1 || (count == 0 && is_http_1_1)) {
    return denied(
        400, "BAD_REQUEST",
        count == 0 ? "The request has no Host header" : "The request has several Host headers",
        "Send one Host header.");
  }
  if (authority.empty()) {
    if (count == 0) return std::nullopt;  // HTTP/1.0, which browsers do not use
    authority = *find_header(headers, "host");
  }
  const auto host = parse_authority(authority);
  if (host && is_own_host(host->host)) return std::nullopt;
  if (host && is_bound_to_all_ && address_kind(host->host) != AddressKind::kName) {
    return std::nullopt;
  }
  return denied(403, "HOST_NOT_ALLOWED",
                "The host '" + std::string(authority) + "' is not a name of this server",
                "Use the address that the server listens on, or add the host to "
                "server.allowed_hosts.");
}

std::optional<Refusal> Guard::check_origin(const std::vector<Header>& headers,
                                           std::string_view authority) const {
  for (const Header& header : headers) {
    if (!equals_ignoring_case(header.name, "origin")) continue;
    const std::string origin = text::to_lower(header.value);
    const auto normal = Cors::normal_origin(origin);
    if (std::find(options_.allowed_origins.begin(), options_.allowed_origins.end(),
                  normal ? *normal : origin) != options_.allowed_origins.end()) {
      continue;
    }
    std::string_view rest = origin;
    const bool is_web = rest.starts_with("http://") || rest.starts_with("https://");
    if (is_web) rest.remove_prefix(rest.find("://") + 3);
    const auto host = is_web ? parse_authority(rest) : std::nullopt;
    const std::string* sent_to = find_header(headers, "host");
    const std::string_view target = !authority.empty()   ? authority
                                    : sent_to != nullptr ? std::string_view(*sent_to)
                                                         : std::string_view();
    if (host && (is_own_host(host->host) || equals_ignoring_case(rest, target))) continue;
    return denied(403, "ORIGIN_NOT_ALLOWED",
                  "Pages of '" + header.value + "' may not use this server",
                  "Add the origin to server.allowed_origins, or use the server's own page.");
  }
  return std::nullopt;
}

std::optional<Refusal> Guard::check_token(const std::vector<Header>& headers) const {
  if (options_.token.empty()) return std::nullopt;
  constexpr std::string_view kScheme = "bearer ";
  const std::string* given = find_header(headers, "authorization");
  const bool is_bearer = given != nullptr && given->size() > kScheme.size() &&
                         equals_ignoring_case(given->substr(0, kScheme.size()), kScheme);
  const std::string_view token =
      is_bearer ? std::string_view(*given).substr(kScheme.size()) : std::string_view();
  if (equal_in_constant_time(token, options_.token)) return std::nullopt;
  Refusal refusal = denied(401, "UNAUTHORIZED",
                           given == nullptr ? "The request has no token" : "The token is wrong",
                           "Send the server's token as 'Authorization: Bearer TOKEN'.");
  std::string challenge = "Bearer realm=\"codeweaver\"";
  if (given != nullptr) challenge += ", error=\"invalid_token\"";
  refusal.headers.push_back({"WWW-Authenticate", std::move(challenge)});
  return refusal;
}

}  // namespace codeweaver::http
