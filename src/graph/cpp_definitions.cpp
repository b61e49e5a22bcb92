// CppRules: which declaration belongs to which definition.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "facts/read_facts.hpp"
#include "graph/cpp_rules.hpp"
#include "graph/evaluator.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;

bool CppRules::has_same_parameters(Evaluator& evaluator, DeclRef one, DeclRef other) const {
  const Decl& a = evaluator.decl(one);
  const Decl& b = evaluator.decl(other);
  if (a.is_macro != b.is_macro) return false;
  if (a.kind != DeclKind::kFunction || b.kind != DeclKind::kFunction) return true;
  const facts::Facts& first = evaluator.facts(one.file);
  const facts::Facts& second = evaluator.facts(other.file);
  if (first.language == "c" || second.language == "c") return true;  // no overloads
  return first.name(a.signature) == second.name(b.signature);
}

/// Of two declarations of one thing: the definition, then the one in the file that asks.
bool CppRules::is_better(Evaluator& evaluator, DeclRef one, DeclRef other) const {
  const Decl& a = evaluator.decl(one);
  const Decl& b = evaluator.decl(other);
  if (a.is_declaration != b.is_declaration) return b.is_declaration;
  return one.file == viewer_ && other.file != viewer_;
}

void CppRules::keep_definitions(Evaluator& evaluator, std::vector<DeclRef>& decls) {
  if (decls.size() < 2) return;
  const auto is_class = [&](DeclRef ref) { return evaluator.decl(ref).kind == DeclKind::kClass; };
  if (!std::ranges::all_of(decls, is_class)) std::erase_if(decls, is_class);  // tags of C
  // `#define f lib_f`, which some builds have, where f is declared, too.
  const auto is_other_name = [&](DeclRef ref) {
    return evaluator.decl(ref).is_macro && evaluator.decl(ref).values != kNone;
  };
  if (!std::ranges::all_of(decls, is_other_name)) std::erase_if(decls, is_other_name);
  std::vector<DeclRef> out;
  for (const DeclRef ref : decls) {
    auto same = std::ranges::find_if(out, [&](DeclRef one) {
      const bool has_two_definitions =
          !evaluator.decl(one).is_declaration && !evaluator.decl(ref).is_declaration;
      return !has_two_definitions && has_same_parameters(evaluator, one, ref);
    });
    if (same == out.end())
      out.push_back(ref);
    else if (is_better(evaluator, ref, *same))
      *same = ref;
  }
  // A declaration that stood before two definitions of it.
  decls = out;
  std::erase_if(decls, [&](DeclRef ref) {
    return evaluator.decl(ref).is_declaration && std::ranges::any_of(out, [&](DeclRef one) {
             return one != ref && !evaluator.decl(one).is_declaration &&
                    has_same_parameters(evaluator, one, ref);
           });
  });
}

/// The class of a member, as its own file sees it.
DeclRef CppRules::known_class(Evaluator& evaluator, DeclRef member) {
  const auto [at, is_new] = classes_.try_emplace(member);
  if (!is_new) return at->second;
  const Id viewer = viewer_;
  begin(evaluator, member.file);
  const DeclRef found = class_of(evaluator, member);
  if (viewer != kNone) begin(evaluator, viewer);
  return classes_[member] = found;
}

/// The namespace of a declaration, also of one that names it: `void space::f() {}`.
Id CppRules::known_space(Evaluator& evaluator, DeclRef ref) {
  const auto facts = evaluator.shared_facts(ref.file);
  const Decl& decl = facts->decls[ref.decl];
  if (decl.owner == kNone) {
    read(evaluator, ref.file);
    return decl.scope == kNone ? kNone : space_of(ref.file, decl.scope);
  }
  const Decl& named = facts->decls[decl.owner];
  if (named.kind != DeclKind::kAlias || named.name != kNone) return kNone;
  const auto [at, is_new] = named_spaces_.try_emplace(ref, kNone);
  if (!is_new) return at->second;
  const Id viewer = viewer_;
  begin(evaluator, ref.file);
  const Targets of = evaluator.targets(ref.file, named.type);
  if (of.kind == Targets::Kind::kModule) at->second = of.module;
  if (viewer != kNone) begin(evaluator, viewer);
  return at->second;
}

/// Compares the classes, or the namespaces, the names and the types of parameters.
bool CppRules::is_same(Evaluator& evaluator, DeclRef one, DeclRef other) {
  const Decl a = evaluator.decl(one), b = evaluator.decl(other);
  const facts::Facts& first = evaluator.facts(one.file);
  const facts::Facts& second = evaluator.facts(other.file);
  const bool is_function = a.kind == DeclKind::kFunction;
  if (first.name(a.name) != second.name(b.name) || a.is_declaration == b.is_declaration ||
      is_function != (b.kind == DeclKind::kFunction) ||
      (a.kind == DeclKind::kClass) != (b.kind == DeclKind::kClass))
    return false;
  if (one.file != other.file && (a.is_private || b.is_private)) return false;
  if (!has_same_parameters(evaluator, one, other)) return false;
  if (a.owner != kNone && b.owner != kNone) {
    const DeclRef of = known_class(evaluator, one);
    if (of.file != kNone) return of == known_class(evaluator, other);
  }
  const Id space = known_space(evaluator, one);
  return space != kNone && space == known_space(evaluator, other);
}

}  // namespace codeweaver::graph
