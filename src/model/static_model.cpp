// StaticModel and TextPooler: validation of the mapped table, look-up and pooling.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/static_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/hash.hpp"
#include "model/static_model_format.hpp"
#include "model/subwords.hpp"

// Defined by the assembler source that cmake/Weights.cmake writes.
extern "C" {
extern const char codeweaver_static_model_begin[] __attribute__((visibility("hidden")));
extern const char codeweaver_static_model_end[] __attribute__((visibility("hidden")));
}

namespace codeweaver::model {
namespace {

Error corrupt(const std::string& origin, const std::string& what) {
  return {ErrorCategory::kCorruption, "MODEL_CORRUPT", "model '" + origin + "' " + what,
          "loading a static model", "Restore the file, or leave the model setting empty"};
}

/// `bytes` must be at least as long as a header.
StaticModelHeader read_header(std::string_view bytes) noexcept {
  StaticModelHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

/// The error in the header of a file of `size` bytes. Empty: none.
std::string header_fault(const StaticModelHeader& header, std::size_t size) {
  if (std::string_view(header.magic, sizeof header.magic) != kStaticModelMagic)
    return "is not a static model file";
  if (header.version != kStaticModelVersion)
    return "has format version " + std::to_string(header.version) + ", expected " +
           std::to_string(kStaticModelVersion);
  if (header.dimension == 0 || header.dimension % 8 != 0 || header.dimension > kMaxDimension)
    return "has the invalid dimension " + std::to_string(header.dimension);
  if (header.vocabulary > kMaxVocabulary || header.pool_bytes > kMaxPoolBytes ||
      header.slots > 8 * kMaxVocabulary)
    return "declares impossible sizes";
  if (!std::has_single_bit(header.slots) || header.slots <= header.vocabulary)
    return "has an invalid hash table of " + std::to_string(header.slots) + " slots";
  const std::uint64_t expected = layout_of(header).size;
  if (expected != size)
    return "has " + std::to_string(size) + " bytes, expected " + std::to_string(expected);
  return {};
}

std::uint64_t checksum_of(std::string_view bytes, StaticModelHeader header) noexcept {
  header.checksum = 0;
  const std::string_view head(reinterpret_cast<const char*>(&header), sizeof header);
  return base::hash64(bytes.substr(sizeof header), base::hash64(head));
}

template <class T>
std::span<const T> section(std::string_view bytes, std::uint64_t begin, std::size_t count) {
  return {reinterpret_cast<const T*>(bytes.data() + begin), count};
}

}  // namespace

Result<StaticModel> StaticModel::open(const std::filesystem::path& path) {
  Result<base::MappedFile> file = base::MappedFile::open(path);
  if (!file) return std::move(file).error();
  Result<StaticModel> model = from_bytes(file->bytes(), path.string());
  if (model) model->file_ = *std::move(file);
  return model;
}

const Result<StaticModel>& StaticModel::embedded() {
  static const Result<StaticModel> model =
      parse({codeweaver_static_model_begin,
             static_cast<std::size_t>(codeweaver_static_model_end - codeweaver_static_model_begin)},
            "built in");
  return model;
}

Result<StaticModel> StaticModel::from_bytes(std::string_view bytes, const std::string& origin) {
  Result<StaticModel> model = parse(bytes, origin);
  if (!model) return model;
  const StaticModelHeader header = read_header(bytes);
  if (checksum_of(bytes, header) != header.checksum) return corrupt(origin, "has a wrong checksum");
  return model;
}

Result<StaticModel> StaticModel::parse(std::string_view bytes, const std::string& origin) {
  if (bytes.size() < sizeof(StaticModelHeader))
    return corrupt(origin, "is not a static model file");
  if (std::bit_cast<std::uintptr_t>(bytes.data()) % alignof(std::uint32_t) != 0)
    return corrupt(origin, "is not aligned in memory");
  const StaticModelHeader header = read_header(bytes);
  if (const std::string fault = header_fault(header, bytes.size()); !fault.empty())
    return corrupt(origin, fault);

  const StaticModelLayout layout = layout_of(header);
  StaticModel model;
  model.name_ = std::string(header.name, strnlen(header.name, sizeof header.name));
  model.dimension_ = header.dimension;
  model.slots_ = section<std::uint32_t>(bytes, layout.slots, header.slots);
  model.ends_ = section<std::uint32_t>(bytes, layout.ends, header.vocabulary);
  model.scales_ = section<float>(bytes, layout.scales, header.vocabulary);
  model.pool_ = bytes.data() + layout.pool;
  model.vectors_ = section<std::int8_t>(bytes, layout.vectors, 0).data();
  if (!model.tables_are_valid(header.pool_bytes))
    return corrupt(origin, "has an invalid word table");
  return model;
}

bool StaticModel::tables_are_valid(std::uint32_t pool_bytes) const noexcept {
  const auto is_scale = [](float scale) { return std::isfinite(scale) && scale >= 0; };
  const auto is_slot = [this](std::uint32_t slot) { return slot <= ends_.size(); };
  const bool ends_fit = ends_.empty() || ends_.back() <= pool_bytes;
  // A probe ends at a free slot, so one must exist.
  const bool has_free_slot = std::ranges::find(slots_, 0U) != slots_.end();
  return ends_fit && has_free_slot && std::ranges::is_sorted(ends_) &&
         std::ranges::all_of(scales_, is_scale) && std::ranges::all_of(slots_, is_slot);
}

std::string_view StaticModel::word(std::uint32_t number) const noexcept {
  const std::uint32_t begin = number == 0 ? 0 : ends_[number - 1];
  return {pool_ + begin, ends_[number] - begin};
}

std::uint32_t StaticModel::find(std::string_view word) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = word_hash(word) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) return kUnknownWord;
    const std::uint32_t number = slots_[slot] - 1;
    if (this->word(number) == word) return number;
  }
}

TextPooler::TextPooler(const StaticModel& model, PoolKernel kernel)
    : model_(&model), kernel_(kernel), memo_(model), counts_(model.vocabulary()) {}

void TextPooler::add(std::string_view text) {
  for_each_number(text, [this](std::uint32_t number) { count(number); });
}

void TextPooler::count(std::uint32_t number) {
  std::uint16_t& count = counts_[number];
  if (count == 0) {
    prefetch_row(model_->vectors(), model_->dimension(), number);
    rows_.push_back({.row = number, .weight = 0});
  }
  if (count != std::numeric_limits<std::uint16_t>::max()) ++count;
  ++words_seen_;
}

void TextPooler::finish_sum(std::span<float> out) {
  for (WeightedRow& entry : rows_) {
    const auto count = static_cast<float>(counts_[entry.row]);
    entry.weight = std::sqrt(count) * model_->scale(entry.row);
    counts_[entry.row] = 0;
  }
  kernel_(model_->vectors(), model_->dimension(), rows_, out.data());
  rows_.clear();
}

void TextPooler::finish(std::span<float> out) {
  finish_sum(out);
  scale_to_unit(out);
}

void scale_to_unit(std::span<float> vector) noexcept {
  double square_sum = 0;
  for (const float value : vector) square_sum += static_cast<double>(value) * value;
  const float factor = unit_factor(square_sum);
  for (float& value : vector) value *= factor;
}

}  // namespace codeweaver::model
