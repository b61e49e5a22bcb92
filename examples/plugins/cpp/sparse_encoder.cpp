// A sparse encoder: the query "context" also finds code with "ctx", and so on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <codeweaver/sparse_encoder.hpp>

#include "workspace.hpp"

namespace {

class AbbreviationEncoder final : public codeweaver::SparseEncoder {
 public:
  const codeweaver::SparseEncoderInfo& info() const noexcept override { return info_; }

  codeweaver::Result<void> encode_documents(
      std::span<const std::string_view> texts,
      std::span<std::vector<codeweaver::WeightedTerm>> out) const override {
    for (std::size_t i = 0; i < texts.size(); ++i)
      for (const auto& [shorter, longer] : kWords)
        if (texts[i].find(shorter) != std::string_view::npos)
          out[i].push_back({std::string(longer), 1});
    return {};
  }
  codeweaver::Result<std::vector<codeweaver::WeightedTerm>> encode_query(
      std::string_view) const override {
    return std::vector<codeweaver::WeightedTerm>{};  // expanding the chunks is enough
  }

 private:
  static constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"ctx", "context"}, {"auth", "authentication"}, {"conn", "connection"}};
  codeweaver::SparseEncoderInfo info_{"example", "abbreviations-1"};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;  // FOLDER STATE_FOLDER QUERY
  codeweaver::WorkspaceOptions options;
  options.index.sparse_encoder = std::make_shared<const AbbreviationEncoder>();
  auto workspace = open(argv[1], argv[2], std::move(options));
  show(workspace, argv[3]);
}
