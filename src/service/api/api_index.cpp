// The HTTP API: index runs, and their progress as server-sent events.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>

#include "base/try.hpp"
#include "json/member_reader.hpp"
#include "json/writer.hpp"
#include "service/api/api.hpp"
#include "service/hosting/project_json.hpp"

namespace codeweaver::service {
namespace {

using Host = std::shared_ptr<ProjectHost>;

std::string id_of(const http::Exchange& exchange) {
  return std::string(exchange.path_value("project_id"));
}

Result<ApiReply> show(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto project, host.resolve(id_of(exchange), {}, call_of(exchange)));
  return ApiReply{indexing_json(project->indexing())};
}

Result<ApiReply> start(ProjectHost& host, const http::Exchange& exchange) {
  bool force = false;
  if (!exchange.request().body.empty()) {
    CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
    json::MemberReader reader(body, "request");
    reader.nullable("force", force);
    reader.no_others();
    if (const auto read = reader.finish(true); !read) return bad_request(read.error().cause);
  }
  CODEWEAVER_ASSIGN(const auto project, host.resolve(id_of(exchange), {}, call_of(exchange)));
  CODEWEAVER_TRY(project->start_index(force));
  return ApiReply{indexing_json(project->indexing()), 202};
}

Result<ApiReply> cancel(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto project, host.resolve(id_of(exchange), {}, call_of(exchange)));
  project->cancel_index();
  return ApiReply{indexing_json(project->indexing()), 202};
}

/// The event stream of one client.
struct Listener {
  std::shared_ptr<HostedProject> project;  // stays open meanwhile
  Subscription subscription;
};

void send_events(ProjectHost& host, const std::shared_ptr<http::Exchange>& exchange) {
  const auto until_idle = read_flag(exchange->request(), "until_idle", false);
  if (!until_idle) return exchange->respond(error_response(until_idle.error()));
  auto project = host.resolve(id_of(*exchange), {}, call_of(*exchange));
  if (!project) return exchange->respond(error_response(project.error()));
  const auto stream = exchange->start_events();
  const auto send = [stream, ends = *until_idle](const IndexingSnapshot& now) {
    stream->send(json::dump(indexing_json(now)), "indexing");
    if (ends && now.state != IndexingState::kIndexing) stream->close();
  };
  const auto listener = std::make_shared<Listener>();
  listener->project = *project;
  listener->subscription = (*project)->on_indexing(send);
  stream->on_close([listener] {
    listener->subscription.end();
    listener->project.reset();
  });
  send((*project)->indexing());
}

}  // namespace

void add_index_routes(std::vector<ApiRoute>& routes, const Host& host) {
  constexpr std::string_view kTag = "index";
  constexpr std::string_view kPath = "/api/v1/projects/{project_id}/index";
  const auto on = [&](auto handle) {
    return json_handler(
        [host, handle](http::Exchange& exchange) { return handle(*host, exchange); });
  };
  routes.push_back({"GET",
                    kPath,
                    "get_indexing",
                    kTag,
                    "The state of a project's indexing.",
                    {kProjectInPath},
                    {},
                    {{200, "The state.", {{kJsonType, "indexing"}}}},
                    on(show)});
  routes.push_back({"POST",
                    kPath,
                    "start_indexing",
                    kTag,
                    "Start an index run in the background, or join the current one.",
                    {kProjectInPath},
                    {{kJsonType, "index_request"}},
                    {{202, "The run was started.", {{kJsonType, "indexing"}}}},
                    on(start)});
  routes.push_back({"DELETE",
                    kPath,
                    "cancel_indexing",
                    kTag,
                    "Stop the current run; its finished work is kept.",
                    {kProjectInPath},
                    {},
                    {{202, "The run, if there is one, will stop.", {{kJsonType, "indexing"}}}},
                    on(cancel)});
  ApiRoute events{
      "GET",
      "/api/v1/projects/{project_id}/index/events",
      "watch_indexing",
      kTag,
      "Server-sent events: the state of indexing, now and at each change. The event type is "
      "indexing; the data is an object as returned by GET .../index.",
      {kProjectInPath,
       {"until_idle", ApiParameter::Place::kQuery, kFlagSchema,
        "End the stream as soon as no run is active."}},
      {},
      {{200, "The events.", {{"text/event-stream", "indexing_event"}}}},
      [host](const std::shared_ptr<http::Exchange>& exchange) { send_events(*host, exchange); }};
  events.has_no_time_limit = true;
  routes.push_back(std::move(events));
}

}  // namespace codeweaver::service
