// RustRules: type arguments in place of type parameters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "graph/evaluator.hpp"
#include "graph/rust_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using Kind = Value::Kind;

namespace {

constexpr int kMostRustNested = 8;
constexpr int kMostHoles = 4;

}  // namespace

Id RustRules::replaced(Evaluator& evaluator, Id set, const Given& given, int depth) {
  ValueTable& values = evaluator.values();
  if (depth > kMostRustNested || given.empty()) return set;
  std::vector<Id> out;
  for (const Id id : values.copy(set)) {
    Value value = values.at(id);
    switch (value.kind) {
      case Kind::kTypeParameter:
        if (const auto at = given.find(value.decl); at != given.end()) {
          for (const Id one : values.copy(at->second)) out.push_back(one);
          continue;
        }
        break;
      case Kind::kList:
      case Kind::kPromise:
        value.parts = replaced(evaluator, value.parts, given, depth + 1);
        break;
      case Kind::kTuple:
      case Kind::kLibrary:
      case Kind::kInstance: {
        std::vector<Id> parts = values.copy(value.parts);
        for (Id& part : parts) part = replaced(evaluator, part, given, depth + 1);
        value.parts = values.list(parts);
        break;
      }
      case Kind::kPartOf: {
        const Id of = replaced(evaluator, value.parts, given, depth + 1);
        if (of == value.parts) break;
        const facts::Facts& facts = evaluator.facts(value.decl.file);
        const std::string name(facts.name(facts.exprs[value.decl.decl].b));
        for (const Id one : values.copy(projected(evaluator, of, name, value.decl)))
          out.push_back(one);
        continue;
      }
      default:
        break;
    }
    out.push_back(values.value(value));
  }
  return values.set(out);
}

/// The type `name` that belongs to the types of a set. `expr`: where it is written.
Id RustRules::projected(Evaluator& evaluator, Id set, std::string_view name, DeclRef expr) {
  ValueTable& values = evaluator.values();
  std::vector<Id> out;
  for (const Id id : values.copy(set)) {
    const Value value = values.at(id);
    Id found = ValueTable::kNothing;
    if (value.kind == Kind::kTypeParameter) {
      if (evaluator.decl(value.decl).kind != DeclKind::kInterface)
        for (const Value& bound : bounds_of(evaluator, value.decl))
          if (bound.kind == Kind::kLibrary && !values.items(bound.parts).empty() &&
              (name == "Item" || name == "Output" || name == "Target"))
            found = values.items(bound.parts).back();
      if (found == ValueTable::kNothing)
        found = values.set({Kind::kPartOf, expr, values.set(std::span(&id, 1))});
    } else if (value.kind == Kind::kPartOf) {
      found = values.set({Kind::kPartOf, expr, values.set(std::span(&id, 1))});
    } else {
      found = associated(evaluator, id, name);
      if (found == ValueTable::kNothing && name == "Item") found = element_of(evaluator, id);
      if (found == ValueTable::kNothing && name == "Target") found = dereferenced(evaluator, id);
    }
    for (const Id one : values.copy(found)) out.push_back(one);
  }
  return values.set(out);
}

/// What the type parameters in `pattern` stand for, if `set` is of this type.
void RustRules::match(Evaluator& evaluator, Id pattern, Id set, Given& out, int depth) {
  ValueTable& values = evaluator.values();
  if (depth > kMostRustNested || set == ValueTable::kNothing) return;
  for (const Id id : values.copy(pattern)) {
    const Value wanted = values.at(id);
    if (wanted.kind == Kind::kTypeParameter) {
      const auto [at, is_new] = out.try_emplace(wanted.decl, set);
      if (is_new) match_bounds(evaluator, wanted.decl, set, out, depth);
      continue;
    }
    const bool is_function = wanted.kind == Kind::kLibrary && library_name(wanted) == "Fn";
    const bool is_iterator =
        wanted.kind == Kind::kLibrary &&
        (library_name(wanted) == "Iterator" || library_name(wanted) == "IntoIterator");
    const std::vector<Id> parts = wanted.parts == kNone || wanted.kind == Kind::kPartOf
                                      ? std::vector<Id>()
                                  : wanted.kind == Kind::kList || wanted.kind == Kind::kPromise
                                      ? std::vector<Id>{wanted.parts}
                                      : values.copy(wanted.parts);
    for (const Id other : values.copy(set)) {
      const Value has = values.at(other);
      if (is_function && has.kind == Kind::kFunction && parts.size() == 2) {
        match(evaluator, parts[1], evaluator.called(other), out, depth + 1);
        continue;
      }
      if (is_iterator && parts.size() == 1) {
        match(evaluator, parts[0], element_of(evaluator, other), out, depth + 1);
        continue;
      }
      if (wanted.kind == Kind::kList && has.kind == Kind::kLibrary) {
        match(evaluator, wanted.parts, element_of(evaluator, other), out, depth + 1);
        continue;
      }
      if (has.kind != wanted.kind || has.decl != wanted.decl || has.parts == kNone) continue;
      if (wanted.kind == Kind::kList || wanted.kind == Kind::kPromise) {
        match(evaluator, wanted.parts, has.parts, out, depth + 1);
        continue;
      }
      if (wanted.kind == Kind::kPartOf || wanted.kind == Kind::kFunction) continue;
      const std::vector<Id> others = values.copy(has.parts);
      for (std::size_t i = 0; i < std::min(parts.size(), others.size()); ++i)
        match(evaluator, parts[i], others[i], out, depth + 1);
    }
  }
}

