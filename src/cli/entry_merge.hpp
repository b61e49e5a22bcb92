// What changes in an entry for this server that exists already.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// The members of `known`, the entry in a client's settings, that have to change for it to start
/// this server as `wanted` does, with their new values. The program is always the one of `wanted`.
/// Arguments that begin with "mcp" stay, and so do "env", "enabled" and all that `wanted` does not
/// name. Errors: kUnsupported "OTHER_ENTRY" (the entry is of another
/// kind: a server at an address, another type, a program that is not a string).
Result<json::Object> merged_members(const json::Value& known, const json::Value& wanted);

}  // namespace codeweaver::cli
