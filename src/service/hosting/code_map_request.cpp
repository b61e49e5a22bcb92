// Requests for a map of a project: reads and checks their members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/code_map_request.hpp"

#include <cstddef>
#include <utility>

#include "json/value_types.hpp"
#include "service/hosting/project_json.hpp"
#include "service/hosting/request_reader.hpp"

namespace codeweaver::service {

Result<CodeMapRequest> code_map_request(const json::Value& object, std::string_view what) {
  constexpr std::size_t kLeastTokens = 100, kMostTokens = 100'000;
  CodeMapRequest out;
  json::MemberReader reader(object, what);
  reader.nullable("project_id", out.project_id);
  reader.nullable("directory", out.options.folder);
  reader.nullable("include_tests", out.options.include_tests);
  out.options.token_limit =
      read_count(reader, "token_limit", out.options.token_limit, kLeastTokens, kMostTokens);
  reader.no_others();
  return finish_request(reader, std::move(out));
}

json::Value code_map_json(const CodeMap& map, const std::vector<std::string>& warnings) {
  auto out = json::to_json(map);
  out.set("warnings", warnings_json(warnings));
  return out;
}

}  // namespace codeweaver::service
