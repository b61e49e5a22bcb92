// PythonRules: calls, operators and types.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/listed.hpp"
#include "graph/evaluator.hpp"
#include "graph/python_rules.hpp"

namespace codeweaver::graph {

using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;

namespace {

constexpr std::size_t kMostTypeParameters = 20;  // of one class

constexpr std::array kListMakers{std::string_view("list"),      std::string_view("sorted"),
                                 std::string_view("set"),       std::string_view("tuple"),
                                 std::string_view("frozenset"), std::string_view("reversed"),
                                 std::string_view("iter"),      std::string_view("deque")};
constexpr std::array kFirstArguments{std::string_view("copy"),
                                     std::string_view("deepcopy"),
                                     std::string_view("run_until_complete"),
                                     std::string_view("wait_for"),
                                     std::string_view("create_task"),
                                     std::string_view("ensure_future"),
                                     std::string_view("shield")};
// Built-in functions that return something of their own, in alphabetical order.
constexpr std::array kPlainCalls{std::string_view("bool"),       std::string_view("callable"),
                                 std::string_view("dir"),        std::string_view("hasattr"),
                                 std::string_view("hash"),       std::string_view("id"),
                                 std::string_view("isinstance"), std::string_view("issubclass"),
                                 std::string_view("repr"),       std::string_view("str")};
constexpr std::array kUnionTypes{std::string_view("Optional"), std::string_view("Union")};
constexpr std::array kWrapperTypes{std::string_view("Annotated"), std::string_view("ClassVar"),
                                   std::string_view("Final"),     std::string_view("Required"),
                                   std::string_view("InitVar"),   std::string_view("NotRequired"),
                                   std::string_view("ReadOnly")};
constexpr std::array kMapTypes{std::string_view("dict"),        std::string_view("Dict"),
                               std::string_view("Mapping"),     std::string_view("MutableMapping"),
                               std::string_view("OrderedDict"), std::string_view("defaultdict"),
                               std::string_view("DefaultDict"), std::string_view("UserDict"),
                               std::string_view("ChainMap")};
constexpr std::array kListTypes{
    std::string_view("list"),          std::string_view("List"),
    std::string_view("set"),           std::string_view("Set"),
    std::string_view("frozenset"),     std::string_view("FrozenSet"),
    std::string_view("Sequence"),      std::string_view("Iterable"),
    std::string_view("Iterator"),      std::string_view("Collection"),
    std::string_view("Generator"),     std::string_view("MutableSequence"),
    std::string_view("deque"),         std::string_view("Deque"),
    std::string_view("AsyncIterator"), std::string_view("AsyncIterable"),
    std::string_view("AbstractSet"),   std::string_view("AsyncGenerator"),
    std::string_view("MutableSet"),    std::string_view("UserList"),
    std::string_view("Reversible"),    std::string_view("Container")};
constexpr std::array kAwaitedTypes{
    std::string_view("Awaitable"),      std::string_view("Coroutine"),
    std::string_view("ContextManager"), std::string_view("AsyncContextManager"),
    std::string_view("Future"),         std::string_view("Task")};
constexpr std::array kTypeVariables{std::string_view("TypeVar"), std::string_view("ParamSpec"),
                                    std::string_view("TypeVarTuple")};

std::string_view name_at_end(const facts::Facts& facts, Id expr) {
  const Expr& one = facts.exprs[expr];
  if (one.kind == ExprKind::kName) return facts.name(one.a);
  return one.kind == ExprKind::kMember ? facts.name(one.b) : std::string_view();
}

}  // namespace

Id PythonRules::call_method(Evaluator& evaluator, Id value, std::string_view name) {
  const Targets found = evaluator.member(value, name);
  if (found.kind != Targets::Kind::kDecls) return kNone;
  std::vector<Id> out;
  for (const DeclRef ref : found.decls) {
    if (evaluator.decl(ref).kind != DeclKind::kFunction) continue;
    const Id function = evaluator.values().value({Value::Kind::kFunction, ref, value});
    for (const Id one : evaluator.values().copy(evaluator.called(function))) out.push_back(one);
  }
  return evaluator.values().set(out);
}

/// A variable of a class whose value has `__get__`, a descriptor: an instance reads its result.
Id PythonRules::read_member(Evaluator& evaluator, DeclRef member, Id set) {
  const facts::Decl& decl = evaluator.decl(member);
  if (decl.kind != DeclKind::kVariable || decl.owner == kNone) return set;
  ValueTable& values = evaluator.values();
  std::vector<Id> out;
  for (const Id id : values.copy(set)) {
    const bool is_instance = values.at(id).kind == Value::Kind::kInstance;
    const Id read = is_instance ? call_method(evaluator, id, "__get__") : kNone;
    if (read == kNone) {
      out.push_back(id);
      continue;
    }
    // An overload for the class returns the descriptor itself.
    const std::vector<DeclRef> own = evaluator.bases(values.at(id).decl);
    for (const Id one : values.copy(read))
      if (values.at(one).kind != Value::Kind::kInstance ||
          std::ranges::find(own, values.at(one).decl) == own.end())
        out.push_back(one);
  }
  return values.set(out);
}

/// The elements of an instance of `class Names(List[Name])`.
Id PythonRules::elements_of_bases(Evaluator& evaluator, Id value, Operation operation) {
  const std::vector<DeclRef> line = evaluator.bases(evaluator.values().at(value).decl);
  for (const DeclRef one : line) {
    if (one.file == kNone) continue;
    const auto bases = evaluator.facts(one.file).list(evaluator.decl(one).bases);
    for (const Id base : std::vector<Id>(bases.begin(), bases.end()))
      for (const Id held : evaluator.values().copy(evaluator.instances_of(one.file, base))) {
        const Value::Kind kind = evaluator.values().at(held).kind;
        if (kind != Value::Kind::kList && kind != Value::Kind::kMap) continue;
        const Id given = operated(evaluator, held, operation);
        return given == kNone ? evaluator.element(held) : given;
      }
  }
  return kNone;
}

Id PythonRules::operated_instance(Evaluator& evaluator, Id value, Operation operation) {
  ValueTable& values = evaluator.values();
  switch (operation) {
    case Operation::kCall:
      return call_method(evaluator, value, "__call__");
    case Operation::kIndex: {
      const Id given = call_method(evaluator, value, "__getitem__");
      return given != kNone ? given : elements_of_bases(evaluator, value, operation);
    }
    case Operation::kEnter: {
      for (const std::string_view name : {"__enter__", "__aenter__"}) {
        const Id given = call_method(evaluator, value, name);
        if (given != kNone && given != ValueTable::kNothing && given != values.outside())
          return given;
      }
      return kNone;
    }
    case Operation::kIterate:
      break;
  }
  for (const std::string_view name : {"__iter__", "__aiter__"}) {
    const Id iterators = call_method(evaluator, value, name);
    if (iterators == kNone) continue;
    std::vector<Id> out;
    for (const Id one : values.copy(iterators)) {
      const bool is_instance = values.at(one).kind == Value::Kind::kInstance;
      Id given = is_instance ? call_method(evaluator, one, "__next__") : evaluator.element(one);
      if (given == kNone) continue;
      for (const Id element : values.copy(given)) out.push_back(element);
    }
    return values.set(out);
  }
  return elements_of_bases(evaluator, value, operation);
}

Id PythonRules::operated(Evaluator& evaluator, Id id, Operation operation) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  if (operation == Operation::kCall)
    return value.kind == Value::Kind::kInstance ? operated_instance(evaluator, id, operation)
                                                : kNone;
  switch (value.kind) {
    case Value::Kind::kInstance:
      return operated_instance(evaluator, id, operation);
    case Value::Kind::kList:
      return value.parts;  // entered: what a function with `yield` gives to `with`
    case Value::Kind::kMap:
      if (operation == Operation::kEnter) return kNone;
      return values.items(value.parts)[operation == Operation::kIterate ? 1 : 0];
    case Value::Kind::kTuple: {
      std::vector<Id> out;
      for (const Id part : values.copy(value.parts))
        for (const Id one : values.copy(part)) out.push_back(one);
      return values.set(out);
    }
    case Value::Kind::kClass: {  // an enumeration
      Value instance = value;
      instance.kind = Value::Kind::kInstance;
      return operation == Operation::kIterate ? values.set(instance) : kNone;
    }
    default:
      return kNone;
  }
}

