// Fills templates with words: some from the whole tree, most from the words of the file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "generated_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <numbers>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "generated_languages.hpp"
#include "generated_words.hpp"

namespace codeweaver::bench {
namespace {

constexpr double kMedianBytes = 3800, kSigma = 1.25;
constexpr double kLeastBytes = 300, kMostBytes = 200'000;
constexpr std::size_t kTopicWords = 24;
constexpr std::size_t kFilesAFolder = 14, kFoldersAFolder = 12;

double file_size(Random& random) {
  const double radius = std::sqrt(-2 * std::log(share(random)));
  const double normal = radius * std::cos(2 * std::numbers::pi * share(random));
  return std::clamp(kMedianBytes * std::exp(kSigma * normal), kLeastBytes, kMostBytes);
}

const GeneratedLanguage& language(Random& random) {
  std::size_t total = 0;
  for (const auto& one : generated_languages()) total += one.share;
  auto place = random.below(total);
  for (const auto& one : generated_languages()) {
    if (place < one.share) return one;
    place -= one.share;
  }
  return generated_languages().front();
}

/// Fills the placeholders of templates with the words of one file.
class FileWriter {
 public:
  FileWriter(const GeneratedLanguage& language, Random& random)
      : language_(language), random_(random) {
    for (std::size_t i = 0; i < kTopicWords; ++i)
      topic_.push_back(Vocabulary::nouns().draw(random_));
  }

  std::string write(double size) {
    std::string out;
    fill(language_.opening, out);
    while (static_cast<double>(out.size()) < size)
      fill(language_.definitions[random_.below(language_.definitions.size())], out);
    return out.append(language_.closing);
  }

 private:
  /// Two of three words are from the file's own list, mostly from its beginning.
  std::string_view noun() {
    if (random_.below(3) == 0) return Vocabulary::nouns().draw(random_);
    return topic_[std::min(random_.below(kTopicWords), random_.below(kTopicWords))];
  }

  std::vector<std::string_view> action() {
    std::vector<std::string_view> words = {Vocabulary::verbs().draw(random_), noun()};
    if (random_.below(2) == 0) words.push_back(noun());
    return words;
  }

  std::vector<std::string_view> thing() {
    std::vector<std::string_view> words = {noun()};
    if (random_.below(3) > 0) words.push_back(noun());
    return words;
  }

  std::string name(const std::vector<std::string_view>& words, NameStyle style) const {
    std::string out;
    append_name(out, words, style);
    return out;
  }

  void append_sentence(std::string& out) {
    static constexpr std::array<std::string_view, 6> kLinks = {
        " the ", " of a ", " before the ", " for each ", " when the ", " that belongs to "};
    const auto start = out.size();
    out += Vocabulary::verbs().draw(random_);
    out[start] = static_cast<char>(out[start] - 'a' + 'A');
    for (std::size_t links = 2 + random_.below(4); links > 0; --links)
      out.append(kLinks[random_.below(kLinks.size())]).append(noun());
    out += '.';
  }

  void fill(std::string_view source, std::string& out) {
    const auto function = name(action(), language_.functions);
    const auto type = name(thing(), language_.types);
    const std::array<std::string, 3> variables = {name(thing(), language_.variables),
                                                  name({noun()}, language_.variables),
                                                  name(thing(), language_.variables)};
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (source[i] != '%') {
        out += source[i];
        continue;
      }
      switch (const char place = source[++i]) {
        case 'n':
          out += function;
          break;
        case 'T':
          out += type;
          break;
        case 'K':
          append_name(out, action(), NameStyle::kScream);
          break;
        case 'f':
          append_name(out, action(), language_.functions);
          break;
        case 'd':
          append_sentence(out);
          break;
        case 'w':
          out.append(noun()).append(" ").append(noun());
          break;
        case '1':
          out += std::to_string(random_.below(random_.below(2) == 0 ? 16 : 5000));
          break;
        case '%':
          out += '%';
          break;
        default:
          out += variables[static_cast<std::size_t>(place - 'a')];
      }
    }
  }

  const GeneratedLanguage& language_;
  Random& random_;
  std::vector<std::string_view> topic_;
};

/// Two levels of folders, named with the words of their numbers.
std::string folder_of(std::size_t number) {
  const auto folder = number / kFilesAFolder;
  Random outer(folder / kFoldersAFolder), inner(folder + 1'000'003);
  return std::string(Vocabulary::nouns().draw(outer)) + std::to_string(folder / kFoldersAFolder) +
         '/' + std::string(Vocabulary::nouns().draw(inner)) + std::to_string(folder);
}

}  // namespace

GeneratedFile generated_file(std::size_t number, std::uint64_t seed) {
  Random random(seed * 0x2545F4914F6CDD1DU + number);
  const auto& chosen = language(random);
  const double size = file_size(random);
  GeneratedFile file;
  file.path = folder_of(number) + '/' + std::string(Vocabulary::nouns().draw(random)) + '_' +
              std::to_string(number) + '.' + std::string(chosen.extension);
  file.text = FileWriter(chosen, random).write(size);
  return file;
}

std::uint64_t write_generated_tree(const std::filesystem::path& root, const GeneratedSize& size,
                                   std::uint64_t seed) {
  std::uint64_t bytes = 0;
  std::filesystem::path last_folder;
  for (std::size_t i = 0;
       (size.files == 0 || i < size.files) && (size.bytes == 0 || bytes < size.bytes); ++i) {
    const auto file = generated_file(i, seed);
    const auto path = root / file.path;
    if (path.parent_path() != last_folder)
      std::filesystem::create_directories(last_folder = path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out << file.text << std::flush;
    if (!out) throw std::runtime_error("cannot write " + path.string());
    bytes += file.text.size();
  }
  return bytes;
}

}  // namespace codeweaver::bench
