// CodeWeaver::find_text: exact search over the project; hits are masked, located and ranked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/lines.hpp"
#include "base/try.hpp"
#include "base/utf8.hpp"
#include "corpus/classify.hpp"
#include "corpus/filter_path.hpp"
#include "corpus/git_tree.hpp"
#include "engine/exact/namespace_targets.hpp"
#include "engine/indexing/commit_run.hpp"
#include "engine/searching/open/time_limit.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/workspace/text_ranking.hpp"
#include "engine/workspace/workspace_impl.hpp"
#include "secrets/secrets.hpp"

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::size_t kLongestLine = 400;  // maximum bytes of a shown line

/// Returns the part of a line around its first match.
std::string shown_part(std::string_view line, std::size_t begin) {
  constexpr std::size_t kBefore = 100;
  if (line.size() <= kLongestLine) return std::string(line);
  std::size_t from = begin > kBefore ? std::min(begin - kBefore, line.size() - kLongestLine) : 0;
  while (from > 0 && (static_cast<unsigned char>(line[from]) & 0xC0U) == 0x80U) --from;
  const auto part = base::utf8_prefix(line.substr(from), kLongestLine);
  return (from > 0 ? "..." : "") + std::string(part) +
         (from + part.size() < line.size() ? "..." : "");
}

bool is_word_byte(std::string_view text, std::size_t at) {
  const char c = text[at];
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c & 0x80) != 0;
}

bool is_whole_word(std::string_view line, std::size_t begin, std::size_t end) {
  return (begin == 0 || !is_word_byte(line, begin - 1)) &&
         (end >= line.size() || !is_word_byte(line, end));
}

std::string_view name_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1);
}

/// Facts needed to mask a line that is shown in part.
struct LineFact {
  std::size_t bytes = 0, begin = 0;  // size of the line; offset of its first match
};
using LineFacts = std::unordered_map<std::string, std::vector<LineFact>>;  // by fact_key()

std::string fact_key(const std::string& name_space, const std::string& path) {
  return name_space + '\0' + path;
}

/// The secrets of a file, in its current version or in a commit, that an answer must not show.
class HitMask {
 public:
  HitMask(std::filesystem::path root, SecretPolicy policy, const Overlay& overlay)
      : root_(std::move(root)), policy_(policy), overlay_(overlay) {}

  /// Call before apply() if the files are those of a commit.
  void use_commit(const std::string& commit) {
    if (auto tree = corpus::CommitTree::open(root_, commit)) commit_.emplace(std::move(*tree));
  }

  bool leaves_out(const std::string& path) const {
    if (policy_ == SecretPolicy::kKeep) return false;
    if (secrets::is_secret_file(path, corpus::classify_name(name_of(path), {}).language))
      return true;
    if (!secrets::may_hold_credentials(path)) return false;
    const auto text = read({path, "", 0, {}});
    return !text || secrets::holds_credentials(path, *text);
  }

  /// Masks the lines of a file and returns the number of masked lines. If the file can be read
  /// quickly, masking uses the whole text, because values may span lines; else each line alone.
  std::size_t apply(TextHitFile& file, const std::vector<LineFact>& facts) const {
    if (policy_ == SecretPolicy::kKeep) return 0;
    const auto form = secrets::form_of(corpus::classify_name(name_of(file.path), {}).language);
    auto text = read(file);
    if (text && secrets::mask_secrets(*text, form) == 0) return 0;
    const auto masked = text ? base::split_lines(*text) : std::vector<std::string_view>{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < file.hits.size(); ++i) {
      auto& hit = file.hits[i];
      // The same line in the current file; if it changed meanwhile, the shown line is masked.
      std::string shown = hit.text;
      if (hit.line <= masked.size() && masked[hit.line - 1].size() == facts[i].bytes)
        shown = shown_part(masked[hit.line - 1], facts[i].begin);
      else
        secrets::mask_secrets(shown, form);
      if (shown == hit.text) continue;
      ++count;
      hit.text = std::move(shown);
    }
    return count;
  }

