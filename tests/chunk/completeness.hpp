// Completeness: checks that a piece is a run of whole sibling nodes, or a part of a too large node.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "chunk/chunk.hpp"
#include "chunk/node_source.hpp"
#include "codeweaver/text/token_count.hpp"

namespace codeweaver::chunk::testing {

enum class Completeness : std::uint8_t {
  kWhole,       ///< a run of whole siblings
  kPart,        ///< labelled, and every node it cuts is too large to be whole
  kUnlabelled,  ///< cuts nodes that are too large, but does not say so
  kCutsUnit,    ///< begins or ends inside a node or a documented definition that would fit
};

/// Judges a piece from the tree alone; shares no code with the chunker but NodeSource.
class CompletenessChecker {
 public:
  CompletenessChecker(std::string_view text, const NodeSource& source, std::uint32_t max_tokens)
      : text_(text), source_(source), max_tokens_(max_tokens) {}

  Completeness check(const Piece& piece) const {
    const syntax::ByteRange range = trim(piece.range);
    if (trim({0, static_cast<std::uint32_t>(text_.size())}) == range) return Completeness::kWhole;
    if (!cuts_only_large(range.begin) || !cuts_only_large(range.end))
      return Completeness::kCutsUnit;
    for (const syntax::Definition& definition : source_.definitions()) {
      const syntax::ByteRange unit = trim(definition.range);
      const bool is_cut = lies_inside(range.begin, unit) || lies_inside(range.end, unit);
      if (is_cut && fits(unit)) return Completeness::kCutsUnit;
    }
    if (is_sibling_run(range)) return Completeness::kWhole;
    return piece.is_part ? Completeness::kPart : Completeness::kUnlabelled;
  }

 private:
  static bool is_blank(char c) {
    return std::string_view(" \t\r\n\f\v").find(c) != std::string_view::npos;
  }
  static bool lies_inside(std::uint32_t offset, syntax::ByteRange range) {
    return range.begin < offset && offset < range.end;
  }

  syntax::ByteRange trim(syntax::ByteRange range) const {
    if (range.begin == 0 && text_.starts_with("\xEF\xBB\xBF")) range.begin = 3;
    while (range.begin < range.end && is_blank(text_[range.begin])) ++range.begin;
    while (range.end > range.begin && is_blank(text_[range.end - 1])) --range.end;
    return range;
  }
  bool fits(syntax::ByteRange range) const {
    return text::count_tokens(text_.substr(range.begin, range.size())) <= max_tokens_;
  }

  std::uint64_t tokens(syntax::ByteRange range) const {
    return text::count_tokens(text_.substr(range.begin, range.size()));
  }

  /// The smallest node with `offset` strictly inside does not fit a piece, or it is nearly all
  /// (85 %) of one that does not.
  bool cuts_only_large(std::uint32_t offset) const {
    syntax::Node node = source_.root();
    std::uint64_t size = tokens(trim({0, static_cast<std::uint32_t>(text_.size())}));
    bool is_large = size > max_tokens_;
    std::vector<syntax::Node> kids;
    for (bool found = true; found;) {
      source_.children(node, kids);
      found = false;
      for (const syntax::Node& kid : kids) {
        if (!lies_inside(offset, trim(kid.range))) continue;
        const std::uint64_t kid_size = tokens(trim(kid.range));
        is_large = kid_size > max_tokens_ || (is_large && kid_size * 100 >= size * 85);
        size = kid_size;
        node = syntax::Node(kid);
        found = true;
        break;
      }
    }
    return is_large || !lies_inside(offset, trim(node.range));
  }

  /// Some node has children such that the range starts with one and ends with one, cutting none.
  bool is_sibling_run(syntax::ByteRange range) const {
    syntax::Node node = source_.root();
    std::vector<syntax::Node> kids;
    while (true) {
      source_.children(node, kids);
      const syntax::Node* around = nullptr;
      bool is_cut = false;
      for (const syntax::Node& kid : kids) {
        const syntax::ByteRange unit = trim(kid.range);
        if (unit == range) return true;
        if (unit.begin <= range.begin && range.end <= unit.end) around = &kid;
        is_cut = is_cut || lies_inside(range.begin, unit) || lies_inside(range.end, unit);
      }
      if (around == nullptr) return !kids.empty() && !is_cut;
      node = syntax::Node(*around);
    }
  }

  std::string_view text_;
  const NodeSource& source_;
  std::uint32_t max_tokens_;
};

}  // namespace codeweaver::chunk::testing
