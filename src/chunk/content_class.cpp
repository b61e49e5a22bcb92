// Content class: maps node type names to classes and counts the bytes of each class in a piece.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/content_class.hpp"

#include <algorithm>
#include <array>

namespace codeweaver::chunk {
namespace {

using enum SemanticClass;
using syntax::Node;

struct Cue {
  std::string_view fragment;
  SemanticClass meaning;
};

// The first cue at the start of a word of the name decides, so specific cues come first. The
// fragments come from the names that the grammars of the language table use.
constexpr Cue kCues[] = {
    {"comment", kDocumentationStructured},
    {"pod", kDocumentationStructured},  // Perl's documentation
    {"heading", kDocumentationStructured},
    {"section", kDocumentationStructured},
    {"paragraph", kDocumentationStructured},
    {"import", kBoundaryModule},
    {"include", kBoundaryModule},
    {"using_d", kBoundaryModule},
    {"use_", kBoundaryModule},
    {"package", kBoundaryModule},
    {"namespace", kBoundaryModule},
    {"extern_crate", kBoundaryModule},
    {"require", kBoundaryModule},
    {"module", kBoundaryModule},
    {"decorator", kSyntaxAnnotation},
    {"annotation", kSyntaxAnnotation},
    {"attribute_item", kSyntaxAnnotation},
    {"await", kFlowAsync},
    {"async", kFlowAsync},
    {"yield", kFlowAsync},
    {"go_statement", kFlowAsync},
    {"select_statement", kFlowAsync},
    {"with_statement", kBoundaryResource},
    {"using_statement", kBoundaryResource},
    {"try_with", kBoundaryResource},
    {"defer", kBoundaryResource},
    {"errdefer", kBoundaryResource},
    {"lock_statement", kBoundaryResource},
    {"synchronized", kBoundaryResource},
    {"rethrow", kBoundaryError},
    {"retry", kBoundaryError},
    {"revert", kBoundaryError},
    {"trap", kBoundaryError},
    {"try", kBoundaryError},
    {"catch", kBoundaryError},
    {"throw", kBoundaryError},
    {"raise", kBoundaryError},
    {"rescue", kBoundaryError},
    {"except", kBoundaryError},
    {"assert", kBoundaryError},
    {"lambda", kExpressionAnonymous},
    {"closure", kExpressionAnonymous},
    {"arrow_function", kExpressionAnonymous},
    {"anonymous", kExpressionAnonymous},
    {"comprehension", kFlowIteration},
    {"query_expression", kFlowIteration},
    {"foreach", kFlowIteration},
    {"for_", kFlowIteration},
    {"while", kFlowIteration},
    {"until", kFlowIteration},
    {"loop", kFlowIteration},
    {"repeat", kFlowIteration},
    {"do_statement", kFlowIteration},
    {"if_", kFlowBranching},
    {"elif", kFlowBranching},
    {"elseif", kFlowBranching},
    {"elsif", kFlowBranching},
    {"else", kFlowBranching},
    {"guard", kFlowBranching},
    {"ternary", kFlowBranching},
    {"unless", kFlowBranching},
    {"switch", kFlowBranching},
    {"match_", kFlowBranching},
    {"case", kFlowBranching},
    {"conditional", kFlowBranching},
    {"when_", kFlowBranching},
    {"return", kFlowControl},
    {"break", kFlowControl},
    {"continue", kFlowControl},
    {"goto", kFlowControl},
    {"jump", kFlowControl},
    {"control_transfer", kFlowControl},
    {"flow_control", kFlowControl},
    {"fallthrough", kFlowControl},
    {"leave", kFlowControl},
    {"exit", kFlowControl},
    {"pass_", kFlowControl},
    {"assignment", kOperationData},
    {"augmented", kOperationData},
    {"invocation", kOperationInvocation},
    {"call", kOperationInvocation},
    {"macrocall", kOperationInvocation},
    {"message_expression", kOperationInvocation},
    {"application", kOperationInvocation},
    {"object_creation", kOperationInvocation},
    {"new_expression", kOperationInvocation},
    {"command", kOperationInvocation},
    {"pipeline", kOperationInvocation},
    {"pair", kDefinitionData},
    {"mapping", kDefinitionData},
    {"sequence", kDefinitionData},
    {"element", kDefinitionData},
    {"declaration", kOperationData},
    {"variable", kOperationData},
    {"binary", kOperationOperator},
    {"unary", kOperationOperator},
    {"update_expression", kOperationOperator},
    {"inc_statement", kOperationOperator},
    {"dec_statement", kOperationOperator},
    {"comparison", kOperationOperator},
    {"logical", kOperationOperator},
    {"additive", kOperationOperator},
    {"multiplicative", kOperationOperator},
    {"string", kSyntaxLiteral},
    {"number", kSyntaxLiteral},
    {"integer", kSyntaxLiteral},
    {"float", kSyntaxLiteral},
    {"literal", kSyntaxLiteral},
    {"identifier", kSyntaxIdentifier},
};

// Names that are a single keyword, as in Ruby's grammar.
constexpr Cue kKeywordNames[] = {
    {"if", kFlowBranching},
    {"when", kFlowBranching},
    {"for", kFlowIteration},
};

/// "try" is found in "try_statement" and "finally_try", not in "entry".
bool holds_at_word(std::string_view name, std::string_view fragment) noexcept {
  for (auto at = name.find(fragment); at != std::string_view::npos;
       at = name.find(fragment, at + 1))
    if (at == 0 || name[at - 1] == '_') return true;
  return false;
}

constexpr bool is_syntax(SemanticClass value) noexcept {
  return value >= kSyntaxKeyword;
}

/// Classes that the body of a function may have.
constexpr bool is_of_statements(SemanticClass value) noexcept {
  return value == kBoundaryError || value == kBoundaryResource ||
         (value >= kFlowBranching && value <= kExpressionAnonymous);
}

/// Whether a piece decided by `by` may have the class.
constexpr bool is_accepted(ByContent by, SemanticClass value) noexcept {
  if (by == ByContent::kYes) return true;
  const bool is_data = value == kOperationData || value == kOperationOperator;
  return is_of_statements(value) && (by == ByContent::kPartOfCallable || !is_data);
}

constexpr std::uint64_t kUsualWeight = 4;
/// The weight of a byte of a class.
constexpr std::uint64_t weight_of(SemanticClass value) noexcept {
  if (value == kDocumentationStructured) return 1;
  return value == kBoundaryModule ? 2 : kUsualWeight;
}

using ClassBytes = std::array<std::uint64_t, kSemanticClassCount>;

/// One walk over the tree, from the root to the nodes with a class.
class ContentWalk {
 public:
  ContentWalk(const NodeSource& source, const DefinitionTable& definitions,
              std::span<const ByContent> decided_by, std::vector<Piece>& pieces)
      : source_(source),
        definitions_(definitions),
        decided_by_(decided_by),
        pieces_(pieces),
        bytes_(pieces.size()),
        wanted_before_(pieces.size() + 1) {
    for (std::size_t i = 0; i < pieces.size(); ++i)
      wanted_before_[i + 1] = wanted_before_[i] + (decided_by[i] != ByContent::kNo ? 1 : 0);
  }

