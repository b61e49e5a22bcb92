// SegmentBuilder: collects chunks and writes one segment file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/segments/segment_builder.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>

#include "base/bytes.hpp"
#include "base/try.hpp"
#include "store/layout/segment_file.hpp"
#include "store/layout/segment_format.hpp"
#include "store/postings/gram_dictionary.hpp"
#include "store/postings/gram_list.hpp"
#include "store/postings/gram_table.hpp"
#include "store/postings/posting_blocks.hpp"
#include "store/postings/term_dictionary.hpp"
#include "store/postings/term_table.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_input.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "store/segments/vector_sections.hpp"
#include "store/vectors/vector_codes.hpp"
#include "store/vectors/vector_rows.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kMaxFieldLength = UINT16_MAX;

template <class T>
std::string_view bytes_of(const std::vector<T>& values) noexcept {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// Finishes a file and moves it to its final name.
Result<std::string> put_in_place(SegmentFile& file, const std::filesystem::path& folder) {
  auto name = file.finish();
  if (!name) return name;
  CODEWEAVER_TRY(file.move_to(folder / *name));
  return name;
}

}  // namespace

struct SegmentBuilder::Impl {
  Impl(std::size_t numbers, VectorIndexKind index, const std::filesystem::path& folder)
      : dimension(numbers), kind(index), vectors(numbers, folder) {}

  std::size_t dimension;
  VectorIndexKind kind;
  std::vector<ChunkEntry> chunks;
  std::vector<FileEntry> files;
  std::vector<StringRef> languages;
  std::map<std::string, std::uint16_t, std::less<>> language_numbers;
  std::string strings, last_path, last_symbol;
  StringRef last_symbol_ref;
  std::vector<std::array<std::uint16_t, kFieldCount>> lengths;
  std::array<std::uint64_t, kFieldCount> field_lengths{};
  TermTable terms;
  std::vector<TextBlock> text_blocks;
  GramTable grams;
  VectorRows vectors;
  std::vector<std::uint8_t> has_vector;

  /// Calls visit(vector) for all chunks in order; the vector is empty if the chunk has none.
  template <class Visit>
  Result<void> for_each_vector(Visit&& visit) const {
    return vectors.for_each_block([&](std::size_t first, std::span<const float> rows) {
      for (std::size_t i = 0; i < rows.size() / dimension; ++i)
        visit(has_vector[first + i] != 0 ? rows.subspan(i * dimension, dimension)
                                         : std::span<const float>{});
    });
  }
  StringRef store(std::string_view text) {
    const StringRef ref{static_cast<std::uint32_t>(strings.size()),
                        static_cast<std::uint32_t>(text.size())};
    strings += text;
    return ref;
  }
  std::uint16_t language_number(std::string_view language);
  std::uint32_t file_number(const SegmentInput& input);
  void add_terms(const SegmentInput& input);
  void add_vector(std::span<const float> vector);
  void put_tables(SegmentFile& file) const;
  void put_terms(SegmentFile& file) const;
  void add_text(const TextBlocks& text);
  void put_grams(SegmentFile& file) const;
  Result<void> put_vectors(SegmentFile& file) const;
  Result<void> check_size() const;
  void release_tables();
  Result<void> put_all(SegmentFile& file);
};

std::uint16_t SegmentBuilder::Impl::language_number(std::string_view language) {
  if (const auto found = language_numbers.find(language); found != language_numbers.end())
    return found->second;
  const auto number = static_cast<std::uint16_t>(languages.size());
  languages.push_back(store(language));
  language_numbers.emplace(language, number);
  return number;
}

std::uint32_t SegmentBuilder::Impl::file_number(const SegmentInput& input) {
  const bool is_same = !files.empty() && last_path == input.path &&
                       files.back().content_high == input.content.high &&
                       files.back().content_low == input.content.low;
  if (!is_same) {
    files.push_back({input.content.high, input.content.low, store(input.path),
                     static_cast<std::uint32_t>(chunks.size()),
                     static_cast<std::uint32_t>(text_blocks.size())});
    last_path = input.path;
    if (input.text_blocks != nullptr) add_text(*input.text_blocks);
  }
  return static_cast<std::uint32_t>(files.size() - 1);
}

