// Creates shared objects once and keeps them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "workbench.hpp"

#include <stdlib.h>

#include <utility>

#include "codeweaver/reranker.hpp"
#include "harness.hpp"

namespace codeweaver::bench {

Workbench::Workbench(WorkbenchOptions options) : options_(std::move(options)) {
  const auto parent =
      options_.work.empty() ? std::filesystem::temp_directory_path() : options_.work;
  std::string name = (parent / "codeweaver-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("cannot create a scratch folder in " + parent.string());
  scratch_ = name;
}

Workbench::~Workbench() {
  std::error_code ignored;
  std::filesystem::remove_all(scratch_, ignored);
}

const Corpus& Workbench::corpus() {
  if (!corpus_) corpus_ = make_corpus(options_.corpus, options_.files, scratch_ / "corpus");
  return *corpus_;
}

std::shared_ptr<const Embedder> Workbench::embedder() {
  if (!embedder_) embedder_ = need(make_static_embedder());
  return embedder_;
}

std::filesystem::path Workbench::fresh_folder(const std::string& name) const {
  const auto folder = scratch_ / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

Indexer Workbench::indexer(const std::filesystem::path& state) {
  IndexOptions options;
  options.workers = options_.workers;
  return need(Indexer::create({corpus().root, state, "bench", "", options}, {embedder(), {}}));
}

const std::filesystem::path& Workbench::index() {
  if (index_.empty()) {
    const auto folder = fresh_folder("index");
    need(indexer(folder).run());
    index_ = folder;
  }
  return index_;
}

HybridSearcher Workbench::searcher() {
  return need(HybridSearcher::open(index(), {embedder(), need(make_learned_reranker()), {}, {}}));
}

}  // namespace codeweaver::bench
