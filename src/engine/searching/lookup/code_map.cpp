// Code map: ranks files by their uses, then takes definitions until the tokens are spent.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/code_map.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/lines.hpp"
#include "base/try.hpp"
#include "codeweaver/text/token_count.hpp"
#include "engine/searching/lookup/call_steps.hpp"
#include "engine/searching/lookup/declared_symbol.hpp"
#include "engine/searching/lookup/import_answer.hpp"
#include "engine/searching/lookup/use_graph.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "facts/java_reader.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kLeastTokens = 100, kMostTokens = 100'000;
constexpr std::size_t kMostSignature = 120;

Error refused_map(ErrorCategory category, const char* code, std::string cause, std::string action) {
  return {category, code, std::move(cause), "making a map", std::move(action)};
}

/// "def open(path)" for a line of code: without its indentation, body and last sign.
std::string signature_of(std::string_view line) {
  const auto begin = std::min(line.find_first_not_of(" \t"), line.size());
  line.remove_prefix(begin);
  if (const auto body = line.find(" {"); body != std::string_view::npos)
    line = line.substr(0, body);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '{' ||
                           line.back() == ':' || line.back() == ';' || line.back() == ','))
    line.remove_suffix(1);
  std::string out(line.substr(0, kMostSignature));
  while (line.size() > kMostSignature && !out.empty() && (out.back() & 0xC0) == 0x80)
    out.pop_back();
  return line.size() > kMostSignature ? out + "..." : out;
}

/// A definition that may be shown.
struct MapCandidate {
  std::size_t file = 0;  // in the use graph
  facts::Id decl = 0;
  std::size_t uses = 0;
  double score = 0;
};

class MapMaker {
 public:
  MapMaker(const SearchContext& context, const UseGraph& graph, std::string_view folder)
      : context_(context), graph_(graph), folder_(folder), ranks_(graph.ranks()) {}

  Result<CodeMap> make(SymbolGraph::Question& question, std::size_t token_limit) {
    for (const auto& one : candidates(question)) {
      const auto& file = graph_.files()[one.file];
      auto made = definition_of(question, file.path, one);
      if (made.signature.empty()) continue;
      std::size_t tokens = text::count_tokens(line_of(made));
      if (!shown_.contains(one.file)) tokens += text::count_tokens(file.path + '\n');
      if (out_.tokens + tokens > token_limit) break;
      out_.tokens += tokens;
      shown_[one.file].push_back(std::move(made));
    }
    for (auto& [file, definitions] : shown_) {
      std::ranges::sort(definitions, {}, [](const CodeMapDefinition& definition) {
        return definition.symbol.lines.start_line;
      });
      out_.files.push_back({graph_.files()[file].path, ranks_[file], std::move(definitions)});
    }
    std::ranges::stable_sort(out_.files, std::ranges::greater(), &CodeMapFile::rank);
    for (const auto& file : graph_.files()) out_.linked_files += is_in_folder(file.path) ? 1 : 0;
    out_.is_cut = !graph_.is_complete();
    return std::move(out_);
  }

 private:
  static std::string line_of(const CodeMapDefinition& made) {
    return "  " + std::to_string(made.symbol.lines.start_line) + "  " + made.signature + '\n';
  }

  bool is_in_folder(std::string_view path) const {
    return folder_.empty() || (path.size() > folder_.size() && path.starts_with(folder_) &&
                               path[folder_.size()] == '/');
  }

  /// A file shares its rank among its definitions by their uses; the best first.
  std::vector<MapCandidate> candidates(SymbolGraph::Question& question) const {
    std::vector<MapCandidate> out;
    for (std::size_t file = 0; file < graph_.files().size(); ++file) {
      const auto& [path, declared, used] = graph_.files()[file];
      const auto facts = is_in_folder(path) ? question.facts(path) : nullptr;
      if (facts == nullptr) continue;
      double all = 0;
      const auto first = out.size();
      for (const auto& [name, one] : declared) {
        const double weight = weight_of(*facts, one);
        if (weight == 0 || name.starts_with("__")) continue;
        out.push_back({file, one.decl, one.uses, ranks_[file] * weight});
        all += weight;
      }
      for (auto one = first; one < out.size(); ++one) out[one].score /= all;
    }
    std::ranges::sort(out, [](const MapCandidate& a, const MapCandidate& b) {
      return std::tuple(b.score, a.file, a.decl) < std::tuple(a.score, b.file, b.decl);
    });
    return out;
  }

