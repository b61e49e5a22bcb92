// The times of a query's stages by name, as shown in answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <string>

#include "codeweaver/search_types.hpp"

namespace codeweaver::json {

/// Milliseconds by stage. Empty unless the answer has an explanation.
std::map<std::string, double> shown_stage_times(const FindCodeResponseSummary& response);

/// Restores times from shown_stage_times(). Missing and unknown stages keep their values.
void set_stage_times(FindCodeResponseSummary& response, const std::map<std::string, double>& times);

}  // namespace codeweaver::json
