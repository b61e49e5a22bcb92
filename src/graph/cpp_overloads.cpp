// CppRules: which of several functions a call means.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "graph/cpp_rules.hpp"
#include "graph/evaluator.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

constexpr std::string_view kConstSuffix = "const";
constexpr int kMostInner = 12;  // levels of an expression that is looked through

/// True if the parameter at a position is `T&&`.
bool takes_temporary(std::string_view signature, std::size_t position) {
  for (; position > 0 && !signature.empty(); --position)
    signature.remove_prefix(std::min(signature.find(';'), signature.size() - 1) + 1);
  return signature.substr(0, signature.find(';')).ends_with("&&");
}

bool is_temporary(const facts::Facts& facts, Id argument) {
  if (argument == kNone) return true;
  const ExprKind kind = facts.exprs[argument].kind;
  return kind != ExprKind::kName && kind != ExprKind::kMember && kind != ExprKind::kPointed &&
         kind != ExprKind::kIndex;
}

}  // namespace

std::vector<DeclRef> CppRules::overloads(Evaluator& evaluator, Id file, std::vector<DeclRef> decls,
                                         const Expr& call, int depth) {
  const auto given = evaluator.facts(file).list(call.b);
  const std::vector<Id> arguments(given.begin(), given.end());
  std::vector<std::pair<int, DeclRef>> fitting;
  int best = 0;
  for (const DeclRef ref : decls) {
    const auto facts = evaluator.shared_facts(ref.file);
    const Decl& decl = facts->decls[ref.decl];
    const auto list = facts->list(decl.parameters);
    if (decl.kind != DeclKind::kFunction || decl.inner == kNone) {  // a macro
      fitting.emplace_back(0, ref);
      continue;
    }
    const bool is_open = !list.empty() && facts->decls[list.back()].is_rest;
    const auto required = std::ranges::count_if(
        list, [&](Id id) { return facts->decls[id].values == kNone && !facts->decls[id].is_rest; });
    if (arguments.size() < static_cast<std::size_t>(required) ||
        (arguments.size() > list.size() && !is_open))
      continue;
    int score = 0;
    bool fits = true;
    for (std::size_t i = 0; i < std::min(arguments.size(), list.size()); ++i) {
      int one = fit(evaluator, evaluator.instances_of(ref.file, facts->decls[list[i]].type),
                    evaluator.value_of(file, arguments[i]));
      if (one >= 0 && takes_temporary(facts->name(decl.signature), i))
        one += is_temporary(evaluator.facts(file), arguments[i]) ? 1 : -100;
      if (one >= 0) one += fit_primitive(evaluator, {ref.file, list[i]}, file, arguments[i], depth);
      fits = fits && one >= 0;
      score += one;
    }
    if (!fits) continue;
    best = std::max(best, score);
    fitting.emplace_back(score, ref);
  }
  if (fitting.empty()) return decls;
  std::vector<DeclRef> out;
  for (const auto& [score, ref] : fitting)
    if (score == best) out.push_back(ref);
  if (out.empty()) return decls;
  if (out.size() > 1) keep_constant(evaluator, out, is_constant_object(evaluator, file, call.a));
  return out;
}

/// Of two methods that differ in `const`, leaves the one that the object has.
void CppRules::keep_constant(Evaluator& evaluator, std::vector<DeclRef>& decls, bool is_constant) {
  const auto signature = [&](DeclRef ref) {
    return evaluator.facts(ref.file).name(evaluator.decl(ref).signature);
  };
  const std::vector<DeclRef> all = decls;
  std::erase_if(decls, [&](DeclRef ref) {
    std::string_view own = signature(ref);
    if (own.ends_with(kConstSuffix) == is_constant) return false;
    return std::ranges::any_of(all, [&](DeclRef other) {
      const std::string_view longer = is_constant ? signature(other) : own;
      const std::string_view shorter = is_constant ? own : signature(other);
      return other != ref && longer.ends_with(kConstSuffix) &&
             longer.substr(0, longer.size() - kConstSuffix.size()) == shorter;
    });
  });
}

/// True if the object that a method is called on is known to be constant.
bool CppRules::is_constant_object(Evaluator& evaluator, Id file, Id callee) {
  const auto facts = evaluator.shared_facts(file);
  Expr expr = facts->exprs[callee];
  if (expr.kind == ExprKind::kApplied) expr = facts->exprs[expr.a];
  if (expr.kind == ExprKind::kName) return is_constant_method(*facts, expr.b);
  return expr.kind == ExprKind::kMember && is_constant(evaluator, file, expr.a);
}

