// The HTTP API: exports the index of a project as a snapshot and indexes with one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "base/file.hpp"
#include "base/ids.hpp"
#include "base/try.hpp"
#include "codeweaver/contract.hpp"
#include "codeweaver/snapshot.hpp"
#include "service/api/api.hpp"
#include "service/hosting/project_json.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kSnapshotType = "application/octet-stream";
// A chunk takes about 45 bytes, so this allows several million chunks.
constexpr std::size_t kMostSentSnapshot = std::size_t{1} << 28;

/// A temporary file next to an index. The destructor deletes it.
class PassingFile {
 public:
  explicit PassingFile(const std::filesystem::path& folder) {
    static base::UuidGenerator ids;
    path_ = folder / ("snapshot-" + ids.next().to_string() + ".tmp");
  }
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;
  ~PassingFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

Result<http::Response> made_snapshot(ProjectHost& host, http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto project, host.resolve(std::string(exchange.path_value("project_id")),
                                                     {}, call_of(exchange)));
  CODEWEAVER_ASSIGN(auto* const workspace, project->workspace());
  const PassingFile file(project->project().state_dir);
  CODEWEAVER_TRY(workspace->make_snapshot({.file = file.path()}, call_of(exchange)));
  http::Response response;
  response.content_type = kSnapshotType;
  CODEWEAVER_ASSIGN(response.body, base::read_file(file.path()));
  response.headers.push_back(
      {"Content-Disposition",
       "attachment; filename=\"" + project->project().project_id + ".cwsnap\""});
  return response;
}

/// Whether a browser sent the request for a page of another site. An image there can have any
/// address, and making a snapshot indexes the project. Pages that the settings allow send an
/// Origin header, which was checked before.
bool is_cross_site(const http::Request& request) {
  const auto* const site = request.header("Sec-Fetch-Site");
  return site != nullptr && *site != "same-origin" && *site != "none" &&
         request.header("Origin") == nullptr;
}

void send_snapshot(ProjectHost& host, const std::shared_ptr<http::Exchange>& exchange) {
  if (is_cross_site(exchange->request()))
    return exchange->respond(
        error_response(403, {ErrorCategory::kInvalidArgument, "CROSS_SITE",
                             "Pages of other sites may not create snapshots", "checking the caller",
                             "Send the request from a program or from a page of this server."}));
  auto made = made_snapshot(host, *exchange);
  exchange->respond(made ? std::move(*made) : error_response(made.error()));
}

Result<std::string> read_body(http::Exchange& exchange) {
  std::string body;
  std::string piece(std::size_t{64} << 10, '\0');
  while (true) {
    CODEWEAVER_ASSIGN(const auto got, exchange.read_body(std::span(piece.data(), piece.size())));
    if (got == 0) return body;
    if (got > kMostSentSnapshot - body.size())
      return bad_request("the snapshot has more than " + std::to_string(kMostSentSnapshot) +
                         " bytes");
    body.append(piece, 0, got);
  }
}

/// Turns an error about a damaged snapshot into an error about the request.
Error refused(const Error& error) {
  if (error.category != ErrorCategory::kCorruption) return error;
  Error request = error;
  request.category = ErrorCategory::kInvalidArgument;
  return request;
}

Result<ApiReply> take_snapshot(ProjectHost& host, http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto project, host.resolve(std::string(exchange.path_value("project_id")),
                                                     {}, call_of(exchange)));
  CODEWEAVER_ASSIGN(auto body, read_body(exchange));
  auto snapshot = Snapshot::read({{"the request's body", std::move(body)}});
  if (!snapshot) return refused(snapshot.error());
  CODEWEAVER_TRY(project->start_index_with(std::move(*snapshot)));
  return ApiReply{indexing_json(project->indexing()), 202};
}

}  // namespace

void add_snapshot_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host) {
  constexpr std::string_view kTag = "index";
  constexpr std::string_view kPath = "/api/v1/projects/{project_id}/snapshot";
  const auto add = [&](ApiRoute route) {
    route.has_no_time_limit = true;
    routes.push_back(std::move(route));
  };
  add({"GET",
       kPath,
       "get_snapshot",
       kTag,
       "Update the index and return it as a snapshot for other clones of the same files.",
       {kProjectInPath},
       {},
       {{200, "The snapshot.", {{kSnapshotType, ""}}}},
       [host](const std::shared_ptr<http::Exchange>& exchange) {
         send_snapshot(*host, exchange);
       }});
  add({"POST",
       kPath,
       "take_snapshot",
       kTag,
       "Start an index run in the background that reuses the files in the given snapshot instead "
       "of parsing them. A damaged snapshot is refused and changes nothing.",
       {kProjectInPath},
       {{kSnapshotType, ""}},
       {{202, "The run was started.", {{kJsonType, "indexing"}}}},
       json_handler([host](http::Exchange& exchange) { return take_snapshot(*host, exchange); })});
  routes.back().streams_body = true;
}

}  // namespace codeweaver::service
