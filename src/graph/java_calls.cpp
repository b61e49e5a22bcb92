// JavaRules: results of calls, and functional interfaces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

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

constexpr int kMostUnifiedTypes = 5;        // levels of type arguments that are compared
constexpr std::size_t kMostJavaViews = 40;  // bases that are looked at for type arguments

/// A functional interface of the library: its parameters and its result, as positions of its type
/// arguments; '-': another type; 'v': none.
struct FunctionalType {
  std::string_view name, parameters;
  char result = '-';
};

constexpr std::array<FunctionalType, 27> kFunctionalTypes{{
    {"Function", "0", '1'},
    {"BiFunction", "01", '2'},
    {"UnaryOperator", "0", '0'},
    {"BinaryOperator", "00", '0'},
    {"Supplier", "", '0'},
    {"Callable", "", '0'},
    {"Consumer", "0", 'v'},
    {"BiConsumer", "01", 'v'},
    {"Predicate", "0", '-'},
    {"BiPredicate", "01", '-'},
    {"Comparator", "00", '-'},
    {"Runnable", "", 'v'},
    {"ToIntFunction", "0", '-'},
    {"ToLongFunction", "0", '-'},
    {"ToDoubleFunction", "0", '-'},
    {"ToIntBiFunction", "01", '-'},
    {"ToDoubleBiFunction", "01", '-'},
    {"IntFunction", "-", '0'},
    {"IntPredicate", "-", '-'},
    {"IntUnaryOperator", "-", '-'},
    {"IntConsumer", "-", 'v'},
    {"IntBinaryOperator", "--", '-'},
    {"LongFunction", "-", '0'},
    {"ObjIntConsumer", "0-", 'v'},
    {"BooleanSupplier", "", '-'},
    {"PrivilegedAction", "", '0'},
    {"PrivilegedExceptionAction", "", '0'},
}};

const FunctionalType* functional_type(std::string_view name) {
  const auto at = std::ranges::find(kFunctionalTypes, name, &FunctionalType::name);
  return at == kFunctionalTypes.end() ? nullptr : &*at;
}

}  // namespace

/// The objects that a method may be called on: for the type arguments of its class.
std::vector<Id> JavaRules::bounds(Evaluator& evaluator, Id file, const Call& parts,
                                  DeclRef method) {
  ValueTable& values = evaluator.values();
  std::vector<Id> seen;
  if (parts.before == kNone) {
    const facts::Facts& facts = evaluator.facts(file);
    for (Id at = parts.scope; at != kNone; at = facts.scopes[at].parent)
      if (facts.scopes[at].kind == Scope::Kind::kClass && facts.scopes[at].owner != kNone)
        seen.push_back(
            values.value({Kind::kInstance, {file, facts.scopes[at].owner}, ValueTable::kNothing}));
  } else {
    seen = values.copy(evaluator.value_of(file, parts.before));
  }
  const DeclRef owner{method.file, evaluator.decl(method).owner};
  std::vector<Id> out;
  for (std::size_t i = 0; i < seen.size() && i < kMostJavaViews; ++i) {
    Value one = values.at(seen[i]);
    if (one.kind == Kind::kTypeParameter) {
      const auto span = evaluator.facts(one.decl.file).list(evaluator.decl(one.decl).bases);
      for (const Id bound : std::vector<Id>(span.begin(), span.end()))
        for (const Id more : values.copy(evaluator.instances_of(one.decl.file, bound)))
          seen.push_back(more);
      continue;
    }
    if (one.kind == Kind::kClass || one.kind == Kind::kSuper) one.kind = Kind::kInstance;
    if (one.kind != Kind::kInstance) continue;
    const std::vector<DeclRef> line = evaluator.bases(one.decl);
    if (std::ranges::find(line, owner) != line.end()) out.push_back(values.value(one));
  }
  return out;
}

Id JavaRules::result(Evaluator& evaluator, Id file, const Expr& call, const Call& parts,
                     DeclRef method) {
  const Decl decl = evaluator.decl(method);
  const Id type = evaluator.instances_of(method.file, decl.type);
  std::vector<Id> all = bounds(evaluator, file, parts, method);
  if (all.empty()) all.push_back(kNone);
  std::vector<Id> sets;
  for (const Id bound : all) {
    Id set = type;
    if (decl.own_type_parameters != kNone) {
      Inferred found;
      const auto parameters = evaluator.facts(method.file).list(decl.own_type_parameters);
      const auto written = evaluator.facts(file).list(call.b);
      if (written.empty()) {
        found = inferred(evaluator, file, parts, {method, bound}, true);
      } else {
        for (std::size_t i = 0; i < std::min(parameters.size(), written.size()); ++i)
          for (const Id one : evaluator.values().copy(evaluator.instances_of(file, written[i])))
            found[{method.file, parameters[i]}].push_back(one);
      }
      set = with_inferred(evaluator, set, found);
    }
    sets.push_back(bound == kNone ? set : evaluator.substituted(set, bound, method));
  }
  return evaluator.union_of(sets);
}

