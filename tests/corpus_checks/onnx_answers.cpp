// Prints the outputs of ONNX models; tests compare them with those of ONNX Runtime.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <iostream>
#include <string>
#include <vector>

#include "codeweaver/embedder.hpp"
#include "codeweaver/onnx_models.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"

namespace {

using codeweaver::OnnxModel;
using codeweaver::Pooling;
using codeweaver::Result;
using codeweaver::json::Array;
using codeweaver::json::Value;

Array numbers(const std::vector<float>& values) {
  Array out;
  for (const float value : values) out.emplace_back(static_cast<double>(value));
  return out;
}

/// For each text what it is as a document, and as a query.
Result<Value> embed(const OnnxModel& model, const std::vector<std::string>& texts) {
  const auto embedder = make_onnx_embedder(model);
  if (!embedder) return embedder.error();
  const auto& info = (*embedder)->info();
  Array documents, queries;
  for (const std::string_view text : texts) {
    std::vector<float> row(info.dimension);
    if (auto done = (*embedder)->embed_documents(std::span(&text, 1), row); !done)
      return done.error();
    documents.emplace_back(numbers(row));
    if (auto done = (*embedder)->embed_query(text, row); !done) return done.error();
    queries.emplace_back(numbers(row));
  }
  return Value(codeweaver::json::Object{{"model", info.provider + '/' + info.model},
                                        {"documents", std::move(documents)},
                                        {"queries", std::move(queries)}});
}

/// Scores of all texts but the first, which is the query.
Result<Value> rerank(const OnnxModel& model, const std::vector<std::string>& texts) {
  const auto reranker = make_onnx_reranker(model);
  if (!reranker) return reranker.error();
  std::vector<codeweaver::RerankCandidate> candidates;
  for (std::size_t i = 1; i < texts.size(); ++i)
    candidates.push_back({.path = "a.py", .symbol = "", .doc = "", .content = texts[i]});
  const auto scores = (*reranker)->rerank(texts.at(0), candidates);
  if (!scores) return scores.error();
  return Value(
      codeweaver::json::Object{{"model", (*reranker)->name()}, {"scores", numbers(*scores)}});
}

/// Words and weights of each text.
Result<Value> expand(const OnnxModel& model, const std::vector<std::string>& texts) {
  const auto encoder = make_onnx_sparse_encoder(model);
  if (!encoder) return encoder.error();
  Array out;
  for (const auto& text : texts) {
    const auto terms = (*encoder)->encode_query(text);
    if (!terms) return terms.error();
    codeweaver::json::Object words;
    for (const auto& term : *terms)
      words.push_back({term.term, Value(static_cast<double>(term.weight))});
    out.emplace_back(std::move(words));
  }
  return Value(std::move(out));
}

/// The pooling with this name; kAuto for another name.
Pooling pooling_of(std::string_view name) {
  for (const auto pooling : {Pooling::kMean, Pooling::kCls, Pooling::kMax, Pooling::kLast})
    if (to_string(pooling) == name) return pooling;
  return Pooling::kAuto;
}

}  // namespace

/// onnx_answers embed|rerank|expand LIBRARY MODEL POOLING, a list of texts on standard input. An
/// error is printed as its code and its message, and ends it with 1.
int main(int count, char** given) {
  if (count != 5) return 2;
  const OnnxModel model{.path = given[3], .library = given[2], .pooling = pooling_of(given[4])};
  std::string line;
  std::getline(std::cin, line);
  const auto read = codeweaver::json::parse(line);
  std::vector<std::string> texts;
  if (read && read->is_array())
    for (const auto& text : *read->if_array()) texts.push_back(*text.if_string());
  const std::string what = given[1];
  const auto answer = what == "embed"    ? embed(model, texts)
                      : what == "rerank" ? rerank(model, texts)
                                         : expand(model, texts);
  if (answer) std::cout << codeweaver::json::dump(*answer) << '\n';
  if (!answer) std::cout << answer.error().code << '\n' << answer.error().message() << '\n';
  return answer ? 0 : 1;
}
