// The table of methods, and helpers that they share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/methods.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/base64.hpp"
#include "mcp/core.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

enum class Era : std::uint8_t { kBoth, kLegacy, kModern };

using Offered = bool (*)(const ServerCore& core);
bool always(const ServerCore&) {
  return true;
}
bool has_tools(const ServerCore& core) {
  return core.catalog.tools.was_used();
}
bool has_resources(const ServerCore& core) {
  return core.catalog.has_resources();
}
bool has_prompts(const ServerCore& core) {
  return core.catalog.prompts.was_used();
}
bool has_completion(const ServerCore& core) {
  return has_resources(core) || has_prompts(core);
}
bool has_tasks(const ServerCore& core) {
  return core.tasks.is_offered();
}

struct Method {
  std::string_view name;
  Era era;
  bool is_handler;  ///< runs code of the host, by ConnectionOptions::run
  Offered is_offered;
  void (*start)(const CallRef& call);
};

constexpr std::array kMethods = {
    Method{"initialize", Era::kLegacy, false, always, initialize},
    Method{"ping", Era::kLegacy, false, always, ping},
    Method{"logging/setLevel", Era::kLegacy, false, always, set_log_level},
    Method{"server/discover", Era::kModern, false, always, discover},
    Method{"tools/list", Era::kBoth, false, has_tools, list_tools},
    Method{"tools/call", Era::kBoth, true, has_tools, call_tool},
    Method{"resources/list", Era::kBoth, false, has_resources, list_resources},
    Method{"resources/templates/list", Era::kBoth, false, has_resources, list_templates},
    Method{"resources/read", Era::kBoth, true, has_resources, read_resource},
    Method{"resources/subscribe", Era::kLegacy, false, has_resources, subscribe},
    Method{"resources/unsubscribe", Era::kLegacy, false, has_resources, unsubscribe},
    Method{"prompts/list", Era::kBoth, false, has_prompts, list_prompts},
    Method{"prompts/get", Era::kBoth, true, has_prompts, get_prompt},
    Method{"completion/complete", Era::kBoth, true, has_completion, complete},
    Method{"subscriptions/listen", Era::kModern, false, always, listen},
    Method{"tasks/get", Era::kBoth, false, has_tasks, get_task},
    Method{"tasks/cancel", Era::kBoth, false, has_tasks, cancel_task},
    Method{"tasks/update", Era::kModern, false, has_tasks, update_task},
    Method{"tasks/result", Era::kLegacy, false, has_tasks, get_task_result},
    Method{"tasks/list", Era::kLegacy, false, has_tasks, list_tasks},
};

bool is_in(Era era, const Request& request) {
  return era == Era::kBoth || (era == Era::kModern) == request.is_modern;
}

void run_method(const Method& method, const CallRef& call) {
  try {
    method.start(call);
  } catch (const std::exception& error) {
    call->fail({kInternalError, std::string("Internal error: ") + error.what()});
  }
}

}  // namespace

void start_method(const CallRef& call) {
  const auto& request = call->request;
  const auto found = std::find_if(kMethods.begin(), kMethods.end(), [&](const Method& method) {
    return method.name == request.method && is_in(method.era, request);
  });
  if (found == kMethods.end() || !found->is_offered(call->core()))
    return call->fail({kMethodNotFound, "Method not found: " + request.method});
  const auto& method = *found;
  if (!method.is_handler) return run_method(method, call);
  call->connection->run([&method, call] {
    if (!call->is_over()) run_method(method, call);
  });
}

std::optional<std::uint64_t> read_cursor(const Request& request, std::string_view list) {
  const auto* cursor = request.param("cursor");
  if (cursor == nullptr || cursor->is_null()) return 0;
  const auto text = base::parse_base64_url(text_of(cursor));
  if (!text || !text->starts_with(list) || text->size() <= list.size() + 1 ||
      (*text)[list.size()] != ':')
    return std::nullopt;
  std::uint64_t position = 0;
  const auto* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data() + list.size() + 1, end, position);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return position;
}

std::string make_cursor(std::string_view list, std::uint64_t position) {
  return base::base64_url(std::string(list) + ':' + std::to_string(position));
}

bool has_tasks_extension(const Request& request) {
  const auto* extensions = request.capabilities.find("extensions");
  return extensions != nullptr && extensions->find(kTasksExtension) != nullptr;
}

ProtocolError invalid_params(std::string why) {
  return {kInvalidParams, "Invalid params: " + std::move(why)};
}

ProtocolError missing_capability(const Request& request, std::string_view path) {
  const auto text = "The client does not support " + std::string(path);
  if (!request.is_modern) return {kInvalidRequest, text};
  json::Value required = json::Object{};
  const auto dot = path.find('.');
  if (path == kTasksExtension)
    required.set("extensions", json::Object{{std::string(kTasksExtension), json::Object{}}});
  else if (dot == std::string_view::npos)
    required.set(path, json::Object{});
  else
    required.set(path.substr(0, dot),
                 json::Object{{std::string(path.substr(dot + 1)), json::Object{}}});
  return {kMissingCapability, "Missing required client capability: " + std::string(path),
          json::Object{{"requiredCapabilities", std::move(required)}}};
}

}  // namespace codeweaver::mcp
