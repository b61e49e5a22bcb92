// Tests of Candidate: its kind, and whether it matches exactly.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/fuse/candidate.hpp"

#include <doctest/doctest.h>

#include "codeweaver/semantic.hpp"

namespace codeweaver::engine {

TEST_CASE("candidate: what a definition is in a test, and when it comes before what is related") {
  Candidate found;
  found.info.semantic_class = SemanticClass::kDefinitionCallable;
  CHECK(found.semantic_class() == SemanticClass::kDefinitionCallable);
  found.info.is_test = true;
  CHECK(found.semantic_class() == SemanticClass::kDefinitionTest);
  CHECK(found.is_of_kind(text::AskedKind::kTests));
  CHECK_FALSE(found.is_of_kind(text::AskedKind::kAny));
  CHECK_FALSE(found.is_exact());
  found.exact = rank::ExactMatch::kIdentifier;
  CHECK_FALSE(found.is_exact());
  found.exact = rank::ExactMatch::kIdentifierSymbol;
  CHECK(found.is_exact());
}

}  // namespace codeweaver::engine
