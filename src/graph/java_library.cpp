// JavaRules: types and methods of the standard library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "graph/java_names.hpp"
#include "graph/java_rules.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

constexpr JavaNames<10> kJavaListMakers{"of",
                                        "asList",
                                        "singletonList",
                                        "singleton",
                                        "copyOf",
                                        "ofNullable",
                                        "unmodifiableList",
                                        "unmodifiableSet",
                                        "unmodifiableCollection",
                                        "nCopies"};
constexpr JavaNames<10> kJavaContainers{"Arrays",        "Collections", "List",     "Set",
                                        "Map",           "Stream",      "Optional", "EnumSet",
                                        "ImmutableList", "ImmutableSet"};
constexpr JavaNames<8> kSameAsFirst{"verify",          "requireNonNull",  "requireNonNullElse",
                                    "checkNotNull",    "unmodifiableMap", "synchronizedList",
                                    "synchronizedMap", "notNull"};
constexpr JavaNames<8> kOfClass{
    "assertThrows", "assertInstanceOf",    "getAnnotation", "mock",
    "spy",          "assertThrowsExactly", "expectThrows",  "getDeclaredAnnotation"};

// Results of methods that mean the same in all types of the library.
constexpr JavaNames<16> kGivesInt{"size",        "length",    "indexOf",   "lastIndexOf",
                                  "hashCode",    "compareTo", "ordinal",   "intValue",
                                  "parseInt",    "signum",    "capacity",  "compare",
                                  "codePointAt", "charCount", "available", "compareToIgnoreCase"};
constexpr JavaNames<16> kGivesBoolean{"isEmpty",    "contains", "equals",      "hasNext",
                                      "startsWith", "endsWith", "containsKey", "isPresent",
                                      "matches",    "exists",   "isDirectory", "equalsIgnoreCase",
                                      "isBlank",    "anyMatch", "allMatch",    "containsValue"};
constexpr JavaNames<23> kGivesString{
    "name",        "displayName",      "getName",       "toString",      "trim",
    "substring",   "toLowerCase",      "toUpperCase",   "getSimpleName", "getMessage",
    "strip",       "concat",           "repeat",        "group",         "readLine",
    "toUpperCase", "intern",           "getProperty",   "getenv",        "lineSeparator",
    "toHexString", "getCanonicalName", "toExternalForm"};
constexpr JavaNames<10> kGivesLong{"toNanos",   "toMillis",  "nanoTime", "currentTimeMillis",
                                   "longValue", "parseLong", "count",    "getTime",
                                   "toSeconds", "getAsLong"};
constexpr JavaNames<4> kGivesDouble{"random", "doubleValue", "parseDouble", "getAsDouble"};

// Types with static methods that make an object of the type.
constexpr JavaNames<16> kMakersOfThemselves{"Charset", "Pattern",    "Path",          "Duration",
                                            "Instant", "LocalDate",  "LocalDateTime", "UUID",
                                            "URI",     "BigDecimal", "BigInteger",    "Integer",
                                            "Long",    "Double",     "Boolean",       "Locale"};
constexpr JavaNames<13> kSelfMakers{
    "of",       "forName",   "compile",    "valueOf",    "now",       "parse",         "create",
    "ofMillis", "ofSeconds", "fromString", "randomUUID", "ofMinutes", "forLanguageTag"};

}  // namespace

Value JavaRules::library(std::string_view name, Id parts) {
  auto at = numbers_.find(name);
  if (at == numbers_.end()) {
    at = numbers_.emplace(name, static_cast<Id>(names_.size())).first;
    names_.emplace_back(name);
  }
  return {Kind::kLibrary, {kNone, at->second}, parts};
}

Id JavaRules::library_set(Evaluator& evaluator, std::string_view name, std::vector<Id> parts) {
  return evaluator.values().set(library(name, evaluator.values().list(parts)));
}

