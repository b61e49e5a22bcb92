// JavaRules: methods by name, and the one of several that fits the arguments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "facts/java_reader.hpp"
#include "graph/java_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using facts::JavaReader;
using facts::Scope;
using Kind = Value::Kind;

namespace {

constexpr std::size_t kMostOverloads = 60;

/// Methods that every object has, and those of every enumeration.
constexpr std::array kJavaObjectMethods{
    std::string_view("clone"),     std::string_view("equals"),   std::string_view("finalize"),
    std::string_view("getClass"),  std::string_view("hashCode"), std::string_view("notify"),
    std::string_view("notifyAll"), std::string_view("toString"), std::string_view("wait")};

bool is_of_object(std::string_view name) {
  return std::ranges::find(kJavaObjectMethods, name) != kJavaObjectMethods.end();
}

void append_type(const facts::Facts& facts, Id type, std::string& out) {
  if (type == kNone) return;
  const Expr& expr = facts.exprs[type];
  if (expr.kind == ExprKind::kTypeName || expr.kind == ExprKind::kTypeMember)
    out += facts.name(expr.b);
  else if (expr.kind == ExprKind::kLibraryType)
    out += facts.name(expr.a);
  else if (expr.kind == ExprKind::kGenericType || expr.kind == ExprKind::kListType)
    append_type(facts, expr.a, out);
  if (expr.kind == ExprKind::kListType) out += "[]";
}

/// The names of the types of the parameters: methods of a class and of its base with the same ones
/// override each other.
std::string signature(const facts::Facts& facts, const Decl& function) {
  std::string out;
  if (function.kind != DeclKind::kFunction) return out;
  for (const Id id : facts.list(function.parameters)) {
    append_type(facts, facts.decls[id].type, out);
    out += ',';
  }
  return out;
}

std::vector<DeclRef> decls_of(const std::vector<DeclRef>& all) {
  std::vector<DeclRef> out;
  for (const DeclRef ref : all)
    if (std::ranges::find(out, ref) == out.end()) out.push_back(ref);
  return out;
}

}  // namespace

JavaRules::Call JavaRules::call_of(Evaluator& evaluator, Id file, const Expr& method) const {
  const facts::Facts& facts = evaluator.facts(file);
  const auto parts = facts.list(method.a);
  Call out{.name = std::string(facts.name(method.b))};
  if (parts.empty()) return out;
  out.before = parts[0];
  out.arguments.assign(parts.begin() + 1, parts.end());
  if (out.before != kNone && facts.exprs[out.before].kind == ExprKind::kThis) {
    out.scope = facts.exprs[out.before].a;
    out.before = kNone;
  }
  return out;
}

/// The methods of a class and its bases, without those that others override.
JavaRules::Functions JavaRules::collect(Evaluator& evaluator, DeclRef of, std::string_view name,
                                        std::size_t nearest, Id bound) {
  const std::vector<DeclRef> line = evaluator.bases(of);
  Functions out;
  std::vector<std::string> known;
  for (std::size_t i = nearest; i < line.size() && out.size() < kMostOverloads; ++i) {
    if (line[i].file == kNone) continue;
    const facts::Facts& facts = evaluator.facts(line[i].file);
    const Id id = facts.find_name(name);
    if (id == kNone) continue;
    for (const bool is_method : {true, false})
      for (const Id one : facts.members(line[i].decl, id)) {
        const Decl& decl = facts.decls[one];
        const bool fits = is_method ? decl.kind == DeclKind::kFunction
                                    : decl.kind == DeclKind::kField && decl.is_property;
        std::string own = fits ? signature(facts, decl) : std::string();
        if (!fits || std::ranges::find(known, own) != known.end() ||
            !is_inherited(evaluator, {line[i].file, one}, of))
          continue;
        known.push_back(std::move(own));
        out.push_back({{line[i].file, one}, bound});
      }
  }
  return out;
}

JavaRules::Functions JavaRules::constructors(Evaluator& evaluator, const Value& of) {
  Functions out;
  std::vector<DeclRef> classes{of.decl};
  if (of.kind == Kind::kSuper) {
    const std::vector<DeclRef> line = evaluator.bases(of.decl);
    classes.clear();
    if (line.size() > 1 && line[1].file != kNone) classes.push_back(line[1]);
  }
  for (const DeclRef one : classes) {
    const facts::Facts& facts = evaluator.facts(one.file);
    const Id id = facts.find_name(JavaReader::kConstructor);
    const Id bound = evaluator.values().value({Kind::kInstance, one, of.parts});
    if (id == kNone) continue;
    for (const Id member : facts.members(one.decl, id)) out.push_back({{one.file, member}, bound});
  }
  return out;
}

