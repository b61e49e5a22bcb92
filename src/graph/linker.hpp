// Linker: which declarations a use of a name refers to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.hpp"
#include "graph/source_tree.hpp"

namespace codeweaver::graph {

/// How a use was linked.
enum class LinkClass : std::uint8_t {
  kResolved,    ///< to one declaration
  kCandidates,  ///< to one of several declarations
  kOutside,     ///< to something that the project does not declare
  kLocal,       ///< to a local variable, a parameter, or a module as such
  kByName,      ///< not linked: only the name is known
};

/// Why a use was linked to its declarations.
enum class LinkReason : std::uint8_t {
  kNone,
  kScope,     ///< declared around the use
  kPackage,   ///< declared in another file of the same package
  kImport,    ///< imported
  kReceiver,  ///< a member of what stands before the dot
};

/// A declaration in a file.
struct Target {
  std::string path;
  facts::Id decl = 0;
  facts::Place place;
};

/// How a type is related to another one.
enum class Kinship : std::uint8_t {
  kNone,
  kDirect,    ///< it names the other one as a base, or embeds it
  kIndirect,  ///< one of its bases does
  kShape,     ///< it has all methods of that interface, in a language where this is enough
};

/// What an import of a file reads.
struct Import {
  enum class Of : std::uint8_t {
    kFiles,    ///< these files; none: a package without a text of its own
    kPackage,  ///< all files of a package, or those of them that are used
    kOutside,  ///< something that the project does not have
    kMissing,  ///< the name says that it is in the project, but it was not found
  };
  Of of = Of::kOutside;
  std::uint32_t line = 1;
  std::string module{};              ///< as the text names it
  std::string name{};                ///< what it takes from there; empty: all of it
  std::vector<std::string> files{};  ///< by path
  bool is_deferred = false;          ///< within a function, so reading the file does not need it
  bool is_type_only = false;         ///< only a check of types reads it
};

struct Link {
  LinkClass link_class = LinkClass::kByName;
  LinkReason reason = LinkReason::kNone;
  std::vector<Target> targets{};  ///< by path and place; none unless kResolved or kCandidates
};

std::string_view to_string(LinkClass link_class) noexcept;
std::string_view to_string(LinkReason reason) noexcept;

/// Links uses on demand: it reads the files that a question needs, and keeps what it has worked
/// out. Rules: scopes and imports, types that are written or assigned, members along bases, results
/// of calls, elements of containers. What they do not cover is kByName, never a guess. Each call
/// has a bound on its steps. Not thread-safe.
class Linker {
 public:
  /// `tree` must outlive it.
  explicit Linker(SourceTree& tree);
  Linker(Linker&&) noexcept;
  Linker& operator=(Linker&&) noexcept;
  ~Linker();

  /// The facts of a file that the linker works with; null: it has none.
  std::shared_ptr<const facts::Facts> facts(std::string_view path);
  /// Links the use `index` in the facts of a file.
  Link link(std::string_view path, std::size_t index);
  /// The imports of a file, by line. A name that an import takes from a module is an import of its
  /// own.
  std::vector<Import> imports(std::string_view path);
  /// True if a call that means the method `base` may run `method`: the class of `method` is related
  /// to that of `base`.
  bool may_run(const Target& method, const Target& base);
  /// True if one of the two declares what the other one defines, as a header does.
  bool is_same(const Target& one, const Target& other);
  /// The class of a member; nullopt: it has none.
  std::optional<Target> class_of(const Target& member);
  /// The classes and interfaces that a class is a subclass of or says to implement, directly or
  /// not: those whose kinship() with it is kDirect or kIndirect.
  std::vector<Target> types_above(const Target& type);
  /// True if the type or one of its bases declares a member with this name.
  bool has_member(const Target& type, std::string_view name);
  /// How a class or interface is related to another one.
  Kinship kinship(const Target& type, const Target& base);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::graph
