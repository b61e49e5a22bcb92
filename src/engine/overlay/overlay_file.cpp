// Processes texts of overlays in the same stages as files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/overlay/overlay_file.hpp"

#include <algorithm>
#include <utility>

#include "base/path_name.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "corpus/classify.hpp"
#include "corpus/discovery.hpp"
#include "engine/content/deferring_embedder.hpp"
#include "engine/content/tolerant_encoders.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/model_identity.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostUnused = 64U << 20;  // size limit of unused files

/// The file as discovery describes it, by its name and beginning; nullopt: discovery would skip it.
std::optional<DiscoveredFile> discovered(std::string_view path, std::string_view text,
                                         const IndexOptions& options) {
  const auto name = base::file_name(path);
  auto name_class = corpus::classify_name(name, options.extra_extensions);
  if (name_class.head_bytes > 0)
    corpus::classify_content(name, text.substr(0, name_class.head_bytes), name_class);
  if (name_class.language.empty()) return std::nullopt;
  DiscoveredFile file;
  file.path = path;
  file.size_bytes = text.size();
  file.language = std::move(name_class.language);
  file.ext_kind = std::move(name_class.ext_kind);
  file.is_test = corpus::looks_like_test(path);
  file.is_generated = corpus::looks_generated(path, {});
  return file;
}

ProcessedFile process(const OverlayRules& rules, const DiscoveredFile& file,
                      const std::string& text) {
  if (file.size_bytes > size_limit(corpus::discovery_options(rules.options), file.language)) {
    auto out = rules.processor.describe(file);
    out.file.outcome = store::FileOutcome::kSkipped;
    out.file.reason = "too_large";
    return out;
  }
  if (rules.processor.is_secret(file)) return rules.processor.left_out(file, kSecretFile);
  return rules.processor.process_text(file, rules.processor.text_of(file, text), nullptr);
}

}  // namespace

std::size_t OverlayFile::bytes() const noexcept {
  constexpr std::size_t kOfChunk = 512, kOfTerm = 16, kTimesText = 2;
  std::size_t out = sizeof *this + kTimesText * content.text.size() + content.facts.size() +
                    kOfChunk * content.chunks.size() + prepared.vectors.size() * sizeof(float);
  for (const auto& chunk : prepared.chunks)
    for (const auto& terms : chunk.terms.fields) out += kOfTerm * terms.size();
  return out;
}

Result<std::shared_ptr<const OverlayFile>> make_overlay_file(const OverlayRules& rules,
                                                             std::string_view path,
                                                             const std::string& text,
                                                             const store::Database& database) {
  const auto file = discovered(path, text, rules.options);
  if (!file) return std::shared_ptr<const OverlayFile>();
  auto processed = process(rules, *file, text);
  auto out = std::make_shared<OverlayFile>();
  out->file = std::move(processed.file);
  if (!processed.content) return std::shared_ptr<const OverlayFile>(std::move(out));
  out->content = std::move(*processed.content);
  std::optional<DeferringEmbedder> deferring;
  Encoders encoders = rules.encoders;
  if (keeps_vectors(encoders.embedder))
    encoders.embedder = &deferring.emplace(encoders.embedder->info());
  const TolerantEncoders tolerant(encoders);
  CODEWEAVER_ASSIGN(out->prepared,
                    prepare_file(wanted_file(out->file), out->content, tolerant.view(), database));
  out->lacks_vectors = out->prepared.outage || out->prepared.sparse_outage;
  return std::shared_ptr<const OverlayFile>(std::move(out));
}

base::Hash128 OverlayFiles::key_of(std::string_view path, std::string_view text,
                                   std::string_view settings) {
  return base::hash128(base::hash128(text).hex().append(settings).append(path));
}

OverlayFiles::Pointer OverlayFiles::find(const base::Hash128& key) const {
  const std::lock_guard lock(mutex_);
  const auto at = files_.find(key);
  return at == files_.end() ? nullptr : at->second;
}

void OverlayFiles::keep(const base::Hash128& key, const Pointer& file) {
  const std::lock_guard lock(mutex_);
  const std::size_t bytes = file->bytes();
  if (!files_.try_emplace(key, file).second) return;
  bytes_ += bytes;
  if (bytes_ <= kMostUnused) return;
  std::erase_if(files_, [&](const auto& entry) {
    const bool is_unused = entry.second.use_count() == 1;
    if (is_unused) bytes_ -= entry.second->bytes();
    return is_unused;
  });
}

}  // namespace codeweaver::engine