Targets JavaRules::methods(Evaluator& evaluator, Id file, const Expr& expr) {
  const Call call = call_of(evaluator, file, expr);
  if (call.before == kNone) return own_methods(evaluator, file, call);
  std::vector<DeclRef> out;
  bool is_outside = false;
  for (const Id value : evaluator.values().copy(evaluator.value_of(file, call.before))) {
    Targets found = methods_of(evaluator, file, value, call);
    is_outside = is_outside || found.kind == Targets::Kind::kOutside;
    out.insert(out.end(), found.decls.begin(), found.decls.end());
  }
  if (out.empty()) return is_outside ? Targets::outside() : Targets{};
  return Targets::of(decls_of(out), LinkReason::kReceiver);
}

Targets JavaRules::methods_of(Evaluator& evaluator, Id file, Id id, const Call& call) {
  const Value value = evaluator.values().at(id);
  switch (value.kind) {
    case Kind::kInstance:
    case Kind::kClass:
    case Kind::kSuper: {
      const bool is_super = value.kind == Kind::kSuper;
      const Id bound = evaluator.values().value({Kind::kInstance, value.decl, value.parts});
      const Functions all =
          call.name == JavaReader::kConstructor
              ? constructors(evaluator, value)
              : collect(evaluator, value.decl, call.name, is_super ? 1 : 0, bound);
      if (!all.empty())
        return Targets::of(choose(evaluator, file, all, call.arguments), LinkReason::kReceiver);
      const auto line = evaluator.bases(value.decl);
      const bool has_outside = std::ranges::find(line, DeclRef{}) != line.end();
      return has_outside || is_super || is_of_object(call.name) ? Targets::outside() : Targets{};
    }
    case Kind::kTypeParameter: {
      const auto span = evaluator.facts(value.decl.file).list(evaluator.decl(value.decl).bases);
      for (const Id bound : std::vector<Id>(span.begin(), span.end()))
        for (const Id one : evaluator.values().copy(evaluator.instances_of(value.decl.file, bound)))
          if (Targets found = methods_of(evaluator, file, one, call); !found.decls.empty())
            return found;
      return Targets::outside();
    }
    case Kind::kModule:
      return {};
    default:
      return Targets::outside();
  }
}

/// A method by its name alone: of the classes around, then of static imports.
Targets JavaRules::own_methods(Evaluator& evaluator, Id file, const Call& call) {
  const facts::Facts& facts = evaluator.facts(file);
  for (Id at = call.scope; at != kNone; at = facts.scopes[at].parent) {
    const Scope own = facts.scopes[at];
    if (own.kind != Scope::Kind::kClass || own.owner == kNone) continue;
    const Id bound =
        evaluator.values().value({Kind::kInstance, {file, own.owner}, ValueTable::kNothing});
    const Functions all = collect(evaluator, {file, own.owner}, call.name, 0, bound);
    if (!all.empty())
      return Targets::of(choose(evaluator, file, all, call.arguments), LinkReason::kScope);
    if (is_of_object(call.name)) return Targets::outside();
  }
  bool is_outside = false;
  for (const bool takes_all : {false, true})
    for (const DeclRef source : static_sources(evaluator, file, call.name, takes_all, is_outside)) {
      const Functions all = collect(evaluator, source, call.name, 0, kNone);
      if (!all.empty())
        return Targets::of(choose(evaluator, file, all, call.arguments), LinkReason::kImport);
    }
  return Targets::outside();
}

std::vector<DeclRef> JavaRules::choose(Evaluator& evaluator, Id file, const Functions& all,
                                       const std::vector<Id>& arguments) {
  Functions fixed, open;
  for (const Function& one : all) {
    const Decl& decl = evaluator.decl(one.decl);
    const auto list = decl.kind == DeclKind::kFunction
                          ? evaluator.facts(one.decl.file).list(decl.parameters)
                          : std::span<const Id>();
    const bool is_open = !list.empty() && evaluator.decl({one.decl.file, list.back()}).is_rest;
    if (list.size() == arguments.size()) fixed.push_back(one);
    if (is_open && arguments.size() + 1 >= list.size()) open.push_back(one);
  }
  std::vector<DeclRef> both;
  for (const auto* const some : {&fixed, &open})
    for (const Function& one : *some) both.push_back(one.decl);
  both = decls_of(both);
  if (both.size() < 2) return both;
  if (auto out = best(evaluator, file, fixed, arguments, arguments.size()); !out.empty())
    return out;
  return best(evaluator, file, open, arguments, kSpread);
}

