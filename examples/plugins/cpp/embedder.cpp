// An embedder: vectors count the groups of three letters in a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>
#include <codeweaver/embedder.hpp>

#include "workspace.hpp"

namespace {

class LetterEmbedder final : public codeweaver::Embedder {
 public:
  const codeweaver::EmbedderInfo& info() const noexcept override { return info_; }

  codeweaver::Result<void> embed_documents(std::span<const std::string_view> texts,
                                           std::span<float> out) const override {
    std::ranges::fill(out, 0.0F);
    for (std::size_t i = 0; i < texts.size(); ++i)
      embed(texts[i], out.subspan(i * info_.dimension, info_.dimension));
    return {};
  }

 private:
  void embed(std::string_view text, std::span<float> row) const {
    for (std::size_t at = 0; at + 3 <= text.size(); ++at) {
      unsigned hash = 2166136261U;
      for (const char c : text.substr(at, 3))
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
      row[hash % row.size()] += 1;
    }
    float norm = 0;
    for (const float x : row) norm += x * x;
    if (norm > 0)
      for (float& x : row) x /= std::sqrt(norm);
  }

  codeweaver::EmbedderInfo info_{"example", "letters-1", 128, false};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;  // FOLDER STATE_FOLDER QUERY
  codeweaver::WorkspaceOptions options;
  options.embedder = std::make_shared<const LetterEmbedder>();
  auto workspace = open(argv[1], argv[2], std::move(options));
  show(workspace, argv[3]);
}
