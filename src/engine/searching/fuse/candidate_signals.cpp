// Candidate signals: one pass over the chunks of the candidates' files, then sums for each file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/fuse/candidate_signals.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "store/search/dense_scores.hpp"
#include "store/search/field_scores.hpp"
#include "store/search/scored_chunk.hpp"

namespace codeweaver::engine {
namespace {

using store::ChunkKey;

/// The chunks of the candidates' files, in order, with the boundaries of the files.
struct FileChunks {
  std::vector<ChunkKey> chunks;
  std::vector<std::size_t> ends;                ///< of each file's chunks
  std::vector<std::size_t> file_of, candidate;  ///< by position: the candidates in chunk order
};

FileChunks chunks_of_files(const SignalSources& sources, std::span<const Candidate> candidates) {
  FileChunks out;
  for (std::size_t i = 0; i < candidates.size(); ++i) out.candidate.push_back(i);
  const auto key = [&](std::size_t i) { return ChunkKey{candidates[i].part, candidates[i].chunk}; };
  std::ranges::sort(out.candidate, {}, key);
  std::uint32_t part = 0, last = 0;  // of the previous file
  for (const std::size_t i : out.candidate) {
    const Candidate& found = candidates[i];
    if (out.ends.empty() || found.part != part || found.chunk >= last) {
      const auto& segment = *sources.query.snapshot().parts[found.part].segment;
      std::uint32_t chunk = 0;
      std::tie(chunk, last) = segment.file_chunks(found.info.file);
      part = found.part;
      for (; chunk < last; ++chunk)
        if (sources.allowed[part].test(chunk)) out.chunks.push_back({part, chunk});
      out.ends.push_back(out.chunks.size());
    }
    out.file_of.push_back(out.ends.size() - 1);
  }
  return out;
}

/// The chunks of one file, best first, and their sums.
struct FileSums {
  std::vector<std::uint32_t> order;  ///< positions among the file's chunks
  float lexical = 0, rest = 0, coverage = 0, cosine = 0, cosine_mean = 0;
  float symbol_coverage = 0, doc_coverage = 0, head_coverage = 0;
};

/// Chunks are ordered by their shares of the best score on both sides.
class FileSummary {
 public:
  FileSummary(const store::TermCoverage& query, float best_lexical, float best_cosine) noexcept
      : query_(query), best_lexical_(best_lexical), best_cosine_(best_cosine) {}

  void sum_up(std::span<const store::FieldScores> rows, std::span<const float> cosines,
              FileSums& file) {
    file = {std::move(file.order)};
    file.order.clear();
    worth_.clear();
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      file.order.push_back(i);
      worth_.push_back((best_lexical_ > 0 ? rows[i].score / best_lexical_ : 0) +
                       (best_cosine_ > 0 ? cosines[i] / best_cosine_ : 0));
    }
    std::ranges::sort(file.order, [this](std::uint32_t a, std::uint32_t b) {
      return worth_[a] != worth_[b] ? worth_[a] > worth_[b] : a < b;
    });
    constexpr auto kSymbol = static_cast<std::size_t>(rank::Field::kSymbol);
    constexpr auto kDoc = static_cast<std::size_t>(rank::Field::kDoc);
    std::uint64_t terms = 0, in_symbols = 0, in_docs = 0;
    float sum = 0;
    for (const std::uint32_t i : file.order) {
      terms |= rows[i].terms;
      in_symbols |= rows[i].field_terms[kSymbol];
      in_docs |= rows[i].field_terms[kDoc];
      file.lexical = std::max(file.lexical, rows[i].score);
      file.cosine = std::max(file.cosine, cosines[i]);
      file.cosine_mean += cosines[i] / static_cast<float>(rows.size());
      sum += rows[i].score;
    }
    file.rest = sum - file.lexical;
    file.coverage = query_(terms);
    file.symbol_coverage = query_(in_symbols);
    file.doc_coverage = query_(in_docs);
    file.head_coverage = rows.front().covered_by_any;
  }

 private:
  const store::TermCoverage& query_;
  float best_lexical_, best_cosine_;
  std::vector<float> worth_;
};

float mean_idf(const store::TermCoverage& coverage) {
  const auto terms = coverage.terms();
  float sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].optional) continue;
    sum += coverage.idf()[i];
    ++count;
  }
  return count == 0 ? 0 : sum / static_cast<float>(count);
}

void fill_from(const store::FieldScores& own, float cosine, const FileSums& file,
               Candidate& found) {
  found.lexical_raw = static_cast<double>(own.score);
  found.dense_raw = static_cast<double>(cosine);
  RerankSignals& out = found.signals;
  out.lexical = own.score;
  out.field_lexical = own.field;
  out.field_coverage = own.covered;
  out.coverage = own.covered_by_any;
  out.cosine = cosine;
  out.file_lexical = file.lexical;
  out.file_lexical_rest = file.rest;
  out.file_coverage = file.coverage;
  out.file_symbol_coverage = file.symbol_coverage;
  out.file_doc_coverage = file.doc_coverage;
  out.file_head_coverage = file.head_coverage;
  out.file_cosine = file.cosine;
  out.file_cosine_mean = file.cosine_mean;
  out.file_chunks = static_cast<std::uint32_t>(file.order.size());
  out.tokens = found.info.tokens;
}

}  // namespace

void fill_signals(const SignalSources& sources, std::span<Candidate> candidates) {
  const FileChunks files = chunks_of_files(sources, candidates);
  const auto rows = store::score_fields(sources.query, files.chunks, {}, &sources.marks);
  std::vector<float> cosines(rows.size());
  if (!sources.vector.empty())
    cosines = store::score_dense(sources.query.snapshot(), sources.vector, files.chunks);
  float best_lexical = sources.best_lexical, best_cosine = sources.best_cosine;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    best_lexical = std::max(best_lexical, rows[i].score);
    best_cosine = std::max(best_cosine, cosines[i]);
  }
  FileSummary summary(sources.query, best_lexical, best_cosine);
  FileSums sums;
  std::span<const store::FieldScores> own_rows;
  std::span<const float> own_cosines;
  const float query_idf = mean_idf(sources.query);
  for (std::size_t place = 0; place < candidates.size(); ++place) {
    const std::size_t file = files.file_of[place];
    if (place == 0 || file != files.file_of[place - 1]) {
      const std::size_t begin = file == 0 ? 0 : files.ends[file - 1];
      own_rows = std::span(rows).subspan(begin, files.ends[file] - begin);
      own_cosines = std::span(cosines).subspan(begin, own_rows.size());
      summary.sum_up(own_rows, own_cosines, sums);
    }
    Candidate& found = candidates[files.candidate[place]];
    const auto own =
        std::ranges::lower_bound(own_rows, found.chunk, {}, &store::FieldScores::chunk);
    if (own == own_rows.end() || own->chunk != found.chunk) continue;
    const auto i = static_cast<std::uint32_t>(own - own_rows.begin());
    fill_from(*own, own_cosines[i], sums, found);
    found.signals.attainable = static_cast<float>(sources.attainable);
    found.signals.query_idf = query_idf;
    const auto rank = std::ranges::find(sums.order, i) - sums.order.begin();
    found.signals.rank_in_file = static_cast<std::uint32_t>(rank) + 1;
  }
}

}  // namespace codeweaver::engine
