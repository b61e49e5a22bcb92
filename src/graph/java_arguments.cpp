// JavaRules: how well an argument fits a parameter.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "graph/java_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

using TypeName = std::string_view;

constexpr int kExactFit = 12, kSubtypeFit = 10, kFunctionFit = 3, kBoxedFit = 2;
constexpr int kMostFits = 6;  // levels of types that are compared

/// Types of numbers, from narrow to wide, and what boxes them.
constexpr std::array<std::pair<TypeName, TypeName>, 8> kPrimitives{{{"byte", "Byte"},
                                                                    {"short", "Short"},
                                                                    {"char", "Character"},
                                                                    {"int", "Integer"},
                                                                    {"long", "Long"},
                                                                    {"float", "Float"},
                                                                    {"double", "Double"},
                                                                    {"boolean", "Boolean"}}};

/// Types of the library, and all that they extend or implement.
constexpr std::array<std::pair<TypeName, TypeName>, 65> kSupertypes{{
    {"Cloneable", " "},
    {"Serializable", " "},
    {"Comparable", " "},
    {"AutoCloseable", " "},
    {"Closeable", " AutoCloseable "},
    {"Runnable", " "},
    {"Comparator", " "},
    {"Enum", " Comparable Serializable "},
    {"String", " CharSequence Comparable Serializable Constable ConstantDesc "},
    {"StringBuilder", " CharSequence Appendable Serializable Comparable "},
    {"StringBuffer", " CharSequence Appendable Serializable Comparable "},
    {"CharSequence", " "},
    {"Byte", " Number Comparable Constable ConstantDesc Serializable "},
    {"Short", " Number Comparable Constable ConstantDesc Serializable "},
    {"Integer", " Number Comparable Constable ConstantDesc Serializable "},
    {"Long", " Number Comparable Constable ConstantDesc Serializable "},
    {"Float", " Number Comparable Constable ConstantDesc Serializable "},
    {"Double", " Number Comparable Constable ConstantDesc Serializable "},
    {"BigInteger", " Number Comparable Serializable "},
    {"BigDecimal", " Number Comparable Serializable "},
    {"Character", " Comparable Constable ConstantDesc Serializable "},
    {"Boolean", " Comparable Constable ConstantDesc Serializable "},
    {"Number", " Serializable "},
    {"Class", " Type GenericDeclaration AnnotatedElement Constable OfField Serializable "},
    {"Iterable", " "},
    {"Collection", " Iterable "},
    {"List", " Collection Iterable SequencedCollection AbstractCollection "},
    {"Set", " Collection Iterable SequencedCollection AbstractCollection "},
    {"Queue", " Collection Iterable SequencedCollection AbstractCollection "},
    {"Deque", " Queue Collection Iterable SequencedCollection AbstractCollection "},
    {"SortedSet", " Set Collection Iterable SequencedCollection AbstractCollection "},
    {"NavigableSet", " SortedSet Set Collection Iterable SequencedCollection AbstractCollection "},
    {"ArrayList",
     " List Collection Iterable AbstractList AbstractCollection RandomAccess Serializable "
     "Cloneable SequencedCollection AbstractCollection "},
    {"LinkedList",
     " List Deque Queue Collection Iterable AbstractList Serializable Cloneable "
     "SequencedCollection AbstractCollection "},
    {"ArrayDeque",
     " Deque Queue Collection Iterable Serializable Cloneable SequencedCollection "
     "AbstractCollection "},
    {"HashSet", " Set Collection Iterable AbstractSet Serializable Cloneable "},
    {"LinkedHashSet",
     " HashSet Set Collection Iterable AbstractSet Serializable Cloneable SequencedCollection "
     "AbstractCollection "},
    {"TreeSet",
     " NavigableSet SortedSet Set Collection Iterable Serializable Cloneable SequencedCollection "
     "AbstractCollection "},
    {"EnumSet", " Set Collection Iterable Serializable Cloneable "},
    {"Map", " "},
    {"SortedMap", " Map "},
    {"HashMap", " Map AbstractMap Serializable Cloneable "},
    {"LinkedHashMap", " HashMap Map AbstractMap Serializable Cloneable "},
    {"TreeMap", " SortedMap NavigableMap Map Serializable Cloneable "},
    {"EnumMap", " Map Serializable Cloneable "},
    {"ConcurrentMap", " Map "},
    {"ConcurrentHashMap", " ConcurrentMap Map Serializable "},
    {"Iterator", " "},
    {"ListIterator", " Iterator "},
    {"Optional", " "},
    {"Stream", " BaseStream "},
    {"Path", " Comparable Iterable Watchable "},
    {"File", " Comparable Serializable "},
    {"URL", " Serializable "},
    {"URI", " Comparable Serializable "},
    {"Charset", " Comparable "},
    {"Locale", " Serializable Cloneable "},
    {"Pattern", " Serializable "},
    {"InputStream", " Closeable AutoCloseable "},
    {"ByteArrayInputStream", " InputStream Closeable AutoCloseable "},
    {"OutputStream", " Closeable AutoCloseable Flushable "},
    {"Reader", " Closeable AutoCloseable Readable "},
    {"StringReader", " Reader Closeable AutoCloseable Readable "},
    {"BufferedReader", " Reader Closeable AutoCloseable Readable "},
    {"Writer", " Closeable AutoCloseable Appendable Flushable "},
}};

