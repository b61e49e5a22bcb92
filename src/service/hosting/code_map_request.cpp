// Requests for a map of a project: reads and checks their members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/code_map_request.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include "codeweaver/contract.hpp"
#include "json/member_reader.hpp"
#include "json/value_types.hpp"
#include "service/hosting/project_json.hpp"

namespace codeweaver::service {

Result<CodeMapRequest> code_map_request(const json::Value& object, std::string_view what) {
  constexpr std::size_t kLeastTokens = 100, kMostTokens = 100'000;
  CodeMapRequest out;
  json::MemberReader reader(object, what);
  reader.nullable("project_id", out.project_id);
  reader.nullable("directory", out.options.folder);
  reader.nullable("include_tests", out.options.include_tests);
  std::optional<std::size_t> limit;
  reader.nullable("token_limit", limit);
  if (limit && (*limit < kLeastTokens || *limit > kMostTokens))
    reader.note("token_limit", "is not from 100 to 100000");
  out.options.token_limit = limit.value_or(out.options.token_limit);
  reader.no_others();
  auto filled = reader.finish(std::move(out));
  if (filled) return filled;
  auto error = filled.error();
  error.code = contract::kValidationError;
  return error;
}

json::Value code_map_json(const CodeMap& map, const std::vector<std::string>& warnings) {
  auto out = json::to_json(map);
  out.set("warnings", warnings_json(warnings));
  return out;
}

}  // namespace codeweaver::service
