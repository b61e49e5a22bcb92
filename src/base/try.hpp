// Macros that take the value of a Result or return its error to the caller.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <utility>

/// Evaluates an expression of type Result; returns its error, if any, from this function.
#define CODEWEAVER_TRY(...) \
  if (auto tried = (__VA_ARGS__); !tried) return std::move(tried).error()

/// Declares a variable with the value of a Result. Returns the error, if any, from this function:
/// CODEWEAVER_ASSIGN(const auto text, read_text(path));
#define CODEWEAVER_ASSIGN(declaration, ...) CODEWEAVER_ASSIGN_BY(__LINE__, declaration, __VA_ARGS__)
#define CODEWEAVER_ASSIGN_BY(count, ...) CODEWEAVER_ASSIGN_FROM(count, __VA_ARGS__)
#define CODEWEAVER_ASSIGN_FROM(count, declaration, ...)          \
  auto result_##count = (__VA_ARGS__);                           \
  if (!result_##count) return std::move(result_##count).error(); \
  declaration = *std::move(result_##count)
