// Url: the parts of an http or https address.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::net {

/// Two URLs with the same origin() are the same service.
struct Url {
  std::string scheme{};  ///< "http" or "https"
  std::string host{};    ///< in lower case; an IPv6 address with its brackets
  std::uint16_t port = 0;
  std::string path{};  ///< path with query; empty, or begins with '/' or '?'

  /// "https://api.example.org", with the port unless it is the default.
  std::string origin() const;
  /// Whether the address is on this machine.
  bool is_loopback() const;
};

/// Errors: kInvalidArgument "INVALID_URL" (not an http or https address, or one with a user name or
/// password, which the message then does not repeat).
Result<Url> parse_url(std::string_view text);

/// `base` without trailing slashes, followed by `path`.
std::string joined_url(std::string_view base, std::string_view path);

}  // namespace codeweaver::net
