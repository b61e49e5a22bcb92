// ContentClassifier: fragments of node names to semantic classes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/content_class.hpp"

#include <algorithm>

namespace codeweaver::chunk {
namespace {

using enum SemanticClass;

struct Cue {
  std::string_view fragment;
  SemanticClass meaning;
};

// The first cue found in the name decides, so the specific ones come first. Fragments are chosen
// from the names that the grammars of the language table really have.
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
    {"lock_statement", kBoundaryResource},
    {"synchronized", kBoundaryResource},
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
    {"foreach", kFlowIteration},
    {"for_", kFlowIteration},
    {"while", kFlowIteration},
    {"loop", kFlowIteration},
    {"repeat", kFlowIteration},
    {"do_statement", kFlowIteration},
    {"if_", kFlowBranching},
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
    {"pass_", kFlowControl},
    {"assignment", kOperationData},
    {"augmented", kOperationData},
    {"invocation", kOperationInvocation},
    {"call", kOperationInvocation},
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
    {"string", kSyntaxLiteral},
    {"number", kSyntaxLiteral},
    {"integer", kSyntaxLiteral},
    {"float", kSyntaxLiteral},
    {"literal", kSyntaxLiteral},
    {"identifier", kSyntaxIdentifier},
};

}  // namespace

std::optional<SemanticClass> content_class(std::string_view node_name) noexcept {
  for (const Cue& cue : kCues)
    if (node_name.find(cue.fragment) != std::string_view::npos) return cue.meaning;
  return std::nullopt;
}

std::optional<SemanticClass> ContentClassifier::by_symbol(const syntax::Node& node) {
  if (node.is_comment) return kDocumentationStructured;
  if (known_.size() <= node.symbol) known_.resize(node.symbol + 1U);
  auto& known = known_[node.symbol];
  if (!known) known = content_class(source_.name(node));
  return *known;
}

SemanticClass ContentClassifier::classify(const syntax::Node& node) {
  if (const auto own = by_symbol(node)) return *own;
  source_.children(node, kids_);
  const auto kid = std::find_if(kids_.begin(), kids_.end(),
                                [](const syntax::Node& child) { return child.is_named; });
  if (kid == kids_.end()) return kOperationData;
  const SemanticClass inner = by_symbol(*kid).value_or(kOperationData);
  return inner == kSyntaxLiteral ? kDocumentationStructured : inner;  // a string on its own
}

}  // namespace codeweaver::chunk
