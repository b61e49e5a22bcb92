// Uses codeweaver in a program: indexes a folder and answers one query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <codeweaver/embedder.hpp>
#include <codeweaver/hybrid_searcher.hpp>
#include <codeweaver/indexer.hpp>
#include <codeweaver/reranker.hpp>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: embed_cpp FOLDER STATE_FOLDER QUERY\n";
    return 2;
  }
  const auto fail = [](const codeweaver::Error& error) {
    std::cerr << error.message() << '\n';
    return 1;
  };
  auto embedder = codeweaver::make_static_embedder();
  if (!embedder) return fail(embedder.error());
  auto indexer =
      codeweaver::Indexer::create({.root = argv[1], .state_dir = argv[2]}, {.embedder = *embedder});
  if (!indexer) return fail(indexer.error());
  if (auto report = indexer->run(); !report) return fail(report.error());

  auto reranker = codeweaver::make_learned_reranker();
  if (!reranker) return fail(reranker.error());
  auto searcher =
      codeweaver::HybridSearcher::open(argv[2], {.embedder = *embedder, .reranker = *reranker});
  if (!searcher) return fail(searcher.error());
  auto answer = searcher->search(argv[3], {.top_k = 5});
  if (!answer) return fail(answer.error());
  for (const auto& match : answer->matches)
    std::cout << match.file.path << ':' << match.span.start_line << '-' << match.span.end_line
              << "  " << match.content.chunk_name.value_or("") << '\n';
}
