// Vector sections: mean and spreads, bit codes, row codes, and the graph over them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/segments/vector_sections.hpp"

#include <algorithm>
#include <vector>

#include "base/file.hpp"
#include "base/try.hpp"
#include "store/layout/segment_format.hpp"
#include "store/segments/faiss_graph.hpp"
#include "store/vectors/bit_codes.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kBitRows = 64 * kBitBlockRows;  // rows encoded together

/// Buffers vectors until there are enough to encode them together.
class BitSection {
 public:
  BitSection(const CodeSpace& space, std::span<const std::uint8_t> present)
      : mean_(space.mean()), present_(present), rows_(kBitRows * mean_.size()) {}

  void add(std::span<const float> vector) {
    std::copy(vector.begin(), vector.end(),
              rows_.begin() + static_cast<std::ptrdiff_t>(held_ * mean_.size()));
    if (++held_ == kBitRows) encode();
  }
  void write(SegmentFile& file) {
    encode();
    auto section =
        file.begin(SectionId::kBitCodes);  // the factors of all rows come before the words
    section.append_array(std::span<const float>(factors_));
    section.append_array(std::span<const std::uint32_t>(words_));
    section.finish();
  }

 private:
  void encode() {
    const BitCodes bits = encode_bits(rows_, mean_, present_.first(held_));
    factors_.insert(factors_.end(), bits.factors.begin(), bits.factors.end());
    words_.insert(words_.end(), bits.blocks.begin(), bits.blocks.end());
    present_ = present_.subspan(held_);
    held_ = 0;
  }

  std::span<const float> mean_;
  std::span<const std::uint8_t> present_;  // from the first buffered row on
  std::vector<float> rows_;
  std::size_t held_ = 0;
  std::vector<float> factors_;
  std::vector<std::uint32_t> words_;
};

Result<void> write_bits(SegmentFile& file, const CodeSpace& space,
                        std::span<const std::uint8_t> present, const VectorWalk& walk) {
  BitSection section(space, present);
  if (auto walked = walk([&](std::span<const float> vector) { section.add(vector); }); !walked)
    return walked;
  section.write(file);
  return {};
}

Result<void> write_codes(SegmentFile& file, const CodeSpace& space, std::size_t count,
                         const VectorWalk& walk) {
  CodedRow coded(space.mean().size());
  file.header.dimension = static_cast<std::uint32_t>(space.mean().size());
  file.header.row_bytes = static_cast<std::uint32_t>(coded.row.size());
  file.add_array(SectionId::kVectorMean, std::span<const float>(space.mean()));
  file.add_array(SectionId::kVectorSpreads, std::span<const float>(space.spreads()));
  auto scales = file.reserve(SectionId::kVectorScales, count * sizeof(float));
  auto biases = file.reserve(SectionId::kVectorBiases, count * sizeof(float));
  auto rows = file.reserve(SectionId::kVectorRows, count * coded.row.size());
  auto nibbles = file.reserve(SectionId::kVectorNibbles, count * coded.nibbles.size());
  auto walked = walk([&](std::span<const float> vector) {
    coded.reset();
    if (!vector.empty()) coded.encode(space, vector);
    scales.append_array(std::span<const float>(&coded.scale, 1));
    biases.append_array(std::span<const float>(&coded.bias, 1));
    rows.append_array(std::span<const std::uint8_t>(coded.row));
    nibbles.append_array(std::span<const std::uint8_t>(coded.nibbles));
  });
  for (auto* section : {&scales, &biases, &rows, &nibbles}) section->finish();
  if (file.failure()) return *file.failure();
  return walked;
}

/// Links the codes that were just written.
Result<void> write_graph(SegmentFile& file, const CodeSpace& space,
                         std::span<const std::uint8_t> present) {
  CODEWEAVER_ASSIGN(const auto map, base::MappedFile::open(file.path()));
  const auto at = [&](SectionId id) {
    return map.bytes().data() + file.header.sections[static_cast<std::size_t>(id)].offset;
  };
  const auto floats = [&](SectionId id) {
    return std::span(reinterpret_cast<const float*>(at(id)), present.size());
  };
  const VectorView view{file.header.dimension,
                        file.header.row_bytes,
                        space.mean(),
                        space.spreads(),
                        floats(SectionId::kVectorScales),
                        floats(SectionId::kVectorBiases),
                        reinterpret_cast<const std::uint8_t*>(at(SectionId::kVectorRows)),
                        reinterpret_cast<const std::uint8_t*>(at(SectionId::kVectorNibbles)),
                        {}};
  file.add(SectionId::kGraph, build_graph(view, present));
  return {};
}

}  // namespace

Result<CodeSpace> survey_vectors(std::size_t dimension, const VectorWalk& walk) {
  CodeSpace space(dimension);
  auto walked = walk([&](std::span<const float> vector) {
    if (!vector.empty()) space.add_to_mean(vector);
  });
  if (!walked) return walked.error();
  space.finish_mean();
  walked = walk([&](std::span<const float> vector) {
    if (!vector.empty()) space.add_to_spreads(vector);
  });
  if (!walked) return walked.error();
  space.finish_spreads();
  return space;
}

Result<void> write_vectors(SegmentFile& file, const CodeSpace& space,
                           std::span<const std::uint8_t> present, VectorIndexKind kind,
                           const VectorWalk& walk) {
  if (present.size() >= kBitCodesFrom)
    if (auto written = write_bits(file, space, present, walk); !written) return written;
  if (auto written = write_codes(file, space, present.size(), walk); !written) return written;
  if (kind != VectorIndexKind::kFaissHnsw || present.empty()) return {};
  return write_graph(file, space, present);
}

}  // namespace codeweaver::store
