// read_document: uses a separate process if possible, and limits concurrent reads.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/try.hpp"
#include "document/errors.hpp"
#include "document/read_apart.hpp"

namespace codeweaver::document {
namespace {

/// One of the places for concurrent reads in this process.
class ReadingPlace {
 public:
  /// Errors: kCancelled (stop requested while waiting).
  static Result<ReadingPlace> wait_for(std::stop_token stop) {
    std::unique_lock lock(mutex());
    if (!is_free().wait(lock, std::move(stop), [] { return taken() < kPlaces; }))
      return reading_cancelled();
    ++taken();
    return ReadingPlace();
  }
  ReadingPlace(ReadingPlace&& other) noexcept : is_held_(std::exchange(other.is_held_, false)) {}
  ReadingPlace& operator=(ReadingPlace&&) = delete;
  ~ReadingPlace() {
    if (!is_held_) return;
    {
      const std::lock_guard lock(mutex());
      --taken();
    }
    is_free().notify_one();
  }

 private:
  static constexpr int kPlaces = 4;
  ReadingPlace() = default;
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  static std::condition_variable_any& is_free() {
    static std::condition_variable_any one;
    return one;
  }
  static int& taken() {  // guarded by the mutex
    static int count = 0;
    return count;
  }

  bool is_held_ = true;
};

/// The program that reads documents for this process.
class ReaderProgram {
 public:
  static ReaderProgram& instance() {
    static ReaderProgram one;
    return one;
  }
  void set(std::vector<std::string> command) {
    const std::lock_guard lock(mutex_);
    command_ = std::move(command);
  }
  std::vector<std::string> command() const {
    const std::lock_guard lock(mutex_);
    return command_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> command_;  // guarded by mutex_
};

// A notebook is read in one pass, with memory only for its text. Below this size a process is not
// worth it.
constexpr std::size_t kSmallNotebookBytes = 1U << 20;

/// The argument of `codeweaver extract --kind`.
std::string_view reader_word(Kind kind) noexcept {
  return kind == Kind::kDocx ? "docx" : kind == Kind::kPptx ? "pptx" : "notebook";
}

}  // namespace

void set_document_reader(std::vector<std::string> command) {
  ReaderProgram::instance().set(std::move(command));
}

Result<std::string> read_document(Kind kind, std::string_view bytes,
                                  const std::vector<std::string>& pdf_reader, const Limits& limits,
                                  FindLanguage find_language) {
  if (kind == Kind::kPdf)
    return pdf_reader.empty() ? no_pdf_reader("no reader is set")
                              : read_apart(pdf_reader, bytes, limits);
  if (kind == Kind::kNotebook && bytes.size() < kSmallNotebookBytes)
    return to_markdown(kind, bytes, limits, find_language);
  CODEWEAVER_ASSIGN(const auto place, ReadingPlace::wait_for(limits.stop));
  if (auto command = ReaderProgram::instance().command(); !command.empty()) {
    command.emplace_back(reader_word(kind));
    auto text = read_apart(command, bytes, limits);
    if (text || text.error().code != error_code::kNoPdfReader) return text;
  }
  return to_markdown(kind, bytes, limits, find_language);
}

}  // namespace codeweaver::document
