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

 protected:
  LanguageRules() = default;
  LanguageRules(const LanguageRules&) = default;
  LanguageRules& operator=(const LanguageRules&) = default;
};

}  // namespace codeweaver::graph
