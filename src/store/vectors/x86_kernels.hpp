// Intrinsics for kernels on x86-64. Defines CODEWEAVER_X86_KERNELS if they are available.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define CODEWEAVER_X86_KERNELS 1
// g++ 12 warns about the deliberately undefined registers of its own intrinsics.
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#endif
