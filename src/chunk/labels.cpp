// Labels: the main definition of each piece, and other facts about it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/labels.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_set>

namespace codeweaver::chunk {
namespace {

using syntax::ByteRange;
using syntax::Definition;

constexpr std::size_t kMaxSignatureBytes = 300;
constexpr std::size_t kMaxContextBytes = 4000;  // for code nested deeper than usual

std::uint32_t overlap(ByteRange a, ByteRange b) noexcept {
  const std::uint32_t begin = std::max(a.begin, b.begin);
  const std::uint32_t end = std::min(a.end, b.end);
  return end > begin ? end - begin : 0;
}

/// Appends the signature on one line. A very long one is cut between characters.
void append_signature(std::string_view text, std::string& out) {
  const std::size_t begin = out.size();
  bool is_gap = false;
  for (const char c : text) {
    if (is_space(c)) {
      is_gap = out.size() > begin;
      continue;
    }
    const bool starts_character = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    if (starts_character && out.size() - begin >= kMaxSignatureBytes) {
      out += " ...";
      break;
    }
    if (is_gap) out += ' ';
    is_gap = false;
    out += c;
  }
}

class Labeler {
 public:
  Labeler(const LineIndex& lines, const Outline& outline, const DefinitionTable& definitions)
      : lines_(lines), outline_(outline), definitions_(definitions) {}

  /// Pieces must come in order. Returns how the content of the piece decides its class.
  ByContent label(const Segment& segment, Piece& piece) {
    collect(piece.range);
    const std::int32_t around = enclosing(segment, piece.range);
    const std::int32_t main = main_definition(segment, piece.range, around);
    piece.context = context(around);
    piece.is_part = !is_sibling_run(segment);
    if (main < 0) return ByContent::kYes;
    const Definition& definition = definitions_[main];
    piece.semantic_class = definition.semantic_class;
    piece.symbol = definition.qualified_name;
    piece.kind = definition.kind;
    if (!contains(piece.range, lines_.trim(definition.node))) piece.is_part = true;
    const bool starts_here =
        piece.range.begin <= definition.node.begin && definition.node.begin < piece.range.end;
    if (starts_here) piece.doc = definition.doc;
    if (piece.doc.empty()) piece.doc = doc_of_title();
    if (starts_here) piece.defines.push_back(definition.qualified_name);
    for (const std::int32_t index : here_)
      if (index != main) piece.defines.push_back(definitions_[index].qualified_name);
    if (!starts_here && definition.semantic_class == SemanticClass::kDefinitionCallable)
      return ByContent::kPartOfCallable;
    const bool is_small = overlap(definition.range, piece.range) < piece.range.size() / 2;
    const bool is_data = definition.semantic_class == SemanticClass::kDefinitionData;
    return starts_here && is_small && is_data ? ByContent::kScript : ByContent::kNo;
  }

 private:
  /// Collects the definitions with nodes that start in the range, in order.
  void collect(ByteRange range) {
    for (const std::int32_t index : here_)
      if (is_open(definitions_[index])) last_open_ = index;
    here_.clear();
    const auto& order = definitions_.in_order();
    for (; next_ < order.size() && definitions_[order[next_]].node.begin < range.begin; ++next_)
      if (is_open(definitions_[order[next_]])) last_open_ = order[next_];
    for (; next_ < order.size() && definitions_[order[next_]].node.begin < range.end; ++next_)
      here_.push_back(order[next_]);
  }

  static bool is_open(const Definition& definition) noexcept {
    return definition.extent != Definition::Extent::kNode;
  }

  /// The parent of the first heading in the range if little text precedes that heading; otherwise
  /// the last heading before the range. Independent of the elements that contain the headings.
  std::int32_t open_around(ByteRange range) const {
    constexpr std::uint32_t kLead = 8;  // one part in this many
    const auto first = std::find_if(here_.begin(), here_.end(), [this](std::int32_t index) {
      return is_open(definitions_[index]);
    });
    if (first == here_.end()) return last_open_;
    const Definition& heading = definitions_[*first];
    const std::uint32_t lead = std::max(heading.node.begin, range.begin) - range.begin;
    return lead < range.size() / kLead ? heading.parent : last_open_;
  }

  /// The description of a page, if the page begins here.
  std::string doc_of_title() const {
    for (const std::int32_t index : here_)
      if (definitions_[index].extent == Definition::Extent::kFile) return definitions_[index].doc;
    return {};
  }

  /// The innermost opened definition that starts before the range.
  std::int32_t enclosing(const Segment& segment, ByteRange range) const {
    const Unit& first = outline_.units[segment.first];
    std::int32_t index = outline_.lists[first.first_list].owner;
    while (index >= 0 && definitions_[index].node.begin >= range.begin)
      index = definitions_[index].parent;
    return index < 0 ? open_around(range) : index;
  }

