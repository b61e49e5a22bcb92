// Health: makes each part do a small task and times it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/health.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/try.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/remote_models.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/vector_store.hpp"
#include "service/hosting/project_json.hpp"
#include "service/metrics/conventional_metrics.hpp"
#include "service/metrics/metrics_text.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kUp = "up";
constexpr std::string_view kDown = "down";
constexpr std::string_view kFolderGone = error_code::kPathNotFound;
constexpr std::string_view kPoolExhausted = "POOL_EXHAUSTED";  // error of stores with a pool
constexpr double kMegabyte = 1e6;

/// The result of checking one part of the service.
struct Probe {
  Result<void> outcome{};
  std::int64_t latency_ms = 0;

  json::Value json() const {
    json::Value out;
    out.set("status", outcome ? kUp : kDown);
    out.set("latency_ms", latency_ms);
    if (!outcome) out.set("message", outcome.error().message());
    return out;
  }
};

template <class Act>
Probe probe(Act act) {
  const auto begin = std::chrono::steady_clock::now();
  Probe out{act()};
  out.latency_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                       std::chrono::steady_clock::now() - begin)
                       .count();
  return out;
}

/// The data of one check. Without a project every part is up and empty.
struct Subject {
  std::shared_ptr<HostedProject> project;  // null: none
  bool is_without_store = false;           // the store next to its index does not answer
  IndexStatistics statistics{};
  IndexingSnapshot indexing{};
};

/// The folder must exist; otherwise its files can neither be shown nor indexed again.
Result<void> check_folder(const Project& project) {
  std::error_code ignored;
  if (std::filesystem::is_directory(project.root, ignored)) return {};
  return Error{
      ErrorCategory::kNotFound,
      std::string(kFolderGone),
      "The folder of project " + project.project_id + " is missing: " + project.root.string(),
      "checking the project",
      "Restore the folder, or remove the project",
      {RemedyKind::kRemoveProject, project.project_id}};
}

/// A model is not called again if its last call is more recent than this: a call may cost money.
constexpr std::chrono::minutes kTellingCall{1};
/// Time limits for the parts.
constexpr std::chrono::seconds kStoreProbePatience{2}, kModelProbePatience{5};

/// For the calls of a check, which end after `patience`. A service that is too slow for it still
/// answers callers with more time, so a failed check does not count for its circuit breaker.
CallContext probe_call(std::chrono::seconds patience) {
  CallContext call;
  call.kind = CallContext::Kind::kProbe;
  call.deadline = std::chrono::steady_clock::now() + patience;
  return call;
}

/// The outcome of the last call of a remote model, if that call is at most kTellingCall old;
/// nullopt: the model must be called.
template <class Model>
std::optional<Result<void>> last_call(const Model& model) {
  const auto* const service = dynamic_cast<const RemoteService*>(&model);
  if (service == nullptr) return std::nullopt;
  auto status = service->status();
  if (!status.since_last_call || *status.since_last_call > kTellingCall) return std::nullopt;
  if (status.last_error) return Result<void>(*std::move(status.last_error));
  return Result<void>();
}

/// Sends a small request to the store next to the index. Searches fail while it does not answer.
/// A full connection pool is not a failure: the store is answering other callers.
Result<void> check_store(const HostedProject& project, const CallContext& call) {
  const auto& store = project.store();
  if (!store || store->info().service.empty()) return {};
  const auto facts =
      in_context(store, call)->facts({project.project().project_id, project.project().tree});
  const bool is_busy = !facts && facts.error().code == kPoolExhausted;
  return facts || is_busy ? Result<void>() : facts.error();
}

Probe probe_store(Subject& subject) {
  const auto call = probe_call(kStoreProbePatience);
  return probe([&]() -> Result<void> {
    if (!subject.project) return {};
    if (!subject.project->can(Feature::kIndexing)) {
      CODEWEAVER_ASSIGN(auto status, subject.project->status(call));
      subject.statistics = std::move(status.statistics);
      return {};
    }
    CODEWEAVER_TRY(check_folder(subject.project->project()));
    CODEWEAVER_ASSIGN(auto* const workspace, subject.project->workspace());
    auto found = workspace->statistics();
    if (found) subject.statistics = std::move(*found);
    if (!found && found.error().code != error_code::kIndexNotFound) return found.error();
    auto checked = check_store(*subject.project, call);
    subject.is_without_store = !checked;
    return checked;
  });
}

