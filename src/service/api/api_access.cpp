// The HTTP API: whether a caller may change things, and tokens for pages that the server opened.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>

#include "base/try.hpp"
#include "json/member_reader.hpp"
#include "service/api/api.hpp"

namespace codeweaver::service {
namespace {

Result<ApiReply> show_access(const ProjectHost& host, const http::Exchange& exchange) {
  const auto refused = host.refuses_changes(bearer_token(exchange.request()));
  json::Value out = json::Object{{"may_change", !refused}};
  if (refused) {
    out.set("reason", refused->cause);
    if (!refused->action.empty()) out.set("action", refused->action);
  }
  return ApiReply{std::move(out)};
}

Result<ApiReply> redeem_code(const ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  std::string code;
  json::MemberReader reader(body, "request");
  reader.required("code", code);
  reader.no_others();
  if (const auto read = reader.finish(true); !read) return bad_request(read.error().cause);
  if (host.page())
    if (auto token = host.page()->redeem(code))
      return ApiReply{json::Object{{"token", std::move(*token)}}};
  return Error{ErrorCategory::kInvalidArgument, std::string(kCodeRefused),
               "The code in this address was already used or is too old", "opening the page",
               "Close the page, restart the server, and open the page again."};
}

}  // namespace

void add_access_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host) {
  constexpr std::string_view kTag = "system";
  routes.push_back(
      {"GET",
       "/api/v1/access",
       "show_access",
       kTag,
       "Whether calls with this token may change things, and if not, why.",
       {},
       {},
       {{200, "The permission.", {{kJsonType, "access"}}}},
       json_handler([host](http::Exchange& exchange) { return show_access(*host, exchange); })});
  routes.push_back(
      {"POST",
       "/api/v1/session",
       "start_session",
       kTag,
       "Exchange the code in the address of a page that the server opened for a token. "
       "Each code works once.",
       {},
       {{kJsonType, "session_request"}},
       {{200, "The token.", {{kJsonType, "session"}}}},
       json_handler([host](http::Exchange& exchange) { return redeem_code(*host, exchange); })});
  routes.back().changes = false;
  routes.back().is_open = true;
}

}  // namespace codeweaver::service
