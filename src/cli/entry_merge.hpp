// Changes of an existing entry for this server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// Returns the members of an existing entry (`known`) that must change to start this server as in
/// `wanted`, with their new values. The program is always the program of `wanted`. Arguments that
/// begin with "mcp", "env", "enabled" and all members that are not in `wanted` stay unchanged.
/// Errors: kUnsupported "OTHER_ENTRY" (the entry has another form: a server at an address, another
/// type, or a program that is not a string).
Result<json::Object> merged_members(const json::Value& known, const json::Value& wanted);

}  // namespace codeweaver::cli