/// Those that fit all arguments, and fit them best.
std::vector<DeclRef> JavaRules::best(Evaluator& evaluator, Id file, const Functions& all,
                                     const std::vector<Id>& arguments, std::size_t given) {
  Functions left;
  int most = 0;
  bool is_unsure = false;
  for (const Function& one : all) {
    int sum = 0;
    bool has_unknown = false;
    for (std::size_t i = 0; i < arguments.size() && sum >= 0; ++i) {
      const Id wanted = parameter(evaluator, one, i, given);
      const int fit = fit_of_argument(evaluator, file, wanted, arguments[i]);
      has_unknown = has_unknown || fit == kUnknownFit;
      sum = fit == kImpossible ? kImpossible : sum + fit;
    }
    if (sum < 0) continue;
    is_unsure = is_unsure || has_unknown;
    if (left.empty() || sum > most) left.clear();
    if (left.empty() || sum == most) left.push_back(one);
    most = std::max(sum, most);
  }
  if (left.size() > 1 && !is_unsure) {
    for (const Function& one : left)
      if (std::ranges::all_of(left, [&](const Function& other) {
            return one.decl == other.decl ||
                   is_more_special(evaluator, one, other, arguments.size(), given);
          }))
        return {one.decl};
  }
  std::vector<DeclRef> out;
  // One of a base class with other names of types is usually overridden.
  for (const Function& one : left)
    if (out.empty() || (one.decl.file == out[0].file &&
                        evaluator.decl(one.decl).owner == evaluator.decl(out[0]).owner))
      out.push_back(one.decl);
  return out;
}

bool JavaRules::is_more_special(Evaluator& evaluator, const Function& one, const Function& other,
                                std::size_t count, std::size_t given) {
  for (std::size_t i = 0; i < count; ++i) {
    const Id own = parameter(evaluator, one, i, given);
    const Id wanted = parameter(evaluator, other, i, given);
    if (own != wanted && fit_of_set(evaluator, wanted, own, 0) <= kUnknownFit) return false;
  }
  return true;
}

/// True unless a functional interface gives other arguments than a method takes. `is_of_class`:
/// the first argument is the object, unless the method is static.
bool JavaRules::takes(Evaluator& evaluator, const Function& function, bool is_of_class,
                      Id functional) {
  const auto count = arity(evaluator, functional);
  if (!count) return true;
  const Decl decl = evaluator.decl(function.decl);
  const std::size_t first = is_of_class && !decl.is_static ? 1 : 0;
  const std::size_t own = evaluator.facts(function.decl.file).list(decl.parameters).size();
  if (own + first != *count) return false;
  for (std::size_t i = 0; i < own; ++i) {
    const Id given = parameter_of(evaluator, functional, static_cast<Id>(i + first));
    if (fit_of_set(evaluator, parameter(evaluator, function, i, own), given, 0) == kImpossible)
      return false;
  }
  return true;
}

/// The method that `Type::name` or `value::name` means.
Targets JavaRules::reference(Evaluator& evaluator, Id file, const Expr& expr) {
  const facts::Facts& facts = evaluator.facts(file);
  const auto parts = facts.list(expr.a);
  if (parts.size() < 2) return {};
  const Id before = parts[0], wanted = parts[1];
  const std::string name(facts.name(expr.b));
  std::vector<DeclRef> out;
  bool is_outside = false;
  for (const Id id : evaluator.values().copy(evaluator.value_of(file, before))) {
    Value value = evaluator.values().at(id);
    if (value.kind == Kind::kOutside || value.kind == Kind::kLibrary || value.kind == Kind::kList)
      is_outside = true;
    if (value.kind != Kind::kInstance && value.kind != Kind::kClass && value.kind != Kind::kSuper)
      continue;
    Functions all = collect(evaluator, value.decl, name, value.kind == Kind::kSuper ? 1 : 0, kNone);
    if (all.empty()) {
      const auto line = evaluator.bases(value.decl);
      is_outside =
          is_outside || is_of_object(name) || std::ranges::find(line, DeclRef{}) != line.end();
    }
    if (all.size() > 1 && wanted != kNone)
      for (const Id functional : evaluator.values().copy(evaluator.value_of(file, wanted)))
        std::erase_if(all, [&](const Function& one) {
          return !takes(evaluator, one, value.kind == Kind::kClass, functional);
        });
    if (all.size() == 1) out.push_back(all[0].decl);
  }
  if (out.empty()) return is_outside ? Targets::outside() : Targets{};
  return Targets::of(decls_of(out), LinkReason::kReceiver);
}

}  // namespace codeweaver::graph