bool CppRules::is_constant_method(const facts::Facts& facts, Id scope) const {
  for (; scope != kNone; scope = facts.scopes[scope].parent) {
    const Id owner = facts.scopes[scope].owner;
    if (owner == kNone || facts.decls[owner].kind != DeclKind::kFunction) continue;
    if (facts.decls[owner].signature != kNone)  // not a lambda
      return facts.name(facts.decls[owner].signature).ends_with(kConstSuffix);
  }
  return false;
}

bool CppRules::is_constant(Evaluator& evaluator, Id file, Id id, int depth) {
  if (id == kNone || depth >= kMostInner || !evaluator.step()) return false;
  const auto facts = evaluator.shared_facts(file);
  const Expr expr = facts->exprs[id];
  switch (expr.kind) {
    case ExprKind::kThis:
      return is_constant_method(*facts, expr.a);
    case ExprKind::kArrow:
    case ExprKind::kPointed:
    case ExprKind::kAddress:
    case ExprKind::kElement:
    case ExprKind::kIndex:
    case ExprKind::kPart:
      return is_constant(evaluator, file, expr.a, depth + 1);
    case ExprKind::kName:
    case ExprKind::kMember:
    case ExprKind::kCall: {
      const Targets found = evaluator.targets(file, expr.kind == ExprKind::kCall ? expr.a : id);
      const bool is_member = expr.kind == ExprKind::kMember;
      if (found.decls.empty())  // of a container
        return (is_member || expr.kind == ExprKind::kCall) &&
               is_constant(evaluator, file, expr.a, depth + 1);
      const DeclRef ref = found.decls[0];
      const Decl decl = evaluator.decl(ref);
      if (decl.is_constant) return true;
      if (decl.kind == DeclKind::kField && !is_member) return is_constant_method(*facts, expr.b);
      if (decl.kind == DeclKind::kVariable && decl.type == kNone && decl.values != kNone)
        return is_constant(evaluator, ref.file, evaluator.facts(ref.file).list(decl.values)[0],
                           depth + 1);
      return is_member && decl.kind == DeclKind::kField &&
             is_constant(evaluator, file, expr.a, depth + 1);
    }
    default:
      return false;
  }
}

/// The name of a type that is not a class of the project: "int", "char*"; empty: not known.
std::string CppRules::primitive_type(Evaluator& evaluator, Id file, Id id, int depth) {
  if (id == kNone || depth >= kMostInner || !evaluator.step()) return {};
  const auto facts = evaluator.shared_facts(file);
  const Expr expr = facts->exprs[id];
  if (expr.kind == ExprKind::kLiteral) return std::string(facts->name(expr.a));
  if (expr.kind == ExprKind::kChannelType || expr.kind == ExprKind::kListType) {
    const std::string of = primitive_type(evaluator, file, expr.a, depth + 1);
    return of.empty() ? of : of + '*';
  }
  if (expr.kind != ExprKind::kName && expr.kind != ExprKind::kMember) return {};
  const Targets found = evaluator.targets(file, id);
  if (found.decls.size() == 1 && evaluator.decl(found.decls[0]).kind == DeclKind::kAlias)
    return primitive_type(evaluator, found.decls[0].file, evaluator.decl(found.decls[0]).type,
                          depth + 1);
  if (found.kind == Targets::Kind::kDecls) return {};
  return std::string(facts->name(expr.kind == ExprKind::kName ? expr.a : expr.b));
}

std::string CppRules::primitive_of(Evaluator& evaluator, Id file, Id id, int depth) {
  if (id == kNone || depth >= kMostInner || !evaluator.step()) return {};
  const auto facts = evaluator.shared_facts(file);
  const Expr expr = facts->exprs[id];
  const auto inner = [&] { return primitive_of(evaluator, file, expr.a, depth + 1); };
  switch (expr.kind) {
    case ExprKind::kLiteral:
      return std::string(facts->name(expr.a));
    case ExprKind::kInstance:
      return primitive_type(evaluator, file, expr.a, depth + 1);
    case ExprKind::kAddress: {
      const std::string of = inner();
      return of.empty() ? of : of + '*';
    }
    case ExprKind::kPointed:
    case ExprKind::kIndex:
    case ExprKind::kElement: {
      std::string of = inner();
      if (of == "string") return "char";
      if (!of.ends_with('*')) return {};
      of.pop_back();
      return of;
    }
    case ExprKind::kName:
    case ExprKind::kMember:
    case ExprKind::kCall: {
      const bool is_call = expr.kind == ExprKind::kCall;
      Targets found = evaluator.targets(file, is_call ? expr.a : id);
      if (is_call && found.decls.size() > 1)
        found.decls = overloads(evaluator, file, found.decls, expr, depth + 1);
      if (found.decls.empty()) return {};
      const DeclRef ref = found.decls[0];
      const Decl decl = evaluator.decl(ref);
      if (is_call != (decl.kind == DeclKind::kFunction)) return {};
      if (decl.type != kNone) return primitive_type(evaluator, ref.file, decl.type, depth + 1);
      const auto values = evaluator.facts(ref.file).list(decl.values);
      return values.empty() ? std::string()
                            : primitive_of(evaluator, ref.file, values[0], depth + 1);
    }
    default:
      return {};
  }
}

