// A state with files that no run has brought into segments, for tests of parts of runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/types.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/fixture.hpp"
#include "engine/segments/derive_request.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// A state with some files of one chunk each, which no run has brought into segments yet.
class RowBench {
 public:
  RowBench() {
    std::filesystem::create_directories(paths().segments());
    database_.emplace(*store::Database::open(paths().database()));
    for (const std::string name : {"a", "b", "c"}) put(name);
  }
  StatePaths paths(std::string tree = "") const { return {project_.state(), std::move(tree)}; }
  store::Database& database() { return *database_; }
  const std::vector<WantedFile>& files() const { return files_; }
  Indexer::Config config() const { return {project_.root(), project_.state(), "shop"}; }
  DeriveRequest request() const { return {IndexOptions{}, nullptr}; }
  void put(const std::string& name, const std::string& tree = "") {
    IndexOptions options;
    DiscoveredFile file;
    file.path = name + ".py";
    file.language = "python";
    auto made = FileProcessor(options).process_text(
        file, "def " + name + "():\n    return '" + name + "'\n", nullptr);
    REQUIRE(made.content);
    made.file.chunk_ids.push_back(ids_.next());
    REQUIRE(database_->put_content(*made.content));
    REQUIRE(database_->make_tree(tree)->put_file(made.file));
    files_.push_back(wanted_file(made.file));
  }

 private:
  test::ProjectFixture project_{""};
  std::optional<store::Database> database_;
  std::vector<WantedFile> files_;
  base::UuidGenerator ids_;
};

}  // namespace codeweaver::engine
