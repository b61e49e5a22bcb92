// Walks a tree once and applies the rules of its language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/extract.hpp"

#include <algorithm>

#include "syntax/docs.hpp"
#include "syntax/front_matter.hpp"
#include "syntax/html_sections.hpp"
#include "syntax/references.hpp"
#include "syntax/sql_routines.hpp"
#include "syntax/tree_walk.hpp"

namespace codeweaver::syntax {

namespace {

/// A definition or package that encloses the current node.
struct Scope {
  std::string name{};  ///< as written, without generic arguments
  KindRole role = KindRole::kContainer;
  std::uint32_t end = 0;
  std::int32_t definition = -1;
  std::int32_t last_member = -1;  ///< index of the last definition directly in it
  bool is_in_function = false;    ///< it or an enclosing scope is a function
};

// Meaningful nesting is never this deep. Beyond these limits, the end of a name is kept.
constexpr std::size_t kMaxQualifierBytes = 1000;
constexpr int kMaxScopes = 1000;

class Extractor {
 public:
  Extractor(const TSTree* tree, const Source& source, Budget& budget)
      : source_(source),
        rules_(*source.rules),
        budget_(budget),
        tree_(tree),
        walk_(tree, rules_, kInteresting),
        lines_(source.text) {
    scopes_.push_back({.end = UINT32_MAX});
    if (rules_.has_front_matter) enter_title();
  }

  Extract run() && {
    while (!budget_.is_over() && walk_.next()) visit(walk_.node(), walk_.flags());
    if (rules_.has_headings) out_.definitions = html_sections(tree_, source_.text, budget_);
    if (rules_.has_routines) add_routines(source_.text, out_.definitions, out_.members);
    const auto by_place = [](const Member& a, const Member& b) {
      return a.node.begin < b.node.begin;
    };
    if (!std::is_sorted(out_.members.begin(), out_.members.end(), by_place))
      std::stable_sort(out_.members.begin(), out_.members.end(), by_place);
    return std::move(out_);
  }

 private:
  void visit(TSNode node, std::uint16_t flags) {
    const std::uint32_t begin = ts_node_start_byte(node);
    while (begin >= scopes_.back().end) scopes_.pop_back();
    const std::size_t known = out_.references.size();
    if ((flags & kImport) != 0) add_import(node, source_, out_.references);
    if ((flags & kPackage) != 0 && !has_body(node)) scopes_.front().name.clear();
    const bool is_definition = (flags & kDefines) != 0 && define(node);
    if ((flags & kMember) != 0) add_members(node);
    // A call or type that defines something, or is part of its name, is not a use.
    const bool is_use = !is_definition && begin != name_begin_;
    if ((flags & kCall) != 0 && is_use) add_call(node, source_, out_.references);
    if ((flags & kType) != 0 && is_use) add_type(node, source_, out_.references);
    if (out_.references.size() > known) pay_for(out_.references.back());
    if ((flags & kPackage) != 0) enter_package(node);
    if ((flags & kEmbedded) != 0) embed(node);
  }

  void embed(TSNode node) {
    auto found = embedded_at(node, source_);
    if (!found) return;
    found->parent = enclosing();
    out_.embedded.push_back(*found);
  }

  std::int32_t enclosing() const { return scopes_.back().definition; }

  void enter_title() {
    auto title = front_matter_title(source_.text);
    if (!title) return;
    scopes_.front() = {.name = title->name, .end = UINT32_MAX, .definition = 0};
    pay_for(*title);
    out_.definitions.push_back(std::move(*title));
  }

  /// A package with a body qualifies its contents. One without a body qualifies the rest of the
  /// file.
  void enter_package(TSNode node) {
    TSNode name = usual_name(node, source_);
    if (ts_node_is_null(name)) name = ts_node_named_child(node, 0);
    if (ts_node_is_null(name)) return;
    std::string text = one_line(source_.text_of(name));
    if (has_body(node))
      enter_scope({.name = std::move(text), .end = ts_node_end_byte(node)});
    else
      scopes_.front().name = std::move(text);
  }

  bool has_body(TSNode node) const { return !ts_node_is_null(source_.field(node, rules_.body)); }

  bool define(TSNode node) {
    for (const std::uint16_t index : rules_.rules_of(ts_node_symbol(node))) {
      const DefinitionRule& rule = rules_.definitions[index];
      const Found found = find_name(rule, node, source_);
      if (found.name.empty() || found.kind == nullptr || is_named_already(found) ||
          !hold(rule.conditions, node, found))
        continue;
      add(node, found);
      return true;
    }
    return false;
  }

  /// A node that names one definition names no other: the heading of a section is not a section.
  bool is_named_already(const Found& found) const {
    return !ts_node_is_null(found.name_node) && ts_node_start_byte(found.name_node) == name_begin_;
  }