template <std::size_t N>
constexpr const std::pair<TypeName, TypeName>* entry_of(
    const std::array<std::pair<TypeName, TypeName>, N>& all, TypeName name) {
  const auto at = std::ranges::find(all, name, &std::pair<TypeName, TypeName>::first);
  return at == all.end() ? nullptr : &*at;
}

constexpr std::array<TypeName, 15> kFinalTypes{
    "String", "StringBuilder", "StringBuffer", "Class",   "Optional", "URL",       "URI", "Pattern",
    "Locale", "Integer",       "Long",         "Boolean", "Double",   "Character", "UUID"};

/// Families of types with names that end with that of the common base class.
constexpr std::array<TypeName, 6> kFamilies{"InputStream", "OutputStream", "Reader",
                                            "Writer",      "Exception",    "Error"};

bool is_void_type(const facts::Facts& facts, Id type) {
  return type != kNone && facts.exprs[type].kind == ExprKind::kLibraryType &&
         facts.name(facts.exprs[type].a) == "void";
}

bool is_supertype(TypeName of, TypeName name) {
  if (std::ranges::find(kFamilies, name) != kFamilies.end() && of.ends_with(name)) return true;
  if (name == "Throwable" && (of.ends_with("Exception") || of.ends_with("Error"))) return true;
  const auto* const entry = entry_of(kSupertypes, of);
  return entry != nullptr &&
         entry->second.find(' ' + std::string(name) + ' ') != std::string_view::npos;
}

/// Fit of one primitive type to another; -1: it does not.
int fit_of_primitive(const std::pair<TypeName, TypeName>* wanted,
                     const std::pair<TypeName, TypeName>* given) {
  if (wanted == given) return kExactFit;
  const auto distance = wanted - given;  // both are in kPrimitives
  const bool has_boolean = wanted->first == "boolean" || given->first == "boolean";
  const bool makes_char = wanted->first == "char" || (given->first == "char" && distance < 0);
  if (has_boolean || makes_char || distance < 0) return -1;
  return kSubtypeFit - static_cast<int>(distance);
}

}  // namespace

Id JavaRules::parameter(Evaluator& evaluator, const Function& function, std::size_t position,
                        std::size_t given) {
  const auto list =
      evaluator.facts(function.decl.file).list(evaluator.decl(function.decl).parameters);
  if (list.empty()) return ValueTable::kNothing;
  const bool is_last = position + 1 >= list.size();
  const Id id = is_last ? list.back() : list[position];
  const bool is_open = is_last && evaluator.decl({function.decl.file, id}).is_rest;
  const bool is_single = is_open && given == list.size();
  Id type = evaluator.decl({function.decl.file, id}).type;
  if (position >= list.size() && !is_open) return ValueTable::kNothing;
  if (is_open && !is_single) type = evaluator.facts(function.decl.file).exprs[type].a;
  const Id set = evaluator.instances_of(function.decl.file, type);
  return function.bound == kNone ? set : evaluator.substituted(set, function.bound, function.decl);
}

int JavaRules::fit_of_argument(Evaluator& evaluator, Id file, Id parameter, Id argument) {
  if (argument == kNone || parameter == ValueTable::kNothing) return kUnknownFit;
  const Expr expr = evaluator.facts(file).exprs[argument];
  if (expr.kind == ExprKind::kLiteral) {  // null
    for (const Id id : evaluator.values().items(parameter)) {
      const Value& value = evaluator.values().at(id);
      if (value.kind == Kind::kLibrary && entry_of(kPrimitives, library_name(value)) != nullptr)
        return kImpossible;
    }
    return kLooseFit;
  }
  if (expr.kind == ExprKind::kLambda || expr.kind == ExprKind::kMethodRef)
    return fit_of_function(evaluator, file, parameter, expr);
  return fit_of_set(evaluator, parameter, evaluator.value_of(file, argument), 0);
}