 private:
  /// nullopt: unreadable, or pushed; pushed text was masked when it was received.
  std::optional<std::string> read(const TextHitFile& file) const {
    constexpr std::uint64_t kMostRead = 4ULL << 20;
    if (!file.name_space.empty()) return std::nullopt;
    const auto unsaved = overlay_.files().find(file.path);
    if (!commit_ && unsaved != overlay_.files().end() && unsaved->second) return *unsaved->second;
    auto text =
        commit_ ? commit_->read_file(file.path) : base::read_file(root_ / file.path, kMostRead);
    return text ? std::optional(std::move(*text)) : std::nullopt;
  }

  std::filesystem::path root_;
  SecretPolicy policy_;
  const Overlay& overlay_;
  std::optional<corpus::CommitTree> commit_;
};

/// Collects the results of a search up to a number of lines.
class HitCollector {
 public:
  HitCollector(TextHits& out, LineFacts& facts, const TextHitsOptions& options, const HitMask& mask)
      : out_(out), facts_(facts), options_(options), mask_(mask) {}

  bool take(const TextFile& found) {
    if (out_.lines >= options_.most_found) {
      out_.is_whole = false;
      return false;
    }
    if (found.name_space.empty() && mask_.leaves_out(found.path)) {
      out_.left_out_files += found.has_begun ? 0 : 1;
      return true;
    }
    if (!found.has_begun) {
      out_.files.push_back({found.path, found.name_space, 0, {}});
      ++out_.matched_files;
    }
    auto& file = out_.files.back();
    auto& facts = facts_[fact_key(found.name_space, found.path)];
    for (const auto& line : found.lines) {
      if (line.is_match) {
        if (out_.lines >= options_.most_found) {
          out_.is_whole = false;
          return false;
        }
        ++out_.lines;
        ++file.line_count;
      }
      add(line, file, facts);
    }
    return true;
  }

 private:
  static void add(const TextLine& line, TextHitFile& file, std::vector<LineFact>& facts) {
    auto text = line.text;
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    TextHit hit;
    hit.line = line.number;
    hit.column = 0;
    std::size_t begin = 0;
    if (line.is_match) {
      if (!line.places.empty()) {
        begin = line.places.front().first;
        hit.is_word = is_whole_word(text, begin, line.places.front().second);
      }
      hit.column = begin + 1;
    }
    hit.text = shown_part(text, begin);
    facts.push_back({text.size(), begin});
    file.hits.push_back(std::move(hit));
  }

  TextHits& out_;
  LineFacts& facts_;
  const TextHitsOptions& options_;
  const HitMask& mask_;
};

/// Adds the definitions around lines; `searcher` has their indexed version.
void add_scopes(const HybridSearcher& searcher, TextHitFile& file) {
  constexpr std::uint32_t kLinesOfHead = 3;  // lines that may contain the name of a definition
  std::vector<std::uint32_t> lines;
  for (const auto& hit : file.hits) lines.push_back(static_cast<std::uint32_t>(hit.line));
  const auto scopes = searcher.definitions_at(file.path, lines);
  if (!scopes) return;  // hits are valid without a scope
  for (std::size_t i = 0; i < file.hits.size(); ++i) {
    const auto& scope = (*scopes)[i];
    if (!scope) continue;
    auto& hit = file.hits[i];
    hit.scope = scope->qualified_name;
    hit.scope_kind = scope->kind;
    hit.scope_begin = scope->lines.start_line;
    hit.scope_end = scope->lines.end_line;
    const auto at = hit.text.find(scope->name);
    hit.is_definition = hit.column > 0 && !scope->name.empty() && at != std::string::npos &&
                        hit.line < scope->lines.start_line + kLinesOfHead &&
                        hit.column <= at + scope->name.size() && hit.column + 80 > at;
  }
}

