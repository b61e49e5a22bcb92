// Tests of the features of a chunk: terms by field, and the text to embed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/features.hpp"

#include <doctest/doctest.h>

#include "engine/content/chunk_terms.hpp"

namespace codeweaver::engine {

TEST_CASE("features: each part of a chunk goes to its field, the text around it to none") {
  ChunkTerms terms;
  analyze_chunk("src/pool.py", upload_chunk(), kUploadText, terms);
  CHECK(holds(field_of(terms, rank::Field::kSymbol), "retry"));
  CHECK(holds(field_of(terms, rank::Field::kPath), "pool"));
  CHECK(holds(field_of(terms, rank::Field::kDoc), "byte"));
  CHECK(holds(field_of(terms, rank::Field::kBody), "blob"));
  CHECK(holds(field_of(terms, rank::Field::kBody), "class"));
  CHECK_FALSE(holds(field_of(terms, rank::Field::kBody), "xx"));
  analyze_chunk("a", {}, "", terms);  // refilled, not added to
  CHECK_FALSE(holds(field_of(terms, rank::Field::kPath), "pool"));
}

TEST_CASE("features: a remote model does not see the path, whose changes would cost") {
  CHECK(embedding_text("a.py", upload_chunk(), kUploadText, true) ==
        "a.py\nArchive.upload\nclass Archive\nstore(blob)\n");
  CHECK(embedding_text("a.py", upload_chunk(), kUploadText, false) ==
        "Archive.upload\nclass Archive\nstore(blob)\n");
}

}  // namespace codeweaver::engine