  /// What no other file uses still says something, but members and variables do so hardly.
  static double weight_of(const facts::Facts& facts, const UsingFile::Declared& one) {
    constexpr double kUnused = 0.2, kUnusedMember = 0.02;
    if (one.uses > 0) return static_cast<double>(one.uses);
    const auto& decl = facts.decls[one.decl];
    if (decl.kind == facts::DeclKind::kVariable) return 0;
    return declares_method(decl) ? kUnusedMember : kUnused;
  }

  CodeMapDefinition definition_of(SymbolGraph::Question& question, const std::string& path,
                                  const MapCandidate& candidate) {
    const auto facts = question.facts(path);
    const auto& decl = facts->decls[candidate.decl];
    CodeMapDefinition out;
    if (facts->name(decl.name) == facts::JavaReader::kConstructor) return out;
    out.symbol = declared_symbol(*facts, candidate.decl, path);
    const auto owner = decl.owner != facts::kNone ? facts->decls[decl.owner].name : decl.owner_name;
    out.symbol.qualified_name = owner == facts::kNone
                                    ? out.symbol.name
                                    : std::string(facts->name(owner)) + '.' + out.symbol.name;
    const auto lines = base::split_lines(text_of(path));
    if (decl.place.line <= lines.size()) out.signature = signature_of(lines[decl.place.line - 1]);
    out.uses = candidate.uses;
    return out;
  }

  const std::string& text_of(const std::string& path) {
    const auto [at, is_new] = texts_.try_emplace(path);
    if (is_new)
      if (const auto content = live_content(context_.snapshot, path))
        if (auto text = context_.database.content_text(*content)) at->second = std::move(*text);
    return at->second;
  }

  const SearchContext& context_;
  const UseGraph& graph_;
  std::string_view folder_;
  std::vector<double> ranks_;
  std::map<std::string, std::string> texts_;
  std::map<std::size_t, std::vector<CodeMapDefinition>> shown_;  // by file
  CodeMap out_;
};

/// The files in linked languages, without tests unless they are wanted.
Result<std::vector<std::string>> mapped_files(const SearchContext& context, bool include_tests) {
  std::vector<std::string> out;
  for (auto& file : linked_files_below(context.snapshot, {})) {
    CODEWEAVER_ASSIGN(const auto record, context.database.file(file));
    if (include_tests || !record || !record->is_test) out.push_back(std::move(file));
  }
  return out;
}

}  // namespace

Result<CodeMap> code_map(const SearchContext& context, const CodeMapOptions& options) {
  if (options.token_limit < kLeastTokens || options.token_limit > kMostTokens)
    return refused_map(ErrorCategory::kInvalidArgument, "INVALID_VALUE",
                       "token_limit is not in [100, 100000]", "Give a number in [100, 100000].");
  if (context.graph == nullptr) return CodeMap{};
  const auto folder = bare_path(options.folder);
  CODEWEAVER_ASSIGN(const auto paths, mapped_files(context, options.include_tests));
  if (linked_files_below(context.snapshot, folder).empty())
    return refused_map(ErrorCategory::kUnsupported, "LANGUAGE_NOT_LINKED",
                       "No indexed file below '" + std::string(folder) +
                           "' is in a language whose uses are linked",
                       "See docs/internals/symbol_graph.md for the linked languages.");
  SymbolGraph::Question question(*context.graph, context.database);
  const UseGraph graph(question, paths, std::chrono::steady_clock::now() + kLongestCallSearch);
  return MapMaker(context, graph, folder).make(question, options.token_limit);
}

}  // namespace codeweaver::engine
