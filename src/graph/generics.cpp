// Evaluator: type arguments in place of type parameters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "graph/evaluator.hpp"

namespace codeweaver::graph {

using Kind = Value::Kind;

namespace {

constexpr std::uint32_t kMostGenericBases = 4;  // bases of bases that pass type arguments on

}  // namespace

Id Evaluator::substituted(Id set, const Arguments& arguments) {
  std::vector<Id> out;
  for (const Id id : values_.copy(set)) {
    Value value = values_.at(id);
    switch (value.kind) {
      case Kind::kTypeParameter: {
        Id given = arguments(value.decl);
        if (given != kNone && value.parts != kNone) given = classes_of(given);
        if (given == kNone) break;
        for (const Id one : values_.copy(given)) out.push_back(one);
        continue;
      }
      case Kind::kList:
      case Kind::kChannel:
        value.parts = substituted(value.parts, arguments);
        break;
      case Kind::kMap:
      case Kind::kTuple:
      case Kind::kLibrary:
      case Kind::kInstance: {
        std::vector<Id> parts = values_.copy(value.parts);
        for (Id& part : parts) part = substituted(part, arguments);
        value.parts = values_.list(parts);
        break;
      }
      default:
        break;
    }
    out.push_back(values_.value(value));
  }
  return values_.set(out);
}

Id Evaluator::substituted(Id set, Id bound, DeclRef function) {
  const Value instance = values_.at(bound);
  if (instance.kind != Kind::kInstance) return set;
  if (const Id special = rules_.special_arguments(*this, set, bound, function); special != kNone)
    return special;
  if (values_.items(instance.parts).empty() && decl(instance.decl).bases == kNone) return set;
  return substituted(set,
                     [&](DeclRef parameter) { return argument_for(parameter, bound, function); });
}

Id Evaluator::inferred(Id file, const facts::Expr& call, Id set) {
  const auto span = facts(file).list(call.b);
  const std::vector<Id> given(span.begin(), span.end());
  bool is_open = false;  // anything to infer
  substituted(set, [&](DeclRef) {
    is_open = true;
    return kNone;
  });
  if (!is_open || given.empty()) return set;
  Inferred found;
  for (const Id id : values_.copy(value_of(file, call.a))) {
    const Value function = values_.at(id);
    if (function.kind != Kind::kFunction) continue;
    const facts::Facts& own = facts(function.decl.file);
    auto parameters = own.list(own.decls[function.decl.decl].parameters);
    if (!parameters.empty() && own.decls[parameters[0]].is_receiver)
      parameters = parameters.subspan(1);
    const std::vector<Id> all(parameters.begin(), parameters.end());
    for (std::size_t i = 0; i < std::min(all.size(), given.size()); ++i) {
      const Id type = decl({function.decl.file, all[i]}).type;
      infer(instances_of(function.decl.file, type), value_of(file, given[i]), found);
    }
  }
  return substituted(set, [&](DeclRef parameter) {
    const auto at = found.find(parameter);
    return at == found.end() ? kNone : values_.set(at->second);
  });
}

/// Type parameters in the set of a parameter stand for what the set of its argument has there.
void Evaluator::infer(Id parameter, Id argument, Inferred& out) {
  for (const Id id : values_.copy(parameter)) {
    const Value wanted = values_.at(id);
    if (wanted.kind == Kind::kTypeParameter) {
      const bool is_class = wanted.parts != kNone;
      const Id given = is_class ? each(argument, &Evaluator::called) : argument;
      for (const Id one : values_.copy(given)) out[wanted.decl].push_back(one);
      continue;
    }
    if (wanted.parts == kNone) continue;
    for (const Id other : values_.copy(argument)) {
      const Value has = values_.at(other);
      if (has.kind != wanted.kind || has.decl != wanted.decl || has.parts == wanted.parts) continue;
      if (wanted.kind == Kind::kList) infer(wanted.parts, has.parts, out);
      if (wanted.kind != Kind::kMap && wanted.kind != Kind::kTuple &&
          wanted.kind != Kind::kInstance)
        continue;
      const std::vector<Id> parts = values_.copy(wanted.parts);
      const std::vector<Id> others = values_.copy(has.parts);
      for (std::size_t i = 0; i < std::min(parts.size(), others.size()); ++i)
        infer(parts[i], others[i], out);
    }
  }
}

/// The set that the class of an instance, one of its bases, or its method `function` gets for a
/// type parameter; kNone: none.
Id Evaluator::argument_for(DeclRef parameter, Id bound, DeclRef function, std::uint32_t depth) {
  const Value instance = values_.at(bound);
  for (const DeclRef of : {instance.decl, function}) {
    if (of.file == kNone) continue;
    const std::vector<DeclRef> parameters = rules_.type_parameters(*this, of);
    const auto at = std::ranges::find(parameters, parameter);
    const auto arguments = values_.items(instance.parts);
    const auto index = static_cast<std::size_t>(at - parameters.begin());
    if (at != parameters.end()) return index < arguments.size() ? arguments[index] : kNone;
  }
  if (depth == kMostGenericBases || !step()) return kNone;
  const facts::Facts& own = facts(instance.decl.file);
  for (const Id base : own.list(own.decls[instance.decl.decl].bases))
    for (const Id one : values_.copy(instances_of(instance.decl.file, base))) {
      const Value value = values_.at(one);
      if (value.kind != Kind::kInstance || value.decl == instance.decl) continue;
      const Id given = argument_for(parameter, one, {}, depth + 1);
      if (given == kNone) continue;
      return substituted(given,
                         [&](DeclRef other) { return argument_for(other, bound, {}, depth + 1); });
    }
  return kNone;
}

std::vector<DeclRef> LanguageRules::type_parameters(Evaluator& evaluator, DeclRef of) {
  std::vector<DeclRef> out;
  const facts::Facts& facts = evaluator.facts(of.file);
  for (const Id id : facts.list(facts.decls[of.decl].type_parameters)) out.push_back({of.file, id});
  return out;
}

}  // namespace codeweaver::graph
