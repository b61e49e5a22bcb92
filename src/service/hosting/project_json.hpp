// Projects, their indexes and namespaces, and providers, as the JSON that all programs show.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "codeweaver/namespaces.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/workspace.hpp"
#include "json/value.hpp"
#include "service/hosting/indexing_feed.hpp"

namespace codeweaver::service {

/// `active`: id of the active project. A project without a folder is one of a store.
json::Value project_json(const Project& project, std::string_view active);
json::Value status_json(const Project& project, const RepoStatus& status);
/// A list of sentences.
json::Value warnings_json(const std::vector<std::string>& warnings);
/// What a run did.
json::Value report_json(const IndexReport& report, const Project& project);
/// How indexing stands; `last` is a report without project and root.
json::Value indexing_json(const IndexingSnapshot& now);
/// What an index was spared.
json::Value secrets_json(const SecretCounts& secrets);
/// Adds the counts and times of its `progress`, which health shows too.
void set_progress(json::Value& out, const IndexingSnapshot& now);
json::Value namespace_json(const NamespaceInfo& info);
/// A list of objects with path, reason and detail.
json::Value outcomes_json(const std::vector<FileOutcome>& files);
/// All providers that settings can name, and which of them these choose.
json::Value providers_json(const Settings& settings);

}  // namespace codeweaver::service
