// Reads the map and applies it, column by column: sums of several outputs at once need no other
// order of additions, so vector registers give the same bits as single steps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/query_map.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

// Defined in the generated assembly (cmake/Weights.cmake).
extern "C" {
extern const char codeweaver_query_map_begin[] __attribute__((visibility("hidden")));
extern const char codeweaver_query_map_end[] __attribute__((visibility("hidden")));
}

namespace codeweaver::model {
namespace {

constexpr std::string_view kMapMagic{"CWQMAP\0\0", 8};
constexpr std::uint32_t kMapVersion = 1, kMostDimensions = 4096;

struct MapHeader {
  std::array<char, 8> magic;
  std::uint32_t version, dimension;
  std::array<char, 24> model;  // NUL-padded
};
static_assert(sizeof(MapHeader) == 40 && std::endian::native == std::endian::little);

Error corrupt_map(const std::string& what) {
  return {ErrorCategory::kCorruption, "MODEL_CORRUPT", "The query map " + what,
          "loading the query map", "Rebuild or reinstall codeweaver."};
}

}  // namespace

const Result<QueryMap>& QueryMap::built_in() {
  static const Result<QueryMap> map =
      from_bytes({codeweaver_query_map_begin,
                  static_cast<std::size_t>(codeweaver_query_map_end - codeweaver_query_map_begin)});
  return map;
}

Result<QueryMap> QueryMap::from_bytes(std::string_view bytes) {
  MapHeader header;
  if (bytes.size() < sizeof header) return corrupt_map("is truncated");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::string_view(header.magic.data(), header.magic.size()) != kMapMagic ||
      header.version != kMapVersion || header.dimension > kMostDimensions ||
      header.model.back() != '\0')
    return corrupt_map("has an invalid header");
  const std::size_t dimension = header.dimension;
  const std::size_t expected = sizeof header + dimension * (sizeof(float) + dimension);
  if (bytes.size() != expected || std::bit_cast<std::uintptr_t>(bytes.data()) % 4 != 0)
    return corrupt_map("has " + std::to_string(bytes.size()) + " bytes, expected " +
                       std::to_string(expected) + " at a multiple of 4");
  QueryMap result;
  result.model_ = bytes.data() + offsetof(MapHeader, model);
  const char* const scales = bytes.data() + sizeof header;
  result.scales_ = {reinterpret_cast<const float*>(scales), dimension};
  result.columns_ = reinterpret_cast<const std::int8_t*>(scales + result.scales_.size_bytes());
  if (!std::ranges::all_of(result.scales_, [](float scale) { return std::isfinite(scale); }))
    return corrupt_map("has a scale that is not finite");
  return result;
}

void QueryMap::apply(std::span<float> vector) const {
  assert(vector.size() == dimension());
  std::vector<float> moved(vector.begin(), vector.end());
  const std::int8_t* column = columns_;
  for (std::size_t j = 0; j < vector.size(); ++j, column += vector.size()) {
    const float factor = scales_[j] * vector[j];
    for (std::size_t i = 0; i < vector.size(); ++i)
      moved[i] += factor * static_cast<float>(column[i]);
  }
  std::ranges::copy(moved, vector.begin());
}

}  // namespace codeweaver::model
