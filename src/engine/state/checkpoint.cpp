// Checkpoint as JSON, and the times for writing it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/checkpoint.hpp"

#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "json/member_reader.hpp"
#include "json/writer.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kFilesBetween = 100;
constexpr std::chrono::minutes kTimeBetween{5};
constexpr std::chrono::hours kLongestAge{24};
constexpr std::uint64_t kMaxBytes = 64ULL << 20;

json::Value files_json(const Checkpoint& checkpoint) {
  if (checkpoint.file_count > Checkpoint::kListedFiles)
    return json::Object{{"count", checkpoint.file_count}, {"last", checkpoint.last_file}};
  json::Value list = json::Array{};
  for (const auto& path : checkpoint.files_processed) list.push_back(path);
  return list;
}

/// Reads the list, or the count with the last path.
void read_files(const json::Value& files, json::MemberReader& reader, Checkpoint& out) {
  if (files.is_array()) {
    if (auto misfit = json::read(files, out.files_processed))
      reader.note("files_processed", *misfit);
    out.file_count = out.files_processed.size();
    if (out.file_count > 0) out.last_file = out.files_processed.back();
    return;
  }
  json::MemberReader inside(files, "files_processed");
  inside.required("count", out.file_count);
  inside.required("last", out.last_file);
  if (auto read = inside.finish(0); !read) reader.note("files_processed", read.error().cause);
}

void read_time(std::string_view key, json::MemberReader& reader, Checkpoint::Time& out) {
  std::string text;
  reader.required(key, text);
  const auto time = base::parse_iso8601(text);
  if (time)
    out = *time;
  else
    reader.note(key, "expected a time, found '" + text + "'");
}

void read_errors(const json::Value& errors, json::MemberReader& reader, Checkpoint& out) {
  const auto* const list = errors.if_array();
  if (list == nullptr) return reader.note("errors", "expected a list");
  for (const json::Value& item : *list) {
    FileOutcome error;
    json::MemberReader inside(item, "errors");
    inside.required("path", error.path);
    inside.required("reason", error.reason);
    inside.optional("detail", error.detail);
    if (auto read = inside.finish(0); !read) return reader.note("errors", read.error().cause);
    out.errors.push_back(std::move(error));
  }
}

Error unreadable(const std::filesystem::path& file, const std::string& cause) {
  return {ErrorCategory::kCorruption, "CHECKPOINT_UNREADABLE", cause, "reading " + file.string(),
          "Delete that file; the index itself is not touched."};
}

}  // namespace

Result<Checkpoint> read_checkpoint(const std::filesystem::path& file) {
  CODEWEAVER_ASSIGN(const auto text, base::read_file(file, kMaxBytes));
  const auto value = json::parse(text);
  if (!value) return unreadable(file, value.error().cause);
  Checkpoint out;
  json::MemberReader reader(*value, "checkpoint");
  reader.required("session_id", out.session_id);
  reader.required("project_path", out.project_path);
  read_time("start_time", reader, out.start_time);
  read_time("last_checkpoint", reader, out.last_checkpoint);
  if (const auto* files = value->find("files_processed"))
    read_files(*files, reader, out);
  else
    reader.note("files_processed", "is missing");
  reader.optional("files_discovered", out.files_discovered);
  reader.required("chunks_created", out.chunks_created);
  if (const auto* errors = value->find("errors")) read_errors(*errors, reader, out);
  reader.required("settings_hash", out.settings_hash);
  auto checkpoint = reader.finish(std::move(out));
  if (!checkpoint) return unreadable(file, checkpoint.error().cause);
  return checkpoint;
}

Result<void> write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint) {
  json::Value errors = json::Array{};
  for (const auto& error : checkpoint.errors)
    errors.push_back(
        json::Object{{"path", error.path}, {"reason", error.reason}, {"detail", error.detail}});
  json::Value out;
  out.set("session_id", checkpoint.session_id);
  out.set("project_path", checkpoint.project_path);
  out.set("start_time", base::iso8601(checkpoint.start_time));
  out.set("last_checkpoint", base::iso8601(checkpoint.last_checkpoint));
  out.set("files_processed", files_json(checkpoint));
  out.set("files_discovered", checkpoint.files_discovered);
  out.set("chunks_created", checkpoint.chunks_created);
  out.set("errors", std::move(errors));
  out.set("settings_hash", checkpoint.settings_hash);
  return base::write_file_atomic(file, json::dump(out, json::Layout::kIndented) + "\n");
}

bool is_recent(const Checkpoint& checkpoint, Checkpoint::Time now) noexcept {
  return now - checkpoint.last_checkpoint < kLongestAge;
}

bool can_resume(const Checkpoint& checkpoint, std::string_view settings_hash,
                Checkpoint::Time now) noexcept {
  return checkpoint.settings_hash == settings_hash && is_recent(checkpoint, now);
}

CheckpointWriter::CheckpointWriter(std::filesystem::path file, Checkpoint begin,
                                   const base::Clock& clock)
    : file_(std::move(file)), state_(std::move(begin)), clock_(clock) {
  state_.start_time = state_.last_checkpoint = clock_.now();
  begin_ = state_;
  auto before = read_checkpoint(file_);
  if (!before || !can_resume(*before, state_.settings_hash, clock_.now())) return;
  state_ = std::move(*before);
  state_.last_checkpoint = begin_.last_checkpoint;
  saved_files_ = state_.file_count;
}

void CheckpointWriter::restart() {
  remove();
  state_ = begin_;
  saved_files_ = 0;
}

void CheckpointWriter::add(const std::string& path) {
  ++state_.file_count;
  state_.last_file = path;
  if (state_.files_processed.size() < Checkpoint::kListedFiles)
    state_.files_processed.push_back(path);
}

void CheckpointWriter::add(const FileOutcome& failure) {
  if (state_.errors.size() < Checkpoint::kListedFiles) state_.errors.push_back(failure);
}

bool CheckpointWriter::is_due() const {
  return clock_.now() - state_.last_checkpoint >= kTimeBetween;
}

Result<void> CheckpointWriter::committed() {
  if (state_.file_count - saved_files_ < kFilesBetween && !is_due()) return {};
  return save();
}

Result<void> CheckpointWriter::save() {
  if (state_.file_count == 0) return {};
  state_.last_checkpoint = clock_.now();
  saved_files_ = state_.file_count;
  return write_checkpoint(file_, state_);
}

void CheckpointWriter::remove() noexcept {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

}  // namespace codeweaver::engine
