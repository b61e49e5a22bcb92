// Extents: finds the members of an object and the items of an array in a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace codeweaver::json {

/// Takes the text of one value. Returning false ends the iteration.
using VisitItem = std::function<bool(std::string_view value)>;
/// Takes the name of a member as written between its quotes, and the text of its value.
using VisitMember = std::function<bool(std::string_view name, std::string_view value)>;

/// Calls `visit` for each member of the object at the start of `text`, in order. Finds values only
/// by brackets, quotes and commas, so an invalid value does not hide the others. Returns false if
/// the object is truncated or missing. Ignores text after it. Cost: one pass without allocation, at
/// any nesting depth.
bool for_each_member(std::string_view text, const VisitMember& visit);
/// Like for_each_member(), for the items of an array.
bool for_each_item(std::string_view text, const VisitItem& visit);

}  // namespace codeweaver::json