  void run(syntax::Budget& budget) {
    open({source_.root(), std::nullopt, false});
    while (!stack_.empty() && !budget.is_over()) {
      const Visit visit = stack_.back();
      stack_.pop_back();
      look_at(visit);
    }
    for (std::size_t i = 0; i < pieces_.size(); ++i) decide(i);
  }

 private:
  struct Visit {
    Node node;
    std::optional<SemanticClass> around;  ///< class of the nearest enclosing node that has one
    bool is_statement;                    ///< its parent is a statement with no other child
  };
  /// Indexes of pieces, both inclusive.
  struct PieceRange {
    std::size_t first, last;
  };

  PieceRange pieces_of(syntax::ByteRange range) const {
    const auto at = [&](std::uint32_t offset) {
      const auto after = std::upper_bound(
          pieces_.begin(), pieces_.end(), offset,
          [](std::uint32_t wanted, const Piece& piece) { return wanted < piece.range.begin; });
      return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - pieces_.begin(), 1) - 1);
    };
    return {at(range.begin), at(range.end - 1)};
  }

  bool is_wanted(PieceRange in) const {
    return wanted_before_[in.last + 1] > wanted_before_[in.first];
  }

  void look_at(const Visit& visit) {
    if (!visit.node.is_named || visit.node.range.size() == 0) return;
    const PieceRange in = pieces_of(visit.node.range);
    if (!is_wanted(in)) return;
    const auto own = class_of(visit, in);
    if (own && in.first == in.last) return add(in, visit.node.range, *own);
    if (open({visit.node, own ? own : visit.around, false})) return;
    const auto known = own ? own : visit.around;
    add(in, visit.node.range, known.value_or(kOperationData), known ? kUsualWeight : 1);
  }

