// JavaRules: methods of the library's containers, maps and streams.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "graph/java_names.hpp"
#include "graph/java_rules.hpp"

namespace codeweaver::graph {

using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

// Of a container with one type argument.
constexpr JavaNames<42> kElementMethods{"accumulateAndGet",
                                        "ceiling",
                                        "element",
                                        "elementAt",
                                        "first",
                                        "firstElement",
                                        "floor",
                                        "get",
                                        "getFirst",
                                        "getLast",
                                        "getNow",
                                        "higher",
                                        "last",
                                        "lastElement",
                                        "lower",
                                        "next",
                                        "orElse",
                                        "orElseGet",
                                        "orElseThrow",
                                        "peek",
                                        "peekFirst",
                                        "peekLast",
                                        "poll",
                                        "pollFirst",
                                        "pollLast",
                                        "pop",
                                        "previous",
                                        "push",
                                        "remove",
                                        "removeFirst",
                                        "removeLast",
                                        "set",
                                        "take",
                                        "getAndSet",
                                        "updateAndGet",
                                        "getAndUpdate",
                                        "call",
                                        "join",
                                        "newInstance",
                                        "cast",
                                        "getPlain",
                                        "getAcquire"};
constexpr JavaNames<19> kSameContainer{
    "filter",   "sorted",    "distinct",  "limit",        "skip",          "parallel", "sequential",
    "or",       "takeWhile", "dropWhile", "onClose",      "descendingSet", "headSet",  "tailSet",
    "reversed", "unordered", "clone",     "whenComplete", "subSet"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kOtherContainers{
    {{"stream", "Stream"},
     {"parallelStream", "Stream"},
     {"iterator", "Iterator"},
     {"listIterator", "ListIterator"},
     {"descendingIterator", "Iterator"},
     {"spliterator", "Spliterator"},
     {"toList", "List"},
     {"subList", "List"},
     {"findFirst", "Optional"},
     {"findAny", "Optional"},
     {"min", "Optional"},
     {"max", "Optional"},
     {"reduce", "Optional"}}};
constexpr JavaNames<27> kOneParameter{
    "forEach",          "filter",          "map",          "flatMap",
    "anyMatch",         "allMatch",        "noneMatch",    "mapToInt",
    "mapToLong",        "mapToDouble",     "peek",         "removeIf",
    "ifPresent",        "ifPresentOrElse", "takeWhile",    "dropWhile",
    "thenApply",        "thenAccept",      "replaceAll",   "forEachOrdered",
    "forEachRemaining", "updateAndGet",    "getAndUpdate", "thenCompose",
    "tryAdvance",       "flatMapToInt",    "mapMulti"};
constexpr JavaNames<6> kTwoParameters{"sort", "sorted", "min", "max", "reduce", "whenComplete"};
constexpr JavaNames<12> kMapValues{
    "get",         "getOrDefault",    "put",     "remove",           "compute",  "merge",
    "putIfAbsent", "computeIfAbsent", "replace", "computeIfPresent", "setValue", "getValue"};
constexpr JavaNames<8> kMapKeys{"firstKey",  "lastKey",  "ceilingKey", "floorKey",
                                "higherKey", "lowerKey", "getKey",     "nextElement"};
constexpr JavaNames<6> kMapEntries{"firstEntry",   "lastEntry",      "floorEntry",
                                   "ceilingEntry", "pollFirstEntry", "pollLastEntry"};
constexpr JavaNames<3> kGivesItself{"append", "insert", "deleteCharAt"};

}  // namespace

Id JavaRules::function_result(Evaluator& evaluator, Id file, Id argument) {
  return argument == kNone ? ValueTable::kNothing
                           : evaluator.each(evaluator.value_of(file, argument), &Evaluator::called);
}

/// kNone: nothing is known about it.
Id JavaRules::container_call(Evaluator& evaluator, Id file, const Call& call, const Value& of) {
  ValueTable& values = evaluator.values();
  const std::string type(library_name(of));
  if (is_java_name(kGivesItself, call.name) && type.starts_with("StringB")) return values.set(of);
  const std::vector<Id> parts = values.copy(of.parts);
  if (parts.empty()) return plain_result(evaluator, call.name);
  const std::string_view name = call.name;
  if (const Id set = result_of(evaluator, values.value(of));
      set != kNone && (name == "apply" || name == "get" || name == "call"))
    return set;
  if (parts.size() != 1) {
    if (const Id plain = plain_result(evaluator, name); plain != kNone) return plain;
    return has_project_types(evaluator, values.set(of)) ? ValueTable::kNothing : kNone;
  }
  const Id element = parts[0];
  if (type == "Stream" && name == "peek") return values.set(of);
  if (is_java_name(kSameContainer, name)) return values.set(of);
  const Id first = call.arguments.empty() ? kNone : call.arguments[0];
  const bool makes_one = name != "reduce" || call.arguments.size() == 1;
  for (const auto& [method, made] : kOtherContainers)
    if (method == name && makes_one) return library_set(evaluator, made, {element});
  if (name == "collect") return collected(evaluator, file, call, element);
  if (name == "reduce") return element;
  if (name == "map" || name == "thenApply")
    return library_set(evaluator, type, {function_result(evaluator, file, first)});
  if (name == "flatMap" || name == "thenCompose")
    return library_set(
        evaluator, type,
        {evaluator.each(function_result(evaluator, file, first), &Evaluator::element)});
  if (name == "toArray") return values.set({Kind::kList, {}, element});
  if (const Id plain = plain_result(evaluator, name); plain != kNone) return plain;
  if (is_java_name(kElementMethods, name)) return element;
  return has_project_types(evaluator, element) ? ValueTable::kNothing : kNone;
}

Id JavaRules::map_call(Evaluator& evaluator, const Call& call, const Value& of) {
  const std::vector<Id> parts = evaluator.values().copy(of.parts);
  const std::string_view name = call.name;
  if (is_java_name(kMapValues, name)) return parts[1];
  if (is_java_name(kMapKeys, name)) return parts[0];
  if (name == "values") return library_set(evaluator, "Collection", {parts[1]});
  if (name == "keySet" || name == "navigableKeySet" || name == "descendingKeySet")
    return library_set(evaluator, "Set", {parts[0]});
  if (is_java_name(kMapEntries, name)) return library_set(evaluator, "Entry", parts);
  if (name == "entrySet")
    return library_set(evaluator, "Set", {library_set(evaluator, "Entry", parts)});
  if (name.ends_with("Map") || name == "clone") return evaluator.values().set(of);
  if (const Id plain = plain_result(evaluator, name); plain != kNone) return plain;
  return has_project_types(evaluator, evaluator.values().set(of)) ? ValueTable::kNothing : kNone;
}

/// What collecting a stream gives, by the name of the collector.
Id JavaRules::collected(Evaluator& evaluator, Id file, const Call& call, Id element) {
  if (call.arguments.empty() || call.arguments[0] == kNone) return ValueTable::kNothing;
  const Expr made = evaluator.facts(file).exprs[call.arguments[0]];
  if (made.kind != ExprKind::kCall) return ValueTable::kNothing;
  const Expr method = evaluator.facts(file).exprs[made.a];
  if (method.kind != ExprKind::kMethod) return ValueTable::kNothing;
  const Call collector = call_of(evaluator, file, method);
  const auto result = [&](std::size_t i) {
    return i < collector.arguments.size() ? function_result(evaluator, file, collector.arguments[i])
                                          : ValueTable::kNothing;
  };
  if (collector.name == "joining") return library_set(evaluator, "String");
  if (collector.name.ends_with("List")) return library_set(evaluator, "List", {element});
  if (collector.name.ends_with("Set")) return library_set(evaluator, "Set", {element});
  if (collector.name == "groupingBy" && collector.arguments.size() == 1)
    return library_set(evaluator, "Map", {result(0), library_set(evaluator, "List", {element})});
  if (collector.name == "toMap") return library_set(evaluator, "Map", {result(0), result(1)});
  return ValueTable::kNothing;
}

/// The functions that methods of the library call with elements.
Id JavaRules::library_callback(Evaluator& evaluator, Id file, const Call& call) {
  ValueTable& values = evaluator.values();
  std::vector<Id> sets;
  for (const Id id : receivers(evaluator, file, call))
    for (const Value& view : library_views(evaluator, id)) {
      const std::vector<Id> parts = values.copy(view.parts);
      std::vector<Id> given;
      if (is_java_map(library_name(view), parts.size())) {
        if (call.name == "computeIfAbsent")
          given = {parts[0]};
        else if (call.name == "merge")
          given = {parts[1], parts[1]};
        else if (call.name == "forEach" || call.name == "replaceAll" ||
                 call.name.starts_with("compute"))
          given = parts;
      } else if (parts.size() == 1 && is_java_name(kOneParameter, call.name)) {
        given = {parts[0]};
      } else if (parts.size() == 1 && is_java_name(kTwoParameters, call.name)) {
        given = {parts[0], parts[0]};
      }
      if (!given.empty()) sets.push_back(values.set({Kind::kCallback, {}, values.list(given)}));
    }
  return evaluator.union_of(sets);
}

}  // namespace codeweaver::graph
