// Checks of values against the part of JSON Schema that arguments of tools and forms use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::mcp {

/// Checks what a schema says of the members of an object: required, and of each property type,
/// enum, oneOf and anyOf of constants, minimum, maximum, minLength, maxLength, minItems, maxItems,
/// items. Null stands for "not given", as many clients send it. Members without a property are not
/// looked at. Errors: kInvalidArgument "INVALID_ARGUMENT"; the cause names the member, the action
/// what is allowed.
Result<void> check_members(const json::Value& object, const json::Value& schema);

}  // namespace codeweaver::mcp
