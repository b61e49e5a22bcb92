// Request: a parsed and checked request of a client.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "json/value.hpp"
#include "mcp/message.hpp"

namespace codeweaver::mcp {

struct Request {
  json::Value id;
  std::string method;
  json::Value params = json::Object{};
  json::Value meta = json::Object{};          ///< _meta of the parameters
  json::Value capabilities = json::Object{};  ///< of the client
  std::string version;                        ///< protocol revision of the answer
  bool is_modern = false;
  std::string request_id{};  ///< of the HTTP request that brought it, for logs; empty: none
  int log_level = -1;        ///< stateless era: lowest level that the client wants; -1: none

  const json::Value* param(std::string_view key) const noexcept { return params.find(key); }
  std::string text(std::string_view key) const { return text_of(params.find(key)); }
  /// Null if the client did not ask for progress.
  const json::Value* progress_token() const noexcept;
};

/// Reads a message for which is_request() is true. A request belongs to the stateless era if its
/// _meta says so, if only that era has the method, or if `is_modern_only`. For a legacy request the
/// caller sets version and capabilities.
std::variant<Request, ProtocolError> read_request(json::Value message, bool is_modern_only);

/// All supported versions, newest first.
json::Value supported_versions();

}  // namespace codeweaver::mcp
