// Completion of paths, symbols and project ids.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_completion.hpp"

#include <chrono>
#include <utility>

namespace codeweaver::service {
namespace {

/// One more than a client gets, so the reply can say that there are more.
constexpr std::size_t kLimit = 101;
/// A user types meanwhile, so services that are needed to open a project get no more time.
constexpr std::chrono::seconds kCompletionPatience{2};

CallContext completion_call() {
  return CallContext().awaited().until(std::chrono::steady_clock::now() + kCompletionPatience);
}

using Others = std::map<std::string, std::string>;
using Names = std::vector<std::string> (Searchable::*)(std::string_view, std::size_t) const;

mcp::Completer complete_from_index(std::shared_ptr<ProjectHost> host, Names names) {
  return [host = std::move(host), names](const std::string& value, const Others& others) {
    const auto id = others.find("project_id");
    const auto project = host->resolve(id == others.end() ? "" : id->second, {}, completion_call());
    mcp::Completion out;
    if (!project) return out;
    out.values = ((*project)->searchable().*names)(value, kLimit);
    return out;
  };
}

}  // namespace

mcp::Completer complete_paths(std::shared_ptr<ProjectHost> host) {
  return complete_from_index(std::move(host), &Searchable::complete_path);
}

mcp::Completer complete_symbols(std::shared_ptr<ProjectHost> host) {
  return complete_from_index(std::move(host), &Searchable::complete_symbol);
}

mcp::Completer complete_project_ids(std::shared_ptr<ProjectHost> host) {
  return [host = std::move(host)](const std::string& value, const Others&) {
    mcp::Completion out;
    const auto projects = host->list(completion_call());
    if (!projects) return out;
    for (const auto& project : *projects)
      if (project.project_id.starts_with(value)) out.values.push_back(project.project_id);
    return out;
  };
}

}  // namespace codeweaver::service
