// LanguageRules: what a language adds to linking.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
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

/// What is done with a value, other than asking for a member.
enum class Operation : std::uint8_t { kCall, kIterate, kIndex, kEnter };

/// The rules of one language. An Evaluator calls them.
class LanguageRules {
 public:
  virtual ~LanguageRules() = default;
  /// Called before a question about a file.
  virtual void begin(Evaluator&, Id /*file*/) {}
  /// A name in a scope, in a language where scopes alone do not say it; nullopt: they do.
  virtual std::optional<Targets> look_up(Evaluator&, Id /*file*/, Id /*scope*/, Id /*name*/) {
    return std::nullopt;
  }
  /// A name that no scope of the file declares.
  virtual Targets global(Evaluator& evaluator, Id file, std::string_view name) = 0;
  /// What an import stands for.
  virtual Targets imported(Evaluator& evaluator, DeclRef import) = 0;
  /// The files that an import reads, without its other members.
  virtual Import import_of(Evaluator& evaluator, DeclRef import) = 0;
  /// A member of a module.
  virtual Targets member_of_module(Evaluator& evaluator, Id module, std::string_view name) = 0;
  /// The members with this name that the class declares itself.
  virtual std::vector<DeclRef> own_members(Evaluator& evaluator, DeclRef of,
                                           std::string_view name) = 0;
  /// The set of values of a call; kNone: nothing special about it.
  virtual Id special_call(Evaluator& evaluator, Id file, const facts::Expr& call) = 0;

  /// The class of a member; no file: it has none.
  virtual DeclRef class_of(Evaluator& evaluator, DeclRef member);
  /// True if a type has all members of an interface, in a language where this is enough.
  virtual bool satisfies(Evaluator&, DeclRef /*type*/, DeclRef /*interface*/) { return false; }
  /// True if one of the two declares what the other one defines.
  virtual bool is_same(Evaluator&, DeclRef /*one*/, DeclRef /*other*/) { return false; }
  /// True if values of a library may be of any type, so that what they give is not known.
  virtual bool has_dynamic_types(Evaluator&, Id /*file*/) const { return false; }
  /// True if the functions within a class do not see the names that its scope declares.
  virtual bool hides_class_scopes() const { return false; }
  /// True if the bases of the first base come before the second base.
  virtual bool follows_first_base() const { return false; }
  /// A module by the name that a text gives it.
  virtual Targets module(Evaluator&, Id /*file*/, std::string_view /*name*/) { return {}; }
  /// The set of values that an operation on a value gives; kNone: nothing special about it.
  virtual Id operated(Evaluator&, Id /*value*/, Operation) { return kNone; }
  /// The set of the instances of a type that is a name or has type arguments; kNone: nothing
  /// special about it.
  virtual Id special_type(Evaluator&, Id /*file*/, Id /*type*/) { return kNone; }
  /// The type parameters of a class or of a function, in their order.
  virtual std::vector<DeclRef> type_parameters(Evaluator& evaluator, DeclRef of);
  /// The set that reading a member of an instance gives, if the member has the values `set`.
  virtual Id read_member(Evaluator&, DeclRef /*member*/, Id set) { return set; }
  /// The name of the method that makes an instance; empty: there is none.
  virtual std::string_view constructor() const { return {}; }
  /// Leaves out declarations of a name that others of them replace.
  virtual void choose(Evaluator&, std::vector<DeclRef>& /*decls*/) {}

  /// What an expression names whose kind depends on the language.
  virtual Targets special_targets(Evaluator&, Id /*file*/, const facts::Expr& /*expr*/) {
    return {};
  }
  /// The set of values of a member that a library declares; kNone: not known.
  virtual Id library_member(Evaluator&, Id /*value*/, std::string_view /*name*/) { return kNone; }
  /// The set of values of an expression of a kind that depends on the language; kNone: unknown.
  virtual Id special_value(Evaluator&, Id /*file*/, const facts::Expr& /*expr*/) { return kNone; }
  /// What an expression names, in a language that looks names up in its own way; nullopt: as usual.
  virtual std::optional<Targets> named_targets(Evaluator&, Id /*file*/, const facts::Expr&) {
    return std::nullopt;
  }
  /// The object that a name alone is asked of, for its type arguments; kNone: none.
  virtual Id implicit_bound(Evaluator&, Id /*file*/, const facts::Expr&, DeclRef /*of*/) {
    return kNone;
  }
  /// The set of values of a member that the project does not declare; kNone: nothing is known.
  virtual Id outside_member(Evaluator&, Id /*file*/, const facts::Expr& /*member*/) {
    return kNone;
  }
  /// A member of a value that is not in a class of the project; nullopt: nothing special about it.
  virtual std::optional<Targets> special_member(Evaluator&, const Value& /*of*/,
                                                std::string_view /*name*/) {
    return std::nullopt;
  }
  /// Type parameters in a set replaced by what the object `bound` of `function` says about them;
  /// kNone: nothing special about it.
  virtual Id special_arguments(Evaluator&, Id /*set*/, Id /*bound*/, DeclRef /*function*/) {
    return kNone;
  }
  /// The instance that a value of another kind is; kNone: none.
  virtual Id special_instance(Evaluator&, Id /*value*/) { return kNone; }
  /// Leaves out own members of a class that the class itself, or its instances, do not have.
  virtual void keep_reachable(const Evaluator&, DeclRef /*of*/, bool /*is_class*/,
                              std::vector<DeclRef>& /*members*/) {}
  /// Leaves out members that no value has, if there are others.
  virtual void keep_possible(const Evaluator&, std::vector<DeclRef>& /*members*/) {}
  /// True if all members of the first base class, inherited ones too, come before the second one.
  virtual bool takes_bases_in_depth() const { return false; }
  /// True if one name can stand for a type and for a value.
  virtual bool has_types_apart() const { return false; }

 protected:
  LanguageRules() = default;
  LanguageRules(const LanguageRules&) = default;
  LanguageRules& operator=(const LanguageRules&) = default;
};

}  // namespace codeweaver::graph
