// Converts the JSON of editors to plain JSON, without comments and trailing commas.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// Replaces each comment by a space and removes a byte order mark and commas before a closing
/// bracket. Never fails; invalid JSON stays invalid. Cost: one pass.
std::string plain_json(std::string_view text);

/// Parses JSON with comments. Errors: kInvalidArgument "INVALID_JSON".
Result<json::Value> parse_commented_json(std::string_view text);

/// Returns a copy of `root` in which the member `key` of the object at `path` has a new value;
/// nullopt removes the member. Missing objects on the path are created. If a value on the path is
/// not an object, the copy is unchanged.
json::Value with_member_value(json::Value root, const std::vector<std::string>& path,
                              const std::string& key, std::optional<json::Value> value,
                              std::size_t depth = 0);

}  // namespace codeweaver::cli
