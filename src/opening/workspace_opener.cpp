// WorkspaceOpener: loads settings, then opens the workspace with them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "opening/workspace_opener.hpp"

#include <chrono>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/project_registry.hpp"
#include "codeweaver/remote_models.hpp"
#include "codeweaver/store_searcher.hpp"
#include "opening/query_node.hpp"
#include "settings/options.hpp"
#include "settings/providers.hpp"

namespace codeweaver::opening {
namespace {

/// Default time that searches of a host wait for the first index of a project.
constexpr std::chrono::milliseconds kHostPatience{1500};

/// Returns the settings whose providers the caller passes itself.
std::vector<std::string_view> named_by(const SuppliedParts& supplied) {
  std::vector<std::string_view> keys;
  if (supplied.embedder) keys.emplace_back("embedding.provider");
  if (supplied.reranker) keys.emplace_back("rerank.provider");
  if (supplied.index && supplied.index->chunker) keys.emplace_back("chunking.strategy");
  if (supplied.index && supplied.index->sparse_encoder) keys.emplace_back("sparse.provider");
  if (supplied.answer_model) keys.emplace_back("answer.provider");
  return keys;
}

}  // namespace

Result<settings::EffectiveSettings> WorkspaceOpener::settings(const Project& project) const {
  settings::LoadRequest request;
  if (auto user = settings::user_settings_file(sources_.environment)) request.user_file = *user;
  request.project_root = project.root;
  request.project_settings = project.settings_file();
  request.config_file = sources_.config_file;
  auto all = environment();
  if (!all) return all.error();
  request.environment = *std::move(all);
  request.overrides = sources_.overrides;
  return settings::load(request);
}

Result<std::filesystem::path> WorkspaceOpener::data_dir() const {
  const auto loaded = settings();
  return loaded ? data_dir(loaded->settings) : loaded.error();
}

Result<std::filesystem::path> WorkspaceOpener::data_dir(const Settings& settings) const {
  if (const auto& folder = settings.codeweaver.data_dir; !folder.empty())
    return std::filesystem::path(folder);
  return settings::user_data_dir(sources_.environment);
}

Result<Project> WorkspaceOpener::project(const std::filesystem::path& root, const std::string& id,
                                         const std::filesystem::path& state_dir) const {
  if (state_dir.empty()) {
    const auto folder = data_dir();
    return folder ? ProjectRegistry(*folder).add(root, id) : folder.error();
  }
  std::error_code error;
  auto real = std::filesystem::weakly_canonical(root, error);
  if (error) real = root;  // open() reports the error
  const auto name = id.empty() ? real.filename().string() : id;
  return Project{name, name, real, std::filesystem::absolute(state_dir, error)};
}

Result<settings::Environment> WorkspaceOpener::environment() const {
  auto all = sources_.environment;
  if (!sources_.env_file.empty())
    if (auto added = settings::add_env_file(sources_.env_file, all); !added) return added.error();
  if (const auto folder = settings::user_config_dir(all))
    if (auto added = settings::add_env_file(*folder / ".env", all);
        !added && added.error().category != ErrorCategory::kNotFound)
      return added.error();
  return all;
}

Result<std::shared_ptr<const Embedder>> WorkspaceOpener::embedder(
    const Settings& settings, const std::filesystem::path& state_dir,
    std::shared_ptr<Logger> logger, const CallContext& call) const {
  auto all = environment();
  if (!all) return all.error();
  ModelOpener::Request request{
      *all, 0, std::move(logger), settings.onnx.library, settings.network.ca_file, call};
  // Ignores a damaged state here; opening it reports the error.
  if (const auto recorded = recorded_embedder(state_dir);
      recorded && *recorded && (*recorded)->provider == settings.embedding.provider &&
      (*recorded)->model == settings.embedding.model)
    request.expected_dimension = (*recorded)->dimension;
  return models_.embedder(settings.embedding, request);
}

Result<std::shared_ptr<const Reranker>> WorkspaceOpener::reranker(
    const Settings& settings, std::shared_ptr<Logger> logger) const {
  auto all = environment();
  if (!all) return all.error();
  return models_.reranker(settings.rerank, {*all, 0, std::move(logger), settings.onnx.library,
                                            settings.network.ca_file});
}

Result<std::shared_ptr<const SparseEncoder>> WorkspaceOpener::sparse_encoder(
    const Settings& settings) const {
  const auto all = environment();
  if (!all) return all.error();
  return models_.sparse_encoder(settings.sparse, {*all, 0, nullptr, settings.onnx.library});
}

Result<WorkspaceOptions> WorkspaceOpener::indexing_parts(const Settings& settings,
                                                         const std::filesystem::path& state_dir,
                                                         SuppliedParts supplied,
                                                         const CallContext& call) const {
  WorkspaceOptions out;
  out.logger = std::move(supplied.logger);
  CODEWEAVER_ASSIGN(out.embedder, supplied.embedder
                                      ? Result(std::move(supplied.embedder))
                                      : embedder(settings, state_dir, out.logger, call));
  out.index = supplied.index ? std::move(*supplied.index) : settings::index_options(settings);
  if (!out.index.sparse_encoder) {
    CODEWEAVER_ASSIGN(out.index.sparse_encoder, sparse_encoder(settings));
  }
  return out;
}

Result<std::shared_ptr<const AnswerModel>> WorkspaceOpener::answer_model(
    const Settings& settings, std::shared_ptr<Logger> logger) const {
  auto all = environment();
  if (!all) return all.error();
  return models_.answer_model(settings.answer,
                              {*all, 0, std::move(logger), {}, settings.network.ca_file});
}

Result<std::shared_ptr<VectorStore>> WorkspaceOpener::store(const Settings& settings,
                                                            std::shared_ptr<Logger> logger) const {
  auto all = environment();
  if (!all) return all.error();
  return stores_.store(settings, *all, std::move(logger));
}

Result<std::shared_ptr<Logger>> WorkspaceOpener::open_log(const std::filesystem::path& folder,
                                                          const Settings& settings) const {
  auto options = settings::log_options(settings);
  if (debug_log_ != nullptr) {
    options.tee = debug_log_;
    options.level = LogLevel::kDebug;
  }
  return make_file_logger(folder / "logs" / "codeweaver.log", options);
}

Result<Opened> WorkspaceOpener::open(const Project& project, Opening opening,
                                     const CallContext& call) const {
  auto effective = settings(project);
  if (!effective) return effective.error();
  return open(project, std::move(*effective), {}, opening, call);
}

Result<Opened> WorkspaceOpener::open(const Project& project, settings::EffectiveSettings effective,
                                     SuppliedParts supplied, Opening opening,
                                     const CallContext& call) const {
  if (effective.settings.search.from_store)
    return open_store(project.project_id, std::move(effective), std::move(supplied), call);
  if (auto checked = settings::check_providers(effective, named_by(supplied)); !checked)
    return checked.error();
  const auto& values = effective.settings;
  // Searches also work if the log cannot be written.
  if (!supplied.logger)
    if (auto made = open_log(project.state_dir, values)) supplied.logger = std::move(*made);
  auto given_reranker = std::move(supplied.reranker);
  CODEWEAVER_ASSIGN(auto options,
                    indexing_parts(values, project.state_dir, std::move(supplied), call));
  CODEWEAVER_ASSIGN(options.reranker, given_reranker ? Result(std::move(given_reranker))
                                                     : reranker(values, options.logger));
  CODEWEAVER_ASSIGN(options.store, store(values, options.logger));
  if (options.index.pdf_reader.empty() && sources_.find_pdf_reader)
    options.index.pdf_reader = sources_.find_pdf_reader();
  options.patience = std::chrono::milliseconds(values.indexing.patience_ms);
  options.past_commits = values.search.past_commits;
  options.first_index_wait = settings::first_index_wait(values);
  if (!options.first_index_wait && opening == Opening::kForHost)
    options.first_index_wait = kHostPatience;
  options.first_index_patience = std::chrono::milliseconds(values.indexing.first_index_patience_ms);
  options.stale_after = std::chrono::minutes(values.indexing.stale_minutes);
  options.watch = settings::watch_options(values);
  Opened out{.effective = std::move(effective),
             .embedder = options.embedder,
             .reranker = options.reranker,
             .logger = options.logger,
             .store = options.store};
  CODEWEAVER_ASSIGN(auto workspace, CodeWeaver::open(project, std::move(options)));
  auto opened = std::make_unique<CodeWeaver>(std::move(workspace));
  out.workspace = opened.get();
  out.project = std::move(opened);
  return out;
}

Result<Opened> WorkspaceOpener::open_store(const std::string& project_id,
                                           settings::EffectiveSettings effective,
                                           SuppliedParts supplied, const CallContext& call) const {
  if (project_id.empty())
    return Error{ErrorCategory::kNotFound, std::string(error_code::kNoProject),
                 "No project of the store was given", "choosing a project",
                 "Give the ID of an indexed project."};
  CODEWEAVER_TRY(settings::check_providers(effective, named_by(supplied)));
  const auto& values = effective.settings;
  HybridSearcher::Parts parts;
  CODEWEAVER_ASSIGN(parts.embedder, supplied.embedder ? Result(std::move(supplied.embedder))
                                                      : embedder(values, {}, nullptr, call));
  CODEWEAVER_ASSIGN(parts.reranker, supplied.reranker ? Result(std::move(supplied.reranker))
                                                      : reranker(values, nullptr));
  CODEWEAVER_ASSIGN(parts.sparse_encoder, sparse_encoder(values));
  CODEWEAVER_ASSIGN(parts.store, store(values, nullptr));
  CODEWEAVER_ASSIGN(auto searcher, StoreSearcher::open(project_id, parts));
  return Opened{std::make_unique<StoreSearcher>(std::move(searcher)),
                nullptr,
                std::move(effective),
                std::move(parts.embedder),
                std::move(parts.reranker),
                nullptr,
                std::move(parts.store)};
}

Result<CodeWeaver> workspace_of(Opened opened) {
  if (opened.workspace == nullptr) return unsupported(*opened.project, Feature::kIndexing);
  return std::move(*opened.workspace);
}

Result<std::vector<Project>> WorkspaceOpener::store_projects(const CallContext& call) const {
  const auto effective = settings();
  if (!effective) return effective.error();
  const auto store = this->store(effective->settings, nullptr);
  if (!store) return store.error();
  if (!*store) return no_store();
  const auto collections = in_context(*store, call.awaited())->collections({});
  if (!collections) return collections.error();
  std::vector<Project> out;
  for (const auto& [id, tree] : *collections)
    if (out.empty() || out.back().project_id != id) out.push_back(store_project(id));
  return out;
}

}  // namespace codeweaver::opening
