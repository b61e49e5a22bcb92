// CallerSteps: the uses of a definition, grouped by the definitions around them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/caller_steps.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/try.hpp"
#include "engine/searching/lookup/definitions_at.hpp"
#include "engine/searching/lookup/symbol_lookup.hpp"
#include "engine/searching/lookup/use_places.hpp"
#include "syntax/kinds.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostUsesOfOne = 5000, kMostClasses = 20;

bool is_callable(const SymbolMatch& symbol) {
  const auto* const kind = syntax::find_kind(symbol.kind);
  return kind != nullptr && kind->semantic_class == SemanticClass::kDefinitionCallable;
}

bool is_same_definition(const SymbolMatch& one, const SymbolMatch& other) {
  return one.path == other.path && one.lines == other.lines && one.name == other.name;
}

/// The qualified name of the class whose constructor this is; empty: it is none.
std::string_view constructed_class(const SymbolMatch& symbol) {
  const std::string_view whole = symbol.qualified_name;
  if (whole.size() <= symbol.name.size() || !whole.ends_with(symbol.name)) return {};
  const auto end = whole.find_last_not_of(".:", whole.size() - symbol.name.size() - 1);
  if (end == std::string_view::npos) return {};
  const auto of = whole.substr(0, end + 1);
  const auto before = of.find_last_of(".:");
  const auto own = before == std::string_view::npos ? of : of.substr(before + 1);
  const bool is_constructor =
      is_constructor_name(symbol.name) || symbol.kind == "constructor" || symbol.name == own;
  return is_constructor ? of : std::string_view();
}

}  // namespace

/// Making an object of a class calls its constructor.
Result<std::vector<CallGraphMatch>> CallerSteps::from(const SymbolMatch& symbol,
                                                      std::size_t depth) {
  std::vector<CallGraphMatch> out;
  CODEWEAVER_TRY(add_users(symbol, symbol, depth, out));
  CODEWEAVER_TRY(add_enclosing(symbol, depth, out));
  const auto constructed = constructed_class(symbol);
  if (constructed.empty()) return out;
  CODEWEAVER_ASSIGN(auto classes, find_spelled_symbols(context_.snapshot, context_.database,
                                                       constructed, kMostClasses));
  std::erase_if(classes, [](const SymbolMatch& one) { return is_callable(one); });
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (const auto& one : classes)
    if (one.path == symbol.path || classes.size() == 1)
      CODEWEAVER_TRY(add_users(one, symbol, depth, out));
  CODEWEAVER_ASSIGN(const auto same, find_spelled_symbols(context_.snapshot, context_.database,
                                                          symbol.qualified_name, kMostClasses));
  // One of several constructors calls another one.
  if (std::ranges::count(same, symbol.path, &SymbolMatch::path) > 1)
    out.erase(std::remove_if(out.begin() + first, out.end(),
                             [&](const CallGraphMatch& one) {
                               return is_same_definition(one.symbol, symbol);
                             }),
              out.end());
  return out;
}

void CallerSteps::finish(CallGraphAnswer& answer) {
  std::ranges::sort(elsewhere_);
  const auto repeated = std::ranges::unique(elsewhere_);
  elsewhere_.erase(repeated.begin(), repeated.end());
  for (const auto& line : elsewhere_) answer.elsewhere += listed_.contains(line) ? 0 : 1;
}

/// A function within another one runs if that one calls it or passes it on, which links do not say
/// of local variables.
Result<void> CallerSteps::add_enclosing(const SymbolMatch& symbol, std::size_t depth,
                                        std::vector<CallGraphMatch>& out) {
  if (!is_callable(symbol)) return {};
  const auto [known, is_new] = definitions_.try_emplace(symbol.path);
  if (is_new) {
    CODEWEAVER_ASSIGN(known->second, definitions_in(context_, symbol.path));
  }
  const SymbolMatch* around = nullptr;
  for (const auto& one : known->second)
    if (one.lines.start_line <= symbol.lines.start_line &&
        symbol.lines.end_line <= one.lines.end_line &&
        one.lines.line_count() > symbol.lines.line_count() &&
        (around == nullptr || one.lines.line_count() <= around->lines.line_count()))
      around = &one;
  if (around == nullptr || !is_callable(*around)) return {};
  const auto is_known = [&](const CallGraphMatch& one) {
    return one.link != ReferenceLink::kByName && one.symbol.name == around->name &&
           one.symbol.lines == around->lines && one.symbol.path == around->path;
  };
  if (std::ranges::any_of(out, is_known)) return {};
  out.push_back({.symbol = *around,
                 .depth = depth,
                 .via = symbol.qualified_name,
                 .path = symbol.path,
                 .lines = {symbol.lines.start_line}});
  return {};
}

/// Adds what uses the definition `used` as callers of `callee`: itself, or the constructor of
/// `used`.
Result<void> CallerSteps::add_users(const SymbolMatch& used, const SymbolMatch& callee,
                                    std::size_t depth, std::vector<CallGraphMatch>& out) {
  CODEWEAVER_ASSIGN(const auto found, use_places(context_, {.name = used.name,
                                                            .definition = used,
                                                            .limit = kMostUsesOfOne,
                                                            .are_linked_only = depth > 1}));
  is_late_ = is_late_ || found.is_late;
  std::map<std::string_view, std::vector<const UsePlace*>> by_path;
  const bool is_class = !is_same_definition(used, callee);
  for (const auto& use : found.places) {
    if (is_class && use.kind != "construct" && use.kind != "call") continue;
    if (use.link == ReferenceLink::kElsewhere && depth == 1)
      elsewhere_.emplace_back(use.path, use.line);
    if (use.link == ReferenceLink::kElsewhere || use.kind == "import") continue;
    if (use.link == ReferenceLink::kByName &&
        (depth > 1 || !by_name_.emplace(use.path, use.line).second))
      continue;
    if (depth == 1) listed_.emplace(use.path, use.line);
    by_path[use.path].push_back(&use);
  }
  for (const auto& [path, in_file] : by_path)
    CODEWEAVER_TRY(add_users_in(
        in_file,
        {.depth = depth, .via = callee.qualified_name, .path = std::string(path), .lines = {}},
        out));
  return {};
}

/// The uses in one file, grouped by the definitions around them. Those known by name only form
/// groups of their own. `like`: what all have in common.
Result<void> CallerSteps::add_users_in(const std::vector<const UsePlace*>& uses,
                                       const CallGraphMatch& like,
                                       std::vector<CallGraphMatch>& out) {
  std::vector<std::uint32_t> lines;
  for (const auto* use : uses) lines.push_back(use->line);
  CODEWEAVER_ASSIGN(const auto around, definitions_at(context_, like.path, lines));
  std::map<std::tuple<bool, std::string, std::uint32_t>, CallGraphMatch> callers;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto symbol = around[i].value_or(SymbolMatch{.path = like.path, .lines = {lines[i], lines[i]}});
    const bool is_by_name = uses[i]->link == ReferenceLink::kByName;
    const auto first = symbol.name.empty() ? 0 : symbol.lines.start_line;
    auto& made = callers[{is_by_name, symbol.name, first}];
    if (made.lines.empty()) {
      made = like;
      made.symbol = std::move(symbol);
      made.link = uses[i]->link;
    }
    made.lines.push_back(lines[i]);
    made.link = std::max(made.link, uses[i]->link);
  }
  for (auto& [place, made] : callers) {
    std::ranges::sort(made.lines);
    out.push_back(std::move(made));
  }
  return {};
}

}  // namespace codeweaver::engine
