// CalleeSteps: the uses within a definition, linked, without those that call nothing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/callee_steps.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "engine/searching/lookup/declared_symbol.hpp"
#include "engine/searching/lookup/linked_uses.hpp"
#include "facts/java_reader.hpp"
#include "facts/read_facts.hpp"
#include "syntax/kinds.hpp"

namespace codeweaver::engine {
namespace {

using facts::ExprKind;

bool is_type_symbol(const SymbolMatch& symbol) {
  const auto* const kind = syntax::find_kind(symbol.kind);
  return kind != nullptr && kind->semantic_class == SemanticClass::kDefinitionType;
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

bool is_enumeration(const facts::Facts& facts, facts::Id decl) {
  return std::ranges::any_of(facts.decls, [&](const facts::Decl& one) {
    return one.owner == decl && one.kind == facts::DeclKind::kField && one.type != facts::kNone &&
           facts.exprs[one.type] == facts::Expr{ExprKind::kUnnamedType, decl};
  });
}

/// The classes whose objects `T x` and `: x(1)` of C++ make: that of the field, or that of which
/// `T` is another name.
std::vector<graph::Target> made_classes(SymbolGraph::Question& question, const graph::Target& named,
                                        int depth = 0) {
  constexpr int kMostNames = 4;  // of one type
  const auto facts = question.facts(named.path);
  const auto& decl = facts->decls[named.decl];
  if (!facts::is_cpp(facts->language) || decl.kind == facts::DeclKind::kFunction) return {named};
  std::vector<graph::Target> out;
  if (decl.kind == facts::DeclKind::kClass) {
    if (!is_enumeration(*facts, named.decl)) out.push_back(named);
    return out;
  }
  if (decl.type == facts::kNone || depth == kMostNames) return out;
  const auto& type = facts->exprs[decl.type];
  const auto written = type.kind == ExprKind::kGenericType ? type.a : decl.type;
  const auto use = std::ranges::find(facts->uses, written, &facts::Use::expr);
  if (use == facts->uses.end()) return out;
  const auto link = question.link(named.path, static_cast<std::size_t>(use - facts->uses.begin()));
  for (const auto& target : link.targets)
    std::ranges::move(made_classes(question, target, depth + 1), std::back_inserter(out));
  return out;
}

}  // namespace

/// Empty if the file has no facts.
std::vector<CalleeSteps::Called> CalleeSteps::linked_within(SymbolGraph::Question& question,
                                                            const SymbolMatch& symbol) {
  std::vector<Called> out;
  const auto facts = question.facts(symbol.path);
  if (facts == nullptr) return out;
  for (std::size_t i = 0; i < facts->uses.size(); ++i) {
    const auto& use = facts->uses[i];
    if (use.place.line < symbol.lines.start_line || symbol.lines.end_line < use.place.line ||
        use.kind == facts::Use::Kind::kImport)
      continue;
    const bool is_call =
        use.kind == facts::Use::Kind::kCall || use.kind == facts::Use::Kind::kConstruct;
    is_late_ = is_late_ || std::chrono::steady_clock::now() > end_;
    const auto link = is_late_ ? graph::Link{} : question.link(symbol.path, i);
    if (link.link_class == graph::LinkClass::kLocal || declares(symbol.path, use, link)) continue;
    Called one{.name = std::string(facts->name_of(use)),
               .shown_name = shown_name(*facts, use),
               .line = use.place.line,
               .link_class = link.link_class,
               .has_overloads = facts::is_cpp(facts->language) || facts->language == "java",
               .may_run_others = asks_an_object(*facts, use)};
    one.named = link.targets;
    one.is_call = is_call;
    one.makes_object = use.kind == facts::Use::Kind::kConstruct;
    if (is_call || !one.named.empty()) out.push_back(std::move(one));
  }
  return out;
}

/// Finds the functions among what a use names, and the constructors of the classes that it names.
void CalleeSteps::find_declared(SymbolGraph::Question& question, Called& one) {
  auto named = one.named;
  if (one.makes_object) {
    named.clear();
    for (const auto& target : one.named)
      std::ranges::move(made_classes(question, target), std::back_inserter(named));
  }
  for (const auto& target : named) {
    const auto declaring = question.facts(target.path);
    const bool is_function = declaring->decls[target.decl].kind == facts::DeclKind::kFunction;
    if (!one.is_call && !is_function) continue;
    const auto decls =
        one.is_call ? constructors_or_self(*declaring, target.decl) : std::vector{target.decl};
    for (const auto decl : decls)
      one.declared.push_back({target.path, decl, declaring->decls[decl].place});
    one.is_one_of = one.is_one_of || decls.size() > 1;
  }
}

/// Looks up definitions only when all uses are linked, because that asks about other files, and a
/// change of the file costs what is known of this one.
Result<std::vector<CalleeSteps::Called>> CalleeSteps::calls_within(const SymbolMatch& symbol) {
  if (context_.graph == nullptr) return std::vector<Called>();
  SymbolGraph::Question question(*context_.graph, context_.database);
  auto out = linked_within(question, symbol);
  for (auto& one : out) find_declared(question, one);
  std::erase_if(out, [](const Called& one) { return one.declared.empty() && !one.named.empty(); });
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
  // The signatures of one function, or the two accessors of a property.
  const bool is_merged = !call.is_one_of && !call.has_overloads;
  const bool is_one = targets.size() == 1 ||
                      (is_merged && std::ranges::all_of(targets, [&](const SymbolMatch& target) {
                         return target.path == targets[0].path &&
                                target.qualified_name == targets[0].qualified_name;
                       }));
  if (is_one) targets.resize(1);
  for (auto& target : targets) {
    if (call.is_one_of && target.path == from.path && target.lines == from.lines) continue;
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

/// The definitions of what a header declares; otherwise the definition itself.
Result<std::vector<SymbolMatch>> CalleeSteps::bodies_of(const SymbolMatch& symbol) {
  std::vector<SymbolMatch> out;
  if (context_.graph != nullptr && !is_type_symbol(symbol)) {
    SymbolGraph::Question question(*context_.graph, context_.database);
    const auto facts = question.facts(symbol.path);
    const auto declared =
        facts == nullptr ? std::vector<graph::Target>() : declarations_of(*facts, symbol);
    for (const auto& target : declared) {
      if (!facts->decls[target.decl].is_declaration) continue;
      CODEWEAVER_ASSIGN(const auto found, definitions_.of(question, target));
      for (const auto& one : found)
        out.push_back(declared_symbol(*question.facts(one.path), one.decl, one.path));
    }
  }
  for (auto& one : out) CODEWEAVER_TRY(complete_symbol_of(context_, one));
  if (out.empty()) out.push_back(symbol);
  return out;
}

Result<std::vector<CallGraphMatch>> CalleeSteps::from(const SymbolMatch& symbol,
                                                      std::size_t depth) {
  std::vector<CallGraphMatch> out;
  may_run_others_.clear();
  if (depth > 1 && is_type_symbol(symbol)) return out;  // one without a constructor of its own
  CODEWEAVER_ASSIGN(const auto bodies, bodies_of(symbol));
  for (const auto& body : bodies) {
    if (!walked_.insert(call_place(body)).second) continue;
    const CallGraphMatch like{
        .depth = depth, .via = body.qualified_name, .path = body.path, .lines = {}};
    CODEWEAVER_ASSIGN(const auto calls, calls_within(body));
    for (const auto& call : calls)
      CODEWEAVER_TRY(call.targets.empty() ? add_unlinked(call, like, out)
                                          : add_linked(call, body, like, out));
  }
  CODEWEAVER_TRY(add_overriding(out));
  return out;
}

void CalleeSteps::finish(CallGraphAnswer& answer) {
  for (const auto& [name, count] : outside_) answer.outside.push_back({name, count});
  std::ranges::stable_sort(answer.outside, std::ranges::greater(), &OutsideCalls::count);
}

}  // namespace codeweaver::engine