  /// Queues the named children. False: none.
  bool open(const Visit& visit) {
    source_.children(visit.node, kids_);
    std::erase_if(kids_, [](const Node& kid) { return !kid.is_named; });
    const bool is_statement = kids_.size() == 1 && source_.name(visit.node).ends_with("statement");
    for (auto kid = kids_.rbegin(); kid != kids_.rend(); ++kid)
      stack_.push_back({*kid, visit.around, is_statement});
    return !kids_.empty();
  }

  std::optional<SemanticClass> class_of(const Visit& visit, PieceRange in) {
    if (visit.node.is_comment) return kDocumentationStructured;
    if (const auto definition = definitions_.covering(visit.node.range); definition >= 0)
      return in.first == in.last ? std::optional(definitions_[definition].semantic_class)
                                 : std::nullopt;
    const auto own = by_symbol(visit.node);
    if (!own || !is_syntax(*own)) return own;
    if (visit.around) return std::nullopt;
    const bool is_text = *own == kSyntaxLiteral && visit.is_statement;
    return is_text ? kDocumentationStructured : own;
  }

  std::optional<SemanticClass> by_symbol(const Node& node) {
    if (known_.size() <= node.symbol) known_.resize(node.symbol + 1U);
    auto& known = known_[node.symbol];
    if (!known) known = content_class(source_.name(node));
    return *known;
  }

  void add(PieceRange in, syntax::ByteRange range, SemanticClass meaning,
           std::uint64_t most = kUsualWeight) {
    const auto weight = std::min(weight_of(meaning), most);
    for (std::size_t i = in.first; i <= in.last; ++i) {
      const auto begin = std::max(range.begin, pieces_[i].range.begin);
      const auto end = std::min(range.end, pieces_[i].range.end);
      if (begin < end) bytes_[i][static_cast<std::size_t>(meaning)] += weight * (end - begin);
    }
  }

  void decide(std::size_t i) {
    if (decided_by_[i] == ByContent::kNo) return;
    const auto most = std::max_element(bytes_[i].begin(), bytes_[i].end());
    const auto found =
        *most == 0 ? kDefinitionData : static_cast<SemanticClass>(most - bytes_[i].begin());
    if (is_accepted(decided_by_[i], found)) pieces_[i].semantic_class = found;
  }

  const NodeSource& source_;
  const DefinitionTable& definitions_;
  std::span<const ByContent> decided_by_;
  std::vector<Piece>& pieces_;
  std::vector<ClassBytes> bytes_;           // for each piece
  std::vector<std::size_t> wanted_before_;  // number of earlier pieces that are decided here
  std::vector<std::optional<std::optional<SemanticClass>>> known_;  // for each symbol
  std::vector<Visit> stack_;
  std::vector<Node> kids_;
};

}  // namespace

std::optional<SemanticClass> content_class(std::string_view node_name) noexcept {
  if (node_name == "module") return std::nullopt;  // Python's name for a file
  for (const Cue& cue : kKeywordNames)
    if (node_name == cue.fragment) return cue.meaning;
  for (const Cue& cue : kCues)
    if (holds_at_word(node_name, cue.fragment)) return cue.meaning;
  return std::nullopt;
}

void classify_content(const NodeSource& source, const DefinitionTable& definitions,
                      std::span<const ByContent> decided_by, std::vector<Piece>& pieces,
                      syntax::Budget& budget) {
  const bool is_any = std::any_of(decided_by.begin(), decided_by.end(),
                                  [](ByContent by) { return by != ByContent::kNo; });
  if (is_any) ContentWalk(source, definitions, decided_by, pieces).run(budget);
}

}  // namespace codeweaver::chunk
