// Rename preview: finds what is renamed, then sorts the places of its name file by file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/rename_preview.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "engine/searching/lookup/call_start.hpp"
#include "engine/searching/lookup/call_steps.hpp"
#include "engine/searching/lookup/declared_symbol.hpp"
#include "engine/searching/lookup/find_references.hpp"
#include "engine/searching/lookup/rename_checks.hpp"
#include "engine/searching/lookup/rename_group.hpp"
#include "engine/searching/lookup/renamed_file.hpp"
#include "engine/state/snapshot_facts.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostLeftOut = 100'000;

Error refused_rename(const char* code, std::string cause, std::string action) {
  const auto category = std::string_view(code) == "LANGUAGE_NOT_LINKED"
                            ? ErrorCategory::kUnsupported
                            : ErrorCategory::kInvalidArgument;
  return {category, code, std::move(cause), "previewing a rename", std::move(action)};
}

/// Constructors are renamed with their class.
void leave_out_constructors(std::vector<SymbolMatch>& definitions) {
  const auto is_constructor = [](const SymbolMatch& one) { return one.kind == "constructor"; };
  if (!std::ranges::all_of(definitions, is_constructor)) std::erase_if(definitions, is_constructor);
}

class RenamePreviewer {
 public:
  RenamePreviewer(const SearchContext& context, const Renaming& renaming)
      : context_(context),
        renaming_(renaming),
        paths_(files_naming(context.snapshot, renaming.from)) {}

  Result<RenamePreview> preview(std::vector<SymbolMatch> asked, std::size_t limit) {
    std::vector<graph::Target> renamed;
    {
      SymbolGraph::Question question(*context_.graph, context_.database);
      RenameGroup group(question, renaming_.from, paths_);
      if (std::ranges::none_of(asked,
                               [&](const SymbolMatch& one) { return group.begin(one, end_); }))
        return refused_rename("LANGUAGE_NOT_LINKED",
                              "The uses of names in " + asked.front().path + " are not linked",
                              "See docs/internals/symbol_graph.md for the linked languages.");
      out_.is_ambiguous =
          !std::ranges::all_of(asked, [&](const SymbolMatch& one) { return group.has(one); });
      if (!out_.is_ambiguous) {
        renamed = group.members();
        out_.is_cut = group.is_late();
        add_files(question, group);
      }
    }
    CODEWEAVER_TRY(name_definitions(std::move(asked), renamed));
    if (!out_.is_ambiguous) {
      CODEWEAVER_ASSIGN(out_.conflicts, rename_conflicts(context_, renaming_, renamed, texts_));
    }
    std::ranges::stable_sort(out_.left_out, {}, &RenamePlace::doubt);
    if (out_.left_out.size() > limit) {
      out_.left_out.resize(limit);
      out_.is_cut = true;
    }
    return std::move(out_);
  }

 private:
  void add_files(SymbolGraph::Question& question, const RenameGroup& group) {
    for (const auto& path : paths_) {
      const auto content = live_content(context_.snapshot, path);
      if (!content) continue;
      const auto text = context_.database.content_text(*content);
      if (!text) continue;
      const bool links = std::chrono::steady_clock::now() < end_;
      out_.is_cut = out_.is_cut || !links;
      auto file = renamed_file(question, group, path, *text, renaming_, links);
      std::ranges::move(file.left_out, std::back_inserter(out_.left_out));
      if (file.replacements.empty()) continue;
      out_.diff += renamed_diff(path, *text, file.replacements, renaming_.from.size());
      out_.edits += file.replacements.size();
      ++out_.files;
      texts_[path] = *text;
    }
  }

  /// All that is renamed, or all that may be meant.
  Result<void> name_definitions(std::vector<SymbolMatch> asked,
                                const std::vector<graph::Target>& renamed) {
    out_.definitions = std::move(asked);
    for (const auto& one : renamed) {
      SymbolMatch symbol;
      {
        SymbolGraph::Question question(*context_.graph, context_.database);
        symbol = declared_symbol(*question.facts(one.path), one.decl, one.path);
      }
      CODEWEAVER_TRY(complete_symbol_of(context_, symbol));
      const auto is_same = [&](const SymbolMatch& known) {
        return known.path == symbol.path && known.lines.start_line <= one.place.line &&
               one.place.line <= known.lines.end_line;
      };
      if (std::ranges::none_of(out_.definitions, is_same)) out_.definitions.push_back(symbol);
    }
    return {};
  }

  const SearchContext& context_;
  const Renaming& renaming_;
  std::vector<std::string> paths_;
  std::map<std::string, std::string> texts_;  // of the files that change
  RenamePreview out_;
  const std::chrono::steady_clock::time_point end_ =
      std::chrono::steady_clock::now() + kLongestCallSearch;
};

}  // namespace

Result<RenamePreview> rename_preview(const SearchContext& context, std::string_view name,
                                     std::string_view new_name, std::size_t limit) {
  if (name.empty() || new_name.empty())
    return refused_rename("INVALID_VALUE", "A rename needs a name and a new name",
                          "Give the name of a definition or PATH:LINE, and a new name.");
  if (limit > kMostLeftOut)
    return refused_rename("INVALID_VALUE", "limit is more than 100000", "Give a smaller limit.");
  CODEWEAVER_ASSIGN(auto start, call_start(context, name));
  if (start.is_area)
    return refused_rename("INVALID_VALUE", std::string(name) + " is a file",
                          "Give the name of a definition, or PATH:LINE.");
  if (start.definitions.empty() || context.graph == nullptr) return RenamePreview{};
  leave_out_constructors(start.definitions);
  const std::string from = start.definitions.front().name;
  const bool has_one_name =
      std::ranges::all_of(start.definitions, [&](const auto& one) { return one.name == from; });
  if (!has_one_name)
    return RenamePreview{.definitions = std::move(start.definitions), .is_ambiguous = true};
  CODEWEAVER_TRY(check_identifier(new_name, start.definitions.front().path));
  if (new_name == from)
    return refused_rename("INVALID_VALUE", "The new name is the old one", "Give another name.");
  const Renaming renaming{from, new_name};
  return RenamePreviewer(context, renaming).preview(std::move(start.definitions), limit);
}

}  // namespace codeweaver::engine
