// Code that the search tools share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_search.hpp"

#include <algorithm>
#include <utility>

#include "service/hosting/query_limit.hpp"
#include "service/tools/mcp_status.hpp"

namespace codeweaver::service {
namespace {

/// Reports the progress of a call to the client, from 0 to 1, never decreasing.
class CallProgress {
 public:
  explicit CallProgress(const mcp::RequestContext& context) : context_(context) {
    context_.progress(0, 1, "searching");
  }

  void show(const IndexingSnapshot& indexing) {
    if (indexing.state != IndexingState::kIndexing) return;
    const auto& progress = indexing.progress;
    const auto share = static_cast<double>(progress.files_processed) /
                       static_cast<double>(std::max<std::size_t>(progress.files_discovered, 1));
    context_.progress(kIndexingShare * std::min(share, 1.0), 1,
                      "indexing: " + progress_text(progress));
  }
  void finish() { context_.progress(1, 1, "done"); }

 private:
  static constexpr double kIndexingShare = 0.9;  // of the call; the rest is the search

  const mcp::RequestContext& context_;
};

}  // namespace

Result<FindCodeResponseSummary> search_with_progress(
    HostedProject& project, std::string_view query, const mcp::RequestContext& context,
    const std::function<Result<FindCodeResponseSummary>(std::string_view query)>& ask) {
  CallProgress progress(context);
  auto listening = project.on_indexing(
      [&progress](const IndexingSnapshot& indexing) { progress.show(indexing); });
  progress.show(project.indexing());
  auto answer = search_limited(query, project.settings(), ask);
  listening.end();
  if (!answer) return answer.error();
  for (const auto& warning : answer->warnings) context.log("warning", warning);
  progress.finish();
  return answer;
}

}  // namespace codeweaver::service
