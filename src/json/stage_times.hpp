// The times of a query's stages by name, as answers show them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <string>

#include "codeweaver/search_types.hpp"

namespace codeweaver::json {

/// Milliseconds by stage; empty unless the answer explains itself.
std::map<std::string, double> shown_stage_times(const FindCodeResponseSummary& response);

/// Puts back what that gave; stages that are missing or not known are left as they are.
void set_stage_times(FindCodeResponseSummary& response, const std::map<std::string, double>& times);

}  // namespace codeweaver::json
