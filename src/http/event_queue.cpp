// The text of server-sent events (WHATWG HTML, section 9.2), and the queue of one stream.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/event_queue.hpp"

#include <utility>

#include "http/event_stream.hpp"

namespace codeweaver::http {
namespace {

/// `prefix` before each line of `text`; lines end at LF, CR or both.
void append_lines(std::string& out, std::string_view prefix, std::string_view text) {
  for (;;) {
    const std::size_t end = text.find_first_of("\r\n");
    out.append(prefix).append(text.substr(0, end)).append("\n");
    if (end == std::string_view::npos) return;
    const bool is_pair = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
    text.remove_prefix(end + (is_pair ? 2 : 1));
  }
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  for (const char c : value) {
    if (c != '\r' && c != '\n' && c != '\0') out.push_back(c);
  }
  out.push_back('\n');
}

}  // namespace

std::string event_text(const Event& event) {
  std::string text;
  text.reserve(event.data.size() + event.event.size() + event.id.size() + 32);
  if (!event.event.empty()) append_field(text, "event", event.event);
  if (!event.id.empty()) append_field(text, "id", event.id);
  if (event.retry) append_field(text, "retry", std::to_string(event.retry->count()));
  append_lines(text, "data: ", event.data);
  text.push_back('\n');
  return text;
}

std::string comment_text(std::string_view comment) {
  std::string text;
  append_lines(text, ": ", comment);
  text.push_back('\n');
  return text;
}

bool EventQueue::append(std::string_view text) {
  bool accepted = true;
  {
    const std::lock_guard lock(mutex_);
    if (shut_ || finished_ || overflowed_) return false;
    const bool was_idle = waiting_.empty();
    // A single event may exceed the limit; events queued behind others may not.
    accepted = was_idle || waiting_.size() + text.size() <= max_bytes_;
    overflowed_ = !accepted;
    if (accepted) waiting_.append(text);
    if (accepted && !was_idle) return true;  // the connection is already awake
  }
  wake_();
  return accepted;
}

void EventQueue::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (shut_ || finished_) return;
    finished_ = true;
  }
  wake_();
}

bool EventQueue::is_open() const {
  const std::lock_guard lock(mutex_);
  return !shut_ && !finished_ && !overflowed_;
}

void EventQueue::on_close(std::function<void()> called) {
  {
    const std::lock_guard lock(mutex_);
    if (!shut_) {
      callbacks_.push_back(std::move(called));
      return;
    }
  }
  called();
}

bool EventQueue::has_overflowed() const {
  const std::lock_guard lock(mutex_);
  return overflowed_;
}

EventQueue::Batch EventQueue::take() {
  const std::lock_guard lock(mutex_);
  return {std::exchange(waiting_, {}), finished_, overflowed_};
}

void EventQueue::shut() {
  std::vector<std::function<void()>> callbacks;
  {
    const std::lock_guard lock(mutex_);
    if (shut_) return;
    shut_ = true;
    waiting_ = {};
    callbacks.swap(callbacks_);
  }
  for (const auto& callback : callbacks) callback();
}

bool EventStream::send(const Event& event) {
  return queue_->append(event_text(event));
}
bool EventStream::comment(std::string_view text) {
  return queue_->append(comment_text(text));
}
void EventStream::close() {
  queue_->finish();
}
bool EventStream::is_open() const {
  return queue_->is_open();
}
void EventStream::on_close(std::function<void()> called) {
  queue_->on_close(std::move(called));
}

}  // namespace codeweaver::http
