// Checks values against the part of JSON Schema that tool arguments and forms use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::mcp {

/// Checks the members of an object against a schema: `required`, and for each property `type`,
/// `enum`, `oneOf` and `anyOf` of constants, `minimum`, `maximum`, `minLength`, `maxLength`,
/// `minItems`, `maxItems`, `items`. Null means "not given", because many clients send it. Members
/// without a property are ignored. Errors: kInvalidArgument "INVALID_ARGUMENT"; the cause names the
/// member, the action gives the allowed values.
Result<void> check_members(const json::Value& object, const json::Value& schema);

/// Replaces each text of an object, also in lists, that differs from a value allowed by the schema
/// only in the case of ASCII letters, by that value.
void use_listed_choices(json::Value& object, const json::Value& schema);

}  // namespace codeweaver::mcp
