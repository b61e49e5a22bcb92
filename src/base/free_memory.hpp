// Giving memory that was freed back to the system.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::base {

/// After many threads have freed much: malloc keeps it for each of them, as if they came back.
/// Cost: milliseconds. No effect where the system's malloc has no such call.
void release_free_memory() noexcept;

}  // namespace codeweaver::base
