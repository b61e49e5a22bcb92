// What cases share: the corpus, the embedder, one finished index, made when first asked for.
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
  std::size_t files = 0;         ///< at most so many; 0: all
  std::size_t workers = 0;       ///< threads of an indexing run; 0: one a core
  std::filesystem::path work;    ///< where the scratch folder is made; empty: the system's
};

/// Owns a scratch folder that goes when it does. Members throw std::runtime_error.
class Workbench {
 public:
  explicit Workbench(WorkbenchOptions options);
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;
  ~Workbench();

  const WorkbenchOptions& options() const noexcept { return options_; }
  const Corpus& corpus();
  std::shared_ptr<const Embedder> embedder();
  /// An empty folder of that name in the scratch folder; what was there is removed.
  std::filesystem::path fresh_folder(const std::string& name) const;

  Indexer indexer(const std::filesystem::path& state);
  /// State of a finished index of the corpus, shared by the cases that only read or update it.
  const std::filesystem::path& index();
  HybridSearcher searcher();

 private:
  WorkbenchOptions options_;
  std::filesystem::path scratch_;
  std::optional<Corpus> corpus_;
  std::shared_ptr<const Embedder> embedder_;
  std::filesystem::path index_;  // empty: not made yet
};

}  // namespace codeweaver::bench
