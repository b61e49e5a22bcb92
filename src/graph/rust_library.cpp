// RustRules: types and functions of the standard library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "graph/evaluator.hpp"
#include "graph/rust_names.hpp"
#include "graph/rust_rules.hpp"

namespace codeweaver::graph {

using facts::Expr;
using facts::ExprKind;
using Kind = Value::Kind;

namespace {

constexpr int kMostRustLevels = 4;

// Types that `new` and the like wrap a value in.
constexpr std::array kRustWrappers{
    std::string_view("Box"),          std::string_view("Rc"),         std::string_view("Arc"),
    std::string_view("RefCell"),      std::string_view("Cell"),       std::string_view("Mutex"),
    std::string_view("RwLock"),       std::string_view("Pin"),        std::string_view("Reverse"),
    std::string_view("Wrapping"),     std::string_view("Saturating"), std::string_view("Cow"),
    std::string_view("ManuallyDrop"), std::string_view("OnceCell"),   std::string_view("OnceLock"),
    std::string_view("Peekable"),     std::string_view("Saturating")};
constexpr std::array kWrapping{std::string_view("new"), std::string_view("from"),
                               std::string_view("pin"), std::string_view("Borrowed"),
                               std::string_view("Owned")};
// Functions that give their first argument, or a value of its type.
constexpr std::array kRustGivesFirst{
    std::string_view("take"),  std::string_view("replace"),   std::string_view("identity"),
    std::string_view("clone"), std::string_view("black_box"), std::string_view("min"),
    std::string_view("max"),   std::string_view("from_ref"),  std::string_view("to_owned"),
    std::string_view("ready"), std::string_view("as_ref")};
// Methods that give the same value, or one of the same type.
constexpr std::array kRustGivesSame{std::string_view("clone"),
                                    std::string_view("to_owned"),
                                    std::string_view("as_ref"),
                                    std::string_view("as_mut"),
                                    std::string_view("borrow"),
                                    std::string_view("borrow_mut"),
                                    std::string_view("by_ref"),
                                    std::string_view("as_deref"),
                                    std::string_view("as_deref_mut"),
                                    std::string_view("deref"),
                                    std::string_view("deref_mut"),
                                    std::string_view("to_vec"),
                                    std::string_view("into_boxed_slice"),
                                    std::string_view("as_slice"),
                                    std::string_view("as_mut_slice"),
                                    std::string_view("into_inner"),
                                    std::string_view("pin_mut"),
                                    std::string_view("as_pin_mut"),
                                    std::string_view("into_vec"),
                                    std::string_view("max"),
                                    std::string_view("min"),
                                    std::string_view("clamp"),
                                    std::string_view("and"),
                                    std::string_view("add"),
                                    std::string_view("sub"),
                                    std::string_view("split_off"),
                                    std::string_view("into_owned")};
constexpr std::array kRustCells{std::string_view("RefCell"),    std::string_view("Mutex"),
                                std::string_view("RwLock"),     std::string_view("Cell"),
                                std::string_view("OnceCell"),   std::string_view("OnceLock"),
                                std::string_view("UnsafeCell"), std::string_view("FairMutex")};
// Functions of traits of libraries that give the type itself, and those that give it or an error.
constexpr std::array kMakesSelf{std::string_view("default"), std::string_view("clone"),
                                std::string_view("from"),    std::string_view("from_iter"),
                                std::string_view("parse"),   std::string_view("parse_from")};
constexpr std::array kMakesResult{std::string_view("try_from"), std::string_view("from_str"),
                                  std::string_view("try_parse"), std::string_view("try_parse_from"),
                                  std::string_view("deserialize")};
constexpr std::array kGivesText{std::string_view("to_string"),    std::string_view("to_lowercase"),
                                std::string_view("to_uppercase"), std::string_view("repeat"),
                                std::string_view("display"),      std::string_view("join")};

}  // namespace

Value RustRules::library(std::string_view name, Id parts) {
  auto at = numbers_.find(name);
  if (at == numbers_.end()) {
    at = numbers_.emplace(name, static_cast<Id>(names_.size())).first;
    names_.emplace_back(name);
  }
  return {Kind::kLibrary, {kNone, at->second}, parts};
}

Id RustRules::library_set(Evaluator& evaluator, std::string_view name, std::vector<Id> parts) {
  return evaluator.values().set(library(name, evaluator.values().list(parts)));
}

std::string_view RustRules::library_name(const Value& value) const {
  return names_[value.decl.decl];
}

bool RustRules::has_project_types(Evaluator& evaluator, Id set, int depth) {
  ValueTable& values = evaluator.values();
  for (const Id id : values.copy(set)) {
    const Value value = values.at(id);
    if (value.kind == Kind::kOutside) continue;
    const bool is_list = value.kind == Kind::kList || value.kind == Kind::kPromise;
    if (!is_list && value.kind != Kind::kLibrary && value.kind != Kind::kTuple) return true;
    if (depth == kMostRustLevels || value.parts == kNone) continue;
    if (is_list && has_project_types(evaluator, value.parts, depth + 1)) return true;
    if (is_list) continue;
    for (const Id part : values.copy(value.parts))
      if (has_project_types(evaluator, part, depth + 1)) return true;
  }
  return false;
}

/// What iterating over a value gives.
Id RustRules::element_of(Evaluator& evaluator, Id id) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  switch (value.kind) {
    case Kind::kList:
      return value.parts;
    case Kind::kOutside:
      return values.outside();
    case Kind::kClass:
    case Kind::kInstance: {
      const Id item = associated(evaluator, id, "Item");
      if (item != ValueTable::kNothing) return item;
      const Id inner = dereferenced(evaluator, id);
      return inner == ValueTable::kNothing ? inner : evaluator.each(inner, &Evaluator::element);
    }
    case Kind::kTypeParameter: {
      if (evaluator.decl(value.decl).kind != facts::DeclKind::kTypeParameter)
        return ValueTable::kNothing;
      for (const Value& bound : bounds_of(evaluator, value.decl))
        if (bound.kind == Kind::kLibrary && !values.items(bound.parts).empty())
          return values.items(bound.parts).back();
      return ValueTable::kNothing;
    }
    case Kind::kLibrary:
      break;
    default:
      return ValueTable::kNothing;
  }
  const std::vector<Id> parts = values.copy(value.parts);
  const std::string name(library_name(value));
  if (parts.empty()) return values.outside();
  if (const Id inner = dereferenced(evaluator, id); inner != ValueTable::kNothing && name != "Vec")
    return evaluator.each(inner, &Evaluator::element);
  if (parts.size() == 2 && name.ends_with("Map"))
    return values.set({Kind::kTuple, {}, values.list(std::array{parts[0], parts[1]})});
  return parts[0];
}

