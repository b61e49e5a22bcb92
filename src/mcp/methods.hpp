// Methods of the protocol: what each request does.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "mcp/call.hpp"

namespace codeweaver::mcp {

using CallRef = std::shared_ptr<Call>;

/// Finds the method in the era of the request and starts it; an unknown one fails.
void start_method(const CallRef& call);

// What a connection agrees on.
void initialize(const CallRef& call);
void discover(const CallRef& call);
void ping(const CallRef& call);
void set_log_level(const CallRef& call);

// Lists, in pages.
void list_tools(const CallRef& call);
void list_resources(const CallRef& call);
void list_templates(const CallRef& call);
void list_prompts(const CallRef& call);

// What runs handlers.
void call_tool(const CallRef& call);
void read_resource(const CallRef& call);
void get_prompt(const CallRef& call);
void complete(const CallRef& call);

// Changes.
void subscribe(const CallRef& call);
void unsubscribe(const CallRef& call);
void listen(const CallRef& call);

// Tasks.
void get_task(const CallRef& call);
void update_task(const CallRef& call);
void cancel_task(const CallRef& call);
void get_task_result(const CallRef& call);
void list_tasks(const CallRef& call);

/// The position that a cursor of list `list` names: 0 without one, nullopt for one we did not give.
std::optional<std::uint64_t> read_cursor(const Request& request, std::string_view list);
std::string make_cursor(std::string_view list, std::uint64_t position);

/// Does a client of the stateless era know tasks?
bool has_tasks_extension(const Request& request);

ProtocolError invalid_params(std::string why);
/// -32021, or what the legacy era has in its place.
ProtocolError missing_capability(const Request& request, std::string_view path);

}  // namespace codeweaver::mcp