/// How central the files with hits are.
engine::FileUses uses_of(const HybridSearcher& searcher, const TextHits& hits) {
  std::vector<std::string> paths;
  for (const auto& file : hits.files) paths.push_back(file.path);
  const auto counts = searcher.uses_of(paths);
  engine::FileUses out;
  for (std::size_t i = 0; i < paths.size(); ++i) out.emplace(std::move(paths[i]), counts[i]);
  return out;
}

/// The folder of the full catalog that the paths of a search select: "" for all, "src/" for one;
/// nullopt: not a single folder.
std::optional<std::string> only_folder(const Project& project, const TextSearchOptions& search) {
  if (search.paths.empty()) return "";
  if (search.paths.size() > 1) return std::nullopt;
  auto path = std::filesystem::path(search.paths.front()).lexically_normal().generic_string();
  if (path == "." || path == "./") return "";
  std::error_code ignored;
  if (path.starts_with("..") || path.starts_with('/') ||
      !std::filesystem::is_directory(project.root / path, ignored))
    return std::nullopt;
  return path.ends_with('/') ? path : path + "/";
}

/// Makes the paths and globs of a search relative to the project.
Result<void> make_relative(const std::filesystem::path& root, TextSearchOptions& search) {
  for (auto& path : search.paths) {
    CODEWEAVER_ASSIGN(path, corpus::path_of_filter(root, path));
  }
  if (std::ranges::find(search.paths, "") != search.paths.end()) search.paths.clear();  // all
  for (auto& glob : search.globs) {
    CODEWEAVER_ASSIGN(glob, corpus::glob_of_filter(root, glob));
  }
  return {};
}

}  // namespace

Result<TextSearchReport> CodeWeaver::Impl::search_lines(const TextSearchOptions& search,
                                                        const TextFileSink& sink,
                                                        const std::stop_token& stop) {
  const auto place = text_place();
  if (engine::names_namespaces(search)) return search_text(search, &place, sink, stop);
  const auto folder = only_folder(project, search);
  const auto manifest = base::identity_of(paths().segments() / paths().manifest());
  const bool is_history = !search.ref.empty() || !search.changed_in.empty();
  if (is_history || !search.overlay.is_empty() || !folder || !manifest ||
      !watched_texts.is_watched())
    return search_text(search, &place, sink, stop);
  const bool is_quiet = watched_texts.skips_scan(std::chrono::steady_clock::now());
  const auto key = engine::TextCatalog::key_of(search);
  std::shared_ptr<const engine::TextCatalog> catalog;
  {
    const std::lock_guard lock(text_mutex);
    if (!is_quiet) text_catalogs.clear();
    catalog = text_catalogs.find(key, *manifest);
  }
  if (!catalog) {
    const auto begin = std::chrono::steady_clock::now();
    auto made = engine::TextCatalog::make(place, search, stop);
    if (!made) return search_text(search, &place, sink, stop);
    if (!is_quiet) watched_texts.record_scan(begin, std::chrono::steady_clock::now());
    catalog = std::make_shared<const engine::TextCatalog>(std::move(*made));
    const std::lock_guard lock(text_mutex);
    text_catalogs.keep(key, *manifest, catalog);
  }
  auto report = engine::search_catalog(search, place, *catalog, *folder, sink, stop);
  const bool is_hidden = report && report->files == 0 && !folder->empty();
  return is_hidden ? search_text(search, &place, sink, stop) : report;
}

/// The namespaces selected by a search, repaired if damaged. Those with other faults are left to
/// the exact search.
Result<engine::FoundNamespaces> CodeWeaver::Impl::namespaces_for(const TextSearchOptions& search,
                                                                 const std::stop_token& stop) {
  SearchFilter filter;
  filter.purpose = search.purpose;
  filter.chunk_strategy = search.chunk_strategy;
  auto found = namespaces->matching(filter, stop);
  if (found || !engine::is_fault(found.error())) return found;
  return engine::FoundNamespaces();
}

