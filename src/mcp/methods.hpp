// The methods of the protocol.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "mcp/call.hpp"

namespace codeweaver::mcp {

using CallRef = std::shared_ptr<Call>;

/// Finds the method in the era of the request and starts it; fails the call if it is unknown.
void start_method(const CallRef& call);

// Lifecycle of a connection.
void initialize(const CallRef& call);
void discover(const CallRef& call);
void ping(const CallRef& call);
void set_log_level(const CallRef& call);

// Paged lists.
void list_tools(const CallRef& call);
void list_resources(const CallRef& call);
void list_templates(const CallRef& call);
void list_prompts(const CallRef& call);

// Methods that run handlers.
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

/// The position in the cursor of a request for list `list`: 0 without a cursor, nullopt for an
/// invalid one.
std::optional<std::uint64_t> read_cursor(const Request& request, std::string_view list);
std::string make_cursor(std::string_view list, std::uint64_t position);

/// Whether a client of the stateless era supports tasks.
bool has_tasks_extension(const Request& request);

ProtocolError invalid_params(std::string why);
/// Error -32021, or its counterpart in the legacy era.
ProtocolError missing_capability(const Request& request, std::string_view path);

}  // namespace codeweaver::mcp
