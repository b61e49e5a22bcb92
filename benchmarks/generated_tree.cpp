// Fills a template for each language with words drawn from a small vocabulary.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "generated_tree.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>

namespace codeweaver::bench {
namespace {

constexpr std::array<std::string_view, 20> kVerbs = {
    "read",  "parse",  "merge", "send",   "retry",  "open",  "close",   "build", "split", "check",
    "queue", "decode", "rank",  "commit", "filter", "fetch", "compare", "store", "route", "expire"};
constexpr std::array<std::string_view, 32> kNouns = {
    "request", "token",  "session", "buffer",  "index",   "record",  "header",   "cache",
    "stream",  "packet", "user",    "invoice", "policy",  "cursor",  "segment",  "vector",
    "socket",  "schema", "worker",  "lease",   "message", "payload", "checksum", "window",
    "account", "graph",  "region",  "secret",  "archive", "channel", "snapshot", "budget"};

constexpr std::array<std::string_view, 16> kSyllables = {
    "ba", "ce", "do", "fi", "gu", "ha", "ki", "lo", "mu", "ne", "pa", "ri", "so", "ta", "ve", "zu"};

struct Template {
  std::string_view extension, opening, function, closing;
};

// %n the function's name, %d its doc sentence, %a %b %c words.
constexpr std::array<Template, 5> kTemplates = {{
    {"py", "\"\"\"%d\"\"\"\nimport os\n\n",
     "def %n(%a, %b=None):\n    \"\"\"%d\"\"\"\n    if %b is None:\n        %b = os.environ.get("
     "\"%c\")\n    total = 0\n    for %c in %a:\n        if %c.%b > total:\n            total += "
     "%c.%a\n    return total\n\n\n",
     ""},
    {"go", "// Package gen: %d\npackage gen\n\nimport \"fmt\"\n\n",
     "// %n: %d\nfunc %n(%a []int, %b string) (int, error) {\n\ttotal := 0\n\tfor _, %c := range "
     "%a "
     "{\n\t\tif %c < 0 {\n\t\t\treturn 0, fmt.Errorf(\"%c of %b\")\n\t\t}\n\t\ttotal += "
     "%c\n\t}\n\treturn total, nil\n}\n\n",
     ""},
    {"ts", "// %d\nimport { %a } from './%b';\n\n",
     "/** %d */\nexport async function %n(%a: string[], %b = 1): Promise<number> {\n  let total = "
     "%b;\n  for (const %c of %a) {\n    if (%c.length === 0) throw new Error('%c %b');\n    total "
     "+= %c.length;\n  }\n  return total;\n}\n\n",
     ""},
    {"cpp", "// %d\n#include <string>\n#include <vector>\n\nnamespace gen {\n\n",
     "/// %d\nint %n(const std::vector<std::string>& %a, int %b) {\n  int total = %b;\n  for "
     "(const "
     "auto& %c : %a) {\n    if (%c.empty()) continue;\n    total += static_cast<int>(%c.size());\n "
     " "
     "}\n  return total;\n}\n\n",
     "}  // namespace gen\n"},
    {"java", "// %d\npackage gen;\n\nclass Generated {\n",
     "  /** %d */\n  static int %n(java.util.List<String> %a, int %b) {\n    int total = %b;\n    "
     "for (String %c : %a) {\n      if (%c.isEmpty()) throw new IllegalStateException(\"%b\");\n   "
     " "
     "  total += %c.length();\n    }\n    return total;\n  }\n\n",
     "}\n"},
}};

class Writer {
 public:
  explicit Writer(std::uint32_t seed) : random_(seed) {}

  std::string file(const Template& source) {
    std::string out;
    fill(source.opening, out);
    for (std::size_t count = 8 + random_() % 20; count > 0; --count) fill(source.function, out);
    return out.append(source.closing);
  }

 private:
  /// Low numbers are drawn most: about 1/(rank + 1).
  template <std::size_t N>
  std::string_view draw(const std::array<std::string_view, N>& words) {
    const double share = static_cast<double>(random_()) / 4294967296.0;
    const auto rank = static_cast<std::size_t>(std::pow(static_cast<double>(N) + 1, share)) - 1;
    return words[std::min(rank, N - 1)];
  }

  /// A word that few others share.
  std::string rare_word() {
    std::string out;
    for (int i = 0; i < 3; ++i) out += kSyllables[random_() % kSyllables.size()];
    return out;
  }

  std::string sentence(const std::string& subject) {
    std::string out(draw(kVerbs));
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
    for (const auto* link : {" the ", " of a ", " before the "})
      out.append(link).append(draw(kNouns));
    return out + " of the " + subject + '.';
  }

  void fill(std::string_view source, std::string& out) {
    const std::string name = std::string(draw(kVerbs)) + '_' + std::string(draw(kNouns)) + '_' +
                             std::string(draw(kNouns)) + std::to_string(random_() % 100);
    const std::string doc = sentence(rare_word());
    const std::string a = std::string(draw(kNouns)) + "s";
    const std::string b = std::string(draw(kNouns)) + "_max", c = std::string(draw(kNouns)) + "_at";
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (source[i] != '%') {
        out += source[i];
        continue;
      }
      const char which = source[++i];
      out += which == 'n' ? name : which == 'd' ? doc : which == 'a' ? a : which == 'b' ? b : c;
    }
  }

  std::mt19937 random_;
};

}  // namespace

void write_generated_tree(const std::filesystem::path& root, std::size_t files) {
  for (std::size_t i = 0; i < files; ++i) {
    const auto& source = kTemplates[i % kTemplates.size()];
    const auto folder = root / ("part" + std::to_string(i / 50));
    std::filesystem::create_directories(folder);
    const auto path = folder / ("file" + std::to_string(i) + '.' + std::string(source.extension));
    std::ofstream out(path, std::ios::binary);
    out << Writer(static_cast<std::uint32_t>(i + 1)).file(source) << std::flush;
    if (!out) throw std::runtime_error("cannot write " + path.string());
  }
}

}  // namespace codeweaver::bench
