// One query on a collection of a store: its candidates, then the usual stages of a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/stores/record_search.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <span>
#include <sstream>
#include <utility>

#include "base/path_globs.hpp"
#include "base/try.hpp"
#include "codeweaver/detail/name_match.hpp"
#include "codeweaver/detail/trace_query.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "engine/searching/lookup/definitions_at.hpp"
#include "engine/searching/lookup/symbol_lookup.hpp"
#include "engine/searching/open/shared_deadline.hpp"
#include "engine/searching/retrieve/embed_query.hpp"
#include "engine/searching/retrieve/retrieve.hpp"
#include "engine/searching/retrieve/store_search.hpp"
#include "engine/searching/search.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/stores/mirror_work.hpp"

namespace codeweaver::engine {
namespace {

/// Maximum records examined for a name; maximum files that a place may denote.
constexpr std::size_t kMostNamed = 300, kMostPlaces = 50;
/// Files read with one request.
constexpr std::size_t kFilesAtOnce = 256;

constexpr std::string_view kBeingWritten =
    "The store's records of this project are being updated; results may be incomplete";

Error other_records(const RecordCollection& collection, const std::string& format) {
  return {ErrorCategory::kCorruption, "SCHEMA_MISMATCH",
          "The store holds records of " + collection.project_id + " in format " +
              (format.empty() ? "unknown" : format) + "; a search without an index needs format " +
              std::string(kRecordFormat),
          "searching the store",
          "Index the project once with this version to write its records again."};
}

/// Returns a vector that was computed before, or the error.
class EmbeddedQuery final : public Embedder {
 public:
  EmbeddedQuery(EmbedderInfo info, Result<std::vector<float>> vector)
      : info_(std::move(info)), vector_(std::move(vector)) {}
  const EmbedderInfo& info() const noexcept override { return info_; }
  Result<void> embed_documents(std::span<const std::string_view>,
                               std::span<float> out) const override {
    if (!vector_) return vector_.error();
    std::ranges::copy(*vector_, out.begin());
    return {};
  }