Id PythonRules::special_call(Evaluator& evaluator, Id file, const Expr& call) {
  const facts::Facts& facts = evaluator.facts(file);
  const std::string_view name = name_at_end(facts, call.a);
  if (name.empty()) return kNone;
  const bool is_outside = evaluator.targets(file, call.a).kind == Targets::Kind::kOutside;
  if (name == "__new__" && call.b != kNone)
    if (const Id made = facts.list(call.b)[0]; made != kNone)
      return evaluator.each(evaluator.value_of(file, made), &Evaluator::called);
  if (is_outside && call.b != kNone)
    if (const Id given = call_of_outside(evaluator, file, call, name); given != kNone) return given;
  const Expr called = facts.exprs[call.a];
  return called.kind == ExprKind::kMember ? call_of_container(evaluator, file, called) : kNone;
}

Id PythonRules::call_of_outside(Evaluator& evaluator, Id file, const Expr& call,
                                std::string_view name) {
  ValueTable& values = evaluator.values();
  const auto span = evaluator.facts(file).list(call.b);
  const std::vector<Id> arguments(span.begin(), span.end());
  const auto list_of = [&](Id elements) { return values.set({Value::Kind::kList, {}, elements}); };
  const auto element = [&](Id argument) {
    return evaluator.each(evaluator.value_of(file, argument), &Evaluator::element);
  };
  const auto tuple_of = [&](const std::vector<Id>& parts) {
    return values.set({Value::Kind::kTuple, {}, values.list(parts)});
  };
  if (name == "cast" && arguments.size() == 2) return evaluator.instances_of(file, arguments[0]);
  if (evaluator.facts(file).exprs[call.a].kind == ExprKind::kName) {
    if (name == "next") return element(arguments[0]);
    if (name == "type" && arguments.size() == 1)
      return evaluator.classes_of(evaluator.value_of(file, arguments[0]));
    if (name == "enumerate") return list_of(tuple_of({values.outside(), element(arguments[0])}));
    if (name == "map" && arguments.size() == 2)
      return list_of(evaluator.each(evaluator.value_of(file, arguments[0]), &Evaluator::called));
    if (name == "filter" && arguments.size() == 2) return list_of(element(arguments[1]));
    if (name == "zip") {
      std::vector<Id> parts;
      for (const Id one : arguments) parts.push_back(element(one));
      return list_of(tuple_of(parts));
    }
    if ((name == "min" || name == "max") && arguments.size() == 1) return element(arguments[0]);
    if (name == "dict") return evaluator.value_of(file, arguments[0]);
  }
  if (base::is_listed(kListMakers, name)) return list_of(element(arguments[0]));
  const Expr called = evaluator.facts(file).exprs[call.a];
  const bool runs = name == "run" && called.kind == ExprKind::kMember && called.a != kNone &&
                    name_at_end(evaluator.facts(file), called.a) == "asyncio";
  if (runs || base::is_listed(kFirstArguments, name)) return evaluator.value_of(file, arguments[0]);
  // A library that gets a function or class of the project may return what that returns.
  for (const Id argument : arguments)
    for (const Id one : values.copy(evaluator.value_of(file, argument))) {
      const Value::Kind kind = values.at(one).kind;
      if (kind == Value::Kind::kFunction || kind == Value::Kind::kClass)
        return std::ranges::binary_search(kPlainCalls, name) ? kNone : ValueTable::kNothing;
    }
  return kNone;
}

