// An embedder must be able to embed documents.
// SPDX-License-Identifier: MIT OR Apache-2.0
// error: abstract class type|cannot declare variable
#include "codeweaver/embedder.hpp"

class Half final : public codeweaver::Embedder {
 public:
  const codeweaver::EmbedderInfo& info() const noexcept override;
};
using Pointer = Half*;
#ifdef MISUSE
Half half;
#endif
