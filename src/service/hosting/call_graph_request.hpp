// Requests for the call graph and their answers, the same for agents and HTTP.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

/// A question for the call graph.
struct CallGraphRequest {
  std::string project_id{};
  std::string start{};  ///< may be empty if options.changed_in is not, and for cycles
  CallGraphOptions options{};
};

/// Reads a request. `what` names the object in errors. The call itself checks whether the start and
/// the end of a path fit together. Errors: kInvalidArgument "VALIDATION_ERROR" (a wrong member),
/// "EMPTY_QUERY" (neither start nor changed_in).
Result<CallGraphRequest> call_graph_request(const json::Value& object,
                                            std::string_view what = "request");

/// An answer as JSON, with the warnings of the call.
json::Value call_graph_json(const CallGraphAnswer& answer,
                            const std::vector<std::string>& warnings);

}  // namespace codeweaver::service
