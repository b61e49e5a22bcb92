// Shared objects of the cases: corpus, embedder and one finished index, created on first use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "codeweaver/embedder.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "corpus.hpp"

namespace codeweaver::bench {

struct WorkbenchOptions {
  std::filesystem::path corpus;  ///< empty: generated
  std::size_t files = 0;         ///< maximum number; 0: all
  std::size_t workers = 0;       ///< threads of an indexing run; 0: one per core
  std::filesystem::path
      work;  ///< parent of the scratch folder; empty: the system's temporary folder
};

/// Owns a scratch folder and deletes it at the end. Members throw std::runtime_error.
class Workbench {
 public:
  explicit Workbench(WorkbenchOptions options);
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;
  ~Workbench();

  const WorkbenchOptions& options() const noexcept { return options_; }
  const Corpus& corpus();
  std::shared_ptr<const Embedder> embedder();
  /// An empty folder with this name in the scratch folder; an existing one is deleted first.
  std::filesystem::path fresh_folder(const std::string& name) const;

  Indexer indexer(const std::filesystem::path& state);
  /// State folder of a finished index of the corpus, for cases that only read or update it.
  const std::filesystem::path& index();
  HybridSearcher searcher();

 private:
  WorkbenchOptions options_;
  std::filesystem::path scratch_;
  std::optional<Corpus> corpus_;
  std::shared_ptr<const Embedder> embedder_;
  std::filesystem::path index_;  // empty: not created yet
};

}  // namespace codeweaver::bench
