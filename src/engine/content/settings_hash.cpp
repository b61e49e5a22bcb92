// Hash of a text with one line for each option.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/settings_hash.hpp"

#include "base/hash.hpp"
#include "document/document.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/state/model_identity.hpp"

namespace codeweaver::engine {

std::string settings_hash(const IndexOptions& options, const Embedder* embedder) {
  std::string text = FileProcessor(options).fingerprint() + '\n' +
                     model_identity(embedder, options.sparse_encoder.get()) + '\n' +
                     std::to_string(options.max_file_bytes) + '\n' + "documents " +
                     std::to_string(document::kVersion) + ' ' +
                     std::to_string(options.max_document_bytes) + '\n';
  for (const auto& pattern : options.exclude) text += "exclude " + pattern + '\n';
  for (const auto& folder : options.tooling_directories) text += "tooling " + folder + '\n';
  for (const auto& [extension, language] : options.extra_extensions)
    text.append("extension ").append(extension).append(" ").append(language).append("\n");
  return "xxh3:" + base::hash128(text).hex();
}

}  // namespace codeweaver::engine
