// RustRules: iterators, and closures that the standard library calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "graph/evaluator.hpp"
#include "graph/rust_names.hpp"
#include "graph/rust_rules.hpp"

namespace codeweaver::graph {

using Kind = Value::Kind;

namespace {

constexpr std::array kRustSameElements{std::string_view("iter"),
                                       std::string_view("iter_mut"),
                                       std::string_view("into_iter"),
                                       std::string_view("filter"),
                                       std::string_view("skip"),
                                       std::string_view("take"),
                                       std::string_view("rev"),
                                       std::string_view("peekable"),
                                       std::string_view("skip_while"),
                                       std::string_view("take_while"),
                                       std::string_view("step_by"),
                                       std::string_view("fuse"),
                                       std::string_view("inspect"),
                                       std::string_view("chain"),
                                       std::string_view("cloned"),
                                       std::string_view("copied"),
                                       std::string_view("cycle"),
                                       std::string_view("drain"),
                                       std::string_view("sorted"),
                                       std::string_view("sorted_by"),
                                       std::string_view("sorted_by_key"),
                                       std::string_view("dedup"),
                                       std::string_view("unique"),
                                       std::string_view("par_iter"),
                                       std::string_view("into_par_iter"),
                                       std::string_view("union"),
                                       std::string_view("intersection"),
                                       std::string_view("difference"),
                                       std::string_view("by_ref"),
                                       std::string_view("range"),
                                       std::string_view("into_sorted_vec"),
                                       std::string_view("par_bridge"),
                                       std::string_view("extract_if"),
                                       std::string_view("splice"),
                                       std::string_view("sorted_unstable"),
                                       std::string_view("try_iter"),
                                       std::string_view("par_iter_mut"),
                                       std::string_view("unique_by"),
                                       std::string_view("symmetric_difference")};
constexpr std::array kRustMaybeElement{
    std::string_view("next"),       std::string_view("last"),       std::string_view("nth"),
    std::string_view("first"),      std::string_view("get"),        std::string_view("get_mut"),
    std::string_view("pop"),        std::string_view("peek"),       std::string_view("min"),
    std::string_view("max"),        std::string_view("find"),       std::string_view("min_by_key"),
    std::string_view("max_by_key"), std::string_view("min_by"),     std::string_view("max_by"),
    std::string_view("next_back"),  std::string_view("pop_front"),  std::string_view("pop_back"),
    std::string_view("front"),      std::string_view("back"),       std::string_view("front_mut"),
    std::string_view("back_mut"),   std::string_view("first_mut"),  std::string_view("last_mut"),
    std::string_view("peek_mut"),   std::string_view("next_if"),    std::string_view("reduce"),
    std::string_view("take_if"),    std::string_view("rfind"),      std::string_view("nth_back"),
    std::string_view("pop_if"),     std::string_view("pop_first"),  std::string_view("pop_last"),
    std::string_view("recv"),       std::string_view("try_recv"),   std::string_view("upgrade"),
    std::string_view("find_any"),   std::string_view("find_first"), std::string_view("choose")};
constexpr std::array kRustOneElement{std::string_view("remove"), std::string_view("swap_remove"),
                                     std::string_view("get_unchecked"), std::string_view("index"),
                                     std::string_view("index_mut")};
constexpr std::array kRustParts{std::string_view("windows"),       std::string_view("chunks"),
                                std::string_view("chunks_exact"),  std::string_view("chunks_mut"),
                                std::string_view("split"),         std::string_view("rchunks"),
                                std::string_view("chunk_by"),      std::string_view("splitn"),
                                std::string_view("array_windows"), std::string_view("permutations"),
                                std::string_view("combinations")};
constexpr std::array kRustOneParameter{std::string_view("for_each"),
                                       std::string_view("map"),
                                       std::string_view("filter"),
                                       std::string_view("filter_map"),
                                       std::string_view("flat_map"),
                                       std::string_view("find"),
                                       std::string_view("find_map"),
                                       std::string_view("any"),
                                       std::string_view("all"),
                                       std::string_view("position"),
                                       std::string_view("rposition"),
                                       std::string_view("inspect"),
                                       std::string_view("take_while"),
                                       std::string_view("skip_while"),
                                       std::string_view("map_while"),
                                       std::string_view("partition"),
                                       std::string_view("min_by_key"),
                                       std::string_view("max_by_key"),
                                       std::string_view("sort_by_key"),
                                       std::string_view("sort_unstable_by_key"),
                                       std::string_view("sort_by_cached_key"),
                                       std::string_view("retain"),
                                       std::string_view("retain_mut"),
                                       std::string_view("next_if"),
                                       std::string_view("try_for_each"),
                                       std::string_view("rfind"),
                                       std::string_view("is_some_and"),
                                       std::string_view("is_ok_and"),
                                       std::string_view("is_none_or"),
                                       std::string_view("and_then"),
                                       std::string_view("dedup_by_key"),
                                       std::string_view("partition_point"),
                                       std::string_view("binary_search_by"),
                                       std::string_view("binary_search_by_key"),
                                       std::string_view("sorted_by_key"),
                                       std::string_view("unique_by"),
                                       std::string_view("group_by"),
                                       std::string_view("chunk_by"),
                                       std::string_view("split"),
                                       std::string_view("then"),
                                       std::string_view("find_any"),
                                       std::string_view("extract_if"),
                                       std::string_view("is_sorted_by_key"),
                                       std::string_view("sum_by"),
                                       std::string_view("update"),
                                       std::string_view("with"),
                                       std::string_view("modify"),
                                       std::string_view("and_modify")};
constexpr std::array kRustTwoElements{
    std::string_view("sort_by"),   std::string_view("sort_unstable_by"),
    std::string_view("min_by"),    std::string_view("max_by"),
    std::string_view("reduce"),    std::string_view("dedup_by"),
    std::string_view("sorted_by"), std::string_view("is_sorted_by")};

}  // namespace

/// What `collect` gives: the wanted type with this element, else a vector.
Id RustRules::collected(Evaluator& evaluator, Id element, const Call& call) {
  ValueTable& values = evaluator.values();
  const Id all = library_set(evaluator, "Vec", {element});
  if (call.types.empty()) return all;
  std::vector<Id> sets;
  for (const Id id : values.copy(call.types[0])) {
    Value wanted = values.at(id);
    if (wanted.kind != Kind::kLibrary) {
      sets.push_back(values.set(std::span(&id, 1)));
      continue;
    }
    const std::string name(library_name(wanted));
    std::vector<Id> parts = values.copy(wanted.parts);
    const bool is_outcome = name == "Result" || name == "Option";
    const Id given = is_outcome ? evaluator.each(element, &Evaluator::element) : element;
    if (is_outcome && !parts.empty()) {
      Call inner = call;
      inner.types = {parts[0]};
      parts[0] = collected(evaluator, given, inner);
    } else if (name.ends_with("Map") && parts.size() == 2) {
      for (std::size_t i = 0; i < 2; ++i)
        if (parts[i] == ValueTable::kNothing) {
          std::vector<Id> ones;
          for (const Id one : values.copy(element))
            ones.push_back(evaluator.at_position(one, static_cast<Id>(i)));
          parts[i] = evaluator.union_of(ones);
        }
    } else if (parts.size() == 1 && parts[0] == ValueTable::kNothing) {
      parts[0] = given;
    }
    wanted.parts = values.list(parts);
    sets.push_back(values.set(wanted));
  }
  return evaluator.union_of(sets);
}

/// What a method gives of something with these elements; kNone: nothing is known.
Id RustRules::iterator_result(Evaluator& evaluator, Id element, std::string_view name,
                              const Call& call) {
  ValueTable& values = evaluator.values();
  const auto iterator = [&](Id of) { return library_set(evaluator, "Iterator", {of}); };
  const auto pair = [&](Id first, Id second) {
    return values.set({Kind::kTuple, {}, values.list(std::array{first, second})});
  };
  const auto inner = [&](Id set) { return evaluator.each(set, &Evaluator::element); };
  const Id list = library_set(evaluator, "Vec", {element});
  if (is_rust_name(kRustSameElements, name)) return iterator(element);
  if (is_rust_name(kRustMaybeElement, name)) return library_set(evaluator, "Option", {element});
  if (is_rust_name(kRustOneElement, name)) return element;
  if (is_rust_name(kRustParts, name)) return iterator(values.set({Kind::kList, {}, element}));
  if (name == "enumerate") return iterator(pair(values.outside(), element));
  if (name == "zip") return iterator(pair(element, inner(argument(evaluator, call, 0))));
  if (name == "map") return iterator(closure_result(evaluator, call, 0));
  if (name == "filter_map" || name == "flat_map" || name == "map_while")
    return iterator(inner(closure_result(evaluator, call, 0)));
  if (name == "flatten") return iterator(inner(element));
  if (name == "find_map") return closure_result(evaluator, call, 0);
  if (name == "collect" || name == "collect_vec") return collected(evaluator, element, call);
  if (name == "fold" || name == "try_fold") return argument(evaluator, call, 0);
  if (name == "partition") return pair(list, list);
  if (name == "split_at" || name == "split_at_mut") {
    const Id slice = values.set({Kind::kList, {}, element});
    return pair(slice, slice);
  }
  if (name == "split_first" || name == "split_last")
    return library_set(evaluator, "Option",
                       {pair(element, values.set({Kind::kList, {}, element}))});
  if (name == "unzip") {
    std::vector<Id> first, second;
    for (const Id one : values.copy(element)) {
      first.push_back(evaluator.at_position(one, 0));
      second.push_back(evaluator.at_position(one, 1));
    }
    return pair(library_set(evaluator, "Vec", {evaluator.union_of(first)}),
                library_set(evaluator, "Vec", {evaluator.union_of(second)}));
  }
  if (name == "tuple_windows" || name == "tuples") return iterator(pair(element, element));
  return kNone;
}

Id RustRules::library_callback(Evaluator& evaluator, Id id, std::string_view name, Id position,
                               const Call& call) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  const auto function = [&](const std::vector<Id>& given) {
    const Id tuple = values.set({Kind::kTuple, {}, values.list(given)});
    return library_set(evaluator, "Fn", {tuple, ValueTable::kNothing});
  };
  if (value.kind == Kind::kLibrary) {
    const std::string type(library_name(value));
    const std::vector<Id> parts = values.copy(value.parts);
    if ((type == "Option" || type == "Result") && !parts.empty()) {
      const bool is_error = name == "map_err" || name == "or_else" || name == "unwrap_or_else" ||
                            name == "inspect_err" || (name == "map_or_else" && position == 0);
      if (is_error && type == "Result")
        return parts.size() > 1 ? function({parts[1]}) : function({values.outside()});
      return is_error ? ValueTable::kNothing : function({parts[0]});
    }
    if (type.ends_with("Map") && parts.size() == 2 && (name == "retain" || name == "extract_if"))
      return function(parts);
    if (type.ends_with("Entry") && parts.size() == 2) return function({parts[1]});
    if (type == "Cell" || type == "LocalKey" || type == "OnceCell")
      return parts.empty() ? ValueTable::kNothing : function({parts[0]});
    if (const Id inner = dereferenced(evaluator, id);
        inner != ValueTable::kNothing && type != "Vec" && type != "String") {
      std::vector<Id> sets;
      for (const Id one : values.copy(inner))
        sets.push_back(library_callback(evaluator, one, name, position, call));
      return evaluator.union_of(sets);
    }
  }
  if (value.kind == Kind::kOutside) return ValueTable::kNothing;
  const Id element = element_of(evaluator, id);
  if (element == ValueTable::kNothing) return ValueTable::kNothing;
  if (is_rust_name(kRustOneParameter, name)) return function({element});
  if (is_rust_name(kRustTwoElements, name)) return function({element, element});
  if (name == "fold" || name == "try_fold")
    return function({argument(evaluator, call, 0), element});
  if (name == "scan") return function({argument(evaluator, call, 0), element});
  return ValueTable::kNothing;
}

}  // namespace codeweaver::graph
