// Content class: the semantic class of a piece without a named definition, from its syntax nodes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "chunk/chunk.hpp"
#include "chunk/definition_table.hpp"
#include "chunk/node_source.hpp"
#include "codeweaver/semantic.hpp"

namespace codeweaver::chunk {

/// The class that the name of a node type stands for ("for_in_statement": iteration). nullopt:
/// none.
std::optional<SemanticClass> content_class(std::string_view node_name) noexcept;

/// How the content of a piece decides its class.
enum class ByContent : std::uint8_t {
  kNo,              ///< a definition decides
  kPartOfCallable,  ///< body of a function: statements decide, otherwise the function
  kScript,          ///< named after a variable among statements: flow and calls decide
  kYes,             ///< no definition names the piece
};

/// Gives each piece the class with the most bytes of its syntax nodes, if `decided_by` allows it.
/// `decided_by` has one entry per piece. The outermost node with a class decides for its bytes;
/// files, blocks and other wrappers are opened. Comments count a quarter and imports half, because
/// they are rarely the subject. Pieces must be in order. Cost: linear in the opened nodes; no
/// recursion. Stops when the budget ends.
void classify_content(const NodeSource& source, const DefinitionTable& definitions,
                      std::span<const ByContent> decided_by, std::vector<Piece>& pieces,
                      syntax::Budget& budget);

}  // namespace codeweaver::chunk
