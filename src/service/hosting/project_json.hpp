// Projects, indexes, namespaces and providers as JSON, the same for all programs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "codeweaver/namespaces.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/repo_status.hpp"
#include "codeweaver/settings.hpp"
#include "json/value.hpp"
#include "service/hosting/indexing_feed.hpp"

namespace codeweaver::service {

/// `active`: the id of the active project. A project without a folder comes from a store.
json::Value project_json(const Project& project, std::string_view active);
json::Value status_json(const Project& project, const RepoStatus& status);
/// A list of sentences.
json::Value warnings_json(const std::vector<std::string>& warnings);
/// The report of a run.
json::Value report_json(const IndexReport& report, const Project& project);
/// The state of indexing; `last` is a report without project and root.
json::Value indexing_json(const IndexingSnapshot& now);
/// The numbers of secrets kept out of an index.
json::Value secrets_json(const SecretCounts& secrets);
/// Adds the counts and times of `progress`; health uses it too.
void set_progress(json::Value& out, const IndexingSnapshot& now);
json::Value namespace_json(const NamespaceInfo& info);
/// A list of objects with path, reason and detail.
json::Value outcomes_json(const std::vector<FileOutcome>& files);
/// All providers that settings can name, and whether `settings` choose them.
json::Value providers_json(const Settings& settings);

}  // namespace codeweaver::service