Id PythonRules::call_of_container(Evaluator& evaluator, Id file, const Expr& called) {
  if (called.a == kNone) return kNone;
  ValueTable& values = evaluator.values();
  const std::string_view name = evaluator.facts(file).name(called.b);
  std::vector<Id> out;
  bool is_container = false;
  const auto add = [&](Id set) {
    for (const Id one : values.copy(set)) out.push_back(one);
  };
  for (const Id id : values.copy(evaluator.value_of(file, called.a))) {
    const Value value = values.at(id);
    const bool is_map = value.kind == Value::Kind::kMap;
    if (!is_map && value.kind != Value::Kind::kList) continue;
    is_container = true;
    const std::vector<Id> parts = is_map ? values.copy(value.parts) : std::vector{value.parts};
    if (name == "copy") add(values.set(std::span(&id, 1)));
    if (name == "pop" || (is_map && (name == "get" || name == "setdefault"))) add(parts[0]);
    if (!is_map) continue;
    if (name == "values") add(values.set({Value::Kind::kList, {}, parts[0]}));
    if (name == "keys") add(values.set({Value::Kind::kList, {}, parts[1]}));
    if (name == "items") {
      const std::array pair{parts[1], parts[0]};
      const Id tuple = values.set({Value::Kind::kTuple, {}, values.list(pair)});
      add(values.set({Value::Kind::kList, {}, tuple}));
    }
  }
  return is_container && !out.empty() ? values.set(out) : kNone;
}

Id PythonRules::special_type(Evaluator& evaluator, Id file, Id type) {
  const Expr expr = evaluator.facts(file).exprs[type];
  const bool is_named = expr.kind == ExprKind::kName || expr.kind == ExprKind::kMember;
  const Id base = is_named ? type : expr.a;
  if (base == kNone) return kNone;
  const ExprKind kind = evaluator.facts(file).exprs[base].kind;
  if (kind != ExprKind::kName && kind != ExprKind::kMember) return kNone;
  const Targets found = evaluator.targets(file, base);
  if (found.kind == Targets::Kind::kDecls)
    return is_named ? type_of_variables(evaluator, found.decls) : kNone;
  const std::string_view name = name_at_end(evaluator.facts(file), base);
  if (!is_named) return generic_type(evaluator, file, expr, name);
  if (name != "Self" || kind != ExprKind::kName) return kNone;
  const facts::Facts& facts = evaluator.facts(file);
  Id scope = expr.b;
  while (scope != kNone && facts.scopes[scope].kind != facts::Scope::Kind::kClass)
    scope = facts.scopes[scope].parent;
  if (scope == kNone) return kNone;
  return evaluator.values().set(
      {Value::Kind::kInstance, {file, facts.scopes[scope].owner}, ValueTable::kNothing});
}

