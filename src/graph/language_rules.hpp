// LanguageRules: what a language adds to linking.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
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

 protected:
  LanguageRules() = default;
  LanguageRules(const LanguageRules&) = default;
  LanguageRules& operator=(const LanguageRules&) = default;
};

}  // namespace codeweaver::graph
