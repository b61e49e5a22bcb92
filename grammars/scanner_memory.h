/* Included before every grammar scanner: makes it allocate with tree-sitter's allocator, so that its
 * memory is counted and freed with the tree. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef CODEWEAVER_SCANNER_MEMORY_H
#define CODEWEAVER_SCANNER_MEMORY_H

#include <stdlib.h>
#include <string.h>

extern void *(*ts_current_malloc)(size_t size);
extern void *(*ts_current_calloc)(size_t count, size_t size);
extern void *(*ts_current_realloc)(void *block, size_t size);
extern void (*ts_current_free)(void *block);

#define malloc ts_current_malloc
#define calloc ts_current_calloc
#define realloc ts_current_realloc
#define free ts_current_free

#endif
