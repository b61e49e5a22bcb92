// Text of PDFs with PDFium: joins the characters of each page to lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/pdf_text.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "document/errors.hpp"
#include "document/pdf_lines.hpp"
#include "document/pdf_running_lines.hpp"
#include "document/pdfium.hpp"

namespace codeweaver::document {
namespace {

constexpr unsigned long kNeedsPassword = 4, kUnknownSecurity = 5;  // NOLINT(google-runtime-int)
constexpr unsigned int kPartedWord = 2, kPartedWordToo = 0xFFFE;   // hyphens at line ends
constexpr float kWordGap = 0.14F;        // in font sizes; kerning stays below it
constexpr std::size_t kUsualSizes = 64;  // number of characters that determine a line's font size

/// The letters of a ligature.
std::string_view letters_of(unsigned int c) noexcept {
  constexpr std::array<std::string_view, 7> kLigatures{"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
  return c >= 0xFB00 && c <= 0xFB06 ? kLigatures[c - 0xFB00] : std::string_view();
}

/// Joins the characters of one page, in order, to lines.
class LineReader {
 public:
  LineReader(const Pdfium& pdfium, Pdfium::Handle text) : pdfium_(pdfium), text_(text) {}

  PdfPage read() {
    const int count = pdfium_.FPDFText_CountChars(text_);
    for (int i = 0; i < count; ++i) take(pdfium_.FPDFText_GetUnicode(text_, i), i);
    end_line();
    return std::move(page_);
  }

 private:
  void take(unsigned int c, int i) {
    if (c == '\r') return;
    if (c == '\n') return end_line();
    if (c == kPartedWord || c == kPartedWordToo) {
      line_.is_broken = true;
      return;
    }
    if (c >= 0xD800 && c < 0xDC00) {
      surrogate_ = c;
      return;
    }
    if (c >= 0xDC00 && c < 0xE000) {
      if (surrogate_ != 0) c = 0x10000 + ((surrogate_ - 0xD800) << 10) + (c - 0xDC00);
      surrogate_ = 0;
      if (c < 0x10000) return;
    }
    if ((c < ' ' && c != '\t') || c > 0x10FFFF || c == 0xFFFF) return;
    line_.is_broken = false;  // a hyphen inside a line does not split a word
    if (c == ' ' || c == '\t' || c == 0xA0) {
      line_.text += ' ';
      right_.reset();
      return;
    }
    measure(i);
    if (const auto letters = letters_of(c); !letters.empty())
      line_.text += letters;
    else
      base::append_utf8(c, line_.text);
  }

  /// Records position and size of a character. Adds a blank for a gap to the previous character.
  void measure(int i) {
    Pdfium::Rectangle box{};
    const auto size = static_cast<float>(pdfium_.FPDFText_GetFontSize(text_, i));
    if (sizes_.size() < kUsualSizes) sizes_.push_back(size);
    if (pdfium_.FPDFText_GetLooseCharBox(text_, i, &box) == 0) return;
    if (line_.text.empty()) line_.baseline = box.bottom;
    if (right_ && box.left - *right_ > kWordGap * size) line_.text += ' ';
    right_ = box.right;
  }

  void end_line() {
    while (line_.text.ends_with(' ')) line_.text.pop_back();
    if (!line_.text.empty()) {
      std::ranges::nth_element(sizes_,
                               sizes_.begin() + static_cast<std::ptrdiff_t>(sizes_.size() / 2));
      if (!sizes_.empty()) line_.font_size = sizes_[sizes_.size() / 2];
      page_.push_back(std::move(line_));
    }
    line_ = {};
    sizes_.clear();
    right_.reset();
  }

  const Pdfium& pdfium_;
  Pdfium::Handle text_;
  PdfPage page_;
  PdfLine line_;
  std::vector<float> sizes_;
  std::optional<float> right_;  // right edge of the last character, unless a blank followed it
  unsigned int surrogate_ = 0;
};

Error why_not_opened(const Pdfium& pdfium) {
  const auto code = pdfium.FPDF_GetLastError();
  if (code == kNeedsPassword || code == kUnknownSecurity) return encrypted();
  return corrupt("it cannot be opened as a PDF");
}

}  // namespace

Result<std::string> pdf_to_markdown(std::string_view bytes, const std::string& library,
                                    const Limits& limits) {
  CODEWEAVER_ASSIGN(const auto pdfium, load_pdfium(library));
  const auto document = pdfium.FPDF_LoadMemDocument64(bytes.data(), bytes.size(), nullptr);
  if (document == nullptr) return why_not_opened(pdfium);
  std::vector<PdfPage> pages;
  std::size_t text_bytes = 0;
  const int count = pdfium.FPDF_GetPageCount(document);
  for (int i = 0; i < count && text_bytes <= limits.text_bytes; ++i) {
    pages.emplace_back();
    const auto page = pdfium.FPDF_LoadPage(document, i);
    if (page == nullptr) continue;  // a damaged page counts as empty
    if (const auto text = pdfium.FPDFText_LoadPage(page); text != nullptr) {
      pages.back() = LineReader(pdfium, text).read();
      pdfium.FPDFText_ClosePage(text);
    }
    pdfium.FPDF_ClosePage(page);
    for (const auto& line : pages.back()) text_bytes += line.text.size();
  }
  pdfium.FPDF_CloseDocument(document);
  if (text_bytes > limits.text_bytes) return too_large("its text has more than", limits.text_bytes);
  if (text_bytes == 0) return no_text();
  drop_running_lines(pages);
  return pdf_markdown(pages, limits);
}

}  // namespace codeweaver::document
