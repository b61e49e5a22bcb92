// Requests for answers and the streams they come in, in the shape of each service.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/remote_models.hpp"
#include "json/value.hpp"
#include "net/message_lines.hpp"
#include "net/service_client.hpp"

namespace codeweaver::providers {

/// A request for an answer, as a stream.
net::Call answer_call(const RemoteModel& model, const AnswerPrompt& prompt,
                      std::size_t token_limit);

/// Puts together what a service says piece by piece. Thread safety: none.
class AnswerStream {
 public:
  explicit AnswerStream(std::string_view provider);

  /// False: it has ended, or failed.
  bool add(std::string_view piece) { return lines_.add(piece); }
  /// To be called once nothing follows.
  void finish() { lines_.finish(); }

  const std::string& text() const noexcept { return text_; }
  /// Whether the service said that this was all.
  bool has_ended() const noexcept { return has_ended_; }
  /// Whether it stopped because there may be no more tokens.
  bool is_cut() const noexcept { return is_cut_; }
  /// What the service said instead of going on; or what it sent that it should not.
  const std::optional<std::string>& fault() const noexcept { return fault_; }

 private:
  bool take(std::string_view data);
  void take_anthropic(const json::Value& data);
  void take_openai(const json::Value& data);
  void take_ollama(const json::Value& data);

  std::string_view provider_;
  net::EventReader events_;
  net::LineSplitter lines_;
  std::string text_{};
  bool has_ended_ = false, is_cut_ = false;
  std::optional<std::string> fault_{};
};

/// The text with references [n] to passages numbered anew in the order in which they are first
/// made, and those passages. What stands in code is no reference. A number without a passage stays
/// one, for ask() to take out.
ModelAnswer cited(std::string_view text, std::span<const Passage> passages);

}  // namespace codeweaver::providers
