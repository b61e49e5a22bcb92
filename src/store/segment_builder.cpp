// SegmentBuilder: collects chunks and lays out one segment file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>

#include "base/file.hpp"
#include "store/bytes.hpp"
#include "store/faiss_graph.hpp"
#include "store/segment.hpp"
#include "store/segment_format.hpp"
#include "store/term_dictionary.hpp"
#include "store/term_table.hpp"
#include "store/vector_codes.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kMaxFieldLength = UINT16_MAX;

template <class T>
std::string_view bytes_of(const std::vector<T>& values) noexcept {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// The file under construction: a header, then aligned sections.
class Layout {
 public:
  Layout() : file_(align_up(sizeof(SegmentHeader)), '\0') {}

  /// Room for so many bytes of sections, so that the file never moves.
  void reserve(std::size_t bytes) {
    file_.reserve(file_.size() + bytes + kSectionCount * kSegmentAlignment);
  }
  void add(SectionId id, std::string_view bytes) {
    file_.resize(static_cast<std::size_t>(align_up(file_.size())));
    header.sections[static_cast<std::size_t>(id)] = {file_.size(), bytes.size(),
                                                     base::hash64(bytes)};
    file_ += bytes;
  }
  std::string finish() && {
    header.file_bytes = file_.size();
    header.checksum =
        base::hash64({reinterpret_cast<const char*>(&header), offsetof(SegmentHeader, checksum)});
    std::memcpy(file_.data(), &header, sizeof header);
    return std::move(file_);
  }

  SegmentHeader header;

 private:
  std::string file_;
};

/// Numbers that grow without a second copy: of large blocks the system moves the pages.
class FloatArray {
 public:
  void append(std::span<const float> values, std::size_t size) {
    if (size_ + size > capacity_) {
      const std::size_t wanted = std::max(size_ + size, capacity_ + capacity_ / 2);
      void* const grown = std::realloc(data_.get(), wanted * sizeof(float));
      if (grown == nullptr) throw std::bad_alloc();
      static_cast<void>(data_.release());
      data_.reset(static_cast<float*>(grown));
      capacity_ = wanted;
    }
    std::copy(values.begin(), values.end(), data_.get() + size_);
    std::fill(data_.get() + size_ + values.size(), data_.get() + size_ + size, 0.0F);
    size_ += size;
  }
  std::span<const float> view() const noexcept { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(float* data) const noexcept { std::free(data); }
  };
  std::unique_ptr<float, Free> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace

struct SegmentBuilder::Impl {
  std::size_t dimension = 0;
  VectorIndexKind kind = VectorIndexKind::kScan;
  std::vector<ChunkEntry> chunks;
  std::vector<FileEntry> files;
  std::vector<StringRef> languages;
  std::map<std::string, std::uint16_t, std::less<>> language_numbers;
  std::string strings, last_path, last_symbol;
  StringRef last_symbol_ref;
  std::vector<std::uint16_t> lengths;
  std::array<std::uint64_t, kFieldCount> field_lengths{};
  TermTable terms;
  FloatArray vectors;
  std::vector<std::uint8_t> has_vector;

  StringRef store(std::string_view text) {
    const StringRef ref{static_cast<std::uint32_t>(strings.size()),
                        static_cast<std::uint32_t>(text.size())};
    strings += text;
    return ref;
  }
  /// About what the file will have: a little more.
  std::size_t file_bytes() const noexcept {
    const std::size_t a_vector = dimension * 7 / 4 + 16;  // codes, nibbles, bits, scale and bias
    const std::size_t a_term = 12;
    return chunks.size() * (sizeof(ChunkEntry) + kFieldCount * sizeof(std::uint16_t) + a_vector) +
           files.size() * sizeof(FileEntry) + strings.size() + terms.posting_bytes() +
           terms.size() * a_term;
  }
  std::uint16_t language_number(std::string_view language);
  std::uint32_t file_number(const SegmentInput& input);
  void add_terms(const SegmentInput& input);
  void add_vector(std::span<const float> vector);
  void put_terms(Layout& layout);
  void put_vectors(Layout& layout);
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
                     static_cast<std::uint32_t>(chunks.size()), 0});
    last_path = input.path;
  }
  return static_cast<std::uint32_t>(files.size() - 1);
}

void SegmentBuilder::Impl::add_terms(const SegmentInput& input) {
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    const text::TermList* list = input.terms[field];
    const std::size_t count = list == nullptr ? 0 : list->size();
    for (std::size_t i = 0; i < count; ++i) terms.count((*list)[i], field);
    const std::size_t length = std::min(count, kMaxFieldLength);
    lengths.push_back(static_cast<std::uint16_t>(length));
    field_lengths[field] += length;
  }
  terms.finish_chunk(static_cast<std::uint32_t>(chunks.size()));
}

