// initialize, server/discover, ping, logging/setLevel.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/core.hpp"
#include "mcp/methods.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

json::Value capabilities_of(const ServerCore& core, std::string_view version) {
  const auto& catalog = core.catalog;
  json::Value out = json::Object{{"logging", json::Object{}}};
  const auto offer = [&](std::string_view kind, json::Value offered) {
    if (core.options.has_changing_lists) offered.set("listChanged", true);
    out.set(kind, std::move(offered));
  };
  if (catalog.tools.was_used()) offer("tools", json::Object{});
  if (catalog.has_resources()) offer("resources", json::Object{{"subscribe", true}});
  if (catalog.prompts.was_used()) offer("prompts", json::Object{});
  if (catalog.has_resources() || catalog.prompts.was_used()) out.set("completions", json::Object{});
  if (!core.tasks.is_offered()) return out;
  if (version == kModernVersion)
    out.set("extensions", json::Object{{std::string(kTasksExtension), json::Object{}}});
  else if (version == "2025-11-25")
    out.set("tasks",
            json::Object{
                {"list", json::Object{}},
                {"cancel", json::Object{}},
                {"requests", json::Object{{"tools", json::Object{{"call", json::Object{}}}}}}});
  return out;
}

}  // namespace

void initialize(const CallRef& call) {
  const auto* wanted = call->request.param("protocolVersion");
  if (wanted == nullptr || !wanted->is_string())
    return call->fail(invalid_params("protocolVersion is missing"));
  // For an unknown version we offer our newest one, never an error.
  const auto version = is_legacy_version(*wanted->if_string())
                           ? *wanted->if_string()
                           : std::string(kLegacyVersions.front());
  const auto* capabilities = call->request.param("capabilities");
  call->connection->agree(version, capabilities != nullptr && capabilities->is_object()
                                       ? *capabilities
                                       : json::Value(json::Object{}));
  const auto& core = call->core();
  json::Value result = json::Object{{"protocolVersion", version},
                                    {"capabilities", capabilities_of(core, version)},
                                    {"serverInfo", json::Object{{"name", core.info.name},
                                                                {"title", core.info.title},
                                                                {"version", core.info.version}}}};
  if (!core.info.instructions.empty()) result.set("instructions", core.info.instructions);
  call->finish(std::move(result));
}

void discover(const CallRef& call) {
  const auto& core = call->core();
  json::Value result = json::Object{{"supportedVersions", supported_versions()},
                                    {"capabilities", capabilities_of(core, kModernVersion)},
                                    {"ttlMs", core.options.list_ttl_ms},
                                    {"cacheScope", "public"}};
  if (!core.info.instructions.empty()) result.set("instructions", core.info.instructions);
  call->finish(std::move(result));
}

void ping(const CallRef& call) {
  call->finish(json::Object{});
}

void set_log_level(const CallRef& call) {
  const int level = log_level_index(call->request.text("level"));
  if (level < 0) return call->fail(invalid_params("unknown level"));
  call->connection->log_level = level;
  call->finish(json::Object{});
}

}  // namespace codeweaver::mcp
