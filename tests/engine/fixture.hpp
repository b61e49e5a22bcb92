// A copy of the small shop project with everything to index and search it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/temporary_folder.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/project_registry.hpp"
#include "codeweaver/push.hpp"
#include "codeweaver/query.hpp"
#include "codeweaver/reconcile.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/snapshot.hpp"
#include "codeweaver/text_search.hpp"
#include "codeweaver/vector_store.hpp"
#include "codeweaver/workspace.hpp"
#include "remote/stores.hpp"

namespace codeweaver::test {

/// A namespace of pushed items.
inline constexpr const char* kAtlas = "shop/atlas_graph/code_atlas_provider";

inline void write_file(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// Whether one of some texts holds `part`.
inline bool mentions(const std::vector<std::string>& list, std::string_view part) {
  return std::ranges::any_of(
      list, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

/// The built-in model, loaded once.
inline std::shared_ptr<const Embedder> embedder() {
  static const auto loaded = make_static_embedder();
  REQUIRE(loaded);
  return *loaded;
}

/// The default one, loaded once.
inline std::shared_ptr<const Reranker> reranker() {
  static const auto loaded = make_learned_reranker();
  REQUIRE(loaded);
  return *loaded;
}

/// A new store of the kind that CODEWEAVER_TEST_STORE names: suites run once for each.
inline std::shared_ptr<VectorStore> new_store() {
  const char* const wanted = std::getenv("CODEWEAVER_TEST_STORE");
  const std::string_view name = wanted == nullptr ? "embedded" : wanted;
  for (const auto& kind : store_kinds())
    if (kind.name == name) return empty_store(kind);
  FAIL("there is no such store");
  return nullptr;
}

/// A project with the built-in parts.
inline CodeWeaver open_workspace(Project project,
                                 std::shared_ptr<VectorStore> store = new_store()) {
  WorkspaceOptions options;
  options.embedder = embedder();
  options.store = std::move(store);
  options.reranker = reranker();
  auto opened = CodeWeaver::open(std::move(project), options);
  REQUIRE(opened);
  return std::move(*opened);
}

/// A project in a temporary folder with its state beside it.
class ProjectFixture {
 public:
  /// Starts with the files of tests/data/<name>; an empty name starts with none.
  explicit ProjectFixture(std::string_view name = "shop") {
    std::filesystem::create_directories(root());
    if (!name.empty())
      std::filesystem::copy(std::filesystem::path(CODEWEAVER_TEST_DATA) / name, root(),
                            std::filesystem::copy_options::recursive);
  }

  std::filesystem::path root() const { return folder_ / "project"; }
  std::filesystem::path state() const { return folder_ / "state"; }
  void write(std::string_view path, std::string_view text) { write_file(root() / path, text); }
  void remove(std::string_view path) { std::filesystem::remove_all(root() / path); }
  void rename(std::string_view from, std::string_view to) {
    std::filesystem::create_directories((root() / to).parent_path());
    std::filesystem::rename(root() / from, root() / to);
  }

  Indexer indexer(IndexOptions options = {}) const {
    auto made =
        Indexer::create({root(), state(), "shop", "", std::move(options)}, {embedder(), {}});
    REQUIRE(made);
    return std::move(*made);
  }
  IndexReport index(const IndexRequest& request = {}, IndexOptions options = {}) const {
    auto report = indexer(std::move(options)).run(request);
    if (!report) FAIL(report.error().message());
    return std::move(*report);
  }
  HybridSearcher searcher() const {
    auto opened = HybridSearcher::open(state(), {embedder(), reranker(), {}, {}});
    if (!opened) FAIL(opened.error().message());
    return std::move(*opened);
  }
  FindCodeResponseSummary search(std::string_view query, const SearchOptions& options = {}) const {
    auto answer = searcher().search(query, options);
    if (!answer) FAIL(answer.error().message());
    return std::move(*answer);
  }

 private:
  TemporaryFolder folder_;
};

/// Paths of the matches, best first.
/// All that is found, of the working tree or of a version.
inline FindCodeResponseSummary search(CodeWeaver& engine, std::string_view query,
                                      const std::string& ref = "",
                                      const std::string& changed_in = "") {
  SearchOptions options;
  options.ref = ref;
  options.changed_in = changed_in;
  options.filter.min_similarity = 0;
  auto answer = engine.search(query, options);
  if (!answer) FAIL(answer.error().message());
  return std::move(*answer);
}

inline std::vector<std::string> paths(const FindCodeResponseSummary& answer) {
  std::vector<std::string> out;
  for (const auto& match : answer.matches) out.push_back(match.file.path);
  return out;
}

inline bool has_path(const FindCodeResponseSummary& answer, const std::string& path) {
  return std::ranges::count(paths(answer), path) > 0;
}

}  // namespace codeweaver::test
