// Tests of CommitRun: which commits count as indexed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/commit_run.hpp"

#include <doctest/doctest.h>

#include <string>

#include "codeweaver/indexer.hpp"
#include "engine/row_bench.hpp"

namespace codeweaver::engine {

TEST_CASE("commit run: a commit is there as long as options and models are those it was made by") {
  RowBench bench;
  CHECK_FALSE(is_commit_indexed(bench.config(), nullptr, std::string(40, 'a')));
  const std::string unknown(40, 'b');
  const auto config = bench.config();
  const Indexer::Parts parts;
  const auto done = CommitRun(config, parts, unknown, {}).execute();
  REQUIRE_FALSE(done);  // the folder is in no repository
  CHECK_FALSE(is_commit_indexed(config, nullptr, unknown));
}

}  // namespace codeweaver::engine
