// Request: a client's request taken apart and checked.
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
  std::string version;                        ///< of the protocol, that its answer must follow
  bool is_modern = false;
  int log_level = -1;  ///< stateless era: what the client wants logged; -1: nothing

  const json::Value* param(std::string_view key) const noexcept { return params.find(key); }
  std::string text(std::string_view key) const { return text_of(params.find(key)); }
  /// Null: it asked for no progress.
  const json::Value* progress_token() const noexcept;
};

/// Reads what is_request(). A request is of the stateless era if its _meta says so, if only that
/// era has the method, or if `is_modern_only`. Of a legacy request the caller fills version and
/// capabilities.
std::variant<Request, ProtocolError> read_request(json::Value message, bool is_modern_only);

/// All that we speak, newest first.
json::Value supported_versions();

}  // namespace codeweaver::mcp
