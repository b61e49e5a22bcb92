// Model writer: quantisation and layout.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/static_model_writer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/hash.hpp"
#include "model/static_model_format.hpp"

namespace codeweaver::model {
namespace {

template <class T>
void put(std::string& file, std::uint64_t at, const T& value) {
  std::memcpy(file.data() + at, &value, sizeof value);
}

void put_words(std::string& file, const StaticModelLayout& layout,
               const std::vector<std::string>& words, std::uint32_t slots) {
  std::vector<std::uint32_t> table(slots);
  std::uint32_t end = 0;
  for (std::uint32_t number = 0; number < words.size(); ++number) {
    const std::string& word = words[number];
    std::memcpy(file.data() + layout.pool + end, word.data(), word.size());
    end += static_cast<std::uint32_t>(word.size());
    put(file, layout.ends + 4ULL * number, end);
    std::uint32_t slot = word_hash(word) & (slots - 1);
    while (table[slot] != 0) slot = (slot + 1) & (slots - 1);
    table[slot] = number + 1;
  }
  std::memcpy(file.data() + layout.slots, table.data(), 4 * table.size());
}

void put_vectors(std::string& file, const StaticModelLayout& layout, std::span<const float> vectors,
                 std::size_t dimension) {
  for (std::size_t number = 0; number * dimension < vectors.size(); ++number) {
    const auto row = vectors.subspan(number * dimension, dimension);
    float largest = 0;
    for (const float value : row) largest = std::max(largest, std::abs(value));
    const float scale = largest / 127;
    put(file, layout.scales + 4 * number, scale);
    for (std::size_t d = 0; d < dimension; ++d) {
      const long level = scale > 0 ? std::lrint(row[d] / scale) : 0;
      put(file, layout.vectors + number * dimension + d, static_cast<std::int8_t>(level));
    }
  }
}

}  // namespace

std::string static_model_bytes(std::string_view name, const std::vector<std::string>& words,
                               std::span<const float> vectors) {
  StaticModelHeader header{};
  std::memcpy(header.magic, kStaticModelMagic.data(), sizeof header.magic);
  header.version = kStaticModelVersion;
  header.vocabulary = static_cast<std::uint32_t>(words.size());
  header.dimension = static_cast<std::uint32_t>(vectors.size() / words.size());
  header.slots = std::bit_ceil(2 * header.vocabulary + 1);
  for (const std::string& word : words)
    header.pool_bytes += static_cast<std::uint32_t>(word.size());
  std::memcpy(header.name, name.data(), std::min(name.size(), sizeof header.name - 1));

  const StaticModelLayout layout = layout_of(header);
  std::string file(layout.size, '\0');
  put_words(file, layout, words, header.slots);
  put_vectors(file, layout, vectors, header.dimension);
  const std::string_view head(reinterpret_cast<const char*>(&header), sizeof header);
  const std::string_view body = std::string_view(file).substr(sizeof header);
  header.checksum = base::hash64(body, base::hash64(head));
  put(file, 0, header);
  return file;
}

}  // namespace codeweaver::model