void SegmentBuilder::Impl::add_text(const TextBlocks& text) {
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < text.blocks.size(); ++i) {
    text_blocks.push_back(text.blocks[i]);
    grams.add_block(std::span(text.grams).subspan(first, text.ends[i] - first));
    first = text.ends[i];
  }
}

void SegmentBuilder::Impl::put_grams(SegmentFile& file) const {
  file.add(SectionId::kTextBlocks, bytes_of(text_blocks));
  GramDictionaryWriter dictionary;
  std::string list;
  auto section = file.begin(SectionId::kGramLists);
  grams.for_each_sorted([&](text::Gram gram, std::span<const std::uint32_t> numbers) {
    list.clear();
    put_gram_list(list, numbers, text_blocks.size());
    section.append(list);
    dictionary.add(gram, list.size());
  });
  section.finish();
  file.add(SectionId::kGramBlocks, dictionary.blocks());
  file.add(SectionId::kGramData, dictionary.data());
}

void SegmentBuilder::Impl::add_terms(const SegmentInput& input) {
  auto& own = lengths.emplace_back();
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    const text::TermList* list = input.terms[field];
    const std::size_t length = std::min(list == nullptr ? 0 : list->size(), kMaxFieldLength);
    own[field] = static_cast<std::uint16_t>(length);
    field_lengths[field] += length;
  }
  terms.add_chunk(static_cast<std::uint32_t>(chunks.size()), input.terms);
}

void SegmentBuilder::Impl::add_vector(std::span<const float> vector) {
  if (dimension == 0) return;
  const bool usable = vector.size() == dimension && is_usable(vector);
  has_vector.push_back(usable ? 1 : 0);
  vectors.append(usable ? vector : std::span<const float>{});
}

void SegmentBuilder::Impl::put_tables(SegmentFile& file) const {
  file.header.chunks = static_cast<std::uint32_t>(chunks.size());
  file.header.files = static_cast<std::uint32_t>(files.size());
  file.header.languages = static_cast<std::uint32_t>(languages.size());
  file.header.field_lengths = field_lengths;
  file.add(SectionId::kChunks, bytes_of(chunks));
  file.add(SectionId::kFiles, bytes_of(files));
  file.add(SectionId::kStrings, strings);
  file.add(SectionId::kLanguages, bytes_of(languages));
  file.add(SectionId::kLengths, bytes_of(lengths));
}

void SegmentBuilder::Impl::release_tables() {
  chunks = {};
  files = {};
  strings = {};
}

void SegmentBuilder::Impl::put_terms(SegmentFile& file) const {
  std::optional<PostingCutter> cutter;  // created only if needed: its tables cost more than a few
                                        // chunks
  TermDictionaryWriter dictionary;
  std::string postings;
  auto section = file.begin(SectionId::kPostings);
  terms.for_each_sorted([&](std::uint32_t term) {
    const std::uint32_t frequency = terms.document_frequency(term);
    std::size_t size = terms.posting_bytes(term);
    if (is_cut(lengths.size(), frequency)) {
      postings.clear();
      terms.for_each_piece(term, [&](std::string_view piece) { postings += piece; });
      postings.append(kPostingsPadding, '\0');
      if (!cutter) cutter.emplace(lengths, field_lengths);
      const auto cut = cutter->cut(std::string_view(postings).substr(0, size));
      section.append(cut);
      size = cut.size();
    } else {
      terms.for_each_piece(term, [&](std::string_view piece) { section.append(piece); });
    }
    dictionary.add(terms.text(term), frequency, size);
  });
  section.append(std::string(kPostingsPadding, '\0'));
  section.finish();
  file.add(SectionId::kTermBlocks, dictionary.blocks());
  file.add(SectionId::kTermData, dictionary.data());
  file.header.terms = static_cast<std::uint32_t>(terms.size());
}

Result<void> SegmentBuilder::Impl::put_vectors(SegmentFile& file) const {
  if (dimension == 0) return {};
  const VectorWalk walk = [this](const auto& visit) { return for_each_vector(visit); };
  CODEWEAVER_ASSIGN(const auto space, survey_vectors(dimension, walk));
  return write_vectors(file, space, has_vector, kind, walk);
}

SegmentBuilder::SegmentBuilder(std::size_t dimension, VectorIndexKind kind,
                               const std::filesystem::path& folder)
    : impl_(std::make_unique<Impl>(dimension, kind, folder)) {}