Id JavaRules::with_inferred(Evaluator& evaluator, Id set, const Inferred& found) {
  return evaluator.substituted(set, [&](DeclRef parameter) {
    const auto at = found.find(parameter);
    return at == found.end() ? kNone : evaluator.values().set(at->second);
  });
}

/// What the arguments say about the type parameters of a method. Lambdas only if asked for: the
/// types of their parameters depend on the other arguments.
JavaRules::Inferred JavaRules::inferred(Evaluator& evaluator, Id file, const Call& parts,
                                        const Function& function, bool with_functions) {
  Inferred out;
  for (std::size_t i = 0; i < parts.arguments.size(); ++i) {
    const Id argument = parts.arguments[i];
    if (argument == kNone) continue;
    const ExprKind kind = evaluator.facts(file).exprs[argument].kind;
    const bool is_function = kind == ExprKind::kLambda || kind == ExprKind::kMethodRef;
    if ((is_function && !with_functions) || kind == ExprKind::kLiteral) continue;
    const Id given = evaluator.value_of(file, argument);
    const bool has_array = std::ranges::any_of(evaluator.values().items(given), [&](Id id) {
      return evaluator.values().at(id).kind == Kind::kList;
    });
    const Id pattern =
        parameter(evaluator, function, i, has_array ? parts.arguments.size() : kSpread);
    if (pattern != ValueTable::kNothing) unify(evaluator, pattern, given, out, 0);
  }
  return out;
}

void JavaRules::unify(Evaluator& evaluator, Id pattern, Id given, Inferred& out, int depth) {
  if (depth > kMostUnifiedTypes || given == ValueTable::kNothing) return;
  ValueTable& values = evaluator.values();
  for (const Id id : values.copy(pattern)) {
    const Value want = values.at(id);
    if (want.kind == Kind::kTypeParameter) {
      for (const Id one : values.copy(given)) out[want.decl].push_back(one);
      continue;
    }
    if (want.parts == kNone) continue;
    const auto pairs = [&](Id a, Id b) {
      const std::vector<Id> first = values.copy(a), second = values.copy(b);
      if (first.size() == second.size())
        for (std::size_t i = 0; i < first.size(); ++i)
          unify(evaluator, first[i], second[i], out, depth + 1);
    };
    for (const Id other : values.copy(given)) {
      const Value have = values.at(other);
      if (have.kind == Kind::kFunction || have.kind == Kind::kClass)
        unify_function(evaluator, want, id, other, out, depth);
      else if (want.kind == Kind::kList && have.kind == Kind::kList)
        unify(evaluator, want.parts, have.parts, out, depth + 1);
      else if (want.kind == Kind::kLibrary && have.kind == Kind::kLibrary)
        pairs(want.parts, have.parts);
      else if (want.kind == Kind::kLibrary && have.kind == Kind::kInstance)
        for (const Value& view : library_views(evaluator, other)) pairs(want.parts, view.parts);
      else if (want.kind == Kind::kInstance && have.kind == Kind::kInstance)
        pairs(want.parts, values.at(as_base(evaluator, other, want.decl)).parts);
    }
  }
}

/// A lambda or a method gives the result of a functional interface.
void JavaRules::unify_function(Evaluator& evaluator, const Value& want, Id pattern, Id given,
                               Inferred& out, int depth) {
  if (want.kind != Kind::kLibrary && want.kind != Kind::kInstance) return;
  const Id wanted = result_of(evaluator, pattern);
  if (wanted != kNone) unify(evaluator, wanted, evaluator.called(given), out, depth + 1);
}

/// The instance `bound` seen as one of its base class `of`.
Id JavaRules::as_base(Evaluator& evaluator, Id bound, DeclRef of) {
  ValueTable& values = evaluator.values();
  std::vector<Id> line{bound};
  for (std::size_t i = 0; i < line.size() && i < kMostJavaViews; ++i) {
    const DeclRef own = values.at(line[i]).decl;
    if (own == of) return line[i];
    const Id seen = evaluator.substituted(evaluator.instance_of_bases(own), line[i], own);
    for (const Id one : values.copy(seen))
      if (values.at(one).kind == Kind::kInstance && std::ranges::find(line, one) == line.end())
        line.push_back(one);
  }
  return bound;
}

