// Url: an http or https address, taken apart.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::net {

/// Two that have the same origin() are the same service.
struct Url {
  std::string scheme{};  ///< "http" or "https"
  std::string host{};    ///< in lower case; an IPv6 address with its brackets
  std::uint16_t port = 0;
  std::string path{};  ///< with what follows it; empty or begins with '/' or '?'

  /// "https://api.example.org", with the port where it is not the usual one.
  std::string origin() const;
  /// Whether it never leaves the machine.
  bool is_loopback() const;
};

/// Errors: kInvalidArgument "INVALID_URL" (no http or https address, or one that holds a user name
/// or password; the text itself is not repeated then).
Result<Url> parse_url(std::string_view text);

/// `base` without slashes at its end, then `path`.
std::string joined_url(std::string_view base, std::string_view path);

}  // namespace codeweaver::net
