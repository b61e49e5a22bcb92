// NameLinks: what all uses of one name in a tree refer to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facts/facts.hpp"
#include "graph/linker.hpp"

namespace codeweaver::engine {

/// Numbers for paths and names. Not thread-safe.
class TextTable {
 public:
  std::uint32_t number(std::string_view text);
  /// Valid as long as the table.
  const std::string& text(std::uint32_t number) const { return texts_[number]; }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // views of texts_
};

/// The uses of one name that are not of local variables, with the declarations that they refer to.
/// They depend on nothing but the tree, so each question about the name can start from them.
struct NameLinks {
  /// What a declaration belongs to, as far as it matters for the methods that a call may run.
  enum class Owner : std::uint8_t {
    kUnknown,    ///< the linker has to be asked
    kNone,       ///< no class
    kClass,      ///< a class, or something else that only its subclasses relate to
    kInterface,  ///< an interface, which a type may have the shape of
  };
  struct Target {
    std::uint32_t path = 0;  ///< number in the table
    facts::Id decl = 0;
    facts::Place place;
    Owner owner = Owner::kUnknown;
    std::uint32_t owner_path = 0;  ///< of kClass and kInterface
    facts::Id owner_decl = 0;
    std::uint32_t first_method = 0, method_count = 0;  ///< of kInterface, in `methods`
  };
  struct Use {
    facts::Place place;
    facts::Use::Kind kind = facts::Use::Kind::kOther;
    graph::LinkClass link_class = graph::LinkClass::kByName;
    std::uint16_t target_count = 0;
    std::uint32_t first_target = 0;  ///< in `targets_of_uses`
  };
  struct File {
    std::uint32_t path = 0;  ///< number in the table
    std::uint32_t first_use = 0, use_count = 0;
  };

  std::vector<File> files{};  ///< with uses of the name; in a complete list: by path
  std::vector<Use> uses{};    ///< of a file: in the order of the text
  std::vector<std::uint32_t> targets_of_uses{};  ///< numbers in `targets`
  std::vector<Target> targets{};                 ///< each once
  std::vector<std::uint32_t> methods{};          ///< names that interfaces declare, by number

  std::span<const Use> uses_of(const File& file) const noexcept {
    return std::span(uses).subspan(file.first_use, file.use_count);
  }
  std::span<const std::uint32_t> targets_of(const Use& use) const noexcept {
    return std::span(targets_of_uses).subspan(use.first_target, use.target_count);
  }
  std::span<const std::uint32_t> methods_of(const Target& target) const noexcept {
    return std::span(methods).subspan(target.first_method, target.method_count);
  }
  /// Memory in bytes.
  std::size_t bytes() const noexcept {
    return sizeof(NameLinks) + files.capacity() * sizeof(File) + uses.capacity() * sizeof(Use) +
           (targets_of_uses.capacity() + methods.capacity()) * sizeof(std::uint32_t) +
           targets.capacity() * sizeof(Target);
  }
};

/// The lines that use a name in files without facts, by path and line.
struct TextUses {
  struct File {
    std::string path;
    std::vector<std::uint32_t> lines{};
  };
  std::vector<File> files{};

  /// Memory in bytes.
  std::size_t bytes() const noexcept {
    std::size_t out = sizeof(TextUses) + files.capacity() * sizeof(File);
    for (const File& one : files)
      out += one.path.capacity() + one.lines.capacity() * sizeof(std::uint32_t);
    return out;
  }
};

}  // namespace codeweaver::engine