int JavaRules::fit_of_function(Evaluator& evaluator, Id file, Id parameter, const Expr& argument) {
  for (const Id id : evaluator.values().copy(parameter)) {
    const Value value = evaluator.values().at(id);
    if (value.kind == Kind::kTypeParameter) return kLooseFit;
    if (value.kind != Kind::kLibrary && value.kind != Kind::kInstance) return kImpossible;
    const auto count = arity(evaluator, id);
    const bool is_plain =
        value.kind == Kind::kInstance || entry_of(kPrimitives, library_name(value)) != nullptr ||
        entry_of(kSupertypes, library_name(value)) != nullptr || library_name(value) == "Object";
    if (!count) return is_plain ? kImpossible : kUnknownFit;
    return argument.kind == ExprKind::kLambda
               ? fit_of_lambda(evaluator, file, id, {file, argument.a})
               : fit_of_reference(evaluator, file, id, argument);
  }
  return kUnknownFit;
}

/// A lambda fits by the number of its parameters, and by whether it gives a value.
int JavaRules::fit_of_lambda(Evaluator& evaluator, Id file, Id functional, DeclRef lambda) {
  const Decl decl = evaluator.decl(lambda);
  const facts::Facts& facts = evaluator.facts(file);
  const auto count = arity(evaluator, functional);
  if (!count || facts.list(decl.parameters).size() != *count) return kImpossible;
  const auto is_void = gives_nothing(evaluator, functional);
  if (!is_void) return kFunctionFit;
  const int fit = *is_void ? kFunctionFit : kFunctionFit + 1;
  if (!(*is_void ? decl.gives_nothing : decl.gives_value)) return kImpossible;
  const auto given = facts.list(decl.values);
  const bool is_call = decl.gives_nothing && decl.gives_value && !given.empty();
  if (!is_call) return fit;
  // `() -> call()` gives a value if the method does. With parameters, it depends on the answer.
  if (*count > 0) return kUnknownFit;
  const Id made = evaluator.value_of(file, given[0]);
  if (made == ValueTable::kNothing || made == evaluator.values().outside()) return kUnknownFit;
  return made == library_set(evaluator, "void") && !*is_void ? kImpossible : fit;
}

/// A method reference fits if one of the methods with its name does.
int JavaRules::fit_of_reference(Evaluator& evaluator, Id file, Id functional,
                                const Expr& argument) {
  const auto count = arity(evaluator, functional);
  const auto is_void = gives_nothing(evaluator, functional);
  const auto parts = evaluator.facts(file).list(argument.a);
  if (parts.empty()) return kUnknownFit;
  const Id before = parts[0];
  const std::string name(evaluator.facts(file).name(argument.b));
  for (const Id id : evaluator.values().copy(evaluator.value_of(file, before))) {
    const Value value = evaluator.values().at(id);
    const bool is_class = value.kind == Kind::kClass;
    if (!is_class && value.kind != Kind::kInstance) continue;
    const Functions all = collect(evaluator, value.decl, name, 0, kNone);
    if (all.empty()) continue;
    for (const Function& one : all) {
      const Decl decl = evaluator.decl(one.decl);
      const facts::Facts& facts = evaluator.facts(one.decl.file);
      const std::size_t own =
          facts.list(decl.parameters).size() + (is_class && !decl.is_static ? 1 : 0);
      if (count && own != *count) continue;
      if (!is_void) return kFunctionFit;
      if (*is_void) return kFunctionFit;
      if (!is_void_type(facts, decl.type)) return kFunctionFit + 1;
    }
    return kImpossible;
  }
  return kUnknownFit;
}

int JavaRules::fit_of_set(Evaluator& evaluator, Id wanted, Id given, int depth) {
  if (depth > kMostFits) return kUnknownFit;
  int out = kUnknownFit;
  for (const Id want : evaluator.values().copy(wanted))
    for (const Id have : evaluator.values().copy(given)) {
      const Value a = evaluator.values().at(want), b = evaluator.values().at(have);
      const int one = fit(evaluator, a, b, depth + 1);
      if (one == kImpossible) return kImpossible;
      out = std::max(out, one);
    }
  return out;
}

