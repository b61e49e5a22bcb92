// A reranker: the scores of the built-in one, reduced for files in deep folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <codeweaver/reranker.hpp>
#include <string>

#include "workspace.hpp"

namespace {

class ShallowFirst final : public codeweaver::Reranker {
 public:
  std::string_view name() const noexcept override { return "example/shallow-first"; }

  codeweaver::Result<std::vector<float>> rerank(
      std::string_view query,
      std::span<const codeweaver::RerankCandidate> candidates) const override {
    auto scores = built_in_->rerank(query, candidates);
    if (!scores) return scores;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto depth = std::ranges::count(candidates[i].path, '/');
      (*scores)[i] /= 1.0F + 0.5F * static_cast<float>(depth);
    }
    return scores;
  }

 private:
  std::shared_ptr<const codeweaver::Reranker> built_in_ =
      codeweaver::make_learned_reranker().value();
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;  // FOLDER STATE_FOLDER QUERY
  codeweaver::WorkspaceOptions options;
  options.reranker = std::make_shared<const ShallowFirst>();
  auto workspace = open(argv[1], argv[2], std::move(options));
  show(workspace, argv[3]);
}
