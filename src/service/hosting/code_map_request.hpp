// Requests for a map of a project and their answers, the same for agents and HTTP.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/code_map.hpp"
#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

struct CodeMapRequest {
  std::string project_id{};
  CodeMapOptions options{};
};

/// Reads a request. `what` names the object in errors. Errors: kInvalidArgument "VALIDATION_ERROR".
Result<CodeMapRequest> code_map_request(const json::Value& object,
                                        std::string_view what = "request");

/// An answer as JSON, with the warnings of the call.
json::Value code_map_json(const CodeMap& map, const std::vector<std::string>& warnings);

}  // namespace codeweaver::service
