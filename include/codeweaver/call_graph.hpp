// CallGraphAnswer: what a definition calls, what calls it, and through which other definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_CALL_GRAPH_HPP_
#define CODEWEAVER_CALL_GRAPH_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/search_filter.hpp"
#include "codeweaver/symbol_match.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// What is asked about a definition.
enum class CallRelation : std::uint8_t {
  kCallers,          ///< functions that call it, and other definitions that use it
  kCallees,          ///< functions that it calls or passes on, and classes that it makes objects of
  kTests,            ///< the tests among its callers, nearest first
  kImplementations,  ///< what implements, extends or overrides it
  kPath,             ///< the steps of a shortest path of calls from it to another definition
};
inline constexpr std::size_t kCallRelationCount = 5;
inline constexpr std::array<std::string_view, kCallRelationCount> kCallRelationNames = {
    "callers", "callees", "tests", "implementations", "path"};

constexpr std::string_view to_string(CallRelation relation) noexcept {
  return kCallRelationNames[static_cast<std::size_t>(relation)];
}

/// nullopt: no relation has this name.
constexpr std::optional<CallRelation> parse_call_relation(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kCallRelationCount; ++i)
    if (kCallRelationNames[i] == name) return static_cast<CallRelation>(i);
  return std::nullopt;
}

/// What to look for in the call graph. Every field has a working default.
struct CallGraphOptions {
  CallRelation relation = CallRelation::kCallers;
  /// 1: direct ones; 2: also theirs; and so on. Range [1, 20]. 0: 1 for callers and callees of a
  /// name, 3 for those of a file or a difference, 5 for tests, 20 for the others.
  std::size_t depth = 0;
  bool include_tests = true;
  /// Maximum number of matches. Range [1, 100000].
  std::size_t limit = 100;
  /// kPath: where the path ends; a name, "PATH" or "PATH:LINE". Empty for the others.
  std::string to{};
  /// Begins with the definitions that a git range changes, instead of a name: "HEAD" (up to the
  /// working tree), "A..B" (in the tree of B). Only CodeWeaver knows the repository.
  std::string changed_in{};
  /// Begins with the definitions at these lines, instead of a name.
  std::optional<LineFilter> lines{};
  /// With `lines`: definitions of the files before their lines changed, with their earlier places.
  /// Those that the tree no longer has are in CallGraphAnswer::removed.
  std::vector<SymbolMatch> earlier{};
};

/// A definition that is related to the one that was asked for, and the step that leads to it.
struct CallGraphMatch {
  /// Its name is empty for code outside of all definitions. Its path is empty if only the name of a
  /// called function is known.
  SymbolMatch symbol{};
  std::size_t depth = 1;  ///< number of steps to the definition that was asked for
  std::string via{};      ///< qualified name of the definition one step nearer to it
  /// Where one of the two uses the other: file and lines.
  std::string path{};
  std::vector<std::uint32_t> lines{};
  /// kByName: one of them uses something with the name of the other. Only at depth 1.
  ReferenceLink link = ReferenceLink::kResolved;
  bool is_test = false;
};

/// Calls of something that the project does not define.
struct OutsideCalls {
  std::string name{};  ///< with the name before its dot, if there is one: "os.Open"
  std::size_t count = 1;
};

/// A definition that a difference removes or renames.
struct RemovedDefinition {
  SymbolMatch symbol{};  ///< path and lines are those before the difference
  /// Lines that still have its name, as far as they do not mean another definition; code first.
  std::vector<ReferenceMatch> uses{};
};

struct CallGraphAnswer {
  /// The definitions that were asked for.
  std::vector<SymbolMatch> definitions{};
  /// By depth, then code before tests, then path and line; those known by name only last.
  std::vector<CallGraphMatch> matches{};
  /// Callees: calls that leave the project, most frequent first.
  std::vector<OutsideCalls> outside{};
  /// Callers: lines that have the name of a definition, but mean something else.
  std::size_t elsewhere = 0;
  /// Lines known by name only, also if the limit cuts them off.
  std::size_t by_name = 0;
  /// Of a difference: definitions that it removes, by path and line. Without those within another
  /// one that it removes.
  std::vector<RemovedDefinition> removed{};
  /// Of a difference with removed definitions: the commit that has them, 40 hex digits.
  std::string removed_since{};
  std::size_t depth = 1;  ///< as far as the answer goes
  /// Definitions one step beyond the depth, at least: those of the first 20 definitions at the
  /// depth are counted. 0 if the depth is 1. Of a path that was not found: definitions at the
  /// depth.
  std::size_t deeper = 0;
  bool is_over_limit = false;   ///< more matches exist than the limit
  bool is_out_of_time = false;  ///< the time was too short to find and link all of them
};

/// The question to the call graph that a search such as "who calls close" is answered by.
struct AskedCallGraph {
  CallRelation relation = CallRelation::kCallers;
  std::string start{};      ///< the name
  std::size_t depth = 1;    ///< steps that the answer covers
  std::size_t count = 0;    ///< definitions and places found, without those known by name only
  std::size_t by_name = 0;  ///< lines known by name only
  bool is_cut = false;      ///< there are more
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_CALL_GRAPH_HPP_