Probe probe_embedder(const Subject& subject) {
  return probe([&]() -> Result<void> {
    if (!subject.project) return {};
    const auto& embedder = *subject.project->embedder();
    if (auto known = last_call(embedder)) return *std::move(known);
    std::vector<float> row(embedder.info().dimension);
    return embedder.embed_query("health", row, probe_call(kModelProbePatience));
  });
}

/// Null: there is no project, or its searches use no reranker.
const Reranker* reranker_of(const Subject& subject) {
  const bool has_one = subject.project && subject.project->settings().rerank.provider != "none";
  return has_one ? subject.project->reranker().get() : nullptr;
}

Probe probe_reranker(const Reranker* reranker) {
  return probe([&]() -> Result<void> {
    if (reranker == nullptr) return {};
    if (auto known = last_call(*reranker)) return *std::move(known);
    const std::array candidate{RerankCandidate{"health.py", "health", "", "def health(): pass"}};
    const auto scores = reranker->rerank("health", candidate, probe_call(kModelProbePatience));
    return scores ? Result<void>() : scores.error();
  });
}

/// The status of a remote embedder; for a built-in model, the status of a service never called.
RemoteServiceStatus service_of(const Embedder& embedder) {
  const auto* const service = dynamic_cast<const RemoteService*>(&embedder);
  return service == nullptr ? RemoteServiceStatus() : service->status();
}

json::Value store_json(const Probe& probe, const Subject& subject) {
  auto out = probe.json();
  const auto* const service =
      subject.project ? dynamic_cast<const RemoteService*>(subject.project->store().get())
                      : nullptr;
  if (service == nullptr) return out;
  const auto status = service->status();
  out.set("address", status.address);
  out.set("circuit_breaker_state", circuit_state(status));
  return out;
}

json::Value embedding_json(const Probe& probe, const Subject& subject) {
  auto out = probe.json();
  out.set("model",
          subject.project ? subject.project->embedder()->info().model : Settings().embedding.model);
  const auto service =
      subject.project ? service_of(*subject.project->embedder()) : RemoteServiceStatus();
  out.set("circuit_breaker_state", circuit_state(service));
  return out;
}

json::Value reranking_json(const Probe& probe, const Reranker* reranker) {
  auto out = probe.json();
  out.set("model", reranker == nullptr ? "none" : reranker->name());
  return out;
}

json::Value indexing_part(const Subject& subject) {
  const auto& now = subject.indexing;
  json::Value progress;
  set_progress(progress, now);
  json::Value out;
  out.set("state", to_string(now.state));
  out.set("progress", std::move(progress));
  if (!subject.statistics.last_indexed.empty())
    out.set("last_indexed", subject.statistics.last_indexed);
  return out;
}

json::Value statistics_part(const Subject& subject, const Counts& counts) {
  const auto& statistics = subject.statistics;
  json::Value languages = json::Array{};
  for (const auto& [language, files] : statistics.languages) languages.push_back(language);
  const auto queries = counts.query_latency_ms.count();
  json::Value out;
  out.set("total_chunks_indexed", statistics.chunks);
  out.set("total_files_indexed", statistics.files);
  out.set("languages_indexed", std::move(languages));
  out.set("index_size_mb", std::llround(static_cast<double>(statistics.size_bytes) / kMegabyte));
  out.set("queries_processed", queries);
  out.set("avg_query_latency_ms",
          queries == 0 ? 0.0 : counts.query_latency_ms.sum() / static_cast<double>(queries));
  return out;
}

}  // namespace

