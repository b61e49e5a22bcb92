// TypeScriptRules: type arguments in place of type parameters, and parts of types.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "graph/evaluator.hpp"
#include "graph/typescript_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using Kind = Value::Kind;

namespace {

constexpr std::size_t kMostViews = 30;     // base classes that are looked at for type arguments
constexpr std::uint32_t kMostNesting = 4;  // of type arguments within type arguments

bool is_class_or_interface(DeclKind kind) {
  return kind == DeclKind::kClass || kind == DeclKind::kInterface;
}

}  // namespace

Id TypeScriptRules::special_instance(Evaluator& evaluator, Id id) {
  const Value value = evaluator.values().at(id);
  if (value.kind != Kind::kTypeParameter) return kNone;
  const Decl& of = evaluator.decl(value.decl);
  if (is_class_or_interface(of.kind))
    return evaluator.values().value({Kind::kInstance, value.decl, ValueTable::kNothing});
  for (const Id bound : evaluator.values().items(evaluator.instances_of(value.decl.file, of.type)))
    if (evaluator.values().at(bound).kind == Kind::kInstance) return bound;
  return kNone;
}

/// The instance `bound` seen as one of its base class `of`.
Id TypeScriptRules::as_base(Evaluator& evaluator, Id bound, DeclRef of) {
  ValueTable& values = evaluator.values();
  std::vector<Id> line{bound};
  for (std::size_t i = 0; i < line.size() && i < kMostViews; ++i) {
    const DeclRef own = values.at(line[i]).decl;
    if (own == of) return line[i];
    for (const Id base : values.copy(evaluator.instance_of_bases(own))) {
      if (values.at(base).kind != Kind::kInstance) continue;
      const Id seen = evaluator.substituted(values.set(std::span(&base, 1)), line[i], own);
      for (const Id one : values.copy(seen))
        if (std::ranges::find(line, one) == line.end()) line.push_back(one);
    }
  }
  return bound;
}

/// The set that a class or function gets for a type parameter; kNone: it is of something else.
Id TypeScriptRules::argument_of(Evaluator& evaluator, DeclRef parameter, const Value& of) const {
  if (of.decl.file != parameter.file) return kNone;
  const Decl& decl = evaluator.decl(of.decl);
  const auto arguments = evaluator.values().items(of.parts);
  for (const Id parameters : {decl.type_parameters, decl.own_type_parameters}) {
    const auto list = evaluator.facts(parameter.file).list(parameters);
    const auto index =
        static_cast<std::size_t>(std::ranges::find(list, parameter.decl) - list.begin());
    if (index < list.size() && index < arguments.size() && arguments[index] != ValueTable::kNothing)
      return arguments[index];
  }
  return kNone;
}

Id TypeScriptRules::special_arguments(Evaluator& evaluator, Id set, Id bound, DeclRef function) {
  ValueTable& values = evaluator.values();
  if (set == ValueTable::kNothing || set == values.outside()) return set;
  if (nesting_ >= kMostNesting || !evaluator.step()) return set;
  const DeclRef owner{function.file, evaluator.decl(function).owner};
  const bool is_member = owner.decl != kNone && is_class_or_interface(evaluator.decl(owner).kind);
  const Value instance = values.at(is_member ? as_base(evaluator, bound, owner) : bound);
  ++nesting_;
  std::vector<Id> sets;
  for (const Id id : values.copy(set))
    sets.push_back(replaced(evaluator, values.at(id), instance, bound, function));
  --nesting_;
  return evaluator.union_of(sets);
}

/// A value with type arguments; `instance`: the view of `bound` as the class of `function`.
Id TypeScriptRules::replaced(Evaluator& evaluator, Value value, const Value& instance, Id bound,
                             DeclRef function) {
  ValueTable& values = evaluator.values();
  const auto within = [&](Id set) { return evaluator.substituted(set, bound, function); };
  switch (value.kind) {
    case Kind::kTypeParameter: {
      if (is_class_or_interface(evaluator.decl(value.decl).kind))
        return values.set(std::span(&bound, 1));
      const Id given = argument_of(evaluator, value.decl, instance);
      if (given != kNone) return given;
      break;
    }
    case Kind::kFunction: {
      const Id own = value.parts;
      value.parts = bound;
      if (own == kNone) break;
      const auto inner = values.copy(within(values.set(std::span(&own, 1))));
      value.parts = inner.empty() ? own : inner[0];
      break;
    }
    case Kind::kList:
    case Kind::kPromise:
      value.parts = within(value.parts);
      break;
    case Kind::kPartOf:
      return part_of(evaluator, value, within(value.parts));
    case Kind::kMap:
    case Kind::kTuple:
    case Kind::kInstance: {
      std::vector<Id> parts = values.copy(value.parts);
      for (Id& part : parts) part = within(part);
      value.parts = values.list(parts);
      break;
    }
    default:
      break;
  }
  return values.set(value);
}

/// What `Type["key"]` gives. For a type parameter it waits until a type replaces that.
Id TypeScriptRules::part_of(Evaluator& evaluator, const Value& part, Id of) {
  ValueTable& values = evaluator.values();
  const facts::Facts& facts = evaluator.facts(part.decl.file);
  const std::string_view name = facts.name(facts.exprs[part.decl.decl].b);
  std::vector<Id> sets;
  for (const Id id : values.copy(of)) {
    const Value one = values.at(id);
    const bool waits =
        one.kind == Kind::kPartOf || (one.kind == Kind::kTypeParameter &&
                                      evaluator.decl(one.decl).kind == DeclKind::kTypeParameter);
    if (waits) {
      Value later = part;
      later.parts = values.set(std::span(&id, 1));
      sets.push_back(values.set(later));
    } else {
      sets.push_back(evaluator.member_value(id, name));
    }
  }
  return evaluator.union_of(sets);
}

/// The sets of type arguments, with those that the declaration gives where there are none.
TypeScriptRules::Arguments TypeScriptRules::completed(Evaluator& evaluator, DeclRef of,
                                                      Id parameters, Arguments given) {
  const auto list = evaluator.facts(of.file).list(parameters);
  given.resize(list.size(), ValueTable::kNothing);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto otherwise = evaluator.facts(of.file).list(evaluator.decl({of.file, list[i]}).values);
    if (given[i] != ValueTable::kNothing || otherwise.empty()) continue;
    const Id bound =
        evaluator.values().value({Kind::kInstance, of, evaluator.values().list(given)});
    given[i] = evaluator.substituted(evaluator.instances_of(of.file, otherwise[0]), bound, of);
  }
  return given;
}

}  // namespace codeweaver::graph
