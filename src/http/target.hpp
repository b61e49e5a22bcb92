// The request target of HTTP: path and query, decoded; refused where not what they seem.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::http {

struct Target {
  std::string path;  ///< as Request::path
  std::vector<std::pair<std::string, std::string>> query;
  std::string authority;  ///< host[:port] of the absolute form; else empty
};

/// Decodes a request target, once: what is encoded twice stays encoded. Percent signs must encode a
/// byte, the result must be UTF-8 without control characters, and segments of the path may not be
/// empty (but the last), "." or "..", however they are encoded.
/// Errors: kInvalidArgument BAD_REQUEST.
Result<Target> parse_target(std::string_view target);

}  // namespace codeweaver::http
