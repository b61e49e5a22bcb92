// LinkedUses: the uses of a name in a file, and what they refer to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codeweaver/symbol_match.hpp"
#include "engine/searching/open/name_links.hpp"
#include "engine/searching/open/symbol_graph.hpp"

namespace codeweaver::engine {

/// A use of a name in a line.
struct LinkedUse {
  std::uint32_t column = 1;
  std::string_view kind;
  ReferenceLink link = ReferenceLink::kByName;
  std::vector<std::string> targets;
};

/// True if the use is what declares its target: `object.name = ...`.
bool declares(std::string_view path, const facts::Use& use, const graph::Link& link);

/// A line that uses a name.
struct UsePlace {
  std::string_view path;
  std::uint32_t line = 1;
  std::string_view kind;  ///< see ReferenceMatch
  ReferenceLink link = ReferenceLink::kByName;
};

/// Finds and links the uses of one name, file by file. After ten seconds, the rest is not linked.
class LinkedUses {
 public:
  /// Uses by line; of several in a line, the one that is linked best.
  using OfFile = std::map<std::uint32_t, LinkedUse>;

  enum class Wanted : std::uint8_t {
    kAll,    ///< every definition of the name
    kThese,  ///< a use that is resolved to another definition is elsewhere
  };
  /// `definitions`: those with the name; of kThese, those that are asked for. `is_defined`: the
  /// project defines the name.
  LinkedUses(SymbolGraph& graph, const IndexRows& rows, std::string_view name, bool is_defined,
             const std::vector<SymbolMatch>& definitions, Wanted wanted);

  /// Null: the file has no facts. Without uses as local variables.
  const OfFile* of(std::string_view path);
  /// True if an earlier question has linked the uses in all files.
  bool are_all_known() const noexcept { return known_ != nullptr; }
  /// Links the uses in a file, unless all are known. False: the file has no facts.
  bool read(std::string_view path);
  /// Like read(), but leaves out a file that does not see the wanted definition.
  bool read_if_seen(std::string_view path);
  /// The uses in all files that were read, by path and line. Call it once, when all files that may
  /// have the name were read or left out. Unless some were left out, the next question about the
  /// name need not read them again. The paths live as long as the graph.
  std::vector<UsePlace> places();
  /// The uses in files without facts, if an earlier question has kept them; null: none has.
  std::shared_ptr<const TextUses> known_texts() { return question_.known_texts(name_); }
  void keep_texts(std::shared_ptr<const TextUses> texts) {
    question_.keep_texts(name_, std::move(texts));
  }
  /// Some uses were not linked, because it took too long.
  bool is_late() const noexcept { return is_late_; }

 private:
  /// What is asked about a declaration that uses refer to.
  struct Verdict {
    bool is_wanted = false;
    const graph::Target* definition = nullptr;  // of what the declaration only declares
    std::optional<bool> may_be_wanted{};        // nullopt: not asked yet
  };
  struct Method {
    graph::Target decl;
    std::optional<graph::Target> of;                      // its class
    std::set<std::pair<std::string, facts::Id>> above{};  // see Linker::types_above()
    std::unordered_map<std::uint32_t, bool> members{};    // of the class, by number of the name
  };

  /// False: the file cannot mean the wanted definition, as its language says: a private one of
  /// Java, one of another package of Go that begins with a small letter.
  bool sees_wanted(std::string_view path) const;
  const NameLinks& links() const noexcept { return known_ ? *known_ : own_; }
  void add_definitions(const SymbolMatch& one);
  void find_out_where_seen(const SymbolMatch& one);
  /// The number of the file in `files` of the links; nullopt: it does not use the name.
  std::optional<std::size_t> file_of(std::string_view path);
  void add_file(std::string_view path, const facts::Facts& facts);
  std::uint32_t number_of(const graph::Target& target);
  void add_owner(const graph::Target& target, NameLinks::Target& out);

  bool is_wanted(const graph::Target& target) const;
  const graph::Target* definition_of(const graph::Target& target);
  bool is_field(const graph::Target& target);
  graph::Target target_at(std::uint32_t number);
  const Verdict& verdict(std::uint32_t target);
  bool may_be_wanted(std::uint32_t target);
  bool may_be_wanted(const NameLinks::Target& target);
  std::vector<Method>& methods();
  /// True if the class of a method may have the shape of an interface.
  bool has_methods(Method& method, const NameLinks::Target& interface);
  /// `is_seen`: see sees_wanted().
  ReferenceLink link_of(const NameLinks::Use& use, bool is_seen);
  LinkedUse linked(const NameLinks::Use& use, bool is_seen);

  SymbolGraph::Question question_;
  std::string name_;
  bool is_defined_;
  std::map<std::string, std::vector<Span>, std::less<>> wanted_;  // lines by path; empty: all
  std::shared_ptr<const NameLinks> known_;  // of an earlier question; null: there was none
  NameLinks own_;
  using Place = std::pair<std::uint32_t, facts::Id>;           // path and declaration
  std::map<Place, std::uint32_t> numbers_;                     // in own_.targets
  std::map<Place, Place> methods_of_interfaces_;               // range in own_.methods
  std::unordered_map<std::string_view, std::size_t> by_path_;  // in links().files
  std::set<std::string, std::less<>> read_;                    // paths
  std::map<std::string, OfFile, std::less<>> files_;
  std::vector<std::optional<Verdict>> verdicts_;  // by target
  enum class Seen : std::uint8_t { kEverywhere, kInFolder, kInFile };
  Seen seen_ = Seen::kEverywhere;                // the one definition that is wanted
  std::string seen_in_;                          // its folder or file
  std::vector<graph::Target> member_functions_;  // those wanted that belong to a class
  std::optional<std::vector<Method>> methods_;   // the same with their classes
  std::vector<graph::Target> definitions_;       // those that may be declared elsewhere
  bool is_late_ = false, has_left_out_ = false;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace codeweaver::engine