/// What `?` gives.
Id RustRules::tried(Evaluator& evaluator, Id id) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  if (value.kind == Kind::kOutside) return values.outside();
  if (value.kind != Kind::kLibrary) return ValueTable::kNothing;
  const auto parts = values.items(value.parts);
  return parts.empty() ? values.outside() : parts[0];
}

Id RustRules::argument(Evaluator& evaluator, const Call& call, std::size_t at) {
  return at < call.arguments.size() && call.arguments[at] != kNone
             ? evaluator.value_of(call.file, call.arguments[at])
             : ValueTable::kNothing;
}

Id RustRules::closure_result(Evaluator& evaluator, const Call& call, std::size_t at) {
  return evaluator.each(argument(evaluator, call, at), &Evaluator::called);
}

/// What a method that the project does not declare gives.
Id RustRules::library_result(Evaluator& evaluator, Id id, std::string_view name, const Call& call) {
  ValueTable& values = evaluator.values();
  const Value value = values.at(id);
  const Id same = values.set(std::span(&id, 1));
  if (value.kind == Kind::kPromise) return ValueTable::kNothing;
  if (name == "into" || name == "try_into" || name == "parse") return ValueTable::kNothing;
  if (is_rust_name(kGivesText, name) && name != "repeat") return library_set(evaluator, "String");
  if (value.kind == Kind::kOutside) {
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      if (has_project_types(evaluator, argument(evaluator, call, i))) return ValueTable::kNothing;
    return values.outside();
  }
  if (value.kind == Kind::kLibrary) {
    const std::string type(library_name(value));
    const std::vector<Id> parts = values.copy(value.parts);
    if (is_rust_name(kRustCells, type) && parts.size() == 1) {
      if (name == "clone") return same;
      if (name == "lock" || name == "read" || name == "write" || name == "try_lock" ||
          name == "get_mut" || name == "get" || name == "into_inner")
        return library_set(evaluator, "Guarded", {parts[0]});
      return name.starts_with("is_") ? values.outside() : parts[0];
    }
    if (type == "Guarded" && !parts.empty() &&
        (name == "unwrap" || name == "expect" || name.starts_with("unwrap_or")))
      return parts[0];
    if (type == "Option" || type == "Result")
      if (const Id set = option_result(evaluator, value, name, call); set != kNone) return set;
    if (type.ends_with("Map") && parts.size() == 2)
      if (const Id set = map_result(evaluator, value, name); set != kNone) return set;
    if (type.ends_with("Entry") && parts.size() == 2) {
      if (name == "key") return parts[0];
      return name == "and_modify" ? same : parts[1];
    }
    if (type == "Fn" || type == "Range") return ValueTable::kNothing;
    if (name == "clone" || name == "to_owned") return same;
    if (const Id inner = dereferenced(evaluator, id);
        inner != ValueTable::kNothing && type != "Vec" && type != "String") {
      if (is_rust_name(kRustGivesSame, name) && type != "Guarded" && type != "Ref" &&
          type != "RefMut" && name != "borrow" && name != "borrow_mut" && name != "and")
        return inner;
      std::vector<Id> sets;
      for (const Id one : values.copy(inner))
        sets.push_back(library_result(evaluator, one, name, call));
      return evaluator.union_of(sets);
    }
  }
  const bool has_elements = value.kind == Kind::kList ||
                            (value.kind == Kind::kLibrary && !values.items(value.parts).empty());
  if (is_rust_name(kRustGivesSame, name) && name != "min" && name != "max") return same;
  const Id element = element_of(evaluator, id);
  if (element != ValueTable::kNothing && (has_elements || value.kind != Kind::kLibrary))
    if (const Id set = iterator_result(evaluator, element, name, call); set != kNone) return set;
  if (is_rust_name(kRustGivesSame, name)) return same;
  if (has_project_types(evaluator, same)) return ValueTable::kNothing;
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (has_project_types(evaluator, argument(evaluator, call, i))) return ValueTable::kNothing;
  return values.outside();
}