Id JavaRules::special_call(Evaluator& evaluator, Id file, const Expr& call) {
  const Expr method = evaluator.facts(file).exprs[call.a];
  if (method.kind != ExprKind::kMethod) return kNone;
  const Targets found = evaluator.targets(file, call.a);
  const Call parts = call_of(evaluator, file, method);
  if (found.kind == Targets::Kind::kOutside) return library_call(evaluator, file, parts);
  std::vector<Id> sets;
  for (const DeclRef ref : found.decls) sets.push_back(result(evaluator, file, call, parts, ref));
  return evaluator.union_of(sets);
}

/// The values that a lambda or method reference at `expr.b` is expected to be.
Id JavaRules::expected(Evaluator& evaluator, Id file, const Expr& expr) {
  const Expr method = evaluator.facts(file).exprs[expr.a];
  const Call parts = call_of(evaluator, file, method);
  const Targets found = evaluator.targets(file, expr.a);
  if (found.kind == Targets::Kind::kOutside) return library_callback(evaluator, file, parts);
  std::vector<Id> sets;
  for (const DeclRef ref : found.decls) {
    std::vector<Id> all = bounds(evaluator, file, parts, ref);
    if (all.empty()) all.push_back(kNone);
    for (const Id bound : all) {
      const Id set = parameter(evaluator, {ref, bound}, expr.b, kSpread);
      sets.push_back(
          with_inferred(evaluator, set, inferred(evaluator, file, parts, {ref, bound}, false)));
    }
  }
  return evaluator.union_of(sets);
}

/// The only method without a body of an interface; no file: there is none.
DeclRef JavaRules::functional_method(Evaluator& evaluator, DeclRef of) {
  if (const auto at = functional_.find(of); at != functional_.end()) return at->second;
  DeclRef out;
  if (evaluator.decl(of).kind == DeclKind::kInterface)
    for (const DeclRef one : std::vector<DeclRef>(evaluator.bases(of))) {
      if (one.file == kNone || out.file != kNone) continue;
      const facts::Facts& facts = evaluator.facts(one.file);
      for (Id id = one.decl; id < facts.decls.size() && out.file == kNone; ++id)
        if (facts.decls[id].owner == one.decl && facts.decls[id].is_abstract &&
            facts.decls[id].kind == DeclKind::kFunction)
          out = {one.file, id};
    }
  return functional_[of] = out;
}

std::optional<std::size_t> JavaRules::arity(Evaluator& evaluator, Id functional) {
  const Value value = evaluator.values().at(functional);
  if (value.kind == Kind::kCallback) return evaluator.values().items(value.parts).size();
  if (value.kind == Kind::kInstance)
    if (const DeclRef method = functional_method(evaluator, value.decl); method.file != kNone)
      return evaluator.facts(method.file).list(evaluator.decl(method).parameters).size();
  for (const Value& view : library_views(evaluator, functional))
    if (const auto* const type = functional_type(library_name(view)); type != nullptr)
      return type->parameters.size();
  return std::nullopt;
}

std::optional<bool> JavaRules::gives_nothing(Evaluator& evaluator, Id functional) {
  const Value value = evaluator.values().at(functional);
  if (value.kind == Kind::kInstance)
    if (const DeclRef method = functional_method(evaluator, value.decl); method.file != kNone) {
      const Decl& decl = evaluator.decl(method);
      return evaluator.instances_of(method.file, decl.type) == library_set(evaluator, "void");
    }
  for (const Value& view : library_views(evaluator, functional))
    if (const auto* const type = functional_type(library_name(view)); type != nullptr)
      return type->result == 'v';
  return std::nullopt;
}

/// The set of what a functional interface gets at a position.
Id JavaRules::parameter_of(Evaluator& evaluator, Id functional, Id position) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(functional);
  const auto at = [&](Id parts, char index) {
    const auto sets = values.items(parts);
    const auto number = static_cast<std::size_t>(index - '0');
    return index != '-' && number < sets.size() ? sets[number] : ValueTable::kNothing;
  };
  if (value.kind == Kind::kOutside) return values.outside();
  if (value.kind == Kind::kCallback) {
    const auto sets = values.items(value.parts);
    return position < sets.size() ? sets[position] : ValueTable::kNothing;
  }
  if (value.kind == Kind::kInstance)
    if (const DeclRef method = functional_method(evaluator, value.decl); method.file != kNone)
      return parameter(evaluator, {method, functional}, position, kSpread);
  for (const Value& view : library_views(evaluator, functional)) {
    const auto* const type = functional_type(library_name(view));
    if (type == nullptr || position >= type->parameters.size()) continue;
    return at(view.parts, type->parameters[position]);
  }
  return ValueTable::kNothing;
}

