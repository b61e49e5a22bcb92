// The chat APIs of Anthropic, OpenAI, Azure and Ollama.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "providers/answer_shapes.hpp"

#include <utility>

#include "json/members.hpp"
#include "json/writer.hpp"
#include "net/service_errors.hpp"
#include "providers/model_services.hpp"

namespace codeweaver::providers {
namespace {

void write_message(json::Writer& out, std::string_view role, std::string_view content) {
  out.begin_object().member("role", role).member("content", content).end_object();
}

void write_messages(json::Writer& out, const AnswerPrompt& prompt, bool with_system) {
  out.key("messages").begin_array();
  if (with_system) write_message(out, "system", prompt.instructions);
  write_message(out, "user", prompt.question);
  out.end_array();
}

std::string anthropic_body(const RemoteModel& model, const AnswerPrompt& prompt,
                           std::size_t token_limit) {
  json::Writer out;
  out.begin_object().member("model", model.model).member("max_tokens", token_limit);
  out.member("system", prompt.instructions);
  write_messages(out, prompt, false);
  out.member("stream", true).end_object();
  return out.take();
}

/// Compatible servers use the older name of the token limit. New OpenAI models accept only the new
/// one.
std::string chat_body(const RemoteModel& model, const AnswerPrompt& prompt,
                      std::size_t token_limit) {
  const bool is_own =
      model.provider == "openai" && model.url != find_service("openai", Role::kAnswerModel)->url;
  json::Writer out;
  out.begin_object().member("model", model.model);
  write_messages(out, prompt, true);
  out.member(is_own ? "max_tokens" : "max_completion_tokens", token_limit);
  out.member("stream", true).end_object();
  return out.take();
}

std::string ollama_chat_body(const RemoteModel& model, const AnswerPrompt& prompt,
                             std::size_t token_limit) {
  json::Writer out;
  out.begin_object().member("model", model.model);
  write_messages(out, prompt, true);
  out.member("stream", true);
  out.key("options").begin_object().member("num_predict", token_limit).end_object();
  out.end_object();
  return out.take();
}

bool is_text(const std::string* text, std::string_view expected) {
  return text != nullptr && *text == expected;
}

}  // namespace

net::Call answer_call(const RemoteModel& model, const AnswerPrompt& prompt,
                      std::size_t token_limit) {
  net::Call call;
  call.operation = "answering a question";
  if (model.provider == "anthropic") {
    call.path = "/v1/messages";
    call.body = anthropic_body(model, prompt, token_limit);
  } else if (model.provider == "ollama") {
    call.path = "/api/chat";
    call.body = ollama_chat_body(model, prompt, token_limit);
  } else {
    call.path = model.provider == "azure" ? azure_path(model.model, "chat/completions")
                                          : "/chat/completions";
    call.body = chat_body(model, prompt, token_limit);
  }
  return call;
}

AnswerStream::AnswerStream(std::string_view provider, const TakeText& take_text)
    : provider_(provider),
      take_text_(take_text),
      events_([this](std::string_view, std::string_view data) { return take(data); }),
      lines_([this](std::string_view line) {
        if (provider_ != "ollama") return events_.add_line(line);
        return line.empty() || take(line);
      }) {}

bool AnswerStream::take(std::string_view data) {
  if (data == "[DONE]") {
    has_ended_ = true;
    return false;
  }
  const auto parsed = json::parse(data);
  if (!parsed) {
    fault_ = parsed.error().cause;
    return false;
  }
  if (parsed->find("error") != nullptr) {
    const auto said = net::reply_message(data);
    fault_ = said.empty() ? "an error without a message" : said;
    return false;
  }
  if (provider_ == "anthropic")
    take_anthropic(*parsed);
  else if (provider_ == "ollama")
    take_ollama(*parsed);
  else
    take_openai(*parsed);
  return !has_ended_ && !is_unwanted_;
}

void AnswerStream::tell(std::string_view text) {
  if (!text.empty() && !take_text_(text)) is_unwanted_ = true;
}

void AnswerStream::take_anthropic(const json::Value& data) {
  const auto* type = json::text_in(data, "type");
  const auto* delta = data.find("delta");
  if (is_text(type, "content_block_delta") && is_text(json::text_in(delta, "type"), "text_delta"))
    if (const auto* text = json::text_in(delta, "text")) tell(*text);
  if (is_text(type, "message_delta"))
    is_cut_ = is_text(json::text_in(delta, "stop_reason"), "max_tokens");
  if (is_text(type, "message_stop")) has_ended_ = true;
}

void AnswerStream::take_openai(const json::Value& data) {
  const auto* list = json::list_in(data, "choices");
  if (list == nullptr || list->empty()) return;
  const auto& choice = list->front();
  if (const auto* text = json::text_in(choice.find("delta"), "content")) tell(*text);
  if (is_text(json::text_in(choice, "finish_reason"), "length")) is_cut_ = true;
}

void AnswerStream::take_ollama(const json::Value& data) {
  if (const auto* text = json::text_in(data.find("message"), "content")) tell(*text);
  const auto* is_done = json::flag_in(data, "done");
  if (is_done == nullptr || !*is_done) return;
  has_ended_ = true;
  is_cut_ = is_text(json::text_in(data, "done_reason"), "length");
}

}  // namespace codeweaver::providers
