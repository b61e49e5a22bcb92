// Facts: what one source text declares and uses, before anything is linked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::facts {

/// Index of a name, declaration, scope, expression or list within one Facts.
using Id = std::uint32_t;
inline constexpr Id kNone = UINT32_MAX;

/// Two numbers as one key of a table.
constexpr std::uint64_t key_of(Id first, Id second) noexcept {
  return std::uint64_t{first} << 32U | second;
}

/// The line of a name, from 1, and its column in bytes, from 1.
struct Place {
  std::uint32_t line = 1, column = 1;
  friend bool operator==(const Place&, const Place&) = default;
};

enum class DeclKind : std::uint8_t {
  kFunction,
  kClass,
  kInterface,
  kAlias,  ///< another name of a type
  kField,
  kVariable,
  kParameter,
  kTypeParameter,
  kImport,  ///< without a name if it only reads a module
  kNamespace,
};

/// A name that the text gives to something.
struct Decl {
  Id name = kNone;
  DeclKind kind = DeclKind::kVariable;
  bool is_local = false;     ///< declared within a function, so no other text can use it
  bool is_receiver = false;  ///< a parameter that is what the method is called on
  bool is_property = false;  ///< a function that is called where its name is read
  Place place;               ///< of the name
  std::uint32_t end_line = 1;
  Id scope = kNone;       ///< where the name alone is visible; kNone: only as a member of its owner
  Id owner = kNone;       ///< the class that it is a member of
  Id owner_name = kNone;  ///< name of that class, if another text may declare it (Go methods)
  Id inner = kNone;       ///< scope of parameters and body
  Id type = kNone;        ///< expression: type of a value, result of a function, aliased type
  Id values = kNone;      ///< list of expressions: what is assigned to a value
  Id parameters = kNone;  ///< list of declarations
  Id type_parameters = kNone;      ///< list of declarations; of a method: those of its class
  Id bases = kNone;                ///< list of expressions: base classes, embedded types
  Id module = kNone;               ///< name: what an import reads
  Id imported = kNone;             ///< name: what an import takes from there; kNone: all of it
  Id own_type_parameters = kNone;  ///< list of declarations: those of a function itself
  bool is_async = false;
  bool is_static = false;                           ///< a member of the class itself
  bool is_abstract = false;                         ///< a method without a body
  bool gives_value = false, gives_nothing = false;  ///< a lambda fits where one, or none, is wanted
  bool is_rest = false;         ///< a parameter that takes all arguments that are left
  bool is_declaration = false;  ///< without the body or the value, which a definition has
  bool is_macro = false;        ///< its values: the name or type that it stands for, if any
  bool is_constant = false;     ///< the type of the value, or of the result, is `const T`
  bool is_fixture = false;      ///< pytest gives its result to parameters with its name
  bool is_private = false;      ///< other files cannot mean it, even if they declare it
  bool is_type_only = false;    ///< an import that only a check of types reads
  /// Name: the types of the parameters, as far as overloads differ; in Go, their number.
  Id signature = kNone;
};

struct Scope {
  enum class Kind : std::uint8_t { kModule, kClass, kFunction, kBlock };
  Kind kind = Kind::kModule;
  Id parent = kNone;
  Id owner = kNone;  ///< the function or class that it belongs to
};