SegmentBuilder::SegmentBuilder(SegmentBuilder&&) noexcept = default;
SegmentBuilder& SegmentBuilder::operator=(SegmentBuilder&&) noexcept = default;
SegmentBuilder::~SegmentBuilder() = default;

std::size_t SegmentBuilder::size() const noexcept {
  return impl_->chunks.size();
}

std::size_t SegmentBuilder::memory_bytes() const noexcept {
  const Impl& impl = *impl_;
  const std::size_t a_chunk = sizeof(ChunkEntry) + kFieldCount * sizeof(std::uint16_t);
  return impl.chunks.size() * a_chunk + impl.files.size() * sizeof(FileEntry) +
         impl.strings.capacity() + impl.terms.memory_bytes() + impl.grams.memory_bytes() +
         impl.text_blocks.capacity() * sizeof(TextBlock) + impl.vectors.memory_bytes();
}

void SegmentBuilder::add(const SegmentInput& input) {
  Impl& impl = *impl_;
  ChunkEntry chunk;
  chunk.file = impl.file_number(input);
  chunk.ordinal = input.ordinal;
  chunk.start_line = input.lines.start_line;
  chunk.end_line = input.lines.end_line;
  chunk.tokens = input.tokens;
  // The pieces of a split definition share its name.
  if (impl.chunks.empty() || input.symbol != impl.last_symbol) {
    impl.last_symbol_ref = impl.store(input.symbol);
    impl.last_symbol = input.symbol;
  }
  chunk.symbol = impl.last_symbol_ref;
  chunk.language = impl.language_number(input.language);
  chunk.semantic_class = static_cast<std::uint8_t>(input.semantic_class);
  chunk.flags =
      static_cast<std::uint8_t>(static_cast<unsigned>(input.source) << ChunkEntry::kSourceShift);
  impl.add_terms(input);
  impl.add_vector(input.vector);
  if (input.is_test) chunk.flags |= ChunkEntry::kIsTest;
  if (input.is_generated) chunk.flags |= ChunkEntry::kIsGenerated;
  if (impl.dimension != 0 && impl.has_vector.back() != 0) chunk.flags |= ChunkEntry::kHasVector;
  impl.chunks.push_back(chunk);
}

Result<void> SegmentBuilder::Impl::check_size() const {
  if (strings.size() <= UINT32_MAX && languages.size() <= UINT16_MAX) return {};
  return Error{ErrorCategory::kUnsupported, "SEGMENT_TOO_LARGE",
               "A segment of " + std::to_string(chunks.size()) + " chunks exceeds 4 GiB of names",
               "writing a segment", "Write several smaller segments."};
}

/// Frees each part after it is written, to limit memory.
Result<void> SegmentBuilder::Impl::put_all(SegmentFile& file) {
  put_tables(file);
  release_tables();
  put_terms(file);
  terms = {};
  lengths = {};
  put_grams(file);
  grams = {};
  return put_vectors(file);
}

Result<std::string> SegmentBuilder::write(const std::filesystem::path& folder) && {
  const std::unique_ptr<Impl> impl = std::move(impl_);
  CODEWEAVER_TRY(impl->check_size());
  CODEWEAVER_ASSIGN(auto file, SegmentFile::create(folder));
  CODEWEAVER_TRY(impl->put_all(file));
  return put_in_place(file, folder);
}

Result<std::shared_ptr<const Segment>> SegmentBuilder::build() && {
  const std::unique_ptr<Impl> impl = std::move(impl_);
  CODEWEAVER_TRY(impl->check_size());
  auto file = SegmentFile::create_in_memory();
  CODEWEAVER_TRY(impl->put_all(file));
  CODEWEAVER_ASSIGN(auto name, file.finish());
  CODEWEAVER_ASSIGN(auto map, file.map());
  return Segment::open_written(std::move(map), std::move(name));
}

Result<std::string> SegmentBuilder::write_copy(const std::filesystem::path& folder) const {
  CODEWEAVER_TRY(impl_->check_size());
  CODEWEAVER_ASSIGN(auto file, SegmentFile::create(folder));
  impl_->put_tables(file);
  impl_->put_terms(file);
  impl_->put_grams(file);
  CODEWEAVER_TRY(impl_->put_vectors(file));
  return put_in_place(file, folder);
}

}  // namespace codeweaver::store
