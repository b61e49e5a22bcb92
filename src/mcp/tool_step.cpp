// Tool calls as steps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/tool_step.hpp"

#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

Outcome to_outcome(ToolResult result, std::string_view version) {
  if (result.input) return std::move(*result.input);
  if (result.continue_as_task)
    return ContinueAsTask{
        std::make_shared<const Step>(Step{[work = std::move(result.continue_as_task)](
                                              const RequestContext& context, const auto& done) {
          done(guarded([&] { return to_outcome(work(context), context.version()); }));
        }})};
  json::Value content = json::Array{};
  if (!result.text.empty()) content.push_back(to_json(Content(result.text), version));
  for (const auto& block : result.content) content.push_back(to_json(block, version));
  json::Value out = json::Object{{"content", std::move(content)}};
  if (result.structured) out.set("structuredContent", std::move(*result.structured));
  out.set("isError", result.is_error);
  if (result.meta) out.set("_meta", std::move(*result.meta));
  return Complete{std::move(out), result.is_error};
}

}  // namespace

std::shared_ptr<const Step> make_tool_step(std::shared_ptr<const Tool> tool,
                                           json::Value arguments) {
  auto read = read_arguments(std::move(arguments), *tool);
  return std::make_shared<const Step>(Step{[tool = std::move(tool), read = std::move(read)](
                                               const RequestContext& context, const auto& done) {
    if (!read) return done(to_outcome(ToolResult::failure(read.error()), context.version()));
    const auto& given = *read;
    if (tool->call)
      return done(
          guarded([&] { return to_outcome(tool->call(given, context), context.version()); }));
    const auto finish = [done, version = std::string(context.version())](ToolResult result) {
      done(to_outcome(std::move(result), version));
    };
    try {
      tool->start(given, context, finish);
    } catch (const std::exception& error) {
      done(ProtocolError{kInternalError, std::string("Internal error: ") + error.what()});
    }
  }});
}

}  // namespace codeweaver::mcp
