// Cors: what lets web pages of other sites call the server (the Fetch standard's CORS protocol).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "http/http_message.hpp"

namespace codeweaver::http {

/// Pages of the server itself need none of this; those of loopback get none either unless listed.
/// Thread safety: immutable.
class Cors {
 public:
  /// `origins`: as normal_origin() gives them. `exposed`: headers of answers that pages may read,
  /// beside those that browsers show anyway.
  Cors(std::vector<std::string> origins, const std::vector<std::string>& exposed);

  /// What every answer to a request with these headers carries.
  std::vector<Header> answer_headers(const std::vector<Header>& request) const;
  /// The answer to a preflight of an allowed page, the same for any path, so it tells nothing of
  /// what there is; nullopt: the request is none. answer_headers() belong to it, too.
  std::optional<Response> preflight(std::string_view method,
                                    const std::vector<Header>& request) const;

  /// "https://example.org[:port]" in lower case, without a slash at the end and without the port
  /// that the scheme implies, as browsers send it. Errors: kInvalidArgument INVALID_OPTION.
  static Result<std::string> normal_origin(std::string_view text);

 private:
  /// Null: there is none, or it is not allowed.
  const std::string* allowed_origin(const std::vector<Header>& request) const;

  std::vector<std::string> origins_;
  std::string exposed_;
};

}  // namespace codeweaver::http
