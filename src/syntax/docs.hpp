// What belongs to a definition besides its node: wrappers, attributes and the doc comment.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "syntax/names.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::syntax {

/// The surroundings of one definition.
struct Surroundings {
  ByteRange range;         ///< doc comment and attributes to the end of the wrapper
  std::string doc;         ///< cleaned
  std::string attributes;  ///< text of attributes that stand before the wrapper
};

/// `ancestors` lead from the root to the parent of `node`.
Surroundings surroundings_of(TSNode node, std::span<const TSNode> ancestors, const Source& source);

/// End without the white space that some grammars count in.
std::uint32_t trimmed_end(ByteRange range, std::string_view text) noexcept;

/// Node start to before its body, else the first line (and on while brackets are open).
ByteRange signature_of(TSNode node, const Source& source);

}  // namespace codeweaver::syntax