void SegmentBuilder::Impl::add_vector(std::span<const float> vector) {
  if (dimension == 0) return;
  const bool usable = vector.size() == dimension && is_usable(vector);
  has_vector.push_back(usable ? 1 : 0);
  vectors.append(usable ? vector : std::span<const float>{}, dimension);
}

void SegmentBuilder::Impl::put_terms(Layout& layout) {
  TermDictionaryWriter dictionary;
  std::string postings;
  postings.reserve(terms.posting_bytes() + kPostingsPadding);
  for (const std::uint32_t term : terms.sorted()) {
    dictionary.add(terms.text(term), terms.document_frequency(term), terms.postings(term).size());
    postings += terms.postings(term);
  }
  postings.append(kPostingsPadding, '\0');
  layout.add(SectionId::kTermBlocks, dictionary.blocks());
  layout.add(SectionId::kTermData, dictionary.data());
  layout.add(SectionId::kPostings, postings);
  layout.header.terms = static_cast<std::uint32_t>(terms.size());
  terms = {};
}

void SegmentBuilder::Impl::put_vectors(Layout& layout) {
  if (dimension == 0) return;
  const VectorCodes codes = encode_vectors(vectors.view(), dimension, has_vector);
  if (chunks.size() >= kBitCodesFrom) {
    const BitCodes bits = encode_bits(vectors.view(), codes.mean, has_vector);
    std::string section(bytes_of(bits.factors));
    section += bytes_of(bits.blocks);
    layout.add(SectionId::kBitCodes, section);
  }
  vectors = {};
  layout.add(SectionId::kVectorMean, bytes_of(codes.mean));
  layout.add(SectionId::kVectorSpreads, bytes_of(codes.spreads));
  layout.add(SectionId::kVectorScales, bytes_of(codes.scales));
  layout.add(SectionId::kVectorBiases, bytes_of(codes.biases));
  layout.add(SectionId::kVectorRows, bytes_of(codes.rows));
  layout.add(SectionId::kVectorNibbles, bytes_of(codes.nibbles));
  layout.header.dimension = static_cast<std::uint32_t>(dimension);
  layout.header.row_bytes = static_cast<std::uint32_t>(codes.row_bytes);
  if (kind == VectorIndexKind::kFaissHnsw && !chunks.empty())
    layout.add(SectionId::kGraph, build_graph(codes.view(), has_vector));
}

SegmentBuilder::SegmentBuilder(std::size_t dimension, VectorIndexKind kind)
    : impl_(std::make_unique<Impl>()) {
  impl_->dimension = dimension;
  impl_->kind = kind;
}
SegmentBuilder::SegmentBuilder(SegmentBuilder&&) noexcept = default;
SegmentBuilder& SegmentBuilder::operator=(SegmentBuilder&&) noexcept = default;
SegmentBuilder::~SegmentBuilder() = default;

std::size_t SegmentBuilder::size() const noexcept {
  return impl_->chunks.size();
}

std::size_t SegmentBuilder::memory_bytes() const noexcept {
  const Impl& impl = *impl_;
  const std::size_t a_chunk =
      sizeof(ChunkEntry) + kFieldCount * sizeof(std::uint16_t) + impl.dimension * sizeof(float);
  return impl.chunks.size() * a_chunk + impl.files.size() * sizeof(FileEntry) +
         impl.strings.capacity() + impl.terms.memory_bytes();
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

Result<std::string> SegmentBuilder::write(const std::filesystem::path& folder) && {
  const std::unique_ptr<Impl> impl = std::move(impl_);
  if (impl->strings.size() > UINT32_MAX || impl->languages.size() > UINT16_MAX)
    return Error{
        ErrorCategory::kUnsupported, "SEGMENT_TOO_LARGE",
        "A segment of " + std::to_string(impl->chunks.size()) + " chunks exceeds 4 GiB of names",
        "writing a segment", "Write several smaller segments."};
  Layout layout;
  layout.header.chunks = static_cast<std::uint32_t>(impl->chunks.size());
  layout.header.files = static_cast<std::uint32_t>(impl->files.size());
  layout.header.languages = static_cast<std::uint32_t>(impl->languages.size());
  layout.header.field_lengths = impl->field_lengths;
  layout.reserve(impl->file_bytes());
  layout.add(SectionId::kChunks, bytes_of(impl->chunks));
  layout.add(SectionId::kFiles, bytes_of(impl->files));
  layout.add(SectionId::kStrings, impl->strings);
  layout.add(SectionId::kLanguages, bytes_of(impl->languages));
  layout.add(SectionId::kLengths, bytes_of(impl->lengths));
  impl->put_terms(layout);
  impl->put_vectors(layout);
  const std::string file = std::move(layout).finish();
  std::string name = base::hash128(file).hex() + ".seg";
  if (auto written = base::write_file_atomic(folder / name, file); !written) return written.error();
  return name;
}

}  // namespace codeweaver::store