  void add_members(TSNode node) {
    constexpr std::size_t kMostChecked = 64;  // of one declaration
    names_here_.clear();
    for (const std::uint16_t index : rules_.members_of(ts_node_symbol(node))) {
      const DefinitionRule& rule = rules_.definitions[index];
      for (const Found& found : find_names(rule, node, source_)) {
        if (found.name.empty() || ts_node_is_null(found.name_node) || is_named_already(found) ||
            !hold(rule.conditions, node, found))
          continue;
        const std::uint32_t begin = ts_node_start_byte(found.name_node);
        if (std::find(names_here_.begin(), names_here_.end(), begin) != names_here_.end()) continue;
        if (names_here_.size() < kMostChecked) names_here_.push_back(begin);
        out_.members.push_back(make_member(node, found));
        pay_for(out_.members.back());
      }
    }
  }

  /// If `node` defines several members, each begins at its name.
  Member make_member(TSNode node, const Found& found) const {
    const SplitName split = split_name(*found.kind, found.name, rules_.separator);
    Member out;
    out.node = {ts_node_start_byte(found.name_node), ts_node_end_byte(node)};
    out.node.end = std::max(trimmed_end(out.node, source_.text), out.node.begin);
    out.name = split.last;
    out.qualified_name = join(split.full, {}, true);
    out.kind = found.kind->name;
    return out;
  }

  bool hold(const std::vector<Condition>& conditions, TSNode node, const Found& found) const {
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const Condition& condition) { return holds(condition, node, found); });
  }

  bool holds(const Condition& condition, TSNode node, const Found& found) const {
    switch (condition.kind) {
      case Condition::Kind::kTop:
        return is_outside_functions() && found.name.size() <= 80 &&
               found.name.find_first_of(" ([{.") == std::string::npos;
      case Condition::Kind::kBody:
        return has_body(node);
      case Condition::Kind::kFunction:
        return found.saw_function;
      case Condition::Kind::kValue:
        return has_function_value(node);
      case Condition::Kind::kCall:
        return is_type(ts_node_named_child(node, 0), "call_expression");
      case Condition::Kind::kDepth2:
        return scopes_.size() <= 2 && !is_in_sequence();
      case Condition::Kind::kChild:
        return has_child(node, condition.symbols);
      case Condition::Kind::kNoChild:
        return !has_child(node, condition.symbols);
      case Condition::Kind::kMember:
        return scopes_.back().role == KindRole::kClassLike;
      case Condition::Kind::kNamedBy:
        return !ts_node_is_null(found.name_node) &&
               std::find(condition.symbols.begin(), condition.symbols.end(),
                         ts_node_symbol(found.name_node)) != condition.symbols.end();
      case Condition::Kind::kAnd:
        return is_after_and(ts_node_start_byte(node));
    }
    return false;
  }

  bool is_outside_functions() const {
    return !scopes_.back().is_in_function && (walk_.flags_around() & kFunctionValue) == 0;
  }

  bool is_after_and(std::uint32_t begin) const {
    const std::string_view before = source_.text.substr(0, trimmed_end({0, begin}, source_.text));
    return before.size() < begin && before.ends_with("and");
  }

  bool is_in_sequence() const { return (walk_.flags_around() & kSequence) != 0; }

  void enter_scope(Scope scope) {
    scope.is_in_function = scopes_.back().is_in_function || scope.role == KindRole::kCallable;
    scopes_.push_back(std::move(scope));
  }

  bool has_function_value(TSNode node) const {
    for (const TSFieldId field : {rules_.value, rules_.right, rules_.rhs}) {
      const TSNode value = source_.field(node, field);
      if (!ts_node_is_null(value)) return (source_.flags_of(value) & kFunctionValue) != 0;
    }
    const std::uint32_t count = std::min(ts_node_named_child_count(node), 4U);
    for (std::uint32_t i = 0; i < count; ++i) {  // Lua: a list of values
      const TSNode list = ts_node_named_child(node, i);
      if (!is_type(list, "expression_list")) continue;
      const TSNode first = ts_node_named_child(list, 0);
      return !ts_node_is_null(first) && (source_.flags_of(first) & kFunctionValue) != 0;
    }
    return false;
  }

  static bool has_child(TSNode node, const Symbols& symbols) {
    const std::uint32_t count = std::min(ts_node_child_count(node), 16U);
    for (std::uint32_t i = 0; i < count; ++i)
      if (std::find(symbols.begin(), symbols.end(), ts_node_symbol(ts_node_child(node, i))) !=
          symbols.end())
        return true;
    return false;
  }