std::vector<Value> JavaRules::library_views(Evaluator& evaluator, Id id) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  if (value.kind == Kind::kLibrary) return {value};
  std::vector<Value> out;
  if (value.kind != Kind::kInstance) return out;
  for (const DeclRef one : std::vector<DeclRef>(evaluator.bases(value.decl))) {
    if (one.file == kNone) continue;
    for (const Id base : values.copy(evaluator.instance_of_bases(one))) {
      if (values.at(base).kind != Kind::kLibrary) continue;
      const Id seen = evaluator.substituted(values.set(std::span(&base, 1)), id, DeclRef{});
      for (const Id view : values.copy(seen)) out.push_back(values.at(view));
    }
  }
  return out;
}

bool JavaRules::has_project_types(Evaluator& evaluator, Id set, int depth) {
  constexpr int kMostLevels = 4;
  ValueTable& values = evaluator.values();
  for (const Id id : values.copy(set)) {
    const Value value = values.at(id);
    if (value.kind == Kind::kLibrary && depth < kMostLevels) {
      for (const Id part : values.copy(value.parts))
        if (has_project_types(evaluator, part, depth + 1)) return true;
    } else if (value.kind == Kind::kList && depth < kMostLevels) {
      if (has_project_types(evaluator, value.parts, depth + 1)) return true;
    } else if (value.kind != Kind::kOutside && value.kind != Kind::kLibrary) {
      return true;
    }
  }
  return false;
}

Id JavaRules::plain_result(Evaluator& evaluator, std::string_view name) {
  if (is_java_name(kGivesInt, name)) return library_set(evaluator, "int");
  if (is_java_name(kGivesBoolean, name)) return library_set(evaluator, "boolean");
  if (is_java_name(kGivesString, name)) return library_set(evaluator, "String");
  if (is_java_name(kGivesLong, name)) return library_set(evaluator, "long");
  if (is_java_name(kGivesDouble, name)) return library_set(evaluator, "double");
  if (name == "getAsInt") return library_set(evaluator, "int");
  if (name == "test" || name == "getAsBoolean") return library_set(evaluator, "boolean");
  if (name == "getClass") return library_set(evaluator, "Class");
  if (name == "toURL") return library_set(evaluator, "URL");
  if (name == "toURI") return library_set(evaluator, "URI");
  if (name == "charAt") return library_set(evaluator, "char");
  if (name == "toPath") return library_set(evaluator, "Path");
  if (name == "toFile") return library_set(evaluator, "File");
  if (name == "getBytes" || name == "toByteArray")
    return evaluator.values().set({Kind::kList, {}, library_set(evaluator, "byte")});
  if (name == "toCharArray")
    return evaluator.values().set({Kind::kList, {}, library_set(evaluator, "char")});
  return kNone;
}

std::vector<Id> JavaRules::receivers(Evaluator& evaluator, Id file, const Call& call) {
  ValueTable& values = evaluator.values();
  if (call.before != kNone) return values.copy(evaluator.value_of(file, call.before));
  std::vector<Id> out;  // the objects around whose base classes may have the method
  const facts::Facts& facts = evaluator.facts(file);
  for (Id at = call.scope; at != kNone; at = facts.scopes[at].parent) {
    const Id owner = facts.scopes[at].owner;
    if (facts.scopes[at].kind == facts::Scope::Kind::kClass && owner != kNone)
      out.push_back(values.value({Kind::kInstance, {file, owner}, ValueTable::kNothing}));
  }
  return out;
}

Id JavaRules::outside_member(Evaluator& evaluator, Id file, const Expr& member) {
  if (member.kind != ExprKind::kMember) return kNone;
  const facts::Facts& facts = evaluator.facts(file);
  const std::string_view name = facts.name(member.b);
  const Expr& before = facts.exprs[member.a];
  const std::string_view of =
      before.kind == ExprKind::kName ? facts.name(before.a) : std::string_view();
  if (name == "length") return library_set(evaluator, "int");
  if (of == "StandardCharsets") return library_set(evaluator, "Charset");
  if (name == "MAX_VALUE" || name == "MIN_VALUE") {
    if (of == "Long") return library_set(evaluator, "long");
    if (of == "Integer") return library_set(evaluator, "int");
  }
  return kNone;
}

