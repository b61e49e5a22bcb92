// Request: a parsed and checked request of a client.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/request.hpp"

#include <array>

#include "json/integer.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

constexpr std::array<std::string_view, 3> kModernMethods = {"server/discover",
                                                            "subscriptions/listen", "tasks/update"};

ProtocolError request_refused(std::string why) {
  return {kInvalidParams, "Invalid params: " + std::move(why)};
}

bool is_modern(const Request& request, bool is_modern_only) {
  // Some clients initialize after a successful discover and keep its _meta.
  if (request.method == "initialize" && request.param("protocolVersion") != nullptr)
    return is_modern_only;
  return is_modern_only || request.meta.find(kVersionKey) != nullptr ||
         request.meta.find(kClientCapabilitiesKey) != nullptr ||
         std::find(kModernMethods.begin(), kModernMethods.end(), request.method) !=
             kModernMethods.end();
}

std::optional<ProtocolError> read_modern_meta(Request& request) {
  const auto* version = request.meta.find(kVersionKey);
  if (version == nullptr || !version->is_string())
    return request_refused("_meta lacks " + std::string(kVersionKey));
  if (*version->if_string() != kModernVersion)
    return ProtocolError{
        kUnsupportedVersion, "Unsupported protocol version",
        json::Object{{"supported", supported_versions()}, {"requested", *version}}};
  const auto* capabilities = request.meta.find(kClientCapabilitiesKey);
  if (capabilities == nullptr || !capabilities->is_object())
    return request_refused("_meta lacks " + std::string(kClientCapabilitiesKey));
  const auto* level = request.meta.find(kLogLevelKey);
  if (level != nullptr) {
    request.log_level = log_level_index(text_of(level));
    if (request.log_level < 0) return request_refused("unknown log level");
  }
  request.version = kModernVersion;
  request.capabilities = *capabilities;
  return std::nullopt;
}

}  // namespace

const json::Value* Request::progress_token() const noexcept {
  const auto* token = meta.find("progressToken");
  const bool is_token =
      token != nullptr && (token->is_string() || json::as_integer(*token).has_value());
  return is_token ? token : nullptr;
}

std::variant<Request, ProtocolError> read_request(json::Value message, bool is_modern_only) {
  Request out;
  out.id = *message.find("id");
  out.method = text_of(message.find("method"));
  for (auto& member : *message.if_object())
    if (member.key == "params") out.params = std::move(member.value);  // it may be large
  if (!out.params.is_object()) return request_refused("not an object");
  if (const auto* meta = out.param("_meta"); meta != nullptr) out.meta = *meta;
  if (!out.meta.is_object()) return request_refused("_meta is not an object");
  out.is_modern = is_modern(out, is_modern_only);
  if (out.is_modern)
    if (auto error = read_modern_meta(out)) return std::move(*error);
  return out;
}

json::Value supported_versions() {
  json::Value out = json::Array{};
  out.push_back(kModernVersion);
  for (const auto version : kLegacyVersions) out.push_back(version);
  return out;
}

}  // namespace codeweaver::mcp
