// Segment: opens a file with all checks that make later reads safe; access to its tables.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/segments/segment.hpp"

#include <cmath>
#include <cstring>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/postings/gram_list.hpp"
#include "store/postings/postings.hpp"
#include "store/segments/segment_impl.hpp"

namespace codeweaver::store {
namespace {

Error segment_damaged(const std::filesystem::path& file, std::string_view what) {
  Error error{ErrorCategory::kCorruption,
              error_code::kSegmentCorrupt,
              "The segment ",
              "",
              "The next run rebuilds it from the database",
              RemedyKind::kIndex};
  error.cause += file.filename().string();
  error.cause += " is damaged: ";
  error.cause += what;
  error.context = "opening '" + file.string() + "'";
  return error;
}

/// Reads and checks one segment. Each step returns a description of the problem; empty: no problem.
class Opener {
 public:
  Opener(Segment::Impl& impl, bool is_verified)
      : impl_(impl), bytes_(impl.map.bytes()), is_verified_(is_verified) {}

  std::string_view open() {
    for (auto step : {&Opener::read_header, &Opener::check_sections, &Opener::read_checksums,
                      &Opener::read_tables, &Opener::check_chunks, &Opener::check_files,
                      &Opener::read_terms, &Opener::read_grams, &Opener::read_vectors})
      if (const std::string_view problem = (this->*step)(); !problem.empty()) return problem;
    return {};
  }

 private:
  std::string_view read_header();
  std::string_view check_sections();
  std::string_view read_checksums();
  std::string_view read_tables();
  std::string_view check_chunks();
  std::string_view check_files();
  std::string_view read_terms();
  std::string_view read_grams();
  std::string_view read_vectors();
  std::string_view read_bit_codes();

  std::string_view section(SectionId id) const noexcept { return impl_.section(id); }
  /// A section as an array of `count` records; false if its size differs.
  template <class T>
  bool read_array(SectionId id, std::uint64_t count, std::span<const T>& out) const noexcept {
    const std::string_view bytes = section(id);
    if (bytes.size() != count * sizeof(T)) return false;
    out = {reinterpret_cast<const T*>(bytes.data()), static_cast<std::size_t>(count)};
    return true;
  }
  bool is_inside(StringRef ref) const noexcept {
    return std::uint64_t{ref.offset} + ref.size_bytes <= impl_.strings.size();
  }

