// Tests of PreparedFile: what a segment is told of a file and its chunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/prepared_file.hpp"

#include <doctest/doctest.h>

#include <cstddef>

#include "engine/content/chunk_terms.hpp"
#include "store/database/records.hpp"

namespace codeweaver::engine {

TEST_CASE("prepared file: a segment is told of a file and its chunks") {
  store::FileRecord file;
  file.path = "tests/a.py";
  file.content = {3, 4};
  file.is_test = true;
  const auto wanted = wanted_file(file);
  PreparedFile prepared;
  prepared.language = "python";
  prepared.chunks.assign(2, prepare_chunk(wanted.path, upload_chunk(), kUploadText));
  prepared.vectors = {1, 0, 0, 1};
  CHECK(segment_inputs(wanted, prepared, 0).back().vector.empty());
  const auto inputs = segment_inputs(wanted, prepared, 2);
  REQUIRE(inputs.size() == 2);
  const auto& input = inputs.back();
  CHECK(input.path == "tests/a.py");
  CHECK(input.language == "python");
  CHECK(input.content == file.content);
  CHECK(input.ordinal == 1);
  CHECK(input.vector[1] == 1);
  CHECK(input.is_test);
  CHECK(input.tokens == 9);
  CHECK(input.symbol == "Archive.upload");
  CHECK(holds(*input.terms[static_cast<std::size_t>(rank::Field::kBody)], "blob"));
}

}  // namespace codeweaver::engine
