// tools/call, resources/read, prompts/get, completion/complete.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "mcp/conversation.hpp"
#include "mcp/core.hpp"
#include "mcp/methods.hpp"
#include "mcp/protocol.hpp"
#include "mcp/tool_step.hpp"
#include "mcp/uri_template.hpp"

namespace codeweaver::mcp {
namespace {

constexpr std::size_t kMaxCompletions = 100;  // the protocol's limit

/// A step that ends when `work` returns.
std::shared_ptr<const Step> blocking_step(std::function<Outcome(const RequestContext&)> work) {
  return std::make_shared<const Step>(
      Step{[work = std::move(work)](const RequestContext& context, const auto& done) {
        done(guarded([&] { return work(context); }));
      }});
}

/// The string members of an object; nullopt: it is not an object or has other values.
std::optional<std::map<std::string, std::string>> texts_of(const json::Value* object) {
  std::map<std::string, std::string> out;
  if (object == nullptr || object->is_null()) return out;
  if (!object->is_object()) return std::nullopt;
  for (const auto& member : *object->if_object()) {
    if (!member.value.is_string()) return std::nullopt;
    out[member.key] = *member.value.if_string();
  }
  return out;
}

ProtocolError not_found(const std::string& uri, bool is_modern) {
  return {is_modern ? kInvalidParams : kLegacyResourceNotFound, "Resource not found: " + uri,
          json::Object{{"uri", uri}}};
}

Outcome resource_outcome(const Result<ResourceResult>& read, const std::string& uri,
                         bool is_modern) {
  if (!read) {
    const auto& error = read.error();
    if (error.category == ErrorCategory::kNotFound) {
      auto failure = not_found(uri, is_modern);
      failure.message = error.message();
      return failure;
    }
    return ProtocolError{
        error.category == ErrorCategory::kInvalidArgument ? kInvalidParams : kInternalError,
        error.message()};
  }
  if (read->input) return *read->input;
  json::Value contents = json::Array{};
  for (const auto& item : read->contents) contents.push_back(to_json(item));
  json::Value result = json::Object{{"contents", std::move(contents)}};
  if (is_modern) {
    result.set("ttlMs", read->ttl_ms);
    result.set("cacheScope", read->is_public ? "public" : "private");
  }
  return Complete{std::move(result)};
}

using Read = std::function<Result<ResourceResult>(const RequestContext&)>;

/// The function that reads a URI; empty if there is no such resource.
Read reader_of(const Catalog& catalog, const std::string& uri) {
  if (const auto resource = catalog.resources.find(uri))
    return [resource](const RequestContext& context) { return resource->read(context); };
  for (const auto& candidate : catalog.templates.all())
    if (auto variables = match_uri(candidate->uri_template, uri))
      return [candidate, uri, found = std::move(*variables)](const RequestContext& context) {
        return candidate->read(uri, found, context);
      };
  return {};
}

/// Checks the arguments of a prompt. Returns the problem; empty if there is none.
std::string wrong_arguments(const Prompt& prompt, const PromptArguments& given) {
  for (const auto& argument : prompt.arguments)
    if (argument.is_required && !given.contains(argument.name))
      return "the argument '" + argument.name + "' is missing";
  for (const auto& [name, value] : given)
    if (std::none_of(prompt.arguments.begin(), prompt.arguments.end(),
                     [&](const PromptArgument& known) { return known.name == name; }))
      return "unknown argument '" + name + "'";
  return {};
}

Outcome prompt_outcome(const Result<PromptResult>& got, std::string_view version) {
  if (!got) {
    const auto category = got.error().category;
    const bool is_callers =
        category == ErrorCategory::kInvalidArgument || category == ErrorCategory::kNotFound;
    return ProtocolError{is_callers ? kInvalidParams : kInternalError, got.error().message()};
  }
  if (got->input) return *got->input;
  json::Value messages = json::Array{};
  for (const auto& message : got->messages)
    messages.push_back(
        json::Object{{"role", message.role}, {"content", to_json(message.content, version)}});
  json::Value result = json::Object{};
  if (!got->description.empty()) result.set("description", got->description);
  result.set("messages", std::move(messages));
  return Complete{std::move(result)};
}

/// The completer for a reference; an error if the reference is invalid.
std::variant<Completer, ProtocolError> completer_of(const Catalog& catalog,
                                                    const json::Value* reference,
                                                    const std::string& argument) {
  const auto type = text_of(reference != nullptr ? reference->find("type") : nullptr);
  if (type == "ref/prompt") {
    const auto prompt = catalog.prompts.find(text_of(reference->find("name")));
    if (!prompt) return invalid_params("unknown prompt");
    for (const auto& known : prompt->arguments)
      if (known.name == argument) return known.complete;
    return invalid_params("the prompt has no argument '" + argument + "'");
  }
  if (type != "ref/resource") return invalid_params("ref names neither a prompt nor a resource");
  const auto uri = text_of(reference->find("uri"));
  const auto found = catalog.templates.find(uri);
  if (!found) {
    if (catalog.resources.find(uri)) return Completer{};  // it has no variables to complete
    return invalid_params("unknown resource template");
  }
  const auto names = variables_of(uri);
  if (std::find(names.begin(), names.end(), argument) == names.end())
    return invalid_params("the template has no variable '" + argument + "'");
  const auto at = found->complete.find(argument);
  return at == found->complete.end() ? Completer{} : at->second;
}

json::Value completion_json(const Completion& completion) {
  const auto shown = std::min(completion.values.size(), kMaxCompletions);
  const auto total = std::max(completion.total.value_or(0), completion.values.size());
  json::Value values = json::Array{};
  for (std::size_t i = 0; i < shown; ++i) values.push_back(completion.values[i]);
  return json::Object{
      {"completion",
       json::Object{{"values", std::move(values)}, {"total", total}, {"hasMore", total > shown}}}};
}

}  // namespace

void read_resource(const CallRef& call) {
  const auto* uri = call->request.param("uri");
  if (uri == nullptr || !uri->is_string()) return call->fail(invalid_params("uri is missing"));
  const auto read = reader_of(call->core().catalog, *uri->if_string());
  if (!read) return call->fail(not_found(*uri->if_string(), call->request.is_modern));
  converse(call, blocking_step([read, uri = *uri->if_string(), is_modern = call->request.is_modern](
                                   const RequestContext& context) {
             return resource_outcome(read(context), uri, is_modern);
           }));
}

void get_prompt(const CallRef& call) {
  const auto name = call->request.text("name");
  const auto prompt = call->core().catalog.prompts.find(name);
  if (!prompt) return call->fail(invalid_params("unknown prompt '" + name + "'"));
  auto arguments = texts_of(call->request.param("arguments"));
  if (!arguments) return call->fail(invalid_params("the arguments are not an object of strings"));
  if (auto wrong = wrong_arguments(*prompt, *arguments); !wrong.empty())
    return call->fail(invalid_params(std::move(wrong)));
  converse(call,
           blocking_step([prompt, given = std::move(*arguments)](const RequestContext& context) {
             return prompt_outcome(prompt->get(given, context), context.version());
           }));
}

void complete(const CallRef& call) {
  const auto* argument = call->request.param("argument");
  const auto* name = argument != nullptr ? argument->find("name") : nullptr;
  const auto* value = argument != nullptr ? argument->find("value") : nullptr;
  if (name == nullptr || !name->is_string() || value == nullptr || !value->is_string())
    return call->fail(invalid_params("argument needs a name and a value"));
  const auto* settled = call->request.param("context");
  auto others = texts_of(settled != nullptr ? settled->find("arguments") : nullptr);
  if (!others) return call->fail(invalid_params("the context's arguments are not strings"));
  const auto found =
      completer_of(call->core().catalog, call->request.param("ref"), *name->if_string());
  if (const auto* error = std::get_if<ProtocolError>(&found)) return call->fail(*error);
  const auto& completer = std::get<Completer>(found);
  call->finish(completion_json(completer ? completer(*value->if_string(), *others) : Completion{}));
}

}  // namespace codeweaver::mcp
