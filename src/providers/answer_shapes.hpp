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

/// Reads what a service says piece by piece. Thread safety: none.
class AnswerStream {
 public:
  /// `take_text` is given the pieces of the text; it outlives this.
  AnswerStream(std::string_view provider, const TakeText& take_text);

  /// False: it has ended, or failed.
  bool add(std::string_view piece) { return lines_.add(piece); }
  /// To be called once nothing follows.
  void finish() { lines_.finish(); }

  /// Whether the service said that this was all.
  bool has_ended() const noexcept { return has_ended_; }
  /// Whether `take_text` wanted no more.
  bool is_unwanted() const noexcept { return is_unwanted_; }
  /// Whether it stopped because there may be no more tokens.
  bool is_cut() const noexcept { return is_cut_; }
  /// What the service said instead of going on; or what it sent that it should not.
  const std::optional<std::string>& fault() const noexcept { return fault_; }

 private:
  bool take(std::string_view data);
  void tell(std::string_view text);
  void take_anthropic(const json::Value& data);
  void take_openai(const json::Value& data);
  void take_ollama(const json::Value& data);

  std::string_view provider_;
  const TakeText& take_text_;
  net::EventReader events_;
  net::LineSplitter lines_;
  bool has_ended_ = false, is_cut_ = false, is_unwanted_ = false;
  std::optional<std::string> fault_{};
};

}  // namespace codeweaver::providers
