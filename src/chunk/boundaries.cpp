// Boundaries: prices of cutting and joining, from text, tokens and depth.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/boundaries.hpp"

#include <algorithm>
#include <limits>

#include "chunk/segments.hpp"

namespace codeweaver::chunk {
namespace {

// On the scale of partition(): 1 is the price of an almost empty segment.
constexpr float kInsideLine = 3.0F;
constexpr float kBeforeClosing = 1.5F;
constexpr float kAfterOpening = 1.0F;
constexpr float kInsideSignature = 2.0F;
constexpr float kInsideDefinition = 1.5F;
constexpr float kAfterComment = 0.4F;
constexpr float kAfterHeading = 0.15F;   // the next unit is a comment, a blank line or code
constexpr float kInsideComment = 0.25F;  // comment lines that are separate nodes
constexpr float kNoBlankLine = 0.06F;
constexpr float kPerLevel = 0.12F;
constexpr float kDeepest = 0.6F;
constexpr float kCrossing = 0.45F;
constexpr std::uint32_t kIndentColumns = 4;
constexpr std::uint32_t kMaxBytesPerToken = 16;  // longer tokens are not worth counting

std::uint32_t line_breaks(std::string_view between) noexcept {
  return static_cast<std::uint32_t>(std::count(between.begin(), between.end(), '\n'));
}

/// The position in the tree of a cut between two units.
struct Place {
  std::uint32_t list = 0;  ///< innermost list with both sides
  bool is_first = false;   ///< the right unit is the first one of a nested list
};

class BoundaryPricer {
 public:
  BoundaryPricer(const LineIndex& lines, const Outline& outline, const DefinitionTable& definitions,
                 syntax::Budget& budget)
      : lines_(lines), outline_(outline), definitions_(definitions), budget_(budget) {}

  std::vector<Boundary> run(std::uint32_t max_tokens) {
    const auto& units = outline_.units;
    std::vector<Boundary> boundaries(units.size());
    std::vector<std::uint32_t> depths(units.size(), 0);
    for (std::size_t i = 1; i < units.size() && !budget_.is_over(); ++i) {
      const Place place = place_of(units[i - 1], units[i]);
      boundaries[i] = price(units[i - 1], units[i], place);
      depths[i] = outline_.lists[place.list].depth;
    }
    add_depth(depths, boundaries);
    protect_definitions(max_tokens, boundaries);
    return boundaries;
  }

 private:
  Boundary price(const Unit& left, const Unit& right, const Place& place) const {
    const UnitList& left_list = outline_.lists[left.last_list];
    const UnitList& right_list = outline_.lists[right.first_list];
    const std::uint32_t breaks = line_breaks(lines_.text({left.range.end, right.range.begin}));
    const bool closes = is_closing(lines_.text(right.range));
    const bool are_lines = left_list.is_lines && right_list.is_lines;
    Boundary boundary;
    if (breaks == 0 && !are_lines) boundary.cut += kInsideLine;
    if (breaks == 1) boundary.cut += kNoBlankLine;
    if (left.is_comment && right.is_comment && breaks == 1) boundary.cut += kInsideComment;
    if (left.is_comment && !right.is_comment)
      boundary.cut += breaks == 1 ? kAfterComment : kAfterHeading;
    if (closes || (!right.starts_named && !place.is_first)) boundary.cut += kBeforeClosing;
    if (!left.ends_named && !is_closing(lines_.text(left.range))) {
      const char last = lines_.text()[left.range.end - 1];
      const bool ends_list =
          last == ';' || last == ',' || last == '}' || last == ')' || last == ']';
      if (!ends_list) boundary.cut += kAfterOpening;
    }
    if (right_list.owner >= 0 && left_list.owner == right_list.owner &&
        right.range.begin < definitions_[right_list.owner].signature.end)
      boundary.cut += kInsideSignature;
    if (left_list.owner != right_list.owner && !closes) boundary.join = kCrossing;
    if (are_lines) boundary.cut += indent_price(right.range.begin);
    return boundary;
  }

  float indent_price(std::uint32_t begin) const {
    const syntax::ByteRange line = lines_.line(lines_.line_of(begin));
    const std::uint32_t levels = (begin - line.begin) / kIndentColumns;
    return std::min(static_cast<float>(levels) * kPerLevel, kDeepest);
  }

  /// Climbs from the left unit while it ends its list, and from the right unit while it starts its
  /// list.
  Place place_of(const Unit& left, const Unit& right) const {
    std::uint32_t above_left = left.last_list;
    while (above_left != 0 && outline_.lists[above_left].node.end <= left.range.end)
      above_left = outline_.lists[above_left].parent;
    std::uint32_t above_right = right.first_list;
    bool is_first = false;
    while (above_right != 0 && outline_.lists[above_right].node.begin >= right.range.begin) {
      above_right = outline_.lists[above_right].parent;
      is_first = true;
    }
    const bool left_is_higher =
        outline_.lists[above_left].depth < outline_.lists[above_right].depth;
    return {left_is_higher ? above_left : above_right, is_first};
  }

  /// Counts depth from the shallowest place to cut in the same definition.
  void add_depth(const std::vector<std::uint32_t>& depths,
                 std::vector<Boundary>& boundaries) const {
    std::vector<std::uint32_t> shallowest(definitions_.in_order().size() + 1,
                                          std::numeric_limits<std::uint32_t>::max());
    const auto owner_of = [this](std::size_t i) {
      return static_cast<std::size_t>(outline_.lists[outline_.units[i].first_list].owner) + 1;
    };
    for (std::size_t i = 1; i < boundaries.size(); ++i)
      if (boundaries[i].cut < kAfterOpening)
        shallowest[owner_of(i)] = std::min(shallowest[owner_of(i)], depths[i]);
    for (std::size_t i = 1; i < boundaries.size(); ++i) {
      const std::uint32_t base = std::min(shallowest[owner_of(i)], depths[i]);
      boundaries[i].cut += std::min(static_cast<float>(depths[i] - base) * kPerLevel, kDeepest);
    }
  }

  /// A grammar may spread a documented definition over several nodes. Example: Haskell's grammar
  /// puts the first doc comment of a module into the node of its imports.
  void protect_definitions(std::uint32_t max_tokens, std::vector<Boundary>& boundaries) const {
    const auto& units = outline_.units;
    for (const std::int32_t index : definitions_.in_order()) {
      if (budget_.is_over()) return;
      const syntax::ByteRange range = definitions_[index].range;
      auto unit = std::upper_bound(
          units.begin(), units.end(), range.begin,
          [](std::uint32_t begin, const Unit& right) { return begin < right.range.begin; });
      if (unit == units.end() || unit == units.begin() || unit->range.begin >= range.end) continue;
      if (range.size() / kMaxBytesPerToken > max_tokens || lines_.tokens(range) > max_tokens)
        continue;
      for (; unit != units.end() && unit->range.begin < range.end; ++unit)
        boundaries[static_cast<std::size_t>(unit - units.begin())].cut += kInsideDefinition;
    }
  }

  const LineIndex& lines_;
  const Outline& outline_;
  const DefinitionTable& definitions_;
  syntax::Budget& budget_;
};

}  // namespace

std::vector<Boundary> price_boundaries(const LineIndex& lines, const Outline& outline,
                                       const DefinitionTable& definitions, std::uint32_t max_tokens,
                                       syntax::Budget& budget) {
  return BoundaryPricer(lines, outline, definitions, budget).run(max_tokens);
}

}  // namespace codeweaver::chunk