/// How well types fit that are not classes of the project, and references; added to the rest.
int CppRules::fit_primitive(Evaluator& evaluator, DeclRef parameter, Id file, Id argument,
                            int depth) {
  if (argument == kNone) return 0;
  const std::string wanted =
      primitive_type(evaluator, parameter.file, evaluator.decl(parameter).type, depth + 1);
  const std::string given =
      wanted.empty() ? wanted : primitive_of(evaluator, file, argument, depth + 1);
  if (wanted.empty() || given.empty()) return 0;
  if (wanted == given) return 6;
  const bool is_text = given == "char*" || given == "string" || given == "string_view";
  const bool wants_text = wanted == "string" || wanted == "string_view" || wanted == "char*";
  if (is_text && wants_text) return wanted == "char*" ? 0 : 3;
  if (is_text != wants_text || given.ends_with('*') != wanted.ends_with('*')) return -4;
  const bool is_integer = given != "double" && given != "float" && given != "bool";
  const bool wants_integer = wanted != "double" && wanted != "float" && wanted != "bool";
  return is_integer == wants_integer ? 2 : 0;
}

/// True if a constructor may take one value of another type.
bool CppRules::is_made_of_one(Evaluator& evaluator, DeclRef of) {
  const auto facts = evaluator.shared_facts(of.file);
  const Decl& decl = facts->decls[of.decl];
  if (decl.is_declaration || decl.bases != kNone) return true;
  for (const Id id : facts->members(of.decl, decl.name)) {
    const auto parameters = facts->list(facts->decls[id].parameters);
    if (parameters.empty()) continue;
    const Decl& first = facts->decls[parameters[0]];
    const bool takes_one = parameters.size() == 1 || facts->decls[parameters[1]].is_rest ||
                           facts->decls[parameters[1]].values != kNone;
    const Id copied = evaluator.values().value({Kind::kInstance, of, ValueTable::kNothing});
    const auto type = evaluator.values().copy(evaluator.instances_of(of.file, first.type));
    if (takes_one && std::ranges::find(type, copied) == type.end()) return true;
  }
  return false;
}

/// How well an argument fits a parameter, of which sets of values are given; -1: not at all.
int CppRules::fit(Evaluator& evaluator, Id parameter, Id argument) {
  ValueTable& values = evaluator.values();
  if (parameter == ValueTable::kNothing || argument == ValueTable::kNothing) return 1;
  int best = -1;
  for (const Id want : values.copy(parameter))
    for (const Id have : values.copy(argument)) {
      const Value wanted = values.at(want), had = values.at(have);
      if (wanted.kind == Kind::kTypeParameter || had.kind == Kind::kTypeParameter) {
        best = std::max(best, 1);
      } else if (wanted.kind == Kind::kInstance && had.kind == Kind::kInstance) {
        const std::vector<DeclRef> line = evaluator.bases(had.decl);
        const bool is_base = std::ranges::find(line, wanted.decl) != line.end();
        // Another class may convert.
        best = std::max(best, wanted.decl == had.decl ? 4 : is_base ? 3 : 0);
      } else if (wanted.kind == Kind::kChannel && had.kind == Kind::kChannel) {
        best = std::max(best, fit(evaluator, wanted.parts, had.parts));
      } else if (wanted.kind == had.kind) {
        best = std::max(best, 2);
      } else if (wanted.kind == Kind::kInstance) {
        best = std::max(best, is_made_of_one(evaluator, wanted.decl) ? 0 : -1);
      } else if (had.kind == Kind::kInstance) {
        best = std::max(best, 0);
      } else {
        best = std::max(best, 1);
      }
    }
  return best;
}

}  // namespace codeweaver::graph