/// `F: Fn(A) -> B` says what B is, if F is known.
void RustRules::match_bounds(Evaluator& evaluator, DeclRef parameter, Id set, Given& out,
                             int depth) {
  if (evaluator.decl(parameter).kind != DeclKind::kTypeParameter) return;
  for (const Value& bound : bounds_of(evaluator, parameter)) {
    if (bound.kind != Kind::kLibrary) continue;
    match(evaluator, evaluator.values().set(bound), set, out, depth + 1);
  }
}

/// What the value that a member is of says about type parameters.
RustRules::Given RustRules::given_by(Evaluator& evaluator, const Member& member) {
  Given out;
  if (member.bound == kNone) return out;
  ValueTable& values = evaluator.values();
  Value value = values.at(member.bound);
  if (value.kind == Kind::kClass) value.kind = Kind::kInstance;
  const Id set = values.set(value);
  const Id owner = evaluator.decl(member.decl).owner;
  if (owner == kNone) return out;
  const DeclRef of{member.decl.file, owner};
  const Decl& decl = evaluator.decl(of);
  if (decl.kind == DeclKind::kInterface) {
    out[of] = set;
    if (value.kind != Kind::kInstance || value.decl != of) return out;
  } else if (decl.name == kNone) {
    match(evaluator, evaluator.instances_of(of.file, decl.type), set, out);
    return out;
  }
  // The parameters of the type itself, or of the trait of a `dyn Trait<A>`.
  const DeclRef type = value.kind == Kind::kInstance ? value.decl : of;
  const facts::Facts& facts = evaluator.facts(type.file);
  const auto parameters = facts.list(facts.decls[type.decl].type_parameters);
  const std::vector<Id> given = value.kind == Kind::kInstance || value.kind == Kind::kLibrary
                                    ? values.copy(value.parts)
                                    : std::vector<Id>();
  for (std::size_t i = 0; i < std::min(parameters.size(), given.size()); ++i)
    out[{type.file, parameters[i]}] = given[i];
  return out;
}

/// What the arguments of a call say about the type parameters of a function.
void RustRules::give_arguments(Evaluator& evaluator, DeclRef function, const Call& call,
                               bool has_receiver, Given& out) {
  const facts::Facts& facts = evaluator.facts(function.file);
  const Decl& decl = facts.decls[function.decl];
  const auto own = facts.list(decl.own_type_parameters);
  for (std::size_t i = 0; i < std::min(own.size(), call.types.size()); ++i)
    if (call.types[i] != ValueTable::kNothing) out[{function.file, own[i]}] = call.types[i];
  const auto all = facts.list(decl.parameters);
  std::vector<Id> parameters(all.begin(), all.end());
  if (has_receiver && !parameters.empty() && facts.decls[parameters[0]].is_receiver)
    parameters.erase(parameters.begin());
  for (std::size_t i = 0; i < std::min(parameters.size(), call.arguments.size()); ++i) {
    const Id type = facts.decls[parameters[i]].type;
    if (type == kNone || call.arguments[i] == kNone) continue;
    const Id pattern = evaluator.instances_of(function.file, type);
    match(evaluator, pattern, evaluator.value_of(call.file, call.arguments[i]), out);
  }
}

/// A type with holes such as `Vec<_>`, filled by a value.
Id RustRules::filled(Evaluator& evaluator, Id type, Id set, int depth) {
  ValueTable& values = evaluator.values();
  if (type == ValueTable::kNothing) return set;
  if (depth > kMostHoles) return type;
  std::vector<Id> sets;
  for (const Id id : values.copy(type)) {
    Value wanted = values.at(id);
    if (wanted.kind != Kind::kLibrary) return type;
    const std::string name(library_name(wanted));
    const bool is_outcome = name == "Result" || name == "Option";
    std::vector<Id> parts = values.copy(wanted.parts);
    for (const Id other : values.copy(set)) {
      const Value has = values.at(other);
      const bool is_same = has.kind == Kind::kLibrary && has.decl == wanted.decl;
      const std::vector<Id> given = is_same ? values.copy(has.parts) : std::vector<Id>();
      for (std::size_t i = 0; i < parts.size(); ++i) {
        Id part = i < given.size() ? given[i] : ValueTable::kNothing;
        const Id element = is_same ? ValueTable::kNothing : element_of(evaluator, other);
        if (!is_same && is_outcome && i == 0)  // results that were collected
          part = library_set(evaluator, "Vec", {evaluator.each(element, &Evaluator::element)});
        else if (!is_same && parts.size() == 1)
          part = element;
        else if (!is_same)
          part = values.items(element).empty()
                     ? element
                     : evaluator.at_position(values.items(element)[0], static_cast<Id>(i));
        parts[i] = filled(evaluator, parts[i], part, depth + 1);
      }
    }
    wanted.parts = values.list(parts);
    sets.push_back(values.set(wanted));
  }
  return evaluator.union_of(sets);
}

}  // namespace codeweaver::graph
