// Tests of StaleFiles: indexed files that have changed or do not exist any more.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/stale_files.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/open_index.hpp"

namespace codeweaver::engine {

TEST_CASE("stale files: removed and rewritten files are found, in path order") {
  const OpenIndex index;
  const auto root = index.root();
  const auto stale = [&] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::hours(1);
    return StaleFiles(index.snapshot(), index.tree(), root, {}, end);
  };
  CHECK(stale().find({})->empty());
  const std::vector<std::string> asked{"src/billing/upload.py", "src/database/pool.py", "none.py"};
  CHECK(*stale().current_among(asked) ==
        std::vector<std::string>{"src/billing/upload.py", "src/database/pool.py"});
  std::filesystem::remove(root / "src/database/pool.py");
  CHECK(*stale().find({}) == std::vector<std::string>{"src/database/pool.py"});
  std::ofstream(root / "src/billing/upload.py") << "def other():\n    return 1\n";
  CHECK(*stale().find({}) ==
        std::vector<std::string>{"src/billing/upload.py", "src/database/pool.py"});
  CHECK(stale().current_among(asked)->empty());
}

}  // namespace codeweaver::engine
