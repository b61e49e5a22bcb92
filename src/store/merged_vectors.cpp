// Merging of vectors: rows are read as what they stand for and coded around their new mean.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "base/file.hpp"
#include "store/faiss_graph.hpp"
#include "store/merge_plan.hpp"

namespace codeweaver::store {
namespace {

std::string_view bytes_of(std::span<const float> values) noexcept {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

/// False: the chunk has no vector, and `out` is left as it was.
bool MergedVectors::decode(std::size_t part, std::uint32_t chunk, std::span<float> out) const {
  const Segment::Impl& segment = plan_.part(part);
  if (!segment.with_vector.test(chunk)) return false;
  decode_row(segment.vectors, chunk, out);
  return true;
}

Result<void> MergedVectors::survey() {
  if (plan_.dimension == 0) return {};
  plan_.has_vector.assign(plan_.chunk_count, 0);
  std::vector<float> vector(plan_.dimension);
  bool whole = plan_.for_each_chunk([&](std::size_t part, std::uint32_t chunk, std::uint32_t at) {
    if (!decode(part, chunk, vector) || !is_usable(vector)) return true;
    plan_.has_vector[at] = 1;
    space_.add_to_mean(vector);
    return true;
  });
  space_.finish_mean();
  whole =
      whole && plan_.for_each_chunk([&](std::size_t part, std::uint32_t chunk, std::uint32_t at) {
        if (plan_.has_vector[at] == 0) return true;
        decode(part, chunk, vector);
        space_.add_to_spreads(vector);
        return true;
      });
  space_.finish_spreads();
  return whole ? Result<void>() : Result<void>(merge_cancelled());
}

Result<void> MergedVectors::write_bits(SectionStream& section) const {
  BitBlockEncoder encoder(space_.mean());
  const std::size_t blocks = (plan_.chunk_count + kBitBlockRows - 1) / kBitBlockRows;
  std::vector<float> factors(blocks * kBitBlockRows), rows(kBitBlockRows * plan_.dimension);
  // The factors of all rows lie before the words.
  std::vector<std::uint32_t> words(blocks * kBitBlockRows * encoder.words());
  const bool whole =
      plan_.for_each_chunk([&](std::size_t part, std::uint32_t chunk, std::uint32_t at) {
        const std::size_t block = at / kBitBlockRows, row = at % kBitBlockRows;
        if (plan_.has_vector[at] != 0)
          decode(part, chunk, std::span(rows).subspan(row * plan_.dimension, plan_.dimension));
        if (row + 1 < kBitBlockRows && at + 1 < plan_.chunk_count) return true;
        encoder.encode(rows, std::span(plan_.has_vector).subspan(block * kBitBlockRows, row + 1),
                       std::span(factors).subspan(block * kBitBlockRows, kBitBlockRows),
                       std::span(words).subspan(block * kBitBlockRows * encoder.words(),
                                                kBitBlockRows * encoder.words()));
        return true;
      });
  section.append(bytes_of(factors));
  section.append_array(std::span<const std::uint32_t>(words));
  return whole ? Result<void>() : Result<void>(merge_cancelled());
}

Result<void> MergedVectors::write_codes(SegmentFile& out) const {
  CodedRow coded(plan_.dimension);
  const std::uint64_t count = plan_.chunk_count;
  out.add(SectionId::kVectorMean, bytes_of(space_.mean()));
  out.add(SectionId::kVectorSpreads, bytes_of(space_.spreads()));
  auto scales = out.reserve(SectionId::kVectorScales, count * sizeof(float));
  auto biases = out.reserve(SectionId::kVectorBiases, count * sizeof(float));
  auto rows = out.reserve(SectionId::kVectorRows, count * coded.row.size());
  auto nibbles = out.reserve(SectionId::kVectorNibbles, count * coded.nibbles.size());
  std::vector<float> vector(plan_.dimension);
  const bool whole =
      plan_.for_each_chunk([&](std::size_t part, std::uint32_t chunk, std::uint32_t at) {
        coded.reset();
        if (plan_.has_vector[at] != 0) {
          decode(part, chunk, vector);
          coded.encode(space_, vector);
        }
        scales.append(bytes_of(std::span(&coded.scale, 1)));
        biases.append(bytes_of(std::span(&coded.bias, 1)));
        rows.append_array(std::span<const std::uint8_t>(coded.row));
        nibbles.append_array(std::span<const std::uint8_t>(coded.nibbles));
        return !out.failure();
      });
  for (auto* section : {&scales, &biases, &rows, &nibbles}) section->finish();
  if (out.failure()) return *out.failure();
  return whole ? Result<void>() : Result<void>(merge_cancelled());
}

Result<void> MergedVectors::write_graph(SegmentFile& out) const {
  const auto map = base::MappedFile::open(out.path());
  if (!map) return map.error();
  const auto at = [&](SectionId id) {
    return map->bytes().data() + out.header.sections[static_cast<std::size_t>(id)].offset;
  };
  const auto floats = [&](SectionId id) {
    return std::span(reinterpret_cast<const float*>(at(id)), plan_.chunk_count);
  };
  const VectorView view{plan_.dimension,
                        static_cast<std::size_t>(align_up(plan_.dimension)),
                        space_.mean(),
                        space_.spreads(),
                        floats(SectionId::kVectorScales),
                        floats(SectionId::kVectorBiases),
                        reinterpret_cast<const std::uint8_t*>(at(SectionId::kVectorRows)),
                        reinterpret_cast<const std::uint8_t*>(at(SectionId::kVectorNibbles)),
                        {}};
  out.add(SectionId::kGraph, build_graph(view, plan_.has_vector));
  return {};
}

Result<void> MergedVectors::write(SegmentFile& out) const {
  if (plan_.dimension == 0) return {};
  out.header.dimension = static_cast<std::uint32_t>(plan_.dimension);
  out.header.row_bytes = static_cast<std::uint32_t>(align_up(plan_.dimension));
  if (plan_.chunk_count >= kBitCodesFrom) {
    auto section = out.begin(SectionId::kBitCodes);
    if (auto done = write_bits(section); !done) return done;
    section.finish();
  }
  if (auto done = write_codes(out); !done) return done;
  if (kind_ != VectorIndexKind::kFaissHnsw || plan_.chunk_count == 0) return {};
  return write_graph(out);
}

}  // namespace codeweaver::store
