// RequiredText: runs of literals in a concatenation, found by a byte that is rare in code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pattern/required_text.hpp"

#include <cstring>
#include <utility>

#include "base/utf8.hpp"

namespace codeweaver::pattern {
namespace {

/// The approximate frequency rank of a byte in code; higher is more frequent.
int frequency(char c) {
  constexpr std::string_view kByFrequency =
      " etnrsaoi\n_lcdu.mp()f\t,g\"hb=-yv0:;/*w>1{}x'[]k2<S+ECTA";
  const auto at = kByFrequency.find(c);
  return at == std::string_view::npos ? 0 : static_cast<int>(kByFrequency.size() - at);
}

/// Collects the runs of literals that each match must have.
class TextRuns {
 public:
  void add(const Node& node) {
    switch (node.kind) {
      case Node::Kind::kLiteral:
        if (node.folds_case)
          end();
        else
          base::append_utf8(node.literal, run_);
        return;
      case Node::Kind::kLook:
        return;  // matches no character
      case Node::Kind::kConcat:
        for (const auto& part : node.parts) add(part);
        return;
      case Node::Kind::kRepeat:
        end();
        if (node.least > 0) add(node.parts.front());
        end();
        return;
      case Node::Kind::kAlternate:
        if (node.parts.size() == 1) return add(node.parts.front());
        break;
      case Node::Kind::kClass:
        break;
    }
    end();
  }
  std::string finish() {
    end();
    return std::move(best_);
  }

 private:
  void end() {
    if (run_.size() > best_.size()) best_ = run_;
    run_.clear();
  }
  std::string run_, best_;
};

/// The table of Knuth, Morris and Pratt.
std::vector<std::uint32_t> borders_of(std::string_view text) {
  std::vector<std::uint32_t> out(text.size());
  std::uint32_t length = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    while (length > 0 && text[i] != text[length]) length = out[length - 1];
    if (text[i] == text[length]) ++length;
    out[i] = length;
  }
  return out;
}

}  // namespace

std::string required_text(const Node& node) {
  TextRuns runs;
  runs.add(node);
  return runs.finish();
}

TextFinder::TextFinder(std::string text) : text_(std::move(text)) {
  for (std::size_t i = 1; i < text_.size(); ++i)
    if (frequency(text_[i]) < frequency(text_[rare_])) rare_ = i;
  constexpr std::size_t kShortText = 64;  // costs little at each place, even if compared to its end
  if (text_.size() > kShortText) borders_ = borders_of(text_);
}

std::size_t TextFinder::find(std::string_view in, std::size_t from) const noexcept {
  if (text_.empty() || in.size() < text_.size()) return std::string_view::npos;
  constexpr std::size_t kMostCompared = 1U << 20, kComparedPerByte = 16;
  const std::size_t last = in.size() - text_.size();  // last possible start
  std::size_t compared = 0;
  for (std::size_t at = from; at <= last; ++at) {
    const void* found = std::memchr(in.data() + at + rare_, text_[rare_], last - at + 1);
    if (found == nullptr) return std::string_view::npos;
    at = static_cast<std::size_t>(static_cast<const char*>(found) - in.data()) - rare_;
    if (std::memcmp(in.data() + at, text_.data(), text_.size()) == 0) return at;
    compared += text_.size();
    if (!borders_.empty() && compared > kMostCompared + kComparedPerByte * (at - from))
      return find_linear(in, at + 1);
  }
  return std::string_view::npos;
}

/// For a rarest byte that is frequent in the searched text.
std::size_t TextFinder::find_linear(std::string_view in, std::size_t from) const noexcept {
  std::size_t matched = 0;
  for (std::size_t at = from; at < in.size(); ++at) {
    while (matched > 0 && in[at] != text_[matched]) matched = borders_[matched - 1];
    if (in[at] == text_[matched] && ++matched == text_.size()) return at + 1 - text_.size();
  }
  return std::string_view::npos;
}

}  // namespace codeweaver::pattern
