// Pairs: reads pairs, removes duplicates, converts words to numbers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pairs.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <stdexcept>
#include <unordered_set>
#include <utility>

namespace codeweaver::training {
namespace {

constexpr std::size_t kFields = 8;  // project, path, symbol, sentence, doc, code, language, kind

/// A hash that ignores case, spaces and punctuation.
std::size_t fingerprint(std::string_view text) {
  std::string folded;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      folded += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::hash<std::string>{}(folded);
}

std::string read_whole(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

PairFiles::PairFiles(const std::filesystem::path& folder,
                     const std::set<std::string, std::less<>>& kinds) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".pairs") paths.push_back(entry.path());
  std::ranges::sort(paths);
  files_.reserve(paths.size());  // views into the strings must stay valid
  std::unordered_set<std::size_t> codes;
  for (const std::filesystem::path& path : paths) {
    const auto project = static_cast<std::uint32_t>(files_.size());
    names_.push_back(path.stem().string());
    // Per project, because the same words may have another meaning elsewhere.
    std::unordered_set<std::size_t> sentences;
    std::string_view rest = files_.emplace_back(read_whole(path));
    while (!rest.empty()) {
      std::array<std::string_view, kFields> fields;
      for (std::string_view& field : fields) {
        field = rest.substr(0, rest.find('\0'));
        rest.remove_prefix(std::min(rest.size(), field.size() + 1));
      }
      const auto& [name, file, symbol, sentence, doc, code, language, kind] = fields;
      if (!kinds.contains(kind)) continue;
      // A definition and a test of it may show the same code.
      if (!codes.insert(fingerprint(code) + kind.size()).second) continue;
      if (!sentence.empty() && !sentences.insert(fingerprint(sentence)).second) continue;
      pairs_.push_back({project, file, symbol, sentence, doc, code, language});
    }
  }
  if (pairs_.empty()) throw std::runtime_error("no pairs in " + folder.string());
}

std::vector<NumberedPair> number_pairs(const PairFiles& files, const Vocabulary& vocabulary,
                                       const std::vector<std::uint32_t>& clusters) {
  std::vector<NumberedPair> result;
  std::map<std::string_view, std::uint32_t> languages;
  for (std::size_t i = 0; i < files.pairs().size(); ++i) {
    const TextPair& pair = files.pairs()[i];
    const auto next = static_cast<std::uint32_t>(languages.size());
    NumberedPair numbered{pair.project,
                          clusters.empty() ? pair.project : clusters[i],
                          languages.emplace(pair.language, next).first->second,
                          pair.has_doc(),
                          vocabulary.numbers(pair.sentence),
                          vocabulary.numbers(pair.doc),
                          vocabulary.numbers(pair.code),
                          vocabulary.numbers(pair.path),
                          vocabulary.numbers(pair.symbol)};
    const auto& query = numbered.has_doc ? numbered.sentence : numbered.symbol;
    if (numbered.code.size() >= 3 && query.size() >= 2) result.push_back(std::move(numbered));
  }
  return result;
}

}  // namespace codeweaver::training