enum class ExprKind : std::uint8_t {
  kName,          ///< a: name, b: scope that it stands in
  kMember,        ///< a: expression, b: name
  kCall,          ///< a: expression, b: list of arguments (kNone: not an expression we know)
  kIndex,         ///< a: expression, b: list of expressions in the brackets (kNone: not known)
  kElement,       ///< a: expression; what iterating over it gives
  kKey,           ///< a: expression; the first of two variables that iterate over it
  kItem,          ///< a: expression, b: position; one of several results
  kInstance,      ///< a: type; a value of this type
  kLambda,        ///< a: declaration of a function without a name
  kLiteral,       ///< text or number; a: name of the constant, if it is a type; in C++: its type
  kListType,      ///< a: type of the elements
  kMapType,       ///< a: type of the values, b: type of the keys
  kChannelType,   ///< a: type of the elements
  kTupleType,     ///< a: list of types
  kFunctionType,  ///< a: type of the result
  kGenericType,   ///< a: type, b: list of type arguments
  kUnnamedType,   ///< a: declaration of a class without a name
  kUnionType,     ///< a: list of types
  kTypeOf,        ///< a: expression; the type of its values
  kClassOf,       ///< a: expression; the classes of its values
  kSelf,          ///< a: declaration of a class; the instance that a method is called on
  kSuper,         ///< a: declaration of a class; the same instance as one of its base classes
  kPart,          ///< a: expression, b: position; one of the values that it is unpacked into
  kEntered,       ///< a: expression; what a `with` statement binds
  kModule,        ///< a: name of a module
  kKeyword,       ///< a: called expression, b: name; the parameter that an argument names
  kUnion,         ///< a: list of expressions or types; one of them
  kTuple,         ///< a: list of expressions; their values, in this order
  kPosition,      ///< a: expression, b: position; the element there
  kAwait,         ///< a: expression; what waiting for it gives
  kOwnClass,      ///< a: declaration of a class; the class itself
  kThisType,      ///< a: declaration of a class; the type of the object that a method is called on
  kBases,         ///< a: declaration of a class; an object of its bases
  kPartType,      ///< a: type, b: name; the type of its member
  kParameterOf,   ///< a: expression, b: position; what the function gets there
  kExpected,      ///< a: call up to an argument, b: its position; what the function expects there
  kApplied,       ///< a: expression, b: list of types; with these type arguments
  kNarrowed,      ///< a: expression, b: list: name of a member, 1 or 0, names of constants; those
                  ///< whose member is one of the constants (0: is none), or exists
  kWanted,        ///< a: expression, b: expression; called where a value like b is wanted
  kTypeName,      ///< a: scope that it stands in, b: name; a type by its name alone
  kTypeMember,    ///< a: type or package, b: name; a type within it
  kLibraryType,   ///< a: name; a built-in type or one of the standard library, also a value of it
  kMethod,        ///< a: list: what stands before the dot (kThis: nothing), arguments; b: name;
                  ///< those methods with this name that fit
  kWantedBy,      ///< a: kMethod, b: position; what the methods expect there
  kMethodRef,     ///< a: list: expression before the colons, what is expected; b: name
  kLabel,         ///< a: list: expression, name; b: name; a constant of its type, or the name
  kSum,           ///< a: expression, b: expression; a text or the wider of two types of numbers
  kCalled,        ///< a: call, b: name; the function that is called with these arguments
  kTag,           ///< a: scope, b: name; the class that `struct name` means there
  kQualifier,     ///< a: scope, b: name; the namespace or class before `::`
  kFixture,       ///< a: scope, b: name; the fixture whose result pytest gives to a parameter
  kThis,          ///< a: scope; the object of the method around it
  kArrow,         ///< a: expression; the object whose member `->` asks for
  kPointed,       ///< a: expression; what it points to
  kAddress,       ///< a: expression; a pointer to it
  kImplemented,   ///< a: type; among the bases of a class: an interface that gives it no members
  kPath,          ///< a: type or module (kNone: all crates), b: name; a value within it
  kFieldOf,       ///< a: expression, b: name; a field, which may have the name of a method
  kMethodOf,      ///< a: expression, b: name; a method that is called on it
  kMacroName,     ///< a: scope, b: name; the macro that `name!` means there
  kTried,         ///< a: expression; what `?` gives
  kMatched,       ///< a: list: expression, path of a pattern; b: position of a field of the pattern
  kHolding,       ///< a: expression; a container with this element
};