  Segment::Impl& impl_;
  std::string_view bytes_;
  bool is_verified_;
};

std::string_view Opener::read_header() {
  SegmentHeader& header = impl_.header;
  if (bytes_.size() < sizeof header) return "it is shorter than a header";
  std::memcpy(&header, bytes_.data(), sizeof header);
  if (header.magic != kSegmentMagic) return "it does not start with the signature of a segment";
  if (header.version != kSegmentVersion || header.header_bytes != sizeof header)
    return "it was written by another version";
  if (header.checksum != base::hash64(bytes_.substr(0, offsetof(SegmentHeader, checksum))))
    return "the checksum of the header differs";
  if (header.file_bytes != bytes_.size()) return "its length differs from the one in its header";
  return {};
}

std::string_view Opener::check_sections() {
  for (const Section& entry : impl_.header.sections) {
    if (entry.size_bytes == 0) continue;
    if (entry.offset % kSegmentAlignment != 0 || entry.offset > bytes_.size() ||
        entry.size_bytes > bytes_.size() - entry.offset)
      return "a section is outside the file";
    const bool is_of_checksums = &entry == &impl_.header.sections.back();
    if ((!is_verified_ || is_of_checksums) &&
        base::hash64(bytes_.substr(static_cast<std::size_t>(entry.offset),
                                   static_cast<std::size_t>(entry.size_bytes))) != entry.checksum)
      return "the checksum of a section differs";
  }
  for (Section& entry : impl_.header.sections)
    if (entry.size_bytes == 0) entry.offset = 0;
  return {};
}

/// If the file is unchanged since it was written, the sections that opening does not read are
/// compared page by page, on first read.
std::string_view Opener::read_checksums() {
  const Section& entry = impl_.header.sections[static_cast<std::size_t>(SectionId::kPageChecksums)];
  const std::uint64_t pages = (entry.offset + kPageBytes - 1) / kPageBytes;
  std::span<const std::uint64_t> checksums;
  if (pages == 0 || !read_array(SectionId::kPageChecksums, pages, checksums))
    return "the checksums of its pages have the wrong size";
  impl_.checks = std::make_unique<PageChecks>(
      bytes_.substr(0, static_cast<std::size_t>(entry.offset)), checksums);
  if (!is_verified_) {
    impl_.checks->trust_all();
    return {};
  }
  for (const auto id : {SectionId::kChunks, SectionId::kFiles, SectionId::kLanguages,
                        SectionId::kVectorMean, SectionId::kVectorSpreads})
    if (!impl_.is_intact(id)) return "the checksum of a page differs";
  return {};
}

std::string_view Opener::read_tables() {
  const SegmentHeader& header = impl_.header;
  impl_.strings = section(SectionId::kStrings);
  const bool ok = read_array(SectionId::kChunks, header.chunks, impl_.chunks) &&
                  read_array(SectionId::kFiles, header.files, impl_.files) &&
                  read_array(SectionId::kLanguages, header.languages, impl_.languages) &&
                  read_array(SectionId::kLengths, header.chunks, impl_.lengths);
  return ok ? std::string_view{} : "a table has the wrong size";
}

std::string_view Opener::check_chunks() {
  for (const StringRef& language : impl_.languages)
    if (!is_inside(language)) return "a language name is outside the string table";
  for (const ChunkEntry& chunk : impl_.chunks) {
    if (chunk.file >= impl_.files.size() || chunk.language >= impl_.languages.size() ||
        chunk.semantic_class >= kSemanticClassCount || !is_inside(chunk.symbol) ||
        (chunk.flags >> ChunkEntry::kSourceShift & 3U) >
            static_cast<unsigned>(ChunkSource::kAstNode))
      return "a chunk refers to missing data";
  }
  return {};
}

std::string_view Opener::check_files() {
  std::uint32_t previous = 0, last_block = 0;
  const std::size_t blocks = section(SectionId::kTextBlocks).size() / sizeof(TextBlock);
  for (const FileEntry& file : impl_.files) {
    if (!is_inside(file.path) || file.first_chunk < previous ||
        file.first_chunk > impl_.chunks.size() || file.first_block < last_block ||
        file.first_block > blocks)
      return "a file refers to missing data";
    previous = file.first_chunk;
    last_block = file.first_block;
  }
  return {};
}

std::string_view Opener::read_terms() {
  std::span<const TermBlock> blocks;
  const std::uint64_t count = (impl_.header.terms + kTermsPerBlock - 1) / kTermsPerBlock;
  if (!read_array(SectionId::kTermBlocks, count, blocks))
    return "the term blocks have the wrong size";
  impl_.dictionary =
      TermDictionary(blocks, section(SectionId::kTermData), impl_.header.terms, impl_.checks.get());
  const std::string_view postings = section(SectionId::kPostings);
  if (postings.size() < kPostingsPadding) return "the postings are truncated";
  impl_.postings = postings.substr(0, postings.size() - kPostingsPadding);
  return {};
}

std::string_view Opener::read_grams() {
  const auto is_of = [](std::string_view bytes, std::size_t record) {
    return bytes.size() % record == 0;
  };
  const auto texts = section(SectionId::kTextBlocks), blocks = section(SectionId::kGramBlocks);
  if (!is_of(texts, sizeof(TextBlock)) || !is_of(blocks, sizeof(GramBlock)))
    return "the text blocks have the wrong size";
  impl_.text_blocks = {reinterpret_cast<const TextBlock*>(texts.data()),
                       texts.size() / sizeof(TextBlock)};
  impl_.grams = GramDictionary(
      {reinterpret_cast<const GramBlock*>(blocks.data()), blocks.size() / sizeof(GramBlock)},
      section(SectionId::kGramData), impl_.checks.get());
  impl_.gram_lists = section(SectionId::kGramLists);
  return {};
}

std::string_view Opener::read_vectors() {
  const SegmentHeader& header = impl_.header;
  impl_.with_vector = ChunkSet(impl_.chunks.size(), false);
  if (header.dimension == 0) return {};
  VectorView& vectors = impl_.vectors;
  vectors.dimension = header.dimension;
  vectors.row_bytes = header.row_bytes;
  std::span<const std::uint8_t> rows, nibbles;
  if (header.row_bytes != align_up(header.dimension) ||
      !read_array(SectionId::kVectorMean, header.dimension, vectors.mean) ||
      !read_array(SectionId::kVectorSpreads, header.dimension, vectors.spreads) ||
      !read_array(SectionId::kVectorScales, header.chunks, vectors.scales) ||
      !read_array(SectionId::kVectorBiases, header.chunks, vectors.biases) ||
      !read_array(SectionId::kVectorRows, std::uint64_t{header.chunks} * header.row_bytes, rows) ||
      !read_array(SectionId::kVectorNibbles, std::uint64_t{header.chunks} * header.row_bytes / 2,
                  nibbles))
    return "the vectors have the wrong size";
  vectors.rows = rows.data();
  vectors.nibbles = nibbles.data();
  impl_.graph = section(SectionId::kGraph);
  for (std::size_t i = 0; i < impl_.chunks.size(); ++i)
    if ((impl_.chunks[i].flags & ChunkEntry::kHasVector) != 0) impl_.with_vector.set(i, true);
  return read_bit_codes();
}

std::string_view Opener::read_bit_codes() {
  const std::string_view bytes = section(SectionId::kBitCodes);
  if (bytes.empty()) return {};
  const std::size_t words = bit_code_width(impl_.header.dimension) / 32;
  const std::size_t rows =
      (impl_.chunks.size() + kBitBlockRows - 1) / kBitBlockRows * kBitBlockRows;
  if (bytes.size() != rows * (sizeof(float) + words * sizeof(std::uint32_t)))
    return "the bit codes have the wrong size";
  BitView& bits = impl_.vectors.bits;
  bits.words = words;
  bits.factors = {reinterpret_cast<const float*>(bytes.data()), rows};
  bits.blocks = reinterpret_cast<const std::uint32_t*>(bytes.data() + rows * sizeof(float));
  return {};
}

}  // namespace

std::optional<TermPostings> Segment::Impl::postings_of(const TermInfo& info) const noexcept {
  if (info.postings_offset > postings.size() ||
      info.postings_bytes > postings.size() - info.postings_offset)
    return std::nullopt;
  const auto bytes = postings.substr(static_cast<std::size_t>(info.postings_offset),
                                     static_cast<std::size_t>(info.postings_bytes));
  if (!checks->are_intact(bytes)) return std::nullopt;
  return TermPostings::parse(bytes, chunks.size(), info.document_frequency);
}

bool Segment::Impl::add_gram(text::Gram gram, ChunkSet& blocks) const {
  GramInfo info;
  const auto found = grams.find(gram, info);
  if (found != GramDictionary::Found::kThere) return found == GramDictionary::Found::kAbsent;
  if (info.offset > gram_lists.size() || info.size_bytes > gram_lists.size() - info.offset)
    return false;
  const auto list = gram_lists.substr(static_cast<std::size_t>(info.offset),
                                      static_cast<std::size_t>(info.size_bytes));
  return checks->are_intact(list) && add_gram_list(list, blocks);
}

Segment::Segment(std::unique_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}
Segment::~Segment() = default;

Result<std::shared_ptr<const Segment>> Segment::open(
    const std::filesystem::path& file, const std::optional<base::FileIdentity>& verified) {
  CODEWEAVER_ASSIGN(auto map, base::MappedFile::open(file));
  const bool is_verified = verified == map.identity();
  return open_map(std::move(map), file, is_verified);
}

Result<std::shared_ptr<const Segment>> Segment::open_written(base::MappedFile map,
                                                             std::string name) {
  return open_map(std::move(map), name, true);
}

Result<std::shared_ptr<const Segment>> Segment::open_map(base::MappedFile map,
                                                         const std::filesystem::path& file,
                                                         bool is_verified) {
  auto impl = std::make_unique<Impl>();
  impl->map = std::move(map);
  impl->name = file.filename().string();
  if (const std::string_view problem = Opener(*impl, is_verified).open(); !problem.empty())
    return segment_damaged(file, problem);
  return std::shared_ptr<const Segment>(new Segment(std::move(impl)));
}

const std::string& Segment::name() const noexcept {
  return impl_->name;
}
std::size_t Segment::size() const noexcept {
  return impl_->chunks.size();
}
std::size_t Segment::file_count() const noexcept {
  return impl_->files.size();
}
std::size_t Segment::dimension() const noexcept {
  return impl_->header.dimension;
}
std::size_t Segment::size_bytes() const noexcept {
  return impl_->map.bytes().size();
}
std::optional<Error> Segment::damage() const {
  if (!impl_->checks->has_damage()) return std::nullopt;
  return segment_damaged(impl_->name, "the checksum of a page differs");
}
bool Segment::has_graph() const noexcept {
  return !impl_->graph.empty();
}

SegmentChunk Segment::chunk(std::size_t index) const noexcept {
  const ChunkEntry& entry = impl_->chunks[index];
  const FileEntry& file = impl_->files[entry.file];
  SegmentChunk chunk;
  chunk.path = impl_->string(file.path);
  chunk.language = impl_->string(impl_->languages[entry.language]);
  chunk.symbol = impl_->string(entry.symbol);
  chunk.content = {file.content_high, file.content_low};
  chunk.ordinal = entry.ordinal;
  chunk.file = entry.file;
  chunk.lines = {entry.start_line, entry.end_line};
  chunk.semantic_class = static_cast<SemanticClass>(entry.semantic_class);
  chunk.source = static_cast<ChunkSource>(entry.flags >> ChunkEntry::kSourceShift & 3U);
  chunk.is_test = (entry.flags & ChunkEntry::kIsTest) != 0;
  chunk.is_generated = (entry.flags & ChunkEntry::kIsGenerated) != 0;
  chunk.tokens = entry.tokens;
  return chunk;
}

std::string_view Segment::file_path(std::size_t file) const noexcept {
  return impl_->string(impl_->files[file].path);
}

base::Hash128 Segment::file_content(std::size_t file) const noexcept {
  return {impl_->files[file].content_high, impl_->files[file].content_low};
}

std::pair<std::uint32_t, std::uint32_t> Segment::file_chunks(std::size_t file) const noexcept {
  const std::uint32_t first = impl_->files[file].first_chunk;
  const std::size_t next = file + 1;
  return {first, next < impl_->files.size() ? impl_->files[next].first_chunk
                                            : static_cast<std::uint32_t>(impl_->chunks.size())};
}

std::array<std::uint64_t, kFieldCount> Segment::field_lengths() const noexcept {
  return impl_->header.field_lengths;
}

std::array<std::uint16_t, kFieldCount> Segment::chunk_lengths(std::size_t index) const noexcept {
  return impl_->is_intact(SectionId::kLengths) ? impl_->lengths[index]
                                               : std::array<std::uint16_t, kFieldCount>{};
}

}  // namespace codeweaver::store
