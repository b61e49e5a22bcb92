// WorkspaceOpener: opens projects with the settings of each project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/searchable.hpp"
#include "codeweaver/workspace.hpp"
#include "opening/model_opener.hpp"
#include "opening/store_opener.hpp"
#include "settings/environment.hpp"
#include "settings/load.hpp"

namespace codeweaver::opening {

/// Sources of settings, in addition to the files of each project. Empty: not given.
struct SettingsSources {
  settings::Environment environment{};
  std::filesystem::path config_file{};   ///< from --config
  std::filesystem::path env_file{};      ///< adds variables to the environment
  std::vector<std::string> overrides{};  ///< "section.key=value"
  /// Finds a default for IndexOptions::pdf_reader. Called when a project is opened and the settings
  /// name no reader. Unset: no reader.
  std::function<std::vector<std::string>()> find_pdf_reader{};
};

/// An open project with its settings, models and store.
struct Opened {
  std::unique_ptr<Searchable> project{};  ///< never null
  /// The same object, to index it; null: the project is searched in a store.
  CodeWeaver* workspace = nullptr;
  settings::EffectiveSettings effective{};
  std::shared_ptr<const Embedder> embedder{};
  std::shared_ptr<const Reranker> reranker{};
  std::shared_ptr<Logger> logger{};            ///< null: the log cannot be written
  std::shared_ptr<const VectorStore> store{};  ///< null: searches use the index
};

/// Takes the CodeWeaver out of an open project. Errors: kUnsupported "QUERY_NODE".
Result<CodeWeaver> workspace_of(Opened opened);

/// Parts that the caller passes. Missing parts come from the settings.
struct SuppliedParts {
  std::shared_ptr<const Embedder> embedder{};
  std::shared_ptr<const Reranker> reranker{};
  std::shared_ptr<Logger> logger{};     ///< replaces the log file
  std::optional<IndexOptions> index{};  ///< with chunker and sparse encoder
  bool answer_model = false;            ///< the caller has its own answer model
};

/// The maker of the first index of a project, unless the settings decide it.
enum class Opening : std::uint8_t {
  kForHost,        ///< the caller, in the background; searches use the finished part
  kForOneCommand,  ///< the first search
};

/// Opens projects. Requests to services have the given CallContext.
/// Thread safety: calls may be concurrent.
class WorkspaceOpener {
 public:
  /// If `debug_log` is not null, detailed log records of the projects are also written there. It
  /// must outlive the opened projects.
  explicit WorkspaceOpener(SettingsSources sources, std::ostream* debug_log = nullptr)
      : sources_(std::move(sources)), debug_log_(debug_log) {}

  /// Returns the settings, including the settings in a project's folder and of its index.
  /// Errors: errors of settings::load() and settings::add_env_file().
  Result<settings::EffectiveSettings> settings(const Project& project = {}) const;

  /// Returns the folder of the indexes: codeweaver.data_dir, else the user's data folder. Errors:
  /// errors of settings() and settings::user_data_dir().
  Result<std::filesystem::path> data_dir() const;
  /// The same for given settings.
  Result<std::filesystem::path> data_dir(const Settings& settings) const;

  /// Returns the project of a folder and registers it, so that the command line uses the same
  /// index.
  /// \param id empty: the known ID, or the name of the folder
  /// \param state_dir not empty: keeps the index there, and registers nothing
  /// Errors: errors of data_dir() and ProjectRegistry::add().
  Result<Project> project(const std::filesystem::path& root, const std::string& id,
                          const std::filesystem::path& state_dir) const;

  /// Returns the embedder of the settings. Uses the dimension that an index in `state_dir`
  /// recorded. Errors: errors of ModelOpener::embedder().
  Result<std::shared_ptr<const Embedder>> embedder(const Settings& settings,
                                                   const std::filesystem::path& state_dir,
                                                   std::shared_ptr<Logger> logger,
                                                   const CallContext& call = {}) const;

  /// Returns the reranker of the settings. Errors: errors of ModelOpener::reranker().
  Result<std::shared_ptr<const Reranker>> reranker(const Settings& settings,
                                                   std::shared_ptr<Logger> logger) const;

  /// Returns the sparse encoder of the settings; null: none. Errors: errors of
  /// ModelOpener::sparse_encoder().
  Result<std::shared_ptr<const SparseEncoder>> sparse_encoder(const Settings& settings) const;

  /// Returns the parts that make the records of a project: the embedder, the logger, and the index
  /// options with the sparse encoder. Errors: those of embedder() and sparse_encoder().
  Result<WorkspaceOptions> indexing_parts(const Settings& settings,
                                          const std::filesystem::path& state_dir,
                                          SuppliedParts supplied = {},
                                          const CallContext& call = {}) const;

  /// Returns the model for ask(). Errors: errors of ModelOpener::answer_model().
  Result<std::shared_ptr<const AnswerModel>> answer_model(const Settings& settings,
                                                          std::shared_ptr<Logger> logger) const;

  /// Returns the store that the settings name; null: none, so searches use the index. Errors:
  /// errors of StoreOpener::store().
  Result<std::shared_ptr<VectorStore>> store(const Settings& settings,
                                             std::shared_ptr<Logger> logger) const;

  /// Opens a project to search it, where search.from_store says: its index, or the project with
  /// this ID in the store. All projects share loaded models. Errors: errors of settings(),
  /// settings::check_providers(), ModelOpener, StoreOpener, CodeWeaver::open() and open_store().
  Result<Opened> open(const Project& project, Opening opening = Opening::kForHost,
                      const CallContext& call = {}) const;
  /// The same with given settings, and with parts that the caller passes.
  Result<Opened> open(const Project& project, settings::EffectiveSettings effective,
                      SuppliedParts supplied, Opening opening, const CallContext& call = {}) const;

  /// Opens a project of the store in these settings. This machine need not know the project.
  /// Errors: errors of settings::check_providers(), ModelOpener, StoreOpener and
  /// StoreSearcher::open(); kNotFound "NO_PROJECT" (the ID is empty).
  Result<Opened> open_store(const std::string& project_id, settings::EffectiveSettings effective,
                            SuppliedParts supplied = {}, const CallContext& call = {}) const;

  /// Returns the projects of the store, by ID. Errors: errors of the store; kInvalidArgument
  /// "NO_STORE" (the settings name no store).
  Result<std::vector<Project>> store_projects(const CallContext& call = {}) const;

  /// Creates the log of a project or of the data directory: logs/codeweaver.log in `folder`.
  /// Errors: errors of make_file_logger().
  Result<std::shared_ptr<Logger>> open_log(const std::filesystem::path& folder,
                                           const Settings& settings) const;

 private:
  /// Returns the environment with the variables of two .env files: `env_file` and the user's file.
  Result<settings::Environment> environment() const;

  SettingsSources sources_;
  std::ostream* debug_log_;
  ModelOpener models_;
  StoreOpener stores_;
};

}  // namespace codeweaver::opening
