// The HTTP API: answers in words, streamed as events, and why a file is not among the matches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/ask.hpp"
#include "json/answer_types.hpp"
#include "json/member_reader.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"
#include "service/api/api.hpp"
#include "service/hosting/query_limit.hpp"
#include "service/hosting/search_request.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kMostPassages = 50, kMostWordings = 5;  // the limits of ask()

Result<ApiReply> explain_absence(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto body, read_object(exchange.request()));
  std::string path;
  json::Value search;
  json::MemberReader reader(body, "request");
  reader.required("path", path);
  reader.required("search", search);
  reader.no_others();
  if (const auto read = reader.finish(true); !read) {
    auto error = bad_request(read.error().cause);
    error.action =
        R"(Send {"path": "src/a.py", "search": {"query": "..."}}, where search is a body of )"
        "POST /api/v1/search.";
    return error;
  }
  CODEWEAVER_ASSIGN(const auto request, read_search_request(search));
  if (!request.projects.empty()) return bad_request("search names several projects");
  if (!request.given.queries().empty()) return bad_request("search has several wordings");
  CODEWEAVER_ASSIGN(const auto project, host.resolve(request.project_id, {}, call_of(exchange)));
  const auto options = request.apply_to(project->search_options());
  CODEWEAVER_ASSIGN(const auto why,
                    project->searchable().why_not(request.query, path, options, call_of(exchange)));
  return ApiReply{json::to_json(why)};
}

struct AskBody {
  std::string question;
  std::optional<std::string> project_id;
  std::optional<std::size_t> passages;
  std::optional<bool> include_tests;
  std::vector<std::string> focus_languages, paths, queries;
};

Result<AskBody> read_ask_body(const http::Request& request) {
  CODEWEAVER_ASSIGN(const auto body, read_object(request));
  AskBody asked;
  json::MemberReader reader(body, "request");
  reader.required("question", asked.question);
  reader.nullable("project_id", asked.project_id);
  reader.nullable("queries", asked.queries);
  reader.nullable("passages", asked.passages);
  reader.nullable("include_tests", asked.include_tests);
  reader.nullable("focus_languages", asked.focus_languages);
  reader.nullable("paths", asked.paths);
  if (asked.passages && (*asked.passages == 0 || *asked.passages > kMostPassages))
    reader.note("passages", "must be from 1 to " + std::to_string(kMostPassages));
  if (asked.queries.size() > kMostWordings)
    reader.note("queries", "has more than " + std::to_string(kMostWordings));
  reader.no_others();
  auto read = reader.finish(std::move(asked));
  if (!read) return bad_request(read.error().cause);
  return read;
}

struct Asking {
  std::shared_ptr<HostedProject> project;
  std::shared_ptr<const AnswerModel> model;
  std::string question;
  AskOptions options;
};

/// Makes all checks that must come before the first event is sent.
Result<Asking> prepare(ProjectHost& host, const http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(auto body, read_ask_body(exchange.request()));
  Asking asking;
  CODEWEAVER_ASSIGN(asking.project,
                    host.resolve(body.project_id.value_or(""), {}, call_of(exchange)));
  CODEWEAVER_ASSIGN(asking.model, host.answer_model(*asking.project));
  // A remote model receives code and may cost money, so it needs the permission to change things.
  if (asking.model->info().is_remote)
    if (auto refused = host.refuses_sending(bearer_token(exchange.request())))
      return *std::move(refused);
  auto& options = asking.options;
  options.search = asking.project->search_options();
  options.search.filter.include_tests = body.include_tests.value_or(true);
  options.search.filter.focus_languages = std::move(body.focus_languages);
  options.search.filter.paths = std::move(body.paths);
  options.passages = std::min<std::size_t>(
      body.passages.value_or(asking.project->settings().answer.top_k), kMostPassages);
  for (const auto& wording : body.queries)
    options.queries.emplace_back(QueryLimit(wording, asking.project->settings()).text());
  asking.question = QueryLimit(body.question, asking.project->settings()).text();
  return asking;
}

void send_answer(ProjectHost& host, const std::shared_ptr<http::Exchange>& exchange) {
  auto asking = prepare(host, *exchange);
  if (!asking) return exchange->respond(error_response(asking.error()));
  const auto stream = exchange->start_events();
  asking->options.on_passages = [&](std::span<const Passage> passages) {
    stream->send(json::dump(json::to_json(passages)), "passages");
  };
  asking->options.on_text = [&](std::string_view piece) {
    return stream->send(json::dump(json::Object{{"text", piece}}), "token");
  };
  const auto answer =
      asking->project->ask(*asking->model, asking->question, asking->options, call_of(*exchange));
  if (answer)
    stream->send(json::dump(json::to_json(*answer)), "answer");
  else
    stream->send(json::dump(api_error(http_status(answer.error()), answer.error())), "failure");
  stream->close();
}

}  // namespace

void add_answer_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host) {
  constexpr std::string_view kTag = "search";
  routes.push_back({"POST",
                    "/api/v1/why-not",
                    "explain_absence",
                    kTag,
                    "Why a file is not among the matches of a search.",
                    {},
                    {{kJsonType, "why_not_request"}},
                    {{200, "The stage that left the file out.", {{kJsonType, "why_not"}}}},
                    json_handler([host](http::Exchange& exchange) {
                      return explain_absence(*host, exchange);
                    })});
  routes.back().changes = false;
  routes.push_back(
      {"POST",
       "/api/v1/ask",
       "ask",
       kTag,
       "Answer a question from search results with the configured model. Server-sent events: "
       "passages, each token of the text, then answer or failure.",
       {},
       {{kJsonType, "ask_request"}},
       {{200, "The events.", {{"text/event-stream", "ask_event"}}}},
       [host](const std::shared_ptr<http::Exchange>& exchange) { send_answer(*host, exchange); }});
  routes.back().changes = false;
  routes.back().has_no_time_limit = true;
}

}  // namespace codeweaver::service
