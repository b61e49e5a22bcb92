// WorkspaceOpener: opens projects with the settings that hold for each of them.
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

#include "codeweaver/embedder.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/store_searcher.hpp"
#include "codeweaver/workspace.hpp"
#include "opening/model_opener.hpp"
#include "opening/store_opener.hpp"
#include "settings/environment.hpp"
#include "settings/load.hpp"

namespace codeweaver::opening {

/// Where settings come from, beside the files of each project. Empty: not given.
struct SettingsSources {
  settings::Environment environment{};
  std::filesystem::path config_file{};   ///< named by the user
  std::filesystem::path env_file{};      ///< adds to the environment
  std::vector<std::string> overrides{};  ///< "section.key=value"
  /// Finds what reads PDFs where settings name nothing (IndexOptions::pdf_reader); called when a
  /// project is opened. Unset: nothing does.
  std::function<std::vector<std::string>()> find_pdf_reader{};
};

/// A project that is open, and what holds for it.
struct Opened {
  CodeWeaver workspace;
  settings::EffectiveSettings effective{};
  std::shared_ptr<const Embedder> embedder{};
  std::shared_ptr<const Reranker> reranker{};
  std::shared_ptr<Logger> logger{};            ///< null: the log cannot be written
  std::shared_ptr<const VectorStore> store{};  ///< null: searches read the index itself
};

/// A project of a store that is searched without an index, and what holds for it.
struct OpenedStore {
  StoreSearcher searcher;
  settings::EffectiveSettings effective{};
  std::shared_ptr<const Embedder> embedder{};
  std::shared_ptr<const Reranker> reranker{};
  std::shared_ptr<const VectorStore> store{};
};

/// What a caller brings for a project itself. What is left out is as the settings say.
struct SuppliedParts {
  std::shared_ptr<const Embedder> embedder{};
  std::shared_ptr<const Reranker> reranker{};
  std::shared_ptr<Logger> logger{};     ///< in place of the log file
  std::optional<IndexOptions> index{};  ///< with its chunker and sparse encoder
  bool answer_model = false;            ///< the one that settings name
};

/// Who makes the first index of a project, where settings leave it open.
enum class Opening : std::uint8_t {
  kForHost,        ///< the caller, in the background: searches answer from what there is
  kForOneCommand,  ///< the first search
};

/// Thread safety: calls may be concurrent.
class WorkspaceOpener {
 public:
  /// Log records of the projects go to `debug_log` too, in detail, unless it is null; it must
  /// outlive what is opened.
  explicit WorkspaceOpener(SettingsSources sources, std::ostream* debug_log = nullptr)
      : sources_(std::move(sources)), debug_log_(debug_log) {}

  /// Settings with those of a project's folder and of its index, as far as it has them.
  /// Errors: those of settings::load() and settings::add_env_file().
  Result<settings::EffectiveSettings> settings(const Project& project = {}) const;

  /// Where indexes lie: as settings name it, else the user's usual folder. Errors: those of
  /// settings() and settings::user_data_dir().
  Result<std::filesystem::path> data_dir() const;
  /// The same with settings() that are at hand.
  Result<std::filesystem::path> data_dir(const Settings& settings) const;

  /// The project of a folder, where the command line keeps it too: one index a folder, whoever
  /// asks. `id` empty: as it is known, or as the folder is called. With a `state_dir` (non-empty)
  /// the index lies there, and nobody else knows of it. Errors: those of data_dir() and
  /// ProjectRegistry::add().
  Result<Project> project(const std::filesystem::path& root, const std::string& id,
                          const std::filesystem::path& state_dir) const;

  /// The embedder that settings name, with what an index in `state_dir` tells of it. Errors: those
  /// of ModelOpener::embedder().
  Result<std::shared_ptr<const Embedder>> embedder(const Settings& settings,
                                                   const std::filesystem::path& state_dir,
                                                   std::shared_ptr<Logger> logger) const;

  /// The reranker that they name. Errors: those of ModelOpener::reranker().
  Result<std::shared_ptr<const Reranker>> reranker(const Settings& settings,
                                                   std::shared_ptr<Logger> logger) const;

  /// The sparse encoder that they name; null: none. Errors: those of ModelOpener::sparse_encoder().
  Result<std::shared_ptr<const SparseEncoder>> sparse_encoder(const Settings& settings) const;

  /// The model behind ask. Errors: those of ModelOpener::answer_model().
  Result<std::shared_ptr<const AnswerModel>> answer_model(const Settings& settings,
                                                          std::shared_ptr<Logger> logger) const;

  /// The store that they name; null: the index itself. Errors: those of StoreOpener::store().
  Result<std::shared_ptr<VectorStore>> store(const Settings& settings,
                                             std::shared_ptr<Logger> logger) const;

  /// Opens a project; each model is loaded once for all. Errors: those of settings(),
  /// settings::check_providers(), ModelOpener, StoreOpener and CodeWeaver::open(); kUnsupported
  /// "QUERY_NODE" (they say that this machine keeps no index).
  Result<Opened> open(const Project& project, Opening opening = Opening::kForHost) const;
  /// The same with settings() that are at hand, and with what the caller brings for their names.
  Result<Opened> open(const Project& project, settings::EffectiveSettings effective,
                      SuppliedParts supplied, Opening opening) const;

  /// Opens a project of the store that the user's settings name, which may know more projects than
  /// this machine does. Errors: those of settings(), settings::check_providers(), ModelOpener,
  /// StoreOpener and StoreSearcher::open(); kNotFound "NO_PROJECT" (the id is empty).
  Result<OpenedStore> open_store(const std::string& project_id) const;

  /// Ids of the projects of that store, in order. Errors: those of the store; kInvalidArgument
  /// "NO_STORE" (the settings name none).
  Result<std::vector<std::string>> store_projects() const;

  /// Makes the log of a project or of the data directory: logs/codeweaver.log in `folder`.
  /// Errors: those of make_file_logger().
  Result<std::shared_ptr<Logger>> open_log(const std::filesystem::path& folder,
                                           const Settings& settings) const;

 private:
  /// The environment with what .env files add: the one that is named, and the user's own.
  Result<settings::Environment> environment() const;

  SettingsSources sources_;
  std::ostream* debug_log_;
  ModelOpener models_;
  StoreOpener stores_;
};

}  // namespace codeweaver::opening