/// Whether nothing can be searched because of the project's own parts. A missing folder does not
/// count: it may come back, and other projects do not need it.
bool Health::is_useless(const Result<void>& store, const std::shared_ptr<HostedProject>& project,
                        bool is_asked_for) const {
  if (store || store.error().code == kFolderGone) return false;
  if (is_asked_for || !host_->can(Feature::kIndexing)) return true;
  const auto all = host_->list(probe_call(kStoreProbePatience));
  if (!all) return true;
  return std::ranges::none_of(*all, [&](const Project& other) {
    return project && other.project_id != project->project().project_id && check_folder(other);
  });
}

Result<Health::Report> Health::report(std::string_view project_id) const {
  Subject subject;
  json::Value warnings = json::Array{};
  auto project = host_->resolve(project_id, {}, probe_call(kModelProbePatience));
  if (project) {
    subject.project = std::move(*project);
    subject.indexing = subject.project->indexing();
  } else if (!project_id.empty() && project.error().category == ErrorCategory::kNotFound) {
    return project.error();
  } else if (project.error().code != error_code::kNoProject) {
    warnings.push_back(project.error().message());
  }
  const bool is_broken = !project && project.error().category != ErrorCategory::kNotFound;
  const auto store = probe_store(subject);
  const auto* const reranker = reranker_of(subject);
  const auto embedding = probe_embedder(subject), reranking = probe_reranker(reranker);
  for (const auto* part : {&store, &embedding, &reranking})
    if (!part->outcome) warnings.push_back(part->outcome.error().message());
  if (subject.indexing.last_error) warnings.push_back(subject.indexing.last_error->message());

  Report report;
  report.is_unhealthy = is_broken || subject.is_without_store ||
                        is_useless(store.outcome, subject.project, !project_id.empty());
  const bool is_degraded = !warnings.if_array()->empty();
  const auto counts = host_->metrics().counts();
  json::Value services, sparse;
  sparse.set("status", kUp);
  sparse.set("provider", subject.project ? subject.project->settings().sparse.provider
                                         : Settings().sparse.provider);
  services.set("vector_store", store_json(store, subject));
  services.set("embedding_provider", embedding_json(embedding, subject));
  services.set("sparse_embedding", std::move(sparse));
  services.set("reranking", reranking_json(reranking, reranker));
  auto& out = report.body;
  out.set("status", report.is_unhealthy ? "unhealthy" : is_degraded ? "degraded" : "healthy");
  out.set("timestamp", base::iso8601(base::system_clock().now()));
  out.set("uptime_seconds", std::chrono::duration_cast<std::chrono::seconds>(
                                std::chrono::steady_clock::now() - begin_)
                                .count());
  out.set("indexing", indexing_part(subject));
  out.set("services", std::move(services));
  out.set("statistics", statistics_part(subject, counts));
  out.set("metrics",
          metrics_json(counts, {subject.indexing.files_per_second,
                                subject.project ? service_of(*subject.project->embedder())
                                                : RemoteServiceStatus()}));
  if (!host_->can(Feature::kIndexing)) out.set("from_store", true);
  if (subject.project) out.set("project_id", subject.project->project().project_id);
  out.set("warnings", std::move(warnings));
  return report;
}

Result<void> Health::is_ready() const {
  if (host_->is_stopped())
    return Error{ErrorCategory::kCancelled, "SERVER_STOPPING", "The server is stopping",
                 "checking the server", "Try again when it runs."};
  const auto call = probe_call(kStoreProbePatience);
  const auto known = host_->list(call);
  if (!known) return known.error();
  const auto project = host_->resolve({}, {}, call);
  if (project) return check_store(**project, call);
  return project.error().category == ErrorCategory::kNotFound ? Result<void>() : project.error();
}

std::string Health::prometheus() const {
  const auto project = host_->resolve({}, {}, probe_call(kStoreProbePatience));
  const auto rate = project ? (*project)->indexing().files_per_second : 0;
  const auto embedder = project ? service_of(*(*project)->embedder()) : RemoteServiceStatus();
  return metrics_text(host_->metrics().counts(), {rate, embedder}) +
         conventional_metrics(host_->metrics(), rate);
}

}  // namespace codeweaver::service
