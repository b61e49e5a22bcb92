// Evaluator: the values of expressions and types, and the targets of names, each worked out once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/language_rules.hpp"
#include "graph/source_tree.hpp"
#include "graph/values.hpp"

namespace codeweaver::graph {

/// Works on the files of one language. Results that a cycle or a bound cut short are not kept, so
/// they do not depend on earlier questions. Not thread-safe.
class Evaluator {
 public:
  Evaluator(SourceTree& tree, LanguageRules& rules);

  SourceTree& tree() noexcept { return tree_; }
  ValueTable& values() noexcept { return values_; }
  LanguageRules& rules() noexcept { return rules_; }
  bool has_dynamic_types(Id file) { return rules_.has_dynamic_types(*this, file); }
  /// The number of a file; kNone: it has no facts.
  Id file(std::string_view path);
  /// Adds a file that is not known yet, or is known to have no facts (null).
  Id add(std::string_view path, std::shared_ptr<const facts::Facts> read);
  /// Null for kNone.
  std::shared_ptr<const facts::Facts> shared_facts(Id file) const {
    return file == kNone ? nullptr : files_[file].facts;
  }
  /// True if a question has read this file.
  bool has(std::string_view path) const {
    const auto at = numbers_.find(path);
    return at != numbers_.end() && at->second != kNone;
  }
  const facts::Facts& facts(Id file) const { return *files_[file].facts; }
  const std::string& path(Id file) const { return files_[file].path; }
  const facts::Decl& decl(DeclRef ref) const { return facts(ref.file).decls[ref.decl]; }

  /// Begins a question with its bound on steps.
  void begin(Id file) {
    steps_ = 0;
    rules_.begin(*this, file);
  }
  /// Drops all results, because names mean something else now.
  void forget();
  /// The declarations that an expression names.
  const Targets& targets(Id file, Id expr);
  /// Set of the values of an expression, and of the instances of a type.
  Id value_of(Id file, Id expr);
  Id instances_of(Id file, Id type);
  /// Set of the values that a declaration stands for.
  Id value_of(DeclRef ref);
  /// Set of what a value gives if it is called, or iterated over.
  Id called(Id value);
  Id element(Id value);
  Id key(Id value);
  /// The same for each value of a set.
  Id each(Id set, Id (Evaluator::*function)(Id));
  Id union_of(std::span<const Id> sets);
  /// What waiting for a value gives, and its element at a position.
  Id awaited(Id value);
  Id at_position(Id value, Id position);
  /// The set of results of a function that is called on the value `bound` (kNone: on nothing).
  Id result_of(DeclRef function, Id bound);
  /// Type parameters of the class of `bound` replaced by its arguments.
  Id substituted(Id set, Id bound, DeclRef function);
  /// What a type parameter stands for; kNone: itself.
  using Arguments = std::function<Id(DeclRef parameter)>;
  Id substituted(Id set, const Arguments& arguments);
  /// The instance that a value is, for its type arguments; kNone: none.
  Id bound_of(Id value);
  /// Sets of the values of a member, and of the instances of the bases of a class.
  Id member_value(Id value, std::string_view name);
  Id instance_of_bases(DeclRef of);
  /// Counts a step of the question. False: it has had all of them.
  bool step();
  /// Set of the classes of the instances in a set.
  Id classes_of(Id set);
  /// The class and its bases, nearest first. A base outside the project has no file.
  const std::vector<DeclRef>& bases(DeclRef of);
  /// The bases that the class itself names.
  std::vector<DeclRef> direct_bases(DeclRef of);
  /// The interfaces that the class itself says to implement, without getting members from them.
  std::vector<DeclRef> implemented(DeclRef of);
  /// A member, looked up along the bases.
  Targets member(Id value, std::string_view name);
  /// Replaces imports by what they import.
  Targets follow(const std::vector<DeclRef>& decls, LinkReason reason);

 private:
  struct File {
    std::string path;
    std::shared_ptr<const facts::Facts> facts;
  };
  struct Memo {
    std::uint32_t result = 0;
    std::uint32_t depth = kDone;  // of the evaluation in progress
    static constexpr std::uint32_t kDone = UINT32_MAX;
  };
  using Memos = std::unordered_map<std::uint64_t, Memo>;

  /// The result of `compute` for a key, worked out once; `nothing` within a cycle.
  std::uint32_t once(Memos& memos, std::uint64_t key, std::uint32_t nothing,
                     const std::function<std::uint32_t()>& compute);

  Targets find_targets(Id file, Id expr);
  Targets look_up(Id file, Id scope, Id name);
  Targets keyword(Id file, const facts::Expr& expr);
  Id evaluate(Id file, Id expr);
  Id evaluate_named(Id file, Id expr);
  Id outside_member(Id file, const facts::Expr& expr);
  Id evaluate_type(Id file, Id type);
  Id instances_of_named(Id file, Id type);
  Id value_of_variable(DeclRef ref);
  Id evaluate_further(Id file, const facts::Expr& expr);
  Id position(Id set, Id at);
  Id values_of(const Targets& found);
  void keep_values(std::vector<DeclRef>& decls) const;
  Id item(Id set, Id position);
  Id indexed(Id value);
  Id entered(Id value);
  Id part(Id set, Id position);
  Id value_of_named(DeclRef ref, Id bound);
  Id instances_of_any(Id file, Id types);
  Id underlying(const Value& instance);
  /// Type parameters of the called function replaced by what its arguments say.
  Id inferred(Id file, const facts::Expr& call, Id set);
  using Inferred = std::map<DeclRef, std::vector<Id>>;
  void infer(Id parameter, Id argument, Inferred& out);
  Id argument_for(DeclRef parameter, Id bound, DeclRef function, std::uint32_t depth = 0);
  /// `nearest`: where to begin in the line of bases. `is_class`: of the class itself.
  Targets member_of_class(DeclRef of, std::string_view name, bool is_class = false,
                          std::size_t nearest = 0);

  SourceTree& tree_;
  LanguageRules& rules_;
  ValueTable values_;
  std::vector<File> files_;
  std::map<std::string, Id, std::less<>> numbers_;
  std::vector<Targets> found_{Targets{}};
  Memos targets_, exprs_, types_, decls_, results_;
  std::map<DeclRef, std::vector<DeclRef>> bases_;
  std::uint32_t depth_ = 0;
  std::uint32_t cut_ = UINT32_MAX;  // lowest depth a cycle returned to
  std::uint32_t steps_ = 0;
};

}  // namespace codeweaver::graph
