// train_static_model: trains a static model file from mined pairs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "clusters.hpp"
#include "contrastive.hpp"
#include "model/static_model_writer.hpp"
#include "pairs.hpp"
#include "vocabulary.hpp"

namespace {

using namespace codeweaver::training;

constexpr std::string_view kUsage =
    "usage: train_static_model PAIRS_FOLDER OUTPUT [--name TEXT] [--dimension N] [--words N]\n"
    "  [--min-texts N] [--epochs N] [--batch N] [--block N] [--rate X] [--temperature X]\n"
    "  [--dropout X] [--keywords X] [--subjects X] [--balance X] [--kinds A,B,...]\n"
    "  [--clusters MODEL] [--seed N]\n";

struct Arguments {
  std::string pairs, output, name = "static-code-3";
  std::size_t words = 30000;
  std::uint32_t min_texts = 4;
  std::set<std::string, std::less<>> kinds{"definition"};
  std::string clusters_of{};
  TrainingOptions training{};
};

std::set<std::string, std::less<>> split(const std::string& list) {
  std::istringstream in(list);
  std::set<std::string, std::less<>> result;
  for (std::string item; std::getline(in, item, ',');) result.insert(item);
  return result;
}

Arguments parse(const std::vector<std::string>& words) {
  if (words.size() < 2 || words.size() % 2 != 0) throw std::invalid_argument(std::string(kUsage));
  Arguments result{.pairs = words[0], .output = words[1]};
  TrainingOptions& training = result.training;
  const std::map<std::string, std::function<void(const std::string&)>> options{
      {"--name", [&](const auto& v) { result.name = v; }},
      {"--dimension", [&](const auto& v) { training.dimension = std::stoul(v); }},
      {"--words", [&](const auto& v) { result.words = std::stoul(v); }},
      {"--min-texts",
       [&](const auto& v) { result.min_texts = static_cast<std::uint32_t>(std::stoul(v)); }},
      {"--epochs", [&](const auto& v) { training.epochs = std::stoul(v); }},
      {"--batch", [&](const auto& v) { training.batch = std::stoul(v); }},
      {"--block", [&](const auto& v) { training.block = std::stoul(v); }},
      {"--rate", [&](const auto& v) { training.learning_rate = std::stof(v); }},
      {"--temperature", [&](const auto& v) { training.temperature = std::stof(v); }},
      {"--dropout", [&](const auto& v) { training.token_dropout = std::stof(v); }},
      {"--keywords", [&](const auto& v) { training.keyword_share = std::stof(v); }},
      {"--subjects", [&](const auto& v) { training.subject_share = std::stof(v); }},
      {"--balance", [&](const auto& v) { training.balance = std::stof(v); }},
      {"--clusters", [&](const auto& v) { result.clusters_of = v; }},
      {"--kinds", [&](const auto& v) { result.kinds = split(v); }},
      {"--seed", [&](const auto& v) { training.seed = std::stoul(v); }}};
  for (std::size_t i = 2; i < words.size(); i += 2) {
    const auto option = options.find(words[i]);
    if (option == options.end()) throw std::invalid_argument("unknown option " + words[i]);
    option->second(words[i + 1]);
  }
  return result;
}

void run(const Arguments& arguments) {
  const PairFiles files(arguments.pairs, arguments.kinds);
  std::vector<std::string_view> texts;
  for (const TextPair& pair : files.pairs()) {
    texts.push_back(pair.code);
    if (pair.has_doc()) {
      texts.push_back(pair.sentence);
      texts.push_back(pair.doc);
    }
  }
  const Vocabulary vocabulary(texts, arguments.min_texts, arguments.words);
  const std::vector<std::uint32_t> clusters =
      arguments.clusters_of.empty() ? std::vector<std::uint32_t>{}
                                    : cluster_pairs(files.pairs(), arguments.clusters_of);
  const std::vector<NumberedPair> pairs = number_pairs(files, vocabulary, clusters);
  std::size_t documented = 0;
  for (const NumberedPair& pair : pairs) documented += pair.has_doc ? 1 : 0;
  std::printf("%u projects, %zu pairs, %zu of them documented, %zu words\n", files.projects(),
              pairs.size(), documented, vocabulary.size());
  std::fflush(stdout);
  const std::vector<float> vectors = train_vectors(pairs, vocabulary, arguments.training);
  const std::string bytes =
      codeweaver::model::static_model_bytes(arguments.name, vocabulary.words(), vectors);
  std::ofstream out(arguments.output, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error("cannot write " + arguments.output);
  std::printf("%s: %.2f MB\n", arguments.output.c_str(), static_cast<double>(bytes.size()) / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
