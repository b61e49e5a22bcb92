// One pass over a tree: definitions, members, references and embedded texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <vector>

#include "syntax/embedded.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// What one tree holds, in source order.
struct Extract {
  std::vector<Definition> definitions;
  std::vector<Member> members;
  std::vector<Reference> references;
  std::vector<Embedded> embedded;
};

/// Iterative, so depth costs no stack; ERROR nodes are entered, for what is in them is mostly
/// intact. Cost: linear in the tree. Where the budget ends, what was found so far.
Extract extract(const TSTree* tree, const Source& source, Budget& budget);

}  // namespace codeweaver::syntax