/// The type that a variable names: `T = TypeVar("T")`, `Name = NewType("Name", Text)`, or an alias
/// such as `Names = List[Name]`.
Id PythonRules::type_of_variables(Evaluator& evaluator, const std::vector<DeclRef>& decls) {
  std::vector<Id> out;
  bool has_variable = false;
  for (const DeclRef ref : decls) {
    const facts::Decl decl = evaluator.decl(ref);
    if (decl.kind != DeclKind::kVariable) continue;
    has_variable = true;
    const facts::Facts& facts = evaluator.facts(ref.file);
    const auto values = facts.list(decl.values);
    if (values.empty()) continue;
    Id type = values[0];
    const Expr& given = facts.exprs[type];
    if (given.kind == ExprKind::kCall) {
      const std::string_view made = name_at_end(facts, given.a);
      const auto arguments = facts.list(given.b);
      if (base::is_listed(kTypeVariables, made)) {
        out.push_back(evaluator.values().value({Value::Kind::kTypeParameter, ref, kNone}));
        continue;
      }
      if (made == "NewType" && arguments.size() == 2) type = arguments[1];
    }
    for (const Id one : evaluator.values().copy(evaluator.instances_of(ref.file, type)))
      out.push_back(one);
  }
  if (!has_variable) return kNone;
  for (const DeclRef ref : decls)
    if (evaluator.decl(ref).kind == DeclKind::kClass)
      out.push_back(evaluator.values().value({Value::Kind::kInstance, ref, ValueTable::kNothing}));
  return evaluator.values().set(out);
}

Id PythonRules::generic_type(Evaluator& evaluator, Id file, const Expr& type,
                             std::string_view name) {
  ValueTable& values = evaluator.values();
  const auto span = evaluator.facts(file).list(type.b);
  const std::vector<Id> arguments(span.begin(), span.end());
  if (arguments.empty()) return kNone;
  const auto instances = [&](Id argument) { return evaluator.instances_of(file, argument); };
  const auto list_of = [&](Id elements) { return values.set({Value::Kind::kList, {}, elements}); };
  if (base::is_listed(kUnionTypes, name)) {
    std::vector<Id> out;
    for (const Id one : arguments)
      for (const Id value : values.copy(instances(one))) out.push_back(value);
    return values.set(out);
  }
  if (base::is_listed(kWrapperTypes, name)) return instances(arguments[0]);
  if (name == "type" || name == "Type") return evaluator.classes_of(instances(arguments[0]));
  if (base::is_listed(kMapTypes, name)) {
    const std::array parts{instances(arguments.back()), instances(arguments.front())};
    return values.set({Value::Kind::kMap, {}, values.list(parts)});
  }
  if (name == "tuple" || name == "Tuple") {
    if (arguments.size() == 2 && arguments[1] == kNone) return list_of(instances(arguments[0]));
    std::vector<Id> parts;
    for (const Id one : arguments) parts.push_back(instances(one));
    return values.set({Value::Kind::kTuple, {}, values.list(parts)});
  }
  if (base::is_listed(kAwaitedTypes, name)) return instances(arguments.back());
  return base::is_listed(kListTypes, name) ? list_of(instances(arguments[0])) : kNone;
}

/// Those of `Generic[...]` or `Protocol[...]`, or else the variables in all bases.
std::vector<DeclRef> PythonRules::type_parameters(Evaluator& evaluator, DeclRef of) {
  std::vector<DeclRef> out = LanguageRules::type_parameters(evaluator, of);
  const auto span = evaluator.facts(of.file).list(evaluator.decl(of).bases);
  if (!out.empty()) return out;
  for (const Id base : std::vector<Id>(span.begin(), span.end())) {
    const Expr expr = evaluator.facts(of.file).exprs[base];
    if (expr.kind != ExprKind::kGenericType) continue;
    const std::string_view name = name_at_end(evaluator.facts(of.file), expr.a);
    const bool is_list = name == "Generic" || name == "Protocol";
    if (is_list) out.clear();
    const auto arguments = evaluator.facts(of.file).list(expr.b);
    for (const Id argument : std::vector<Id>(arguments.begin(), arguments.end()))
      for (const Id one : evaluator.values().copy(evaluator.instances_of(of.file, argument))) {
        const Value value = evaluator.values().at(one);
        if (value.kind == Value::Kind::kTypeParameter && out.size() < kMostTypeParameters &&
            std::ranges::find(out, value.decl) == out.end())
          out.push_back(value.decl);
      }
    if (is_list) break;
  }
  return out;
}

}  // namespace codeweaver::graph