Id RustRules::option_result(Evaluator& evaluator, const Value& of, std::string_view name,
                            const Call& call) {
  ValueTable& values = evaluator.values();
  const std::vector<Id> parts = values.copy(of.parts);
  if (parts.empty()) return kNone;
  const std::string type(library_name(of));
  const bool is_option = type == "Option";
  const Id inner = parts[0];
  if (name == "unwrap" || name == "expect" || name.starts_with("unwrap_or") ||
      name == "get_or_insert_with" || name == "get_or_insert" || name == "unwrap_unchecked" ||
      (name == "insert" && is_option))
    return inner;
  if (name == "map") return library_set(evaluator, type, {closure_result(evaluator, call, 0)});
  if (name == "and_then") return closure_result(evaluator, call, 0);
  if (name == "map_or") return closure_result(evaluator, call, 1);
  if (name == "map_or_else") return closure_result(evaluator, call, 1);
  if (name == "then") return kNone;
  if (name == "ok_or" || name == "ok_or_else") {
    const Id error =
        name == "ok_or" ? argument(evaluator, call, 0) : closure_result(evaluator, call, 0);
    return library_set(evaluator, "Result", {inner, error});
  }
  if (name == "ok") return library_set(evaluator, "Option", {inner});
  if (name == "err" && parts.size() > 1) return library_set(evaluator, "Option", {parts[1]});
  if ((name == "unwrap_err" || name == "expect_err") && parts.size() > 1) return parts[1];
  if (name == "map_err")
    return library_set(evaluator, "Result", {inner, closure_result(evaluator, call, 0)});
  if (name == "context" || name == "with_context" || name == "wrap_err" ||
      name == "wrap_err_with" || name == "chain_err")
    return library_set(evaluator, "Result", {inner});
  if (name == "flatten") return inner;
  if (name == "transpose") {
    std::vector<Id> sets;
    for (const Id one : values.copy(inner)) {
      const Value has = values.at(one);
      const auto within = has.kind == Kind::kLibrary ? values.copy(has.parts) : std::vector<Id>();
      if (within.empty()) continue;
      const Id wrapped = library_set(evaluator, type, {within[0]});
      sets.push_back(library_set(evaluator, is_option ? "Result" : "Option", {wrapped}));
    }
    return evaluator.union_of(sets);
  }
  if (name == "zip")
    if (const auto other =
            values.copy(evaluator.each(argument(evaluator, call, 0), &Evaluator::element));
        !other.empty())
      return library_set(
          evaluator, "Option",
          {values.set({Kind::kTuple, {}, values.list(std::array{inner, values.set(other)})})});
  if (name == "iter" || name == "into_iter" || name == "iter_mut")
    return library_set(evaluator, "Iterator", {inner});
  if (name.starts_with("is_")) return values.outside();
  if (name == "as_deref" || name == "as_deref_mut") {
    std::vector<Id> sets;
    for (const Id one : values.copy(inner)) {
      const Id to = dereferenced(evaluator, one);
      sets.push_back(to == ValueTable::kNothing ? values.set(std::span(&one, 1)) : to);
    }
    return library_set(evaluator, type, {evaluator.union_of(sets)});
  }
  return values.set(of);  // `take`, `or`, `filter`, `cloned`, `as_ref`, ...
}

