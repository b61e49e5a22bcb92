// Outline: opens large nodes from the root down, with an explicit stack.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/outline.hpp"

#include <algorithm>
#include <cstring>

#include "chunk/line_units.hpp"
#include "chunk/sibling_groups.hpp"

namespace codeweaver::chunk {
namespace {

using syntax::ByteRange;
using syntax::Node;

// A child with this share of a large node is its body and is opened too. Otherwise a function just
// above the limit would be split into its first line and the rest.
constexpr std::uint64_t kBodyPercent = 85;
// A closing "};" or ")," stays on the line of a full-size unit.
constexpr std::uint32_t kClosingTokens = 16;

/// Something to open or to take as a unit.
struct Item {
  enum class Kind : std::uint8_t { kNode, kGroup, kText };
  Kind kind = Kind::kNode;
  Node node;        ///< for a group: its core
  ByteRange range;  ///< trimmed
  std::uint32_t tokens = 0;
  std::uint32_t list = 0;
  std::int32_t definition = -1;  ///< for a text: its embedded definition
  bool is_body = false;          ///< opened even if it fits
};

class Expander {
 public:
  Expander(const LineIndex& lines, const NodeSource& source, const DefinitionTable& definitions,
           const OutlineLimits& limits, syntax::Budget& budget)
      : lines_(lines),
        source_(source),
        definitions_(definitions),
        limits_(limits),
        budget_(budget) {}

  Outline run() {
    outline_.lists.push_back({lines_.whole(), 0, 0, -1, false});
    add(Item::Kind::kNode, source_.root(), lines_.whole(), 0);
    flush();
    while (!stack_.empty() && !budget_.is_over()) {
      const Item item = stack_.back();
      stack_.pop_back();
      if (item.kind == Item::Kind::kGroup || (item.tokens <= limits_.max_tokens && !item.is_body)) {
        emit(item);
      } else if (item.kind == Item::Kind::kNode) {
        open_node(item);
      } else {
        open_text(item);
      }
    }
    return std::move(outline_);
  }

 private:
  /// Queues anything that is not blank. flush() moves the queue to the stack, first item on top.
  void add(Item::Kind kind, const Node& node, ByteRange range, std::uint32_t list,
           std::int32_t definition = -1) {
    range = lines_.trim(range);
    if (range.size() == 0) return;
    queue_.push_back({kind, node, range, lines_.tokens(range), list, definition});
  }
  void flush() {
    stack_.insert(stack_.end(), queue_.rbegin(), queue_.rend());
    queue_.clear();
  }

  void emit(const Item& item) {
    Unit unit{item.range, item.tokens, item.list, item.list};
    if (item.kind == Item::Kind::kNode) {
      unit.is_comment = item.node.is_comment;
      unit.starts_named = unit.ends_named = item.node.is_named;
    }
    outline_.units.push_back(unit);
  }

  std::uint32_t add_list(ByteRange node, std::uint32_t parent, std::int32_t owner, bool is_lines) {
    const UnitList& above = outline_.lists[parent];
    outline_.lists.push_back(
        {node, parent, above.depth + 1, owner >= 0 ? owner : above.owner, is_lines});
    return static_cast<std::uint32_t>(outline_.lists.size() - 1);
  }

  void open_node(const Item& item) {
    source_.children(item.node, kids_);
    std::erase_if(kids_, [this](const Node& kid) { return lines_.trim(kid.range).size() == 0; });
    if (kids_.empty()) {
      Item text = item;
      text.definition = definitions_.covering(item.node.range);
      open_text(text);
      return;
    }
    const std::uint32_t list =
        add_list(item.range, item.list, definitions_.covering(item.node.range), false);
    const std::uint32_t covered = add_groups(kids_, item.node.range, item.range.begin, list);
    add_gap(covered, item.range.end, list);
    mark_body(item.tokens);
    flush();
  }

  /// Queues siblings of one parent. Everything before `covered` is already queued. Returns their
  /// end.
  std::uint32_t add_groups(const std::vector<syntax::Node>& kids, ByteRange parent,
                           std::uint32_t covered, std::uint32_t list) {
    for (const SiblingGroup& group : group_siblings(parent, kids, definitions_)) {
      const ByteRange range{kids[group.first].range.begin, kids[group.last].range.end};
      const bool is_one =
          group.first == group.last || lines_.tokens(lines_.trim(range)) <= limits_.max_tokens;
      if (group.first < group.last && is_one) {
        add_gap(covered, range.begin, list);
        add(Item::Kind::kGroup, kids[group.core], range, list);
        covered = range.end;
        continue;
      }
      const std::uint32_t inner = group.first == group.last
                                      ? list
                                      : add_list(lines_.trim(range), list, group.definition, false);
      if (is_open(group) && group.first < group.last) {  // lower headings follow as siblings
        const std::vector<syntax::Node> below(kids.begin() + group.first,
                                              kids.begin() + group.last + 1);
        covered = add_groups(below, definitions_[group.definition].node, covered, inner);
        continue;
      }
      for (std::uint32_t i = group.first; i <= group.last; ++i) {
        add_gap(covered, kids[i].range.begin, inner);
        add(Item::Kind::kNode, kids[i], kids[i].range, inner);
        covered = kids[i].range.end;
      }
    }
    return covered;
  }

