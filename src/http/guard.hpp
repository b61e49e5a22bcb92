// Guard: who may talk to the server: the host and the origin that a request names, and its token.
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
  std::string host;  ///< lower case, of IPv6 without brackets
  std::string port;  ///< digits; empty: none was given
};
/// nullopt: it is not one.
std::optional<Authority> parse_authority(std::string_view text);

/// True for 127.0.0.0/8, ::1 and the same mapped into IPv6.
bool is_loopback_address(std::string_view address);
/// True for "localhost" and for loopback addresses.
bool is_loopback_name(std::string_view host);

struct GuardOptions {
  std::string bound_address{};  ///< the IP address that the server listens on
  std::string bound_name{};     ///< the name it was given for it
  std::vector<std::string> allowed_hosts{};
  std::vector<std::string> allowed_origins{};
  std::string token{};  ///< empty: none is asked for
};

/// Thread safety: immutable.
class Guard {
 public:
  explicit Guard(GuardOptions options);

  /// Keeps pages of other sites from reaching the server by a name of theirs that resolves to it
  /// (DNS rebinding): accepts loopback names, what the server is bound to and allowed_hosts, with
  /// any port; bound to all interfaces, any address that is no name. 400 or 403.
  /// `authority` is that of the request target; empty: the Host header counts.
  std::optional<Refusal> check_host(const std::vector<Header>& headers, std::string_view authority,
                                    bool is_http_1_1) const;
  /// Refuses what pages of other sites send, with 403: accepts requests without an Origin, origins
  /// on a loopback name or on what the server is bound to, with any port, the host that the request
  /// is for, and allowed_origins.
  std::optional<Refusal> check_origin(const std::vector<Header>& headers,
                                      std::string_view authority) const;
  /// 401 unless the request bears the token. The time does not tell how much of it was right.
  std::optional<Refusal> check_token(const std::vector<Header>& headers) const;

 private:
  bool is_own_host(std::string_view host) const;

  GuardOptions options_;
  bool is_bound_to_all_;
};

}  // namespace codeweaver::http