Id RustRules::map_result(Evaluator& evaluator, const Value& of, std::string_view name) {
  const std::vector<Id> parts = evaluator.values().copy(of.parts);
  ValueTable& values = evaluator.values();
  const Id pair = values.set({Kind::kTuple, {}, values.list(parts)});
  if (name == "get" || name == "get_mut" || name == "remove" || name == "insert")
    return library_set(evaluator, "Option", {parts[1]});
  if (name == "entry") return library_set(evaluator, "Entry", parts);
  if (name == "keys" || name == "into_keys") return library_set(evaluator, "Iterator", {parts[0]});
  if (name == "values" || name == "values_mut" || name == "into_values")
    return library_set(evaluator, "Iterator", {parts[1]});
  if (name == "get_key_value" || name == "remove_entry" || name.starts_with("first_") ||
      name.starts_with("last_") || name.starts_with("pop_") || name == "get_index")
    return library_set(evaluator, "Option", {pair});
  if (name == "clone") return values.set(of);
  return kNone;
}

/// What a function gives whose path is not in the project. `of`: the name before the last `::`.
Id RustRules::library_path_result(Evaluator& evaluator, std::string_view of, std::string_view name,
                                  Id prefix, const Call& call) {
  ValueTable& values = evaluator.values();
  if (of.empty() || of == "Option" || of == "Result") {
    if (name == "Some") return library_set(evaluator, "Option", {argument(evaluator, call, 0)});
    if (name == "Ok") return library_set(evaluator, "Result", {argument(evaluator, call, 0)});
    if (name == "Err")
      return library_set(evaluator, "Result", {ValueTable::kNothing, argument(evaluator, call, 0)});
  }
  if (is_rust_name(kRustWrappers, of) && is_rust_name(kWrapping, name))
    return library_set(evaluator, of, {argument(evaluator, call, 0)});
  if (is_rust_name(kRustWrappers, of) && (name == "clone" || name == "downgrade"))
    return argument(evaluator, call, 0);
  if (of == "iter" && (name == "once" || name == "repeat"))
    return library_set(evaluator, "Iterator", {argument(evaluator, call, 0)});
  if (of == "iter" && (name == "from_fn" || name == "successors" || name == "repeat_with")) {
    const Id result = closure_result(evaluator, call, name == "successors" ? 1 : 0);
    const Id inner = name == "repeat_with" ? result : evaluator.each(result, &Evaluator::element);
    return library_set(evaluator, "Iterator", {inner});
  }
  if ((of == "mem" || of == "cmp" || of == "convert" || of == "hint" || of.empty() ||
       of == "slice" || of == "future" || of == "Clone" || of == "AsRef" || of == "ToOwned") &&
      is_rust_name(kRustGivesFirst, name))
    return argument(evaluator, call, 0);
  if (of == "Vec" && (name == "from" || name == "from_iter")) {
    const Id element = evaluator.each(argument(evaluator, call, 0), &Evaluator::element);
    return library_set(evaluator, of, {element});
  }
  if (of == "Default") return ValueTable::kNothing;
  const bool makes = name == "new" || name == "default" || name == "from" ||
                     name == "with_capacity" || name == "from_iter" || name == "new_in";
  for (const Id id : values.copy(prefix)) {
    const Value value = values.at(id);
    if (value.kind == Kind::kLibrary && (makes || values.items(value.parts).empty())) {
      if (makes || has_project_types(evaluator, prefix)) return prefix;
    } else if (value.kind == Kind::kInstance || value.kind == Kind::kTypeParameter) {
      if (is_rust_name(kMakesResult, name)) return library_set(evaluator, "Result", {prefix});
      return is_rust_name(kMakesSelf, name) ? prefix : ValueTable::kNothing;
    }
  }
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (has_project_types(evaluator, argument(evaluator, call, i))) return ValueTable::kNothing;
  return values.outside();
}

Id RustRules::macro_result(Evaluator& evaluator, const Call& call) {
  const facts::Facts& facts = evaluator.facts(call.file);
  const std::string name(facts.name(facts.exprs[call.callee].b));
  if (name == "vec") {
    std::vector<Id> sets;
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      sets.push_back(argument(evaluator, call, i));
    return library_set(evaluator, "Vec", {evaluator.union_of(sets)});
  }
  if (name == "format" || name == "concat" || name == "stringify" || name == "env")
    return library_set(evaluator, "String");
  if (name == "dbg") return argument(evaluator, call, 0);
  return ValueTable::kNothing;
}

}  // namespace codeweaver::graph
