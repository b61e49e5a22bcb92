// Requests for the preview of a rename: reads and checks their members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/rename_request.hpp"

#include <utility>

#include "json/value_types.hpp"
#include "service/hosting/project_json.hpp"
#include "service/hosting/request_reader.hpp"

namespace codeweaver::service {

Result<RenameRequest> rename_request(const json::Value& object, std::string_view what) {
  constexpr std::size_t kMostPlaces = 1000;
  RenameRequest out;
  json::MemberReader reader(object, what);
  reader.nullable("project_id", out.project_id);
  reader.nullable("name", out.name);
  reader.nullable("new_name", out.new_name);
  out.limit = read_count(reader, "limit", out.limit, 1, kMostPlaces);
  if (out.name.empty()) reader.note("name", "is empty");
  if (out.new_name.empty()) reader.note("new_name", "is empty");
  reader.no_others();
  return finish_request(reader, std::move(out));
}

json::Value rename_json(const RenamePreview& preview, const std::vector<std::string>& warnings) {
  auto out = json::to_json(preview);
  out.set("warnings", warnings_json(warnings));
  return out;
}

}  // namespace codeweaver::service
