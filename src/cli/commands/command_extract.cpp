// codeweaver extract: the text of a document as codeweaver indexes it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <iostream>
#include <optional>

#include "base/os/processes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/session/input_file.hpp"
#include "cli/session/pdf_reader.hpp"
#include "document/document.hpp"
#include "document/pdf_text.hpp"
#include "document/read_apart.hpp"
#include "syntax/language.hpp"
#include "syntax/language_id.hpp"

namespace codeweaver::cli {
namespace {

// Limits of the whole process, because a hostile document may try to use more.
constexpr std::uint32_t kCpuSeconds = 60;
constexpr std::uint64_t kPdfMemory = 4ULL << 30, kOtherMemory = 1ULL << 30;
constexpr std::size_t kMaxBytes = 1ULL << 30;

/// The kind from --kind, else from the file name.
std::optional<document::Kind> extracted_kind(const ExtractCommand& command) {
  const auto language = command.kind.empty() ? syntax::language_of_name(command.file)
                                             : syntax::find_language(command.kind);
  return language ? document::kind_of(syntax::languages()[*language].id) : std::nullopt;
}

Result<std::string> extract(const Streams& streams, const ExtractCommand& command,
                            std::string_view bytes) {
  const auto kind = extracted_kind(command);
  if (!kind)
    return Error{ErrorCategory::kInvalidArgument, "UNKNOWN_DOCUMENT",
                 "The name " + command.file + " does not tell the kind of document",
                 "extracting text", "Give --kind pdf, docx, pptx or notebook."};
  if (*kind != document::Kind::kPdf)
    return document::to_markdown(*kind, bytes, {}, &syntax::language_id);
  const auto library = command.pdfium.empty() ? find_pdfium(streams) : command.pdfium;
  return document::pdf_to_markdown(bytes, library.empty() ? "libpdfium.so" : library);
}

}  // namespace

int run_extract(Session& session, const ExtractCommand& command) {
  const bool is_pdf = extracted_kind(command) == document::Kind::kPdf;
  os::limit_process(kCpuSeconds, is_pdf ? kPdfMemory : kOtherMemory);
  std::string bytes;
  if (command.file == "-") {
    bytes = read_up_to(std::cin, kMaxBytes);
  } else {
    auto in = open_input(session.working_directory(), command.file);
    if (!in) return session.fail(in.error());
    bytes = read_up_to(**in, kMaxBytes);
  }
  auto text = extract(session.streams(), command, bytes);
  if (text) {
    session.streams().out << *text;
    return kOk;
  }
  if (command.file != "-") return session.fail(text.error());
  // The indexer runs this command in a child process and reads the error from its output.
  session.streams().out << text.error().code << '\n' << printable(text.error().cause) << '\n';
  return document::kReaderRefused;
}

}  // namespace codeweaver::cli
