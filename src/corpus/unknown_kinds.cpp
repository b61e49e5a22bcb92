// Reads samples of unknown files as text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/unknown_kinds.hpp"

#include <string_view>

#include "base/os/files.hpp"
#include "base/utf8.hpp"
#include "corpus/directory_cursor.hpp"
#include "corpus/text_file.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kSampleBytes = 4096;

/// Extensions of text files that are not worth searching.
constexpr std::string_view kTextNotSearched =
    " asc cer crt csr eps gpg key keystore lock map obj ovpn p7b pem ppk pub stl svg ";

enum class Sample { kUnreadable, kText, kBinary };

Sample look_at_sample(os::Handle folder, const std::string& path) {
  const auto head = read_head(folder, path.c_str(), kSampleBytes + 4);
  if (!head || head->empty()) return Sample::kUnreadable;
  const auto text = decode_text(std::string(base::utf8_prefix(*head, kSampleBytes)), path);
  return text ? Sample::kText : Sample::kBinary;
}

}  // namespace

std::vector<std::string> text_extensions(const std::filesystem::path& root,
                                         const Discovery& found) {
  std::vector<std::string> out;
  const auto folder = os::open_folder(root.c_str());
  if (!folder.is_open()) return out;
  for (const auto& [extension, paths] : found.unknown_samples) {
    if (extension.empty() || kTextNotSearched.find(' ' + extension + ' ') != std::string_view::npos)
      continue;
    std::size_t texts = 0, binaries = 0;
    for (const auto& path : paths) {
      const auto sample = look_at_sample(folder.get(), path);
      texts += sample == Sample::kText ? 1 : 0;
      binaries += sample == Sample::kBinary ? 1 : 0;
    }
    if (texts > 0 && binaries == 0) out.push_back(extension);
  }
  return out;
}

}  // namespace codeweaver::corpus
