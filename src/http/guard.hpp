// Guard: checks the Host, Origin and Authorization headers of requests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/http_message.hpp"

namespace codeweaver::http {

/// host[:port] of a Host header or a URL.
struct Authority {
  std::string host;  ///< lower case; IPv6 without brackets
  std::string port;  ///< digits; empty if there is no port
};
/// nullopt: `text` is not host[:port].
std::optional<Authority> parse_authority(std::string_view text);

/// True for 127.0.0.0/8, also mapped to IPv6, and for ::1.
bool is_loopback_address(std::string_view address);
/// True for "localhost" and for loopback addresses.
bool is_loopback_name(std::string_view host);

struct GuardOptions {
  std::string bound_address{};  ///< the IP address that the server listens on
  std::string bound_name{};     ///< the host name in the settings for that address
  std::vector<std::string> allowed_hosts{};
  std::vector<std::string> allowed_origins{};
  std::string token{};  ///< empty: no token is required
};

/// Thread safety: immutable.
class Guard {
 public:
  explicit Guard(GuardOptions options);

  /// Prevents DNS rebinding, where the name of another site resolves to this server. Accepts
  /// loopback names, the bound address and name, and allowed_hosts, with any port. If the server is
  /// bound to all interfaces, it also accepts any IP address. Refuses others with 400 or 403.
  /// `authority`: from the request target; empty: use the Host header.
  std::optional<Refusal> check_host(const std::vector<Header>& headers, std::string_view authority,
                                    bool is_http_1_1) const;
  /// Refuses requests of pages of other sites with 403. Accepts requests without an Origin header,
  /// origins on a loopback name or on the bound address or name (any port), origins on the host of
  /// the request, and allowed_origins.
  std::optional<Refusal> check_origin(const std::vector<Header>& headers,
                                      std::string_view authority) const;
  /// 401 unless the request has the token. The comparison takes constant time.
  std::optional<Refusal> check_token(const std::vector<Header>& headers) const;

 private:
  bool is_own_host(std::string_view host) const;

  GuardOptions options_;
  bool is_bound_to_all_;
};

}  // namespace codeweaver::http