  std::int32_t main_definition(const Segment& segment, ByteRange range, std::int32_t around) const {
    std::int32_t first_module = -1;
    std::int32_t first = -1;
    std::int32_t first_code = -1;
    for (const std::int32_t index : here_) {
      const Definition& definition = definitions_[index];
      if (only_holds(definition)) {
        if (first_module < 0) first_module = index;
        continue;
      }
      if (!is_outermost(definition, range)) continue;
      if (overlap(definition.range, range) > range.size() / 2) return index;
      if (first < 0) first = index;
      const bool is_code =
          definition.semantic_class == SemanticClass::kDefinitionType || is_callable(definition);
      if (first_code < 0 && is_code) first_code = index;
    }
    if (first < 0) first = first_module;
    // Without any definition: the enclosing one, or the owner of this doc comment.
    if (first < 0) {
      const std::int32_t owner = outline_.lists[outline_.units[segment.first].first_list].owner;
      return owner < 0 ? around : owner;
    }
    if (around >= 0 && is_callable(definitions_[around])) return around;
    return first_code >= 0 ? first_code : first;
  }

  /// Not a member of another definition in the piece. Modules do not count, since they only contain
  /// others.
  bool is_outermost(const Definition& definition, ByteRange range) const {
    if (definition.parent < 0) return true;
    const Definition& parent = definitions_[definition.parent];
    return parent.node.begin < range.begin || only_holds(parent);
  }

  static bool only_holds(const Definition& definition) noexcept {
    return definition.semantic_class == SemanticClass::kBoundaryModule ||
           definition.extent == Definition::Extent::kFile;
  }

  static bool is_callable(const Definition& definition) noexcept {
    if (definition.semantic_class == SemanticClass::kDefinitionCallable) return true;
    const bool is_code = definition.kind == "function" || definition.kind == "method" ||
                         definition.kind == "test";  // not a test class
    return definition.semantic_class == SemanticClass::kDefinitionTest && is_code;
  }

  bool is_sibling_run(const Segment& segment) const {
    const std::uint32_t list = outline_.units[segment.first].first_list;
    if (outline_.lists[list].is_lines) return false;
    for (std::uint32_t i = segment.first; i < segment.last; ++i) {
      const Unit& unit = outline_.units[i];
      if (unit.first_list != list || unit.last_list != list) return false;
    }
    return true;
  }

  std::string context(std::int32_t index) const {
    std::vector<std::string> chain;  // innermost first
    for (std::size_t bytes = 0; index >= 0 && bytes < kMaxContextBytes;
         index = definitions_[index].parent) {
      const Definition& definition = definitions_[index];
      const auto signature = lines_.text(definition.signature);
      append_signature(signature.empty() ? definition.name : signature, chain.emplace_back());
      bytes += chain.back().size() + 1;
    }
    std::string out;
    for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
      if (!out.empty()) out += '\n';
      out += *at;
    }
    return out;
  }

  const LineIndex& lines_;
  const Outline& outline_;
  const DefinitionTable& definitions_;
  std::size_t next_ = 0;
  std::vector<std::int32_t> here_;
  std::int32_t last_open_ = -1;  // last open definition before here_
};

}  // namespace

std::vector<ByContent> label_definitions(const LineIndex& lines, const Outline& outline,
                                         const DefinitionTable& definitions,
                                         const std::vector<Segment>& segments,
                                         std::vector<Piece>& pieces, syntax::Budget& budget) {
  Labeler labeler(lines, outline, definitions);
  std::vector<ByContent> decided_by(pieces.size(), ByContent::kNo);
  for (std::size_t i = 0; i < pieces.size() && !budget.is_over(); ++i)
    decided_by[i] = labeler.label(segments[i], pieces[i]);
  return decided_by;
}

void label_references(const std::vector<syntax::Reference>& references,
                      std::vector<Piece>& pieces) {
  std::vector<std::uint32_t> order(references.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return references[a].offset < references[b].offset;
  });
  auto next = order.begin();
  std::unordered_set<std::string_view> seen;
  for (Piece& piece : pieces) {
    seen.clear();
    for (; next != order.end() && references[*next].offset < piece.range.end; ++next) {
      const syntax::Reference& reference = references[*next];
      if (reference.offset >= piece.range.begin && seen.insert(reference.name).second)
        piece.references.push_back(reference.name);
    }
  }
}

std::vector<Symbol> list_symbols(const LineIndex& lines, const std::vector<Definition>& definitions,
                                 const std::vector<syntax::Member>& members,
                                 const std::vector<Piece>& pieces) {
  std::vector<Symbol> symbols;
  if (pieces.empty()) return symbols;
  symbols.reserve(definitions.size() + members.size());
  const auto list = [&](const auto& defined) {
    const auto after = std::upper_bound(
        pieces.begin(), pieces.end(), defined.node.begin,
        [](std::uint32_t offset, const Piece& piece) { return offset < piece.range.begin; });
    const auto index = after == pieces.begin() ? 0 : after - pieces.begin() - 1;
    symbols.push_back({defined.name, defined.qualified_name, std::string(defined.kind),
                       lines.span_of(lines.trim(defined.node)), static_cast<std::uint32_t>(index)});
  };
  auto member = members.begin();
  for (const Definition& definition : definitions) {
    for (; member != members.end() && member->node.begin < definition.node.begin; ++member)
      list(*member);
    list(definition);
  }
  std::for_each(member, members.end(), list);
  return symbols;
}

}  // namespace codeweaver::chunk