/// An expression or a type, as far as linking needs it. Equal ones are stored once.
struct Expr {
  ExprKind kind = ExprKind::kLiteral;
  Id a = kNone, b = kNone;
  friend bool operator==(const Expr&, const Expr&) = default;
};

/// A place that uses a name.
struct Use {
  enum class Kind : std::uint8_t {
    kCall,
    kType,
    kImport,  ///< an import or a re-export names it
    kOther,
    kConstruct,  ///< the class of a new object
  };
  /// kName, kMember, kKeyword, kCalled, kTag, kQualifier, kFixture, kTypeName, kTypeMember,
  /// kMethod, kMethodRef, kLabel, kPath, kFieldOf, kMethodOf or kMacroName
  Id expr = kNone;
  Id scope = kNone;
  Place place;
  Kind kind = Kind::kOther;
};

/// The names of a text, each once, in one buffer. A view of a name is valid until a name is added.
class NameList {
 public:
  std::size_t size() const noexcept { return ends_.size(); }
  std::string_view operator[](Id id) const noexcept {
    const std::uint32_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::string_view(bytes_).substr(begin, ends_[id] - begin);
  }
  void reserve(std::size_t names, std::size_t bytes) {
    ends_.reserve(names);
    bytes_.reserve(bytes);
  }
  void add(std::string_view name) {
    bytes_ += name;
    ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  }
  /// Memory in bytes.
  std::size_t memory() const noexcept {
    return bytes_.capacity() + ends_.capacity() * sizeof(std::uint32_t);
  }
  friend bool operator==(const NameList&, const NameList&) = default;

 private:
  std::string bytes_;
  std::vector<std::uint32_t> ends_;
};

/// The facts of one text. They depend on nothing else, so they belong to a content, not to a path.
class Facts {
 public:
  std::string language;  ///< id of the language table
  Id package = kNone;    ///< name: the package clause
  /// Read completely, and other texts see only what it exports; in C and C++, without errors.
  bool is_module = false;
  NameList names;
  std::vector<Decl> decls;
  std::vector<Scope> scopes;  ///< the first is that of the text
  std::vector<Expr> exprs;
  std::vector<Use> uses;  ///< in source order
  std::vector<Id> lists;  ///< each: its length, then its items

  /// The items of a list; empty for kNone.
  std::span<const Id> list(Id id) const noexcept {
    if (id == kNone) return {};
    return std::span(lists).subspan(id + 1, lists[id]);
  }
  std::string_view name(Id id) const noexcept {
    return id == kNone ? std::string_view() : names[id];
  }
  /// The name that a use refers to.
  Id name_id(const Use& use) const noexcept {
    const Expr& expr = exprs[use.expr];
    return expr.kind == ExprKind::kName ? expr.a : expr.b;
  }
  std::string_view name_of(const Use& use) const noexcept { return name(name_id(use)); }
  /// kNone: the text does not have the name. Cost: O(log names).
  Id find_name(std::string_view name) const noexcept;
  /// Declarations of a name in a scope, or as members of a class of this text, in source order.
  /// Cost: O(log declarations).
  std::span<const Id> declared(Id scope, Id name) const noexcept;
  std::span<const Id> members(Id owner, Id name) const noexcept;
  /// The outermost function or class around a scope; kNone: none.
  Id outermost(Id scope) const noexcept;

  /// Memory that the facts take, in bytes.
  std::size_t bytes() const noexcept;

  /// Builds the tables for the look-ups above. Call it once, after the last change.
  void index();

 private:
  struct Table {  // declarations by two keys
    std::vector<std::uint64_t> keys;
    std::vector<Id> decls;
    std::span<const Id> find(Id first, Id second) const noexcept;
    void sort();
  };
  struct HashedName {
    std::uint32_t hash = 0;
    Id id = 0;
  };
  std::vector<HashedName> by_name_;  // in order of their hashes, which takes no look at the texts
  Table in_scope_, in_owner_;
};

}  // namespace codeweaver::facts
