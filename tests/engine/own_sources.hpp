// An index and a store of this library's sources, for searches through stores.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/fixture.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/stores/store_mirror.hpp"

namespace codeweaver::test {

/// That which the suite runs on; a store in memory where it runs on the index alone.
inline std::shared_ptr<VectorStore> store_of_suite() {
  auto store = new_store();
  return store ? store : make_memory_store();
}

/// This library's own sources, indexed, beside a store that has them.
class OwnSources {
 public:
  OwnSources() : files_("") {
    const std::filesystem::path from = CODEWEAVER_SOURCE_DIR;
    for (const auto* folder : {"include", "src/engine", "src/store", "tests/store", "scripts"}) {
      std::filesystem::create_directories((files_.root() / folder).parent_path());
      std::filesystem::copy(from / folder, files_.root() / folder,
                            std::filesystem::copy_options::recursive);
    }
    files_.index();
    const Indexer::Config config{files_.root(), files_.state(), "shop", "", {}, ""};
    engine::StoreMirror mirror(store_, config, embedder());
    const auto filled = mirror.sync("", {});
    REQUIRE(filled);
    REQUIRE(filled->upserted > 500);
  }

  HybridSearcher open(std::shared_ptr<const VectorStore> store) const {
    auto opened =
        HybridSearcher::open(files_.state(), {embedder(), reranker(), {}, {}, std::move(store)},
                             {"", "shop", files_.root()});
    REQUIRE(opened);
    return std::move(*opened);
  }
  const VectorStore& store() const { return *store_; }
  std::shared_ptr<const VectorStore> shared_store() const { return store_; }
  engine::StatePaths paths() const { return {files_.state()}; }
  HybridSearcher embedded() const { return open(nullptr); }
  HybridSearcher through_store() const { return open(store_); }

  /// Names, comments and lines of its chunks.
  std::vector<std::string> queries() const {
    std::vector<std::string> out;
    std::size_t number = 0;
    REQUIRE(store_->scan({"shop", ""}, {}, RecordParts::kPayload, [&](const VectorRecord& record) {
      switch (number++ % 4) {
        case 0:
          if (!record.doc.empty()) out.push_back(record.doc.substr(0, 80));
          break;
        case 1:
          if (!record.defines.empty()) out.push_back(record.defines.back());
          break;
        case 2:
          if (record.references.size() > 2)
            out.push_back(record.references[0] + ' ' + record.references[2]);
          break;
        default:
          out.push_back("where is " + record.file.path.substr(record.file.path.rfind('/') + 1) +
                        " used for tests");
      }
      return out.size() < 400;
    }));
    return out;
  }

 private:
  ProjectFixture files_;
  std::shared_ptr<VectorStore> store_ = store_of_suite();
};

/// One of six, by number.
inline SearchFilter filter_of(std::size_t number) {
  SearchFilter filter;
  switch (number % 6) {
    case 1:
      filter.directory = "src/store";
      break;
    case 2:
      filter.file_type = "hpp";
      filter.include_tests = false;
      break;
    case 3:
      filter.file_glob = "src/**/*_r*.cpp";
      break;
    case 4:
      filter.focus_languages = {"python", "c++"};
      filter.min_similarity = 0;
      break;
    case 5:
      filter.lines = LineFilter{{"src/engine/searching/rank/rank.cpp", {{1, 60}}},
                                {"include/codeweaver/types.hpp", {{20, 90}}}};
      break;
    default:
      break;
  }
  return filter;
}

}  // namespace codeweaver::test