/// The searcher with the definitions of a commit or of the folder; null: there is none.
std::shared_ptr<HybridSearcher> CodeWeaver::Impl::open_scopes(const std::string& commit,
                                                              const std::stop_token& stop,
                                                              Unsaved* unsaved) {
  if (!commit.empty() && !engine::is_commit_indexed(config, options.embedder.get(), commit))
    return nullptr;
  auto opened = commit.empty() ? open_searcher(unsaved) : open_commit(commit, stop);
  return opened ? std::move(*opened) : nullptr;
}

/// The files with hits whose current definitions are known, sorted by path. Unsaved texts are
/// always included.
std::vector<std::string> CodeWeaver::Impl::current_hits(const HybridSearcher& asked,
                                                        const TextHits& hits,
                                                        const Overlay& unsaved) const {
  std::vector<std::string> paths, out;
  for (const auto& file : hits.files) {
    if (!file.name_space.empty()) continue;
    (unsaved.files().contains(file.path) ? out : paths).push_back(file.path);
  }
  if (const auto current = asked.current_files(options.index, paths))
    out.insert(out.end(), current->begin(), current->end());
  std::ranges::sort(out);
  return out;
}

Result<TextHits> CodeWeaver::find_text(const TextSearchOptions& asked,
                                       const TextHitsOptions& options, std::stop_token stop) {
  const auto begin = std::chrono::steady_clock::now();
  TextSearchOptions search = asked;
  search.working_directory = impl_->project.root;
  CODEWEAVER_TRY(make_relative(impl_->project.root, search));
  search.wanted = TextWanted::kLines;
  search.wants_places = true;
  if (unsaved_) search.overlay = unsaved_->overlay();
  TextHits out;
  engine::FoundNamespaces others;
  if (engine::names_namespaces(search)) {
    CODEWEAVER_ASSIGN(others, impl_->namespaces_for(search, stop));
    out.warnings = others.warnings;
  }
  LineFacts facts;
  HitMask mask(impl_->project.root, impl_->options.index.secrets, search.overlay);
  HitCollector collector(out, facts, options, mask);
  const auto report = impl_->search_lines(
      search, [&](const TextFile& file) { return collector.take(file); }, stop);
  if (!report) return report.error();
  out.searched_files = report->files;
  out.read_files = report->read_files;
  out.commit = report->commit;
  if (!report->without_index.empty())
    out.warnings.push_back(report->without_index + "; all files were scanned");
  if (!report->missing.empty()) out.warnings.push_back(report->missing);
  if (auto missing_folder = report->commit.empty() ? impl_->missing_folder_warning() : std::nullopt)
    out.warnings.push_back(std::move(*missing_folder));
  else
    for (const auto& [path, problem] : report->problems)
      out.warnings.push_back(path + ": " + problem);
  // Only look up definitions and mask texts for hits that can be shown.
  engine::rank_hits(out, {2 * options.most_lines, options.most_found, options.is_by_path});
  if (!report->commit.empty()) mask.use_commit(report->commit);
  engine::FileUses uses;
  if (const auto searcher = impl_->open_scopes(report->commit, stop, unsaved_.get())) {
    const bool is_commit = !report->commit.empty();
    const auto current = is_commit ? std::vector<std::string>()
                                   : impl_->current_hits(*searcher, out, search.overlay);
    for (auto& file : out.files)
      if (file.name_space.empty() && !stop.stop_requested() &&
          (is_commit || std::ranges::binary_search(current, file.path)))
        add_scopes(*searcher, file);
    if (!options.is_by_path) uses = uses_of(*searcher, out);
  }
  for (const auto& [name, searcher] : others.searchers)
    for (auto& file : out.files)
      if (file.name_space == name) add_scopes(*searcher, file);
  engine::rank_hits(out, options, uses);
  for (auto& file : out.files) {
    if (stop.stop_requested()) return engine::search_stopped();
    out.masked_values += mask.apply(file, facts[fact_key(file.name_space, file.path)]);
  }
  out.execution_time_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return out;
}

}  // namespace codeweaver::inline v0_1
