// One pass over a tree: definitions, members, references and embedded texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <vector>

#include "syntax/embedded.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// The contents of one tree, in source order.
struct Extract {
  std::vector<Definition> definitions;
  std::vector<Member> members;
  std::vector<Reference> references;
  std::vector<Embedded> embedded;
};

/// Iterative, so depth does not use stack. Enters ERROR nodes, because their contents are mostly
/// intact. Cost: linear in the tree. If the budget ends, returns the results so far.
Extract extract(const TSTree* tree, const Source& source, Budget& budget);

}  // namespace codeweaver::syntax