int JavaRules::fit(Evaluator& evaluator, const Value& wanted, const Value& given, int depth) {
  if (given.kind == Kind::kOutside || wanted.kind == Kind::kOutside) return kUnknownFit;
  if (wanted.kind == Kind::kTypeParameter) {
    if (wanted == given) return kExactFit;
    const auto span = evaluator.facts(wanted.decl.file).list(evaluator.decl(wanted.decl).bases);
    int out = kLooseFit;
    const Id own = evaluator.values().set(given);
    for (const Id bound : std::vector<Id>(span.begin(), span.end())) {
      const int one =
          fit_of_set(evaluator, evaluator.instances_of(wanted.decl.file, bound), own, depth + 1);
      if (one == kImpossible) return kImpossible;
      out = std::max(out, std::min(one, kSubtypeFit - 1));
    }
    return out;
  }
  if (given.kind == Kind::kTypeParameter) {
    const auto span = evaluator.facts(given.decl.file).list(evaluator.decl(given.decl).bases);
    const Id own = evaluator.values().set(wanted);
    int out = kImpossible;
    for (const Id bound : std::vector<Id>(span.begin(), span.end()))
      out = std::max(out, fit_of_set(evaluator, own, evaluator.instances_of(given.decl.file, bound),
                                     depth + 1));
    const bool is_object = wanted.kind == Kind::kLibrary && library_name(wanted) == "Object";
    return is_object ? std::max(out, kLooseFit) : out;
  }
  if (wanted.kind == Kind::kLibrary) return fit_of_library(evaluator, wanted, given, depth);
  if (wanted.kind == Kind::kList) {
    if (given.kind != Kind::kList) return kImpossible;
    if (wanted.parts == given.parts) return kExactFit;
    const int one = fit_of_set(evaluator, wanted.parts, given.parts, depth + 1);
    return one == kImpossible ? kImpossible : std::min(one, kSubtypeFit);
  }
  if (wanted.kind != Kind::kInstance) return kUnknownFit;
  if (given.kind != Kind::kInstance)
    return given.kind == Kind::kLibrary || given.kind == Kind::kList ? kImpossible : kUnknownFit;
  if (wanted.decl == given.decl) return kExactFit;
  const std::vector<DeclRef> line = evaluator.bases(given.decl);
  const auto at = std::ranges::find(line, wanted.decl);
  if (at == line.end()) return kImpossible;
  // A nearer base fits better.
  return std::max(kSubtypeFit - static_cast<int>(at - line.begin()), kBoxedFit + 1);
}

int JavaRules::fit_of_library(Evaluator& evaluator, const Value& wanted, const Value& given,
                              int depth) {
  const TypeName name = library_name(wanted);
  const auto* const primitive = entry_of(kPrimitives, name);
  if (given.kind == Kind::kLibrary) {
    const TypeName own = library_name(given);
    const auto* const own_primitive = entry_of(kPrimitives, own);
    if (primitive != nullptr && own_primitive != nullptr)
      return fit_of_primitive(primitive, own_primitive);
    if (name == own) return kExactFit;
    if (own_primitive != nullptr) {
      if (name == own_primitive->second) return kBoxedFit;
      const bool can_box =
          name == "Object" || name == "Comparable" || (name == "Number" && own != "boolean");
      return can_box ? kLooseFit : kImpossible;
    }
    if (primitive != nullptr) return own == primitive->second ? kBoxedFit : kImpossible;
    if (name == "Object") return kLooseFit;
    if (is_supertype(own, name)) return kSubtypeFit - 1;
    const bool is_known = entry_of(kSupertypes, own) != nullptr;  // with all its supertypes
    const bool is_final = std::ranges::find(kFinalTypes, name) != kFinalTypes.end();
    return is_known || is_final ? kImpossible : kUnknownFit;
  }
  if (primitive != nullptr) return kImpossible;
  if (name == "Object") return kLooseFit;
  if (given.kind == Kind::kList)
    return name == "Cloneable" || name == "Serializable" ? kLooseFit : kImpossible;
  if (given.kind != Kind::kInstance) return kUnknownFit;
  int out = kImpossible;  // unless one of its bases is a type of a library
  for (const Value& view : library_views(evaluator, evaluator.values().value(given))) {
    const int one =
        depth > kMostFits ? kUnknownFit : fit_of_library(evaluator, wanted, view, depth + 1);
    out = std::max(out, one == kExactFit ? kSubtypeFit - 1 : one);
  }
  return out;
}

}  // namespace codeweaver::graph
