// Constants of the Model Context Protocol: revisions, error codes, reserved keys.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace codeweaver::mcp {

/// The stateless era: every request carries its protocol version in _meta.
inline constexpr std::string_view kModernVersion = "2026-07-28";
/// The era of `initialize`, newest first.
inline constexpr std::array<std::string_view, 4> kLegacyVersions = {"2025-11-25", "2025-06-18",
                                                                    "2025-03-26", "2024-11-05"};
/// The only revision with batches.
inline constexpr std::string_view kBatchVersion = "2025-03-26";

inline bool is_legacy_version(std::string_view version) noexcept {
  return std::find(kLegacyVersions.begin(), kLegacyVersions.end(), version) !=
         kLegacyVersions.end();
}

// JSON-RPC 2.0 and MCP error codes.
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kLegacyResourceNotFound = -32002;  ///< up to 2025-11-25 only
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kMissingCapability = -32021;
inline constexpr int kUnsupportedVersion = -32022;

// Keys of _meta.
inline constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kClientCapabilitiesKey =
    "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kSubscriptionIdKey = "io.modelcontextprotocol/subscriptionId";
inline constexpr std::string_view kRelatedTaskKey = "io.modelcontextprotocol/related-task";

/// The name of the tasks extension of the stateless era.
inline constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";

/// Syslog severities in ascending order, as in `logging/setLevel`.
inline constexpr std::array<std::string_view, 8> kLogLevels = {
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

/// The index of a level in kLogLevels; -1 if unknown.
inline int log_level_index(std::string_view name) noexcept {
  const auto at = std::find(kLogLevels.begin(), kLogLevels.end(), name);
  return at == kLogLevels.end() ? -1 : static_cast<int>(at - kLogLevels.begin());
}

}  // namespace codeweaver::mcp
