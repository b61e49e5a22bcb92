// Candidate signals: one pass over the chunks of the candidates' files, then sums by file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/candidate_signals.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace codeweaver::engine {
namespace {

using FileKey = std::pair<std::uint32_t, std::uint32_t>;   // part, file
using ChunkKey = std::pair<std::uint32_t, std::uint32_t>;  // part, chunk

struct ScoredFields {
  store::FieldScores fields;
  float cosine = 0;
};

struct FileSums {
  std::vector<ScoredFields> chunks;  ///< best first
  float lexical = 0, rest = 0, coverage = 0, cosine = 0, cosine_mean = 0;
};

std::vector<store::ChunkSet> chunks_of_files(const store::Snapshot& snapshot,
                                             std::span<const store::ChunkSet> allowed,
                                             const std::vector<Candidate>& candidates) {
  std::vector<store::ChunkSet> wanted;
  for (const auto& part : snapshot.parts) wanted.emplace_back(part.segment->size(), false);
  for (const Candidate& found : candidates) {
    const auto [first, last] = snapshot.parts[found.part].segment->file_chunks(found.info.file);
    wanted[found.part].set_range(first, last, true);
  }
  for (std::size_t p = 0; p < wanted.size(); ++p) wanted[p] &= allowed[p];
  return wanted;
}

std::map<ChunkKey, float> cosines_of(const store::Snapshot& snapshot, std::span<const float> vector,
                                     std::span<const store::ChunkSet> wanted) {
  std::map<ChunkKey, float> cosines;
  if (vector.empty()) return cosines;
  std::size_t count = 0;
  for (const auto& set : wanted) count += set.count();
  const auto hits = store::search_dense(snapshot, vector, wanted, count);
  if (hits)
    for (const auto& hit : *hits) cosines[{hit.part, hit.chunk}] = hit.score;
  return cosines;
}

/// Orders a file's chunks and sums them up. A chunk's place goes by the share of the best that it
/// reaches on both sides.
void sum_up(FileSums& file, const store::TermCoverage& coverage, float best_lexical,
            float best_cosine) {
  const auto worth = [&](const ScoredFields& chunk) {
    return (best_lexical > 0 ? chunk.fields.score / best_lexical : 0) +
           (best_cosine > 0 ? chunk.cosine / best_cosine : 0);
  };
  std::sort(file.chunks.begin(), file.chunks.end(),
            [&](const ScoredFields& a, const ScoredFields& b) {
              const float x = worth(a), y = worth(b);
              return x != y ? x > y : a.fields.chunk < b.fields.chunk;
            });
  std::uint64_t terms = 0;
  float sum = 0;
  for (const ScoredFields& chunk : file.chunks) {
    terms |= chunk.fields.terms;
    file.lexical = std::max(file.lexical, chunk.fields.score);
    file.cosine = std::max(file.cosine, chunk.cosine);
    file.cosine_mean += chunk.cosine / static_cast<float>(file.chunks.size());
    sum += chunk.fields.score;
  }
  file.rest = sum - file.lexical;
  file.coverage = coverage(terms);
}

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

}  // namespace

void fill_signals(const store::Snapshot& snapshot, const store::TermCoverage& coverage,
                  std::span<const float> vector, std::span<const store::ChunkSet> allowed,
                  double attainable, std::vector<Candidate>& candidates) {
  const auto wanted = chunks_of_files(snapshot, allowed, candidates);
  const auto cosines = cosines_of(snapshot, vector, wanted);
  std::map<FileKey, FileSums> files;
  float best_lexical = 0, best_cosine = 0;
  for (const auto& row : store::score_fields(snapshot, coverage, wanted)) {
    const auto file = snapshot.parts[row.part].segment->chunk(row.chunk).file;
    const auto at = cosines.find({row.part, row.chunk});
    const float cosine = at == cosines.end() ? 0 : at->second;
    files[{row.part, file}].chunks.push_back({row, cosine});
    best_lexical = std::max(best_lexical, row.score);
    best_cosine = std::max(best_cosine, cosine);
  }
  for (auto& [key, file] : files) sum_up(file, coverage, best_lexical, best_cosine);

  const float query_idf = mean_idf(coverage);
  for (Candidate& found : candidates) {
    const FileSums& file = files[{found.part, found.info.file}];
    const auto own = std::ranges::find_if(
        file.chunks, [&](const ScoredFields& chunk) { return chunk.fields.chunk == found.chunk; });
    if (own == file.chunks.end()) continue;
    found.lexical_raw = static_cast<double>(own->fields.score);
    found.dense_raw = static_cast<double>(own->cosine);
    RerankSignals& out = found.signals;
    out.lexical = own->fields.score;
    out.attainable = static_cast<float>(attainable);
    out.field_lexical = own->fields.field;
    out.field_coverage = own->fields.covered;
    out.coverage = own->fields.covered_by_any;
    out.cosine = own->cosine;
    out.file_lexical = file.lexical;
    out.file_lexical_rest = file.rest;
    out.file_coverage = file.coverage;
    out.file_cosine = file.cosine;
    out.file_cosine_mean = file.cosine_mean;
    out.file_chunks = static_cast<std::uint32_t>(file.chunks.size());
    out.rank_in_file = static_cast<std::uint32_t>(own - file.chunks.begin()) + 1;
    out.query_idf = query_idf;
    out.tokens = found.info.tokens;
  }
}

}  // namespace codeweaver::engine
