// Outcome: the end of one round of a handler.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/outcome.hpp"

#include <exception>

#include "mcp/protocol.hpp"

namespace codeweaver::mcp {

Outcome guarded(const std::function<Outcome()>& work) {
  try {
    return work();
  } catch (const std::exception& error) {
    return ProtocolError{kInternalError, std::string("Internal error: ") + error.what()};
  } catch (...) {
    return ProtocolError{kInternalError, "Internal error"};
  }
}

}  // namespace codeweaver::mcp