  bool is_open(const SiblingGroup& group) const {
    return group.definition >= 0 &&
           definitions_[group.definition].extent == syntax::Definition::Extent::kOpen;
  }

  void mark_body(std::uint32_t parent_tokens) {
    for (Item& item : queue_) {
      const bool is_most = item.tokens * std::uint64_t{100} >= parent_tokens * kBodyPercent;
      item.is_body =
          is_most && item.kind == Item::Kind::kNode && definitions_.covering(item.node.range) < 0;
    }
  }

  /// Text between nodes: skipped by the grammar, or blanked before parsing.
  void add_gap(std::uint32_t begin, std::uint32_t end, std::uint32_t list) {
    if (begin < end) add(Item::Kind::kText, {}, {begin, end}, list);
  }

  void open_text(const Item& item) {
    const ByteRange except = item.definition < 0 ? ByteRange{} : definitions_[item.definition].node;
    std::int32_t inner = definitions_.first_in(item.range, except);
    const std::uint32_t list = add_list(item.range, item.list, item.definition, inner < 0);
    if (inner < 0) {
      emit_lines(item.range, list);
      return;
    }
    std::uint32_t covered = item.range.begin;
    while (inner >= 0) {
      ByteRange range = definitions_[inner].range;
      if (contains(range, item.range)) range = definitions_[inner].node;
      range = {std::max(range.begin, covered), std::min(range.end, item.range.end)};
      add_gap(covered, range.begin, list);
      add(Item::Kind::kText, {}, range, list, inner);
      covered = range.end;
      inner = definitions_.first_in({covered, item.range.end}, except);
    }
    add_gap(covered, item.range.end, list);
    flush();
  }

  void emit_lines(ByteRange range, std::uint32_t list) {
    line_units_.clear();
    append_line_units(lines_, range, limits_.hard_limit, line_units_, outline_.sliced);
    for (const LineUnit& line : line_units_)
      outline_.units.push_back({line.range, line.tokens, list, list});
  }

  const LineIndex& lines_;
  const NodeSource& source_;
  const DefinitionTable& definitions_;
  const OutlineLimits limits_;
  syntax::Budget& budget_;
  Outline outline_;
  std::vector<Item> stack_;
  std::vector<Item> queue_;
  std::vector<Node> kids_;
  std::vector<LineUnit> line_units_;
};

bool share_line(const LineIndex& lines, const Unit& left, const Unit& right) noexcept {
  const std::string_view between = lines.text({left.range.end, right.range.begin});
  return between.find('\n') == std::string_view::npos;
}

/// "<?xml version=...?>", which has no meaning alone.
bool is_declaration(std::string_view text) noexcept {
  constexpr std::size_t kMaxDeclarationBytes = 200;
  return text.size() <= kMaxDeclarationBytes && text.starts_with("<?xml") && text.ends_with("?>");
}

void join_shared_lines(const LineIndex& lines, const OutlineLimits& limits, Outline& outline) {
  const std::uint32_t most = std::max(limits.max_tokens, limits.hard_limit - kLineEdgeTokens);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < outline.units.size(); ++i) {
    const Unit& next = outline.units[i];
    if (kept > 0 && (share_line(lines, outline.units[kept - 1], next) ||
                     is_declaration(lines.text(outline.units[kept - 1].range)))) {
      Unit& last = outline.units[kept - 1];
      const bool are_slices =
          outline.lists[last.last_list].is_lines && outline.lists[next.first_list].is_lines;
      const std::uint32_t room = next.starts_named
                                     ? limits.max_tokens
                                     : std::min(limits.max_tokens + kClosingTokens, most);
      if (!are_slices && last.tokens + next.tokens <= room) {
        last.range.end = next.range.end;
        last.tokens += next.tokens;
        last.last_list = next.last_list;
        last.is_comment = last.is_comment && next.is_comment;
        last.ends_named = next.ends_named;
        continue;
      }
    }
    outline.units[kept++] = next;
  }
  outline.units.resize(kept);
}

}  // namespace

Outline build_outline(const LineIndex& lines, const NodeSource& source,
                      const DefinitionTable& definitions, const OutlineLimits& limits,
                      syntax::Budget& budget) {
  Outline outline = Expander(lines, source, definitions, limits, budget).run();
  join_shared_lines(lines, limits, outline);
  return outline;
}

}  // namespace codeweaver::chunk
