// CalleeSteps: the uses within a definition, linked, without those that call nothing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/callee_steps.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "engine/searching/lookup/declared_symbol.hpp"
#include "facts/java_reader.hpp"
#include "syntax/kinds.hpp"

namespace codeweaver::engine {
namespace {

using facts::ExprKind;

bool is_type_symbol(const SymbolMatch& symbol) {
  const auto* const kind = syntax::find_kind(symbol.kind);
  return kind != nullptr && kind->semantic_class == SemanticClass::kDefinitionType;
}

/// The expressions that are called, also by `new`.
std::set<facts::Id> called_expressions(const facts::Facts& facts) {
  std::set<facts::Id> out;
  for (const auto& expr : facts.exprs) {
    if (expr.kind != ExprKind::kCall || expr.a == facts::kNone) continue;
    const auto& called = facts.exprs[expr.a];
    out.insert(called.kind == ExprKind::kApplied ? called.a : expr.a);
  }
  return out;
}

/// "os.Open", if the text says so.
std::string shown_name(const facts::Facts& facts, const facts::Use& use) {
  std::string name(facts.name_of(use));
  const auto& expr = facts.exprs[use.expr];
  if (expr.kind != ExprKind::kMember || expr.a == facts::kNone) return name;
  const auto& before = facts.exprs[expr.a];
  return before.kind == ExprKind::kName ? std::string(facts.name(before.a)) + '.' + name : name;
}

/// True if the use asks an object for a member, but not `super()`.
bool asks_an_object(const facts::Facts& facts, const facts::Use& use) {
  auto expr = facts.exprs[use.expr];
  if (expr.kind == ExprKind::kCalled) expr = facts.exprs[facts.exprs[expr.a].a];
  facts::Id before = facts::kNone;
  if (expr.kind == ExprKind::kMember) before = expr.a;
  if (expr.kind == ExprKind::kMethod && !facts.list(expr.a).empty()) before = facts.list(expr.a)[0];
  if (before == facts::kNone) return false;
  const auto kind = facts.exprs[before].kind;
  return kind != ExprKind::kSuper && kind != ExprKind::kBases;
}

/// Making an object of a class calls one of its constructors.
std::vector<facts::Id> constructors_or_self(const facts::Facts& facts, facts::Id decl) {
  const auto& of = facts.decls[decl];
  if (of.kind != facts::DeclKind::kClass) return {decl};
  for (const auto* const name : {"__init__", "constructor"}) {
    const auto id = facts.find_name(name);
    const auto found = id == facts::kNone ? std::span<const facts::Id>() : facts.members(decl, id);
    if (!found.empty()) return {found.back()};
  }
  std::vector<facts::Id> out;
  for (const auto name : {facts.find_name(facts::JavaReader::kConstructor), of.name}) {
    if (name == facts::kNone) continue;
    for (const auto id : facts.members(decl, name))
      if (facts.decls[id].kind == facts::DeclKind::kFunction) out.push_back(id);
  }
  return out.empty() ? std::vector{decl} : out;
}

}  // namespace

/// Empty if the file has no facts.
std::vector<CalleeSteps::Called> CalleeSteps::linked_within(SymbolGraph::Question& question,
                                                            const SymbolMatch& symbol) {
  std::vector<Called> out;
  const auto facts = question.facts(symbol.path);
  if (facts == nullptr) return out;
  const auto called = called_expressions(*facts);
  for (std::size_t i = 0; i < facts->uses.size(); ++i) {
    const auto& use = facts->uses[i];
    if (use.place.line < symbol.lines.start_line || symbol.lines.end_line < use.place.line ||
        use.kind == facts::Use::Kind::kImport)
      continue;
    const bool is_call = use.kind == facts::Use::Kind::kCall ||
                         use.kind == facts::Use::Kind::kConstruct || called.contains(use.expr);
    is_late_ = is_late_ || std::chrono::steady_clock::now() > end_;
    const auto link = is_late_ ? graph::Link{} : question.link(symbol.path, i);
    if (link.link_class == graph::LinkClass::kLocal) continue;
    Called one{.name = std::string(facts->name_of(use)),
               .shown_name = shown_name(*facts, use),
               .line = use.place.line,
               .link_class = link.link_class,
               .may_run_others = asks_an_object(*facts, use)};
    for (const auto& target : link.targets) {
      const auto declaring = question.facts(target.path);
      const bool is_function = declaring->decls[target.decl].kind == facts::DeclKind::kFunction;
      if (!is_call && !is_function) continue;
      const auto decls =
          is_call ? constructors_or_self(*declaring, target.decl) : std::vector{target.decl};
      for (const auto decl : decls)
        one.declared.push_back({target.path, decl, declaring->decls[decl].place});
      one.is_one_of = one.is_one_of || decls.size() > 1;
    }
    if (!one.declared.empty() || (is_call && link.targets.empty())) out.push_back(std::move(one));
  }
  return out;
}

/// Looks up definitions only when all uses are linked, because that asks about other files, and a
/// change of the file costs what is known of this one.
Result<std::vector<CalleeSteps::Called>> CalleeSteps::calls_within(const SymbolMatch& symbol) {
  if (context_.graph == nullptr) return std::vector<Called>();
  SymbolGraph::Question question(*context_.graph, context_.database);
  auto out = linked_within(question, symbol);
  for (auto& one : out) {
    for (const auto& target : one.declared) {
      is_late_ = is_late_ || std::chrono::steady_clock::now() > end_;
      auto found = std::vector<graph::Target>{target};
      if (!is_late_) {
        CODEWEAVER_ASSIGN(found, definitions_.of(question, target));
      }
      for (const auto& definition : found)
        one.targets.push_back(
            declared_symbol(*question.facts(definition.path), definition.decl, definition.path));
    }
  }
  return out;
}

Result<void> CalleeSteps::add_linked(const Called& call, const SymbolMatch& from,
                                     const CallGraphMatch& like, std::vector<CallGraphMatch>& out) {
  auto targets = call.targets;
  for (auto& target : targets) CODEWEAVER_TRY(complete_symbol_of(context_, target));
  // The signatures of an overloaded function, or the two accessors of a property.
  const bool is_one =
      !call.is_one_of && std::ranges::all_of(targets, [&](const SymbolMatch& target) {
        return target.path == targets[0].path && target.qualified_name == targets[0].qualified_name;
      });
  if (is_one) targets.resize(1);
  for (auto& target : targets) {
    const bool is_within = target.path == from.path &&
                           from.lines.start_line < target.lines.start_line &&
                           target.lines.end_line <= from.lines.end_line;
    if (is_within) continue;
    const auto known = std::ranges::find_if(out, [&](const CallGraphMatch& one) {
      return one.link != ReferenceLink::kByName && one.symbol.path == target.path &&
             one.symbol.lines == target.lines && one.symbol.name == target.name;
    });
    const auto link = is_one ? ReferenceLink::kResolved : ReferenceLink::kCandidates;
    if (call.may_run_others && !is_constructor_name(target.name))
      may_run_others_.insert(static_cast<std::size_t>(known - out.begin()));
    if (known == out.end()) {
      out.push_back(like);
      out.back().symbol = std::move(target);
      out.back().lines = {call.line};
      out.back().link = link;
    } else {
      if (known->lines.back() != call.line) known->lines.push_back(call.line);
      known->link = std::min(known->link, link);
    }
  }
  return {};
}

/// Names that the project does not define are outside of it.
Result<void> CalleeSteps::add_unlinked(const Called& call, const CallGraphMatch& like,
                                       std::vector<CallGraphMatch>& out) {
  CODEWEAVER_ASSIGN(const auto own, context_.database.find_definitions(call.name, 1));
  if (own.empty() || call.link_class == graph::LinkClass::kOutside) {
    ++outside_[call.shown_name];
    return {};
  }
  if (like.depth > 1) return {};
  const auto known = std::ranges::find_if(out, [&](const CallGraphMatch& one) {
    return one.link == ReferenceLink::kByName && one.symbol.qualified_name == call.shown_name;
  });
  if (known != out.end()) {
    if (known->lines.back() != call.line) known->lines.push_back(call.line);
    return {};
  }
  out.push_back(like);
  out.back().symbol.name = call.name;
  out.back().symbol.qualified_name = call.shown_name;
  out.back().lines = {call.line};
  out.back().link = ReferenceLink::kByName;
  return {};
}

/// A call of a method may run those that override it.
Result<void> CalleeSteps::add_overriding(std::vector<CallGraphMatch>& out) {
  std::vector<CallGraphMatch> more;
  for (const auto number : may_run_others_) {
    const auto one = out[number];
    CODEWEAVER_ASSIGN(auto found, implementers_.overriding(one.symbol, one.depth));
    for (auto& method : found) {
      const auto is_same = [&](const CallGraphMatch& known) {
        return known.symbol.path == method.symbol.path && known.symbol.lines == method.symbol.lines;
      };
      if (std::ranges::any_of(out, is_same) || std::ranges::any_of(more, is_same)) continue;
      more.push_back(one);
      more.back().symbol = std::move(method.symbol);
      more.back().link = ReferenceLink::kCandidates;
    }
  }
  std::ranges::move(more, std::back_inserter(out));
  return {};
}

Result<std::vector<CallGraphMatch>> CalleeSteps::from(const SymbolMatch& symbol,
                                                      std::size_t depth) {
  std::vector<CallGraphMatch> out;
  may_run_others_.clear();
  if (depth > 1 && is_type_symbol(symbol)) return out;  // one without a constructor of its own
  const CallGraphMatch like{
      .depth = depth, .via = symbol.qualified_name, .path = symbol.path, .lines = {}};
  CODEWEAVER_ASSIGN(const auto calls, calls_within(symbol));
  for (const auto& call : calls)
    CODEWEAVER_TRY(call.targets.empty() ? add_unlinked(call, like, out)
                                        : add_linked(call, symbol, like, out));
  CODEWEAVER_TRY(add_overriding(out));
  return out;
}

void CalleeSteps::finish(CallGraphAnswer& answer) {
  for (const auto& [name, count] : outside_) answer.outside.push_back({name, count});
  std::ranges::stable_sort(answer.outside, std::ranges::greater(), &OutsideCalls::count);
}

}  // namespace codeweaver::engine
