// Requests for the preview of a rename and their answers, the same for agents and HTTP.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/rename.hpp"
#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

struct RenameRequest {
  std::string project_id{};
  std::string name{};  ///< or "PATH:LINE"
  std::string new_name{};
  std::size_t limit = 100;
};

/// Reads a request. `what` names the object in errors. Errors: kInvalidArgument "VALIDATION_ERROR".
Result<RenameRequest> rename_request(const json::Value& object, std::string_view what = "request");

/// An answer as JSON, with the warnings of the call.
json::Value rename_json(const RenamePreview& preview, const std::vector<std::string>& warnings);

}  // namespace codeweaver::service
