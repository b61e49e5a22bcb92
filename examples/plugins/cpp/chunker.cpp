// A chunker: splits SQL files after each statement, and other files as usual.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <codeweaver/chunker.hpp>

#include "workspace.hpp"

namespace {

class StatementChunker final : public codeweaver::Chunker {
 public:
  const codeweaver::ChunkerInfo& info() const noexcept override { return info_; }

  codeweaver::Result<codeweaver::CutFile> cut(const codeweaver::FileText& file) const override {
    if (file.language != "sql") return others_->cut(file);
    codeweaver::CutFile out;
    for (std::size_t begin = 0; begin < file.text.size();) {
      const auto semicolon = file.text.find(';', begin);
      const auto end = semicolon == file.text.npos ? file.text.size() : semicolon + 1;
      codeweaver::FilePiece piece;
      piece.begin = begin;
      piece.end = end;
      out.pieces.push_back(std::move(piece));
      begin = end;
    }
    return out;
  }

 private:
  codeweaver::ChunkerInfo info_{"statements", "1"};
  std::shared_ptr<const codeweaver::Chunker> others_ =
      codeweaver::make_syntax_chunker("statements");
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;  // FOLDER STATE_FOLDER QUERY
  codeweaver::WorkspaceOptions options;
  options.index.chunker = std::make_shared<const StatementChunker>();
  auto workspace = open(argv[1], argv[2], std::move(options));
  show(workspace, argv[3]);
}
