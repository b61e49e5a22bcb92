// Intrinsics for kernels on x86-64, with CODEWEAVER_X86_KERNELS defined where there are any.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define CODEWEAVER_X86_KERNELS 1
// g++ 12 takes the deliberately undefined registers of its own intrinsics for mistakes.
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#endif
