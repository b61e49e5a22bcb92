// Tests of FileBatch: when it is full.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/writing/file_batch.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "engine/content/memory_shares.hpp"
#include "engine/processed_files.hpp"

namespace codeweaver::engine {

TEST_CASE("file batch: full by number, or by bytes of texts as the memory budget says") {
  FileBatch batch(3, 64ULL << 20);
  batch.add(cut_file("a.py", "a = 1\n"));
  batch.add(failed_file("b.py"));
  CHECK_FALSE(batch.is_full());
  batch.add(cut_file("c.py", "c = 1\n"));
  CHECK(batch.is_full());
  CHECK(batch.files().size() == 3);
  batch.clear();
  CHECK(batch.is_empty());
  auto large = cut_file("d.py", "d = 1\n");
  large.content->text.resize(batch_share(64ULL << 20));
  batch.add(std::move(large));
  CHECK(batch.is_full());
  batch.clear();
  CHECK_FALSE(batch.is_full());
}

}  // namespace codeweaver::engine
