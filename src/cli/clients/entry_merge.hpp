// Changes of an existing entry for this server, and checks before its removal.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// Returns the members of an existing entry (`known`) that must change to start this server as in
/// `wanted`, with their new values. The program is always the program of `wanted`. Arguments that
/// begin with "mcp", "env", "enabled" and all members that are not in `wanted` stay unchanged.
/// Errors: kUnsupported "OTHER_ENTRY" (the entry has another form: a server at an address, another
/// type, or a program that is not a string).
Result<json::Object> merged_members(const json::Value& known, const json::Value& wanted);

/// Whether a command starts this program: it is `program`, or the path of a file "codeweaver".
bool starts_codeweaver(std::string_view command, std::string_view program);
/// Returns the error of an entry that does not start this program, but `command`.
Error other_program(std::string_view command);

/// Checks that an existing entry (`known`) can be removed, or reset to its `former` members,
/// without a loss: it starts this program, as `wanted` does, and the members that would be removed
/// or reset have the values of `wanted`. Switches such as "disabled" and empty values do not count.
/// Errors: errors of merged_members(); kUnsupported "OTHER_ENTRY" (another program, or other
/// values).
Result<void> check_removal(const json::Value& known, const json::Value& wanted,
                           const std::optional<json::Object>& former);

}  // namespace codeweaver::cli
