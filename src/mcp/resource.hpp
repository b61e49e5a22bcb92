// Resources and resource templates: data that clients can read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "mcp/completion.hpp"
#include "mcp/content.hpp"
#include "mcp/input.hpp"
#include "mcp/request_context.hpp"

namespace codeweaver::mcp {

/// The result of reading a resource.
struct ResourceResult {
  std::vector<ResourceContents> contents{};
  std::uint64_t ttl_ms = 0;            ///< how long a client may cache it
  bool is_public = false;              ///< it is the same for every user
  std::optional<InputNeeded> input{};  ///< no answer yet: ask the client, then read again
};

/// Errors become protocol errors: kNotFound becomes "resource not found", kInvalidArgument "invalid
/// parameters", others "internal error".
struct Resource {
  std::string uri;
  std::string name;
  std::string title{};
  std::string description{};
  std::string mime_type{};
  std::optional<std::uint64_t> size_bytes{};
  Annotations annotations{};
  /// Called concurrently.
  std::function<Result<ResourceResult>(const RequestContext& context)> read{};
};

/// Values of the variables of a template, percent-decoded.
using UriVariables = std::map<std::string, std::string>;

/// Resources by pattern: {name} matches one segment of a URI, {+name} any text.
struct ResourceTemplate {
  std::string uri_template;
  std::string name;
  std::string title{};
  std::string description{};
  std::string mime_type{};
  Annotations annotations{};
  std::function<Result<ResourceResult>(const std::string& uri, const UriVariables& variables,
                                       const RequestContext& context)>
      read{};
  std::map<std::string, Completer> complete{};  ///< by name of the variable
};

}  // namespace codeweaver::mcp
