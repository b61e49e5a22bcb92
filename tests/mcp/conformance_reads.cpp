// The fixture's resources and prompts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/conformance_fixture.hpp"

namespace codeweaver::mcp::fixture {
namespace {

constexpr std::uint64_t kTtlMs = 300'000;

void add_resource(Server& server, std::string uri, std::string name, std::string mime_type,
                  std::string data, bool is_binary = false) {
  Resource resource{
      .uri = uri, .name = std::move(name), .description = "For tests", .mime_type = mime_type};
  resource.read = [contents = ResourceContents{uri, mime_type, std::move(data), is_binary}](
                      auto&) -> Result<ResourceResult> {
    return ResourceResult{{contents}, kTtlMs};
  };
  server.add(std::move(resource));
}

void add_resources(Server& server) {
  add_resource(server, "test://static-text", "Static text", "text/plain",
               "This is the content of the static text resource.");
  add_resource(server, "test://static-binary", "Static image", "image/png", one_pixel_png(), true);
  add_resource(server, "test://watched-resource", "Watched resource", "text/plain",
               "Watched resource content");

  ResourceTemplate pattern{.uri_template = "test://template/{id}/data",
                           .name = "Template",
                           .description = "A resource for each id",
                           .mime_type = "application/json"};
  pattern.read = [](const std::string& uri, const UriVariables& variables,
                    auto&) -> Result<ResourceResult> {
    const auto& id = variables.at("id");
    const auto text =
        R"({"id":")" + id + R"(","templateTest":true,"data":"Data for ID: )" + id + "\"}";
    return ResourceResult{{{uri, "application/json", text}}, kTtlMs};
  };
  server.add(std::move(pattern));
}

Result<PromptResult> said(std::vector<Content> blocks) {
  PromptResult result;
  for (auto& block : blocks) result.messages.push_back({"user", std::move(block)});
  return result;
}

Completion complete_word(const std::string& typed, const std::map<std::string, std::string>&) {
  Completion completion;
  for (const char* word : {"paris", "park", "party", "test"})
    if (std::string_view(word).starts_with(typed)) completion.values.emplace_back(word);
  return completion;
}

void add_prompts(Server& server) {
  Prompt simple{.name = "test_simple_prompt", .description = "A prompt without arguments"};
  simple.get = [](auto&, auto&) { return said({"This is a simple prompt for testing."}); };
  server.add(std::move(simple));

  Prompt arguments{.name = "test_prompt_with_arguments",
                   .description = "A prompt with two arguments"};
  arguments.arguments = {
      {.name = "arg1", .description = "First", .is_required = true, .complete = complete_word},
      {.name = "arg2", .description = "Second", .is_required = true}};
  arguments.get = [](auto& given, auto&) {
    return said({"Prompt with arguments: arg1='" + given.at("arg1") + "', arg2='" +
                 given.at("arg2") + "'"});
  };
  server.add(std::move(arguments));

  Prompt embedded{.name = "test_prompt_with_embedded_resource",
                  .description = "A prompt with a resource inside"};
  embedded.arguments = {
      {.name = "resourceUri", .description = "What to embed", .is_required = true}};
  embedded.get = [](auto& given, auto&) {
    return said({ResourceContents{given.at("resourceUri"), "text/plain",
                                  "Embedded resource content for testing."},
                 "Please process the embedded resource above."});
  };
  server.add(std::move(embedded));

  Prompt image{.name = "test_prompt_with_image", .description = "A prompt with an image"};
  image.get = [](auto&, auto&) {
    return said({ImageContent{one_pixel_png(), "image/png"}, "Please analyze the image above."});
  };
  server.add(std::move(image));
}

}  // namespace

void add_resources_and_prompts(Server& server) {
  add_resources(server);
  add_prompts(server);
}

}  // namespace codeweaver::mcp::fixture
