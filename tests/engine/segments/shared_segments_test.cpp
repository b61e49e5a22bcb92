// Tests of segments that a new tree takes from other trees.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/shared_segments.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/row_bench.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/state_paths.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

TEST_CASE("shared segments: a new tree takes those of which most files are its own") {
  RowBench bench;
  REQUIRE(derive_segments(bench.paths(), bench.request()));
  WantedContents wanted;
  for (const auto& file : bench.files()) wanted.emplace(file.path, file.content);
  const auto commit = bench.paths(commit_tree(std::string(40, 'a')));
  const auto share = [&](const WantedContents& files) {
    return share_segments(commit, files, 0, bench.request().vector_index);
  };
  CHECK(share(wanted).segments.size() == 1);
  wanted.erase("b.py");
  const auto most = share(wanted);
  REQUIRE(most.segments.size() == 1);
  CHECK(most.segments[0].deleted_files == std::vector<std::uint32_t>{1});
  wanted.erase("c.py");
  CHECK(share(wanted).segments.empty());  // two thirds are others
  CHECK(share_segments(commit, wanted, 256, bench.request().vector_index).segments.empty());
  REQUIRE(forget_other_trees(commit));
  CHECK_FALSE(store::open_snapshot(bench.paths().segments()));
}

}  // namespace codeweaver::engine
