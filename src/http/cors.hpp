// Cors: lets web pages of other sites call the server (the CORS protocol of the Fetch standard).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "http/http_message.hpp"

namespace codeweaver::http {

/// The server's own pages do not need it. Pages on loopback addresses get it only if listed.
/// Thread safety: immutable.
class Cors {
 public:
  /// `origins`: as returned by normal_origin(). `exposed`: response headers that pages may read, in
  /// addition to those that browsers always show.
  Cors(std::vector<std::string> origins, const std::vector<std::string>& exposed);

  /// The CORS headers for every answer to a request with these headers.
  std::vector<Header> answer_headers(const std::vector<Header>& request) const;
  /// The answer to a preflight request of an allowed page; add answer_headers(). It is the same for
  /// any path, so it does not reveal which paths exist. nullopt: the request is not a preflight.
  std::optional<Response> preflight(std::string_view method,
                                    const std::vector<Header>& request) const;

  /// The origin as browsers send it: "https://example.org[:port]" in lower case, without a final
  /// slash and without the default port. Errors: kInvalidArgument INVALID_OPTION.
  static Result<std::string> normal_origin(std::string_view text);

 private:
  /// Null if there is no origin or it is not allowed.
  const std::string* allowed_origin(const std::vector<Header>& request) const;

  std::vector<std::string> origins_;
  std::string exposed_;
};

}  // namespace codeweaver::http