  void add(TSNode node, const Found& found) {
    Scope& scope = scopes_.back();
    const SplitName split = split_name(*found.kind, found.name, rules_.separator);
    const Kind* kind = found.kind;
    if (kind->name == "function" && (scope.role == KindRole::kClassLike ||
                                     (rules_.separator == "::" && split.full != split.last)))
      kind = find_kind("method");
    name_begin_ =
        ts_node_is_null(found.name_node) ? UINT32_MAX : ts_node_start_byte(found.name_node);
    if (rules_.merges_clauses && merges_with_last(node, *kind, split.last)) return;
    out_.definitions.push_back(make(node, *kind, split));
    pay_for(out_.definitions.back());
    const std::uint32_t end = found.end != 0 ? found.end : ts_node_end_byte(node);
    if (found.end != 0) end_at(found.end, out_.definitions.back());
    const auto index = static_cast<std::int32_t>(out_.definitions.size() - 1);
    scope.last_member = index;
    if (kind->role != KindRole::kLeaf)
      enter_scope({.name = split.full, .role = kind->role, .end = end, .definition = index});
  }

  /// Counts copies, because names are copied into chunks, symbols and records.
  void pay_for(const Definition& definition) {
    constexpr std::size_t kCopies = 4;
    const std::size_t text =
        definition.name.size() + definition.qualified_name.size() + definition.doc.size();
    static_cast<void>(budget_.take(sizeof definition + kCopies * text));
  }

  void pay_for(const Member& member) {
    static_cast<void>(
        budget_.take(sizeof member + 4 * (member.name.size() + member.qualified_name.size())));
  }

  void pay_for(const Reference& reference) {
    static_cast<void>(budget_.take(sizeof reference + 2 * reference.name.size()));
  }

  static void end_at(std::uint32_t end, Definition& definition) {
    definition.node.end = definition.range.end = end;
    definition.signature.end = std::min(definition.signature.end, end);
  }

  Definition make(TSNode node, const Kind& kind, const SplitName& split) {
    Surroundings around = surroundings_of(walk_, source_);
    Definition out;
    out.range = around.range;
    out.node = {ts_node_start_byte(node), ts_node_end_byte(node)};
    out.node.end = trimmed_end(out.node, source_.text);
    out.signature = signature_of(node, source_, lines_);
    out.name = split.last;
    out.qualified_name = qualify(node, split.full);
    out.kind = kind.name;
    constexpr std::uint32_t kHeaderBytes = 300;
    around.attributes +=
        source_.text.substr(out.node.begin, std::min(out.signature.size(), kHeaderBytes));
    out.doc = std::move(around.doc);
    out.parent = enclosing();
    const bool is_in_test =
        out.parent >= 0 && out_.definitions[static_cast<std::size_t>(out.parent)].semantic_class ==
                               SemanticClass::kDefinitionTest;
    out.semantic_class = classify(kind, out.name, around.attributes, is_in_test);
    out.line = ts_node_start_point(node).row + 1;
    return out;
  }

  std::string qualify(TSNode node, const std::string& name) const {
    return join(name, receiver_of(node, source_), false);
  }

  /// Joins the names of the enclosing scopes, `receiver` and `name`. `skips_functions`: leaves out
  /// enclosing functions.
  std::string join(std::string_view name, std::string_view receiver, bool skips_functions) const {
    std::vector<std::string_view> parts;  // the innermost first
    std::size_t bytes = 0;
    const auto add_part = [&](std::string_view part) {
      if (part.empty()) return;
      parts.push_back(part);
      bytes += part.size() + rules_.separator.size();
    };
    add_part(name);
    add_part(receiver);
    int left = kMaxScopes;
    for (auto scope = scopes_.rbegin();
         scope != scopes_.rend() && bytes < kMaxQualifierBytes && left > 0; ++scope, --left)
      if (!skips_functions || scope->role != KindRole::kCallable) add_part(scope->name);
    std::string out;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      if (!out.empty()) out += rules_.separator;
      out += *part;
    }
    return out;
  }

  /// The clauses of one function (Haskell, Elixir) and its signature form one definition.
  bool merges_with_last(TSNode node, const Kind& kind, const std::string& name) {
    const std::int32_t last = scopes_.back().last_member;
    if (last < 0 || kind.role != KindRole::kCallable) return false;
    Definition& before = out_.definitions[static_cast<std::size_t>(last)];
    if (before.name != name || before.kind != kind.name) return false;
    const std::uint32_t end = ts_node_end_byte(node);
    const std::uint32_t text_end = trimmed_end({before.node.begin, end}, source_.text);
    before.node.end = std::max(before.node.end, text_end);
    before.range.end = std::max(before.range.end, text_end);
    enter_scope({.name = name, .role = kind.role, .end = end, .definition = last});
    return true;
  }

  const Source& source_;
  const Rules& rules_;
  Budget& budget_;
  const TSTree* tree_;
  TreeWalk walk_;
  BracketLines lines_;
  std::vector<Scope> scopes_;  // the first is the file
  std::uint32_t name_begin_ = UINT32_MAX;
  std::vector<std::uint32_t> names_here_;
  Extract out_;
};

}  // namespace

Extract extract(const TSTree* tree, const Source& source, Budget& budget) {
  return Extractor(tree, source, budget).run();
}

}  // namespace codeweaver::syntax
