// LanguageRules: what a language adds to linking.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "graph/linker.hpp"
#include "graph/values.hpp"

namespace codeweaver::graph {

/// What a name or member stands for, before it is a value.
struct Targets {
  enum class Kind : std::uint8_t { kUnknown, kDecls, kOutside, kModule };
  Kind kind = Kind::kUnknown;
  std::vector<DeclRef> decls{};
  Id module = kNone;
  LinkReason reason = LinkReason::kNone;

  static Targets outside() { return {.kind = Kind::kOutside}; }
  static Targets of(std::vector<DeclRef> decls, LinkReason reason) {
    if (decls.empty()) return {};
    return {.kind = Kind::kDecls, .decls = std::move(decls), .reason = reason};
  }
};

class Evaluator;

/// The rules of one language. An Evaluator calls them.
class LanguageRules {
 public:
  virtual ~LanguageRules() = default;
  /// A name that no scope of the file declares.
  virtual Targets global(Evaluator& evaluator, Id file, std::string_view name) = 0;
  /// What an import stands for.
  virtual Targets imported(Evaluator& evaluator, DeclRef import) = 0;
  /// A member of a module.
  virtual Targets member_of_module(Evaluator& evaluator, Id module, std::string_view name) = 0;
  /// The members with this name that the class declares itself.
  virtual std::vector<DeclRef> own_members(Evaluator& evaluator, DeclRef of,
                                           std::string_view name) = 0;
  /// The set of values of a call; kNone: nothing special about it.
  virtual Id special_call(Evaluator& evaluator, Id file, const facts::Expr& call) = 0;

  /// The module of that name, as a file names it.
  virtual Targets module(Evaluator&, Id /*file*/, std::string_view /*name*/) { return {}; }
  /// The set of instances of a type; kNone: nothing special about it.
  virtual Id special_type(Evaluator&, Id /*file*/, Id /*type*/) { return kNone; }
  /// The set of values of a kPartOf, once `of` replaces its type parameter.
  virtual Id part_of(Evaluator&, const Value& /*part*/, Id /*of*/) { return ValueTable::kNothing; }
  /// The set of values of an expression of a kind that depends on the language; kNone: unknown.
  virtual Id special_value(Evaluator&, Id /*file*/, const facts::Expr& /*expr*/) { return kNone; }
  /// A member that the classes of the project do not have.
  virtual Targets special_member(Evaluator&, const Value& /*of*/, std::string_view /*name*/) {
    return {};
  }
  /// The set that calling a value gives, or iterating over it; kNone: nothing special about it.
  virtual Id special_result(Evaluator&, Id /*value*/) { return kNone; }
  virtual Id special_element(Evaluator&, Id /*value*/) { return kNone; }
  /// Leaves out members that no value has, if there are others.
  virtual void keep_possible(const Evaluator&, std::vector<DeclRef>& /*members*/) {}
  /// True if all members of the first base class come before those of the second.
  virtual bool takes_bases_in_depth() const { return false; }
  /// True if one name can stand for a type and for a value.
  virtual bool has_types_apart() const { return false; }

 protected:
  LanguageRules() = default;
  LanguageRules(const LanguageRules&) = default;
  LanguageRules& operator=(const LanguageRules&) = default;
};

}  // namespace codeweaver::graph
