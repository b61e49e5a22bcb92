// Names that a file uses: calls, imports and types.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "syntax/names.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// Each function reads a node that the table marks and appends at most one reference.
void add_import(TSNode node, const Source& source, std::vector<Reference>& out);
void add_call(TSNode node, const Source& source, std::vector<Reference>& out);
void add_type(TSNode node, const Source& source, std::vector<Reference>& out);

/// The type of a Go method or a Ruby singleton method. Empty: none.
std::string receiver_of(TSNode node, const Source& source);

/// "a.b::<T>" -> "b". Empty: the text does not end with an identifier.
std::string_view last_identifier(std::string_view text, bool has_dashes = false);

}  // namespace codeweaver::syntax
