// Converts the roots of a client to folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_caller.hpp"

#include <chrono>
#include <string>
#include <utility>

#include "base/percent.hpp"
#include "json/members.hpp"
#include "json/value.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kRootsKey = "roots";
constexpr std::chrono::seconds kRootsPatience{2};

/// nullopt: the URI is not a folder on this machine.
std::optional<std::filesystem::path> path_of_uri(std::string_view uri) {
  for (const std::string_view start : {"file://localhost/", "file:///"}) {
    if (!uri.starts_with(start)) continue;
    auto path = base::percent_decoded(uri.substr(start.size() - 1));
    if (path && path->find('\0') == std::string::npos) return std::move(*path);
  }
  return std::nullopt;
}

}  // namespace

std::optional<mcp::InputNeeded> question_to_caller(const ProjectHost& host,
                                                   const mcp::RequestContext& context) {
  // The state records that the client was asked, so a client with a malformed answer is asked once.
  if (!host.follows_client_roots() || !context.client_has("roots") || context.state() == kRootsKey)
    return std::nullopt;
  auto question = mcp::list_roots(std::string(kRootsKey));
  question.is_optional = true;
  question.patience = kRootsPatience;
  return mcp::InputNeeded{{std::move(question)}, std::string(kRootsKey)};
}

std::vector<std::filesystem::path> folders_of_caller(const mcp::RequestContext& context) {
  std::vector<std::filesystem::path> out;
  const auto* answer = context.roots(kRootsKey);
  if (answer == nullptr) return out;
  for (const auto& root : *answer->find("roots")->if_array()) {
    const auto* uri = json::text_in(root, "uri");
    if (uri == nullptr) continue;
    if (auto path = path_of_uri(*uri)) out.push_back(std::move(*path));
  }
  return out;
}

CallContext call_of(const mcp::RequestContext& context) {
  CallContext call(context.stop());
  call.request_id = context.request_id();
  return call;
}

std::string note_on_missing_roots(const ProjectHost& host, const mcp::RequestContext& context) {
  if (!context.is_late(kRootsKey)) return {};
  const auto meant = host.implied_id({}, call_of(context));
  return "The client announces roots but did not answer roots/list within " +
         std::to_string(kRootsPatience.count()) + " s. This call continued without them and used " +
         (meant ? "project '" + *meant + "'" : std::string("no project")) +
         ". To choose a project, pass project_id.";
}

Result<std::shared_ptr<HostedProject>> project_of_call(ProjectHost& host,
                                                       std::string_view project_id,
                                                       const mcp::RequestContext& context) {
  return host.resolve(project_id, folders_of_caller(context), call_of(context));
}

}  // namespace codeweaver::service