/// The set of a call of something that the project does not declare.
Id JavaRules::library_call(Evaluator& evaluator, Id file, const Call& call) {
  ValueTable& values = evaluator.values();
  const Expr before = call.before == kNone ? Expr{} : evaluator.facts(file).exprs[call.before];
  const bool is_named = before.kind == ExprKind::kName || before.kind == ExprKind::kMember;
  if (is_named && evaluator.targets(file, call.before).kind == Targets::Kind::kOutside) {
    const facts::Facts& facts = evaluator.facts(file);
    const std::string of(facts.name(before.kind == ExprKind::kName ? before.a : before.b));
    return static_library_call(evaluator, file, call, of);
  }
  std::vector<Id> sets;
  for (const Id id : receivers(evaluator, file, call)) {
    if (values.at(id).kind == Kind::kList && call.name == "clone")
      sets.push_back(values.set(std::span(&id, 1)));
    for (const Value& view : library_views(evaluator, id)) {
      const bool is_map = is_java_map(library_name(view), values.items(view.parts).size());
      const Id set =
          is_map ? map_call(evaluator, call, view) : container_call(evaluator, file, call, view);
      if (set != kNone) sets.push_back(set);
    }
  }
  if (!sets.empty()) return evaluator.union_of(sets);
  if (call.before == kNone) return static_library_call(evaluator, file, call, {});
  const Id plain = plain_result(evaluator, call.name);
  return plain == kNone ? values.outside() : plain;
}

Id JavaRules::static_library_call(Evaluator& evaluator, Id file, const Call& call,
                                  std::string_view of) {
  ValueTable& values = evaluator.values();
  const auto value = [&](std::size_t i) {
    return i < call.arguments.size() ? evaluator.value_of(file, call.arguments[i])
                                     : ValueTable::kNothing;
  };
  if (of == "String" && call.name != "compare") return library_set(evaluator, "String");
  if (of == "Paths") return library_set(evaluator, "Path");
  if (of == "Files" && call.name == "readAllBytes")
    return values.set({Kind::kList, {}, library_set(evaluator, "byte")});
  if (is_java_name(kMakersOfThemselves, of) && is_java_name(kSelfMakers, call.name))
    return library_set(evaluator, of);
  if (is_java_name(kSameAsFirst, call.name)) return value(0);
  if (of == "Collections" && call.name.starts_with("empty"))
    return library_set(evaluator, call.name.substr(5));
  if (is_java_name(kOfClass, call.name)) {
    for (const Id id : values.copy(value(0))) {
      const Value& type = values.at(id);
      if (type.kind == Kind::kLibrary && library_name(type) == "Class" &&
          values.items(type.parts).size() == 1)
        return values.items(type.parts)[0];
    }
    return ValueTable::kNothing;
  }
  if (is_java_name(kJavaListMakers, call.name) && is_java_name(kJavaContainers, of)) {
    if (of == "Map") return library_set(evaluator, of, {value(0), value(1)});
    std::vector<Id> sets;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) sets.push_back(value(i));
    const Id all = evaluator.union_of(sets);
    const bool takes_container = call.name.starts_with("unmodifiable") || call.name == "copyOf";
    if (takes_container)
      return library_set(evaluator, "List", {evaluator.each(all, &Evaluator::element)});
    const bool is_one = sets.size() == 1 && values.items(all).size() == 1 &&
                        values.at(values.items(all)[0]).kind == Kind::kList;
    const Id element = is_one ? evaluator.each(all, &Evaluator::element) : all;
    const bool is_container = of == "Arrays" || of == "Collections";
    return library_set(evaluator, is_container ? std::string_view("List") : of, {element});
  }
  const Id plain = plain_result(evaluator, call.name);
  if (plain != kNone) return plain;
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (has_project_types(evaluator, value(i))) return ValueTable::kNothing;
  return values.outside();
}

}  // namespace codeweaver::graph
