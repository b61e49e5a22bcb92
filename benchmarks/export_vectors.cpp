// Chunks and embeds file by file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "export_vectors.hpp"

#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "codeweaver/embedder.hpp"
#include "corpus/discovery.hpp"
#include "engine/content/features.hpp"
#include "engine/content/file_processor.hpp"
#include "harness.hpp"

namespace codeweaver::bench {

VectorShape export_vectors(const std::filesystem::path& tree, const std::filesystem::path& file) {
  const auto embedder = need(make_static_embedder());
  const engine::FileProcessor processor{IndexOptions{}};
  VectorShape shape{0, embedder->info().dimension};
  std::vector<float> vector(shape.dimension);
  std::ofstream out(file, std::ios::binary);
  for (const auto& source : need(corpus::discover(tree)).files) {
    const auto processed = processor.process(source, nullptr);
    if (!processed.content) continue;
    const auto& content = *processed.content;
    for (const auto& chunk : content.chunks) {
      const std::string text = engine::embedding_text(source.path, chunk, content.text, true);
      const std::string_view view = text;
      need(embedder->embed_documents(std::span(&view, 1), vector));
      out.write(reinterpret_cast<const char*>(vector.data()),
                static_cast<std::streamsize>(vector.size() * sizeof(float)));
      ++shape.count;
    }
  }
  out.flush();
  if (!out) throw std::runtime_error("cannot write " + file.string());
  return shape;
}

}  // namespace codeweaver::bench
