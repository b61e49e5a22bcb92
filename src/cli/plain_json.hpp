// JSON as editors write their settings, made plain: without comments and commas at the end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// The text with a blank in place of each comment, without a byte order mark and without commas
/// before a closing bracket. Never fails: what is not JSON stays that. Cost: one pass.
std::string plain_json(std::string_view text);

/// The value of such a text. Errors: kInvalidArgument "INVALID_JSON".
Result<json::Value> parse_commented_json(std::string_view text);

/// A copy of `root` in which the member `key` of the object at `path` has another value; nullopt:
/// without that member. Objects on the path are made where they are missing; where something else
/// stands on the path, the copy is equal.
json::Value with_member_value(json::Value root, const std::vector<std::string>& path,
                              const std::string& key, std::optional<json::Value> value,
                              std::size_t depth = 0);

}  // namespace codeweaver::cli
