// Tests of FileGroups: a content of an earlier group gets its vectors from there.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/file_groups.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "engine/content/prepared_file.hpp"

namespace codeweaver::engine {

TEST_CASE("file groups: a content that an earlier group has gets its vectors from there") {
  const auto file = [](std::string path, std::string_view text) {
    return WantedFile{std::move(path), base::hash128(std::string(text))};
  };
  std::vector<WantedFile> files;
  for (std::size_t i = 0; i < FileGroups::kFilesOfRequest; ++i)
    files.push_back(file("a" + std::to_string(i), std::to_string(i)));
  files.push_back(file("copy", "0"));
  FileGroups groups(files, true);
  CHECK(groups.count() == 2);
  CHECK(groups.files(1).size() == 1);
  CHECK(groups.is_repeat(FileGroups::kFilesOfRequest));
  CHECK_FALSE(groups.is_repeat(0));
  PreparedFile first, copy;
  first.vectors = {1, 2};
  groups.share(0, first);
  groups.share(FileGroups::kFilesOfRequest, copy);
  CHECK(copy.vectors == first.vectors);
  CHECK(FileGroups(files, false).count() == files.size());
}

}  // namespace codeweaver::engine
