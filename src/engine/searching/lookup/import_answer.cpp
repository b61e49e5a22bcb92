// Import answers: finds the start, then walks over the import graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/import_answer.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "engine/searching/lookup/call_walk.hpp"
#include "engine/searching/lookup/import_cycles.hpp"
#include "engine/searching/lookup/import_steps.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "facts/read_facts.hpp"

namespace codeweaver::engine {
namespace {

std::vector<SymbolMatch> files_below(const store::Snapshot& snapshot, std::string_view folder) {
  std::vector<SymbolMatch> out;
  for (const auto& path : linked_files_below(snapshot, folder))
    out.push_back(file_symbol(path, kFileKind));
  return out;
}

Error not_indexed(std::string_view start) {
  return {ErrorCategory::kNotFound, "FILE_NOT_INDEXED",
          "No indexed file, folder or imported library is called " + std::string(start),
          "reading the imports", "Give the path of a file or folder of the project."};
}

struct ImportStart {
  SymbolMatch asked;
  std::vector<SymbolMatch> files;  // those of a folder, else the one that is asked for
};

/// None if it is neither a file nor a folder.
Result<ImportStart> import_start(const SearchContext& context, std::string_view start,
                                 CallRelation relation) {
  const auto path = bare_path(start);
  if (!live_content(context.snapshot, path))
    return ImportStart{file_symbol(path, kFolderKind), files_below(context.snapshot, path)};
  if (relation == CallRelation::kImports && !facts::may_have_facts(path))
    return Error{ErrorCategory::kUnsupported, "LANGUAGE_NOT_LINKED",
                 "The imports in " + std::string(path) + " are not read", "reading the imports",
                 "See docs/internals/symbol_graph.md for the linked languages."};
  auto file = file_symbol(path, kFileKind);
  return ImportStart{file, {file}};
}

/// Direct imports are in the files themselves; all else needs those of all files.
std::shared_ptr<const ImportGraph> graph_for(const SearchContext& context,
                                             const CallGraphOptions& options,
                                             const ImportStart& start) {
  SymbolGraph::Question question(*context.graph, context.database);
  const auto end = std::chrono::steady_clock::now() + kLongestCallSearch;
  if (options.relation != CallRelation::kImports || options.depth > 1) return question.imports(end);
  std::vector<std::string> paths;
  for (const auto& file : start.files) paths.push_back(file.path);
  return question.imports_of(paths, end);
}

/// Those below a folder, or those that a file is in.
std::vector<ImportCycle> cycles_at(const ImportGraph& graph, const SymbolMatch& asked) {
  if (asked.kind == kFolderKind) return import_cycles(graph, asked.path);
  auto out = import_cycles(graph, {});
  std::erase_if(out, [&](const ImportCycle& one) {
    return !std::ranges::binary_search(one.files, asked.path);
  });
  return out;
}

}  // namespace

std::string_view bare_path(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path == "." ? std::string_view() : path;
}

std::vector<std::string> linked_files_below(const store::Snapshot& snapshot,
                                            std::string_view folder) {
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + '/';
  std::vector<std::string> out;
  for (const auto& part : snapshot.parts)
    for (auto file = first_file_from(*part.segment, prefix);
         file < part.segment->file_count() && part.segment->file_path(file).starts_with(prefix);
         ++file)
      if (const auto path = part.segment->file_path(file);
          is_live_file(part, file) && facts::may_have_facts(path))
        out.emplace_back(path);
  std::ranges::sort(out);
  return out;
}

Result<CallGraphAnswer> import_answer(const SearchContext& context, std::string_view start,
                                      const CallGraphOptions& options) {
  CallGraphAnswer answer;
  if (context.graph == nullptr) return answer;
  CODEWEAVER_ASSIGN(auto begin, import_start(context, start, options.relation));
  const bool is_reverse = options.relation == CallRelation::kImporters;
  if (begin.files.empty() && !is_reverse) return not_indexed(start);
  const auto graph = graph_for(context, options, begin);
  if (begin.files.empty()) {
    if (graph->libraries(start).empty()) return not_indexed(start);
    begin.asked = file_symbol(start, kLibraryKind);
    begin.files = {begin.asked};
  }
  if (options.relation == CallRelation::kCycles) {
    answer.cycles = cycles_at(*graph, begin.asked);
    answer.is_out_of_time = !graph->is_complete;
    answer.is_over_limit = answer.cycles.size() > options.limit;
    if (answer.is_over_limit) answer.cycles.resize(options.limit);
  } else {
    ImportSteps steps(graph, is_reverse);
    answer.definitions = std::move(begin.files);
    const bool is_folder = begin.asked.kind == kFolderKind;
    CODEWEAVER_TRY(CallWalk(context, options, steps).run(is_folder, answer));
  }
  answer.definitions = {std::move(begin.asked)};
  return answer;
}

}  // namespace codeweaver::engine
