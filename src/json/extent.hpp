// Extents: where the members of an object and the items of an array lie in a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace codeweaver::json {

/// Takes the text of one value; false ends the walk.
using VisitItem = std::function<bool(std::string_view value)>;
/// Takes the name of a member as it is written between its quotes, and the text of its value.
using VisitMember = std::function<bool(std::string_view name, std::string_view value)>;

/// Calls `visit` for each member of the object at the start of `text`, in order. Values are found
/// by their brackets, quotes and commas alone, so that one which is not JSON hides no other.
/// Returns false if the object is cut, or is not an object. What follows it is not read.
/// Cost: one pass without memory of its own; nesting does not matter.
bool for_each_member(std::string_view text, const VisitMember& visit);
/// The same for the items of an array.
bool for_each_item(std::string_view text, const VisitItem& visit);

}  // namespace codeweaver::json
