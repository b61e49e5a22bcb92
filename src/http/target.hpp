// Decodes the request target of HTTP (path and query) and refuses misleading ones.
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

/// Decodes a request target once; doubly encoded text stays encoded once. Percent signs must encode
/// a byte, and the result must be UTF-8 without control characters. No path segment may be "." or
/// "..", however encoded, and only the last may be empty.
/// Errors: kInvalidArgument BAD_REQUEST.
Result<Target> parse_target(std::string_view target);

}  // namespace codeweaver::http