 private:
  EmbedderInfo info_;
  Result<std::vector<float>> vector_;
};

/// The terms of a name with equal weights.
SparseVector name_terms(std::string_view name) {
  SparseVector out;
  for (const auto& term : text::analyze_query(name)) {
    const auto number = term_number(term.text);
    if (std::ranges::find(out.ids, number) != out.ids.end()) continue;
    out.ids.push_back(number);
    out.weights.push_back(1);
  }
  return out;
}

std::size_t number_of(std::string_view text) {
  std::size_t out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

/// Parses names and numbers separated by blanks.
std::map<std::string, std::size_t> counts_of(const std::string& text) {
  std::map<std::string, std::size_t> out;
  std::istringstream words(text);
  for (std::string name, count; words >> name >> count;) out[name] = number_of(count);
  return out;
}

}  // namespace

Result<RecordSearch> RecordSearch::begin(const RecordSearchParts& shared,
                                         RecordCollection collection, const CallContext& call) {
  RecordSearch out(shared, std::move(collection), call);
  CODEWEAVER_ASSIGN(auto facts, out.store_->facts(out.collection_));
  out.facts_ = std::move(facts).value_or(CollectionFacts());
  const auto format = fact(out.facts_, kFormatFact);
  if (format != kRecordFormat) return other_records(out.collection_, format);
  const Embedder* const embedder = shared.parts.embedder.get();
  const auto stored = fact(out.facts_, kModelFact), given = model_identity(embedder);
  if (embedder != nullptr && stored != given) return model_mismatch(stored, given);
  out.statistics_.lengths =
      LengthProfile::parse(fact(out.facts_, kLengthsFact)).value_or(LengthProfile());
  out.identity_.project.project_id = out.collection_.project_id;
  out.identity_.project.chunk_strategy = out.strategy();
  out.identity_.vector_backend = out.store_->info().provider;
  if (embedder != nullptr) {
    out.dimension_ = embedder->info().dimension;
    out.identity_.embedder_provider = embedder->info().provider;
    out.identity_.embedder_model = embedder->info().model;
  }
  out.index_statistics_.files = number_of(fact(out.facts_, kFilesFact));
  out.index_statistics_.languages = counts_of(fact(out.facts_, kLanguagesFact));
  out.index_statistics_.embedder_provider = out.identity_.embedder_provider;
  out.index_statistics_.embedder_model = out.identity_.embedder_model;
  return out;
}

std::string RecordSearch::strategy() const {
  return fact(facts_, kStrategyFact);
}

SearchContext RecordSearch::context(const RecordState& state,
                                    const HybridSearcher::Parts& parts) const {
  return {state.snapshot(),  state.rows(), shared_.chunks, identity_,
          index_statistics_, parts,        collection_,    lacking_};
}

/// Reads the statistics of all terms that the stages need.
Result<void> RecordSearch::count_terms(const Question& question) {
  std::vector<std::string> texts;
  std::vector<std::uint32_t> numbers;
  const auto add = [&](const std::vector<rank::QueryTerm>& terms) {
    for (const auto& term : terms)
      if (std::ranges::find(texts, term.text) == texts.end()) {
        texts.push_back(term.text);
        numbers.push_back(term_number(term.text));
      }
  };
  add(question.terms);
  if (question.reading.message) add(*question.reading.message);
  CODEWEAVER_ASSIGN(const auto counted, store_->term_statistics(collection_, numbers));
  statistics_.records = counted.records;
  index_statistics_.chunks = static_cast<std::size_t>(counted.records);
  for (std::size_t i = 0; i < texts.size(); ++i)
    statistics_.frequencies[texts[i]] = counted.frequencies[i];
  return {};
}

void RecordSearch::want(const std::vector<RecordHit>& hits) {
  for (const auto& hit : hits) wanted_[hit.record->file_key] = hit.record->revision;
}

Result<void> RecordSearch::find_lexical(const Question& question) {
  const auto none = snapshot_within({}, statistics_);
  const store::TermCoverage coverage(*none, question.terms);
  const auto terms = query_weights(coverage);
  if (terms.ids.empty()) return {};
  CODEWEAVER_ASSIGN(
      const auto hits,
      store_->search_sparse(collection_, terms, record_filter(question.filter),
                            record_limit(candidate_limit(question.options)), RecordParts::kKeys));
  want(hits);
  return {};
}

Result<void> RecordSearch::find_dense(const Question& question, const Embedder& embedder) {
  std::vector<float> vector(dimension_);
  const std::string_view text = question.reading.text;
  if (!embedder.embed_query(text, vector)) return {};  // the stages report it
  CODEWEAVER_ASSIGN(
      const auto hits,
      store_->search_dense(collection_, vector, record_filter(question.filter),
                           record_limit(candidate_limit(question.options)), RecordParts::kKeys));
  want(hits);
  return {};
}

/// Finds files that define the name in any naming style.
Result<void> RecordSearch::find_named(std::string_view name) {
  const text::NamePattern pattern(name);
  const auto terms = name_terms(pattern.last());
  if (terms.ids.empty()) return {};
  CODEWEAVER_ASSIGN(
      auto hits, store_->search_sparse(collection_, terms, {}, kMostNamed, RecordParts::kPayload));
  std::erase_if(hits, [&](const RecordHit& hit) {
    return std::ranges::none_of(hit.record->definitions, [&](const RecordDefinition& one) {
      return pattern.match_last(one.name) >= text::NameMatch::kStyle;
    });
  });
  want(hits);
  return {};
}

/// Finds files that a place may denote.
Result<void> RecordSearch::find_place(const SourcePlace& place) {
  const auto name = text::file_name_of(place.file);
  if (name.empty()) return {};
  RecordFilter filter;
  filter.paths = {base::glob_of_path(name)};
  std::set<std::string> found;
  return store_->scan(collection_, filter, RecordParts::kKeys, [&](const VectorRecord& record) {
    if (found.insert(record.file_key).second) wanted_[record.file_key] = record.revision;
    return found.size() < kMostPlaces;
  });
}

Result<RecordState> RecordSearch::read_state() {
  std::map<std::string, std::shared_ptr<const StoredFile>> files;  // by key: sorted by path
  const auto cache_key = [&](const std::string& file, const std::string& revision) {
    return collection_.project_id + '\n' + collection_.tree + '\n' + file + '\n' + revision;
  };
  std::set<std::string> lacking;  // paths
  for (const auto& [file, revision] : wanted_) {
    auto known = revision.empty() ? nullptr : shared_.files.find(cache_key(file, revision));
    if (known)
      files.emplace(file, std::move(known));
    else
      lacking.emplace(shown_path(file));
  }
  std::map<std::string, std::vector<VectorRecord>> records;
  const std::vector<std::string> paths(lacking.begin(), lacking.end());
  for (std::size_t at = 0; at < paths.size(); at += kFilesAtOnce) {
    const auto some = std::span(paths).subspan(at, std::min(kFilesAtOnce, paths.size() - at));
    RecordFilter filter;
    filter.files.assign(some.begin(), some.end());
    CODEWEAVER_TRY(
        store_->scan(collection_, filter, RecordParts::kDense, [&](const VectorRecord& record) {
          if (wanted_.contains(record.file_key) && !files.contains(record.file_key))
            records[record.file_key].push_back(record);
          return true;
        }));
  }
  for (auto& [file, own] : records) {
    CODEWEAVER_ASSIGN(auto made, stored_file(std::move(own), dimension_));
    if (!made) continue;  // a writer is updating it
    auto kept = std::make_shared<const StoredFile>(*std::move(made));
    if (!kept->revision.empty())
      shared_.files.put(cache_key(file, kept->revision), kept, kept->bytes());
    files.emplace(file, std::move(kept));
  }
  RecordState::Files list;
  for (auto& [file, one] : files) list.push_back(std::move(one));
  return RecordState(std::move(list), statistics_);
}

Result<FindCodeResponseSummary> RecordSearch::search(std::string_view query,
                                                     const SearchOptions& options) {
  const SharedDeadline deadline(options.deadline);
  auto parts = shared_.parts;
  parts.store = nullptr;  // the found files are searched like an index
  const RecordState none({}, {});
  {
    CODEWEAVER_ASSIGN(const auto question, understand(context(none, parts), query, options, call_));
    CODEWEAVER_TRY(count_terms(question));
    CODEWEAVER_TRY(find_lexical(question));
    if (parts.embedder && options.retrieval != Retrieval::kSparse) {
      std::vector<float> vector(dimension_);
      // Limited to half of the time: the records are read after it.
      const auto left = call_.left();
      const auto half = call_.until(
          left ? std::optional(std::chrono::steady_clock::now() + *left / 2) : std::nullopt);
      const auto embedded = embed_query(*parts.embedder, question.reading.text, vector, half,
                                        {parts.logger.get(), collection_.project_id});
      auto known =
          embedded ? Result(std::move(vector)) : Result<std::vector<float>>(embedded.error());
      parts.embedder =
          std::make_shared<const EmbeddedQuery>(parts.embedder->info(), std::move(known));
      CODEWEAVER_TRY(find_dense(question, *parts.embedder));
    }
    if (options.retrieval != Retrieval::kDense) {
      for (const auto& place : question.reading.places) CODEWEAVER_TRY(find_place(place));
      for (const auto& symbol : question.reading.symbols) CODEWEAVER_TRY(find_named(symbol.name));
      if (!question.reading.spoken_name.empty())
        CODEWEAVER_TRY(find_named(question.reading.spoken_name));
    }
    if (call_.stop.stop_requested()) return search_stopped();
  }
  CODEWEAVER_ASSIGN(const auto state, read_state());
  auto rest = options;
  rest.deadline = deadline.left_to_answer();
  CODEWEAVER_ASSIGN(auto answer, engine::search(context(state, parts), query, rest, call_));
  if (fact(facts_, kMarkFact).empty()) answer.warnings.emplace_back(kBeingWritten);
  return answer;
}

Result<std::vector<SymbolMatch>> RecordSearch::find_symbol(std::string_view name,
                                                           std::size_t limit) {
  CODEWEAVER_TRY(find_named(name));
  CODEWEAVER_ASSIGN(const auto state, read_state());
  return find_symbols(state.snapshot(), state.rows(), name, limit);
}

Result<std::vector<SymbolMatch>> RecordSearch::definitions_in(std::string_view path) {
  wanted_.emplace(path, "");
  CODEWEAVER_ASSIGN(const auto state, read_state());
  return engine::definitions_in(context(state, shared_.parts), path);
}

Result<RepoStatus> RecordSearch::status() const {
  CODEWEAVER_ASSIGN(const auto counted, store_->term_statistics(collection_, {}));
  RepoStatus out;
  out.statistics = index_statistics_;
  out.statistics.chunks = static_cast<std::size_t>(counted.records);
  out.indexed = counted.records > 0;
  out.coverage = 1;
  out.is_stale = false;
  out.is_indexing = fact(facts_, kMarkFact).empty();
  out.total_files = out.statistics.files;
  out.total_chunks = out.statistics.chunks;
  return out;
}

Result<std::string> RecordSearch::file_text(std::string_view path) {
  wanted_.emplace(path, "");
  CODEWEAVER_ASSIGN(const auto state, read_state());
  const auto* const file = state.rows().file(path);
  if (file == nullptr)
    return Error{ErrorCategory::kNotFound, "FILE_NOT_INDEXED",
                 "'" + std::string(path) + "' is not an indexed file of " + collection_.project_id,
                 "reading a file of the store", kPathAdvice};
  return state.rows().content_text(file->content);
}

}  // namespace codeweaver::engine
