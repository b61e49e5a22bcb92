// Tests of FileStates: reports every path, in order, for any number of paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/file_states.hpp"

#include <doctest/doctest.h>

#include "base/os/files.hpp"
#include "temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

namespace fs = std::filesystem;

TEST_CASE("file states: files, folders, links and nothing, in the order in which they came") {
  const TempTree tree;
  tree.write("d/one", "1");
  tree.write("d/three", "333");
  fs::create_symlink("one", tree.root() / "d/link");
  const auto root = os::open_folder(tree.root().c_str());
  const std::vector<std::string> kinds = {"d/one", "d/three", "d/link", "d", "d/none"};
  for (const std::size_t count : {0, 1, 499, 500, 501, 5003}) {
    FileStates states(root.get());
    for (std::size_t i = 0; i < count; ++i) states.add(kinds[i % kinds.size()]);
    std::size_t next = 0, right = 0;
    states.finish([&](std::string_view path, const FileState& state) {
      const std::size_t kind = next++ % kinds.size();
      const std::size_t size = kind == 0 ? 1 : 3;
      right += path == kinds[kind] && state.is_file == (kind < 2) &&
                       (kind > 1 || (state.size_bytes == size && state.times.modified_ns > 0))
                   ? 1
                   : 0;
    });
    CHECK(next == count);
    CHECK(right == count);
  }
}

TEST_CASE("file states: what nobody asks for in the end is dropped") {
  const TempTree tree;
  const auto root = os::open_folder(tree.root().c_str());
  for (int i = 0; i < 20; ++i) {
    FileStates states(root.get());
    for (int k = 0; k < 3000; ++k) states.add("none");
  }
}

}  // namespace
}  // namespace codeweaver::corpus