/// The set that calling a functional interface gives; kNone: nothing that can be asked.
Id JavaRules::result_of(Evaluator& evaluator, Id functional) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(functional);
  if (value.kind == Kind::kInstance)
    if (const DeclRef method = functional_method(evaluator, value.decl); method.file != kNone)
      return evaluator.substituted(evaluator.instances_of(method.file, evaluator.decl(method).type),
                                   functional, method);
  for (const Value& view : library_views(evaluator, functional)) {
    const auto* const type = functional_type(library_name(view));
    if (type == nullptr || type->result == '-' || type->result == 'v') continue;
    const auto sets = values.items(view.parts);
    const auto number = static_cast<std::size_t>(type->result - '0');
    return number < sets.size() ? sets[number] : kNone;
  }
  return kNone;
}

Id JavaRules::special_value(Evaluator& evaluator, Id file, const Expr& expr) {
  ValueTable& values = evaluator.values();
  switch (expr.kind) {
    case ExprKind::kLibraryType:
      return library_set(evaluator, std::string(evaluator.facts(file).name(expr.a)));
    case ExprKind::kWantedBy:
      return expected(evaluator, file, expr);
    case ExprKind::kParameterOf: {
      std::vector<Id> sets;
      for (const Id id : values.copy(evaluator.value_of(file, expr.a)))
        sets.push_back(parameter_of(evaluator, id, expr.b));
      return evaluator.union_of(sets);
    }
    case ExprKind::kMethodRef: {
      std::vector<Id> out;
      for (const DeclRef ref : reference(evaluator, file, expr).decls)
        out.push_back(values.value({Kind::kFunction, ref, kNone}));
      return values.set(out);
    }
    case ExprKind::kSum: {
      const Id first = evaluator.value_of(file, expr.a), second = evaluator.value_of(file, expr.b);
      const Id text = library_set(evaluator, "String");
      if (first == text || second == text) return text;
      for (const std::string_view type : {"double", "float", "long", "int"})
        if (const Id set = library_set(evaluator, type); set == first || set == second) return set;
      return library_set(evaluator, "int");
    }
    default:
      return kNone;
  }
}

Id JavaRules::special_instance(Evaluator& evaluator, Id id) {
  const Value value = evaluator.values().at(id);
  if (value.kind != Kind::kTypeParameter) return kNone;
  const facts::Facts& facts = evaluator.facts(value.decl.file);
  for (const Id bound : facts.list(facts.decls[value.decl.decl].bases))
    for (const Id one : evaluator.values().items(evaluator.instances_of(value.decl.file, bound)))
      if (evaluator.values().at(one).kind == Kind::kInstance) return one;
  return kNone;
}

Id JavaRules::operated(Evaluator& evaluator, Id value, Operation operation) {
  const Value one = evaluator.values().at(value);
  if (operation == Operation::kCall) {
    if (one.kind != Kind::kInstance && one.kind != Kind::kLibrary) return kNone;
    const Id set = result_of(evaluator, value);
    return set == kNone ? ValueTable::kNothing : set;
  }
  if (operation != Operation::kIterate) return kNone;
  if (one.kind == Kind::kTypeParameter) {
    std::vector<Id> sets;
    const auto span = evaluator.facts(one.decl.file).list(evaluator.decl(one.decl).bases);
    for (const Id bound : std::vector<Id>(span.begin(), span.end()))
      for (const Id id : evaluator.values().copy(evaluator.instances_of(one.decl.file, bound)))
        sets.push_back(evaluator.element(id));
    return evaluator.union_of(sets);
  }
  if (one.kind != Kind::kInstance && one.kind != Kind::kLibrary) return kNone;
  for (const Value& view : library_views(evaluator, value))
    if (const auto parts = evaluator.values().items(view.parts); parts.size() == 1) return parts[0];
  return one.kind == Kind::kLibrary ? evaluator.values().outside() : ValueTable::kNothing;
}

}  // namespace codeweaver::graph
