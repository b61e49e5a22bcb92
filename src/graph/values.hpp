// Values: what an expression can stand for, as small numbers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "facts/facts.hpp"

namespace codeweaver::graph {

using facts::Id;
using facts::kNone;

/// A declaration of one of the files that a Linker has read.
struct DeclRef {
  Id file = kNone, decl = kNone;
  friend auto operator<=>(const DeclRef&, const DeclRef&) = default;
};

/// One thing that an expression can stand for. Sets and lists are those of a ValueTable.
struct Value {
  enum class Kind : std::uint8_t {
    kOutside,        ///< something that the project does not declare; parts: list of sets, its
                     ///< type arguments, if one is of the project
    kInstance,       ///< of the class `decl`; parts: list of sets, its type arguments
    kClass,          ///< the class `decl` itself; parts: as above
    kFunction,       ///< the function `decl`; parts: the value that it is called on, or kNone
    kCallable,       ///< a function type: the expression `decl.decl` of the file
    kModule,         ///< a module or package; parts: its number
    kList,           ///< parts: the set of its elements
    kMap,            ///< parts: list of the set of its values and that of its keys
    kChannel,        ///< parts: the set of its elements
    kTuple,          ///< parts: list of sets
    kTypeParameter,  ///< `decl`; parts: kNone, or kNothing for the class itself
    kSuper,          ///< an instance of the class `decl`, with the members of its bases alone
    kPromise,        ///< parts: the set that waiting for it gives
    kCallback,       ///< a function that gets the sets of the list `parts`
    kLibrary,  ///< of the library type with the number `decl.decl`; parts: list of sets, its type
               ///< arguments
    kPartOf,  ///< a member of a type parameter: the kPartType `decl.decl` of the file; parts: a set
  };
  Kind kind = Kind::kOutside;
  DeclRef decl{};
  Id parts = kNone;
  friend auto operator<=>(const Value&, const Value&) = default;
};

/// Numbers for values, sets of values and lists of sets. Equal ones have equal numbers, so
/// comparing is comparing numbers. Not thread-safe.
class ValueTable {
 public:
  static constexpr Id kNothing = 0;         ///< the empty set and the empty list
  static constexpr std::size_t kMost = 16;  ///< values of a set; further ones are dropped

  ValueTable();
  Id value(const Value& value);
  const Value& at(Id value) const { return values_[value]; }
  /// The set of these values, in this order, without repetitions. If there is any other value,
  /// without kOutside.
  Id set(std::span<const Id> values);
  Id set(const Value& one);
  Id list(std::span<const Id> sets);
  /// Valid until the next set or list.
  std::span<const Id> items(Id set_or_list) const { return lists_[set_or_list]; }
  std::vector<Id> copy(Id set_or_list) const { return lists_[set_or_list]; }
  Id outside() const noexcept { return outside_; }

 private:
  struct Hash {
    std::size_t operator()(const Value& value) const noexcept;
    std::size_t operator()(const std::vector<Id>& items) const noexcept;
  };

  Id intern(std::vector<Id> items);

  std::vector<Value> values_;
  std::unordered_map<Value, Id, Hash> numbers_;
  std::vector<std::vector<Id>> lists_;
  std::unordered_map<std::vector<Id>, Id, Hash> list_numbers_;
  Id outside_ = kNothing;
};

}  // namespace codeweaver::graph
