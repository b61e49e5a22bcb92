/* The C ABI: snapshots, with which another clone indexes the same files without parsing them. */
/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See docs/guide/snapshots.md; the rules for handles, options and errors are in codeweaver.h. */
#ifndef CODEWEAVER_C_SNAPSHOT_H_
#define CODEWEAVER_C_SNAPSHOT_H_

#include <codeweaver/c/codeweaver.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of cw_make_snapshot(). */
typedef struct cw_make_snapshot_options {
  size_t size;
  const char* const* bases; /**< snapshot files with contents to skip; NULL: none */
  size_t base_count;
  const char* private_key; /**< file of an Ed25519 key in PEM; NULL: do not sign */
  cw_stop* stop;
} cw_make_snapshot_options;
#define CW_MAKE_SNAPSHOT_OPTIONS_INIT \
  { sizeof(cw_make_snapshot_options), 0, 0, 0, 0 }

/**
 * Indexes, then writes a snapshot to `file`. If `file` is a folder, the snapshot is named by the
 * git tree. `options` may be NULL. `facts` (may be NULL) receives JSON: name, id, tree, bases,
 * version, settings, model, signed_by, files, contents, chunks, bytes.
 */
CW_API cw_error* cw_make_snapshot(cw_engine* engine, const char* file,
                                  const cw_make_snapshot_options* options, cw_text** facts);

/** Options of cw_pull_snapshot(). */
typedef struct cw_pull_snapshot_options {
  size_t size;
  const char* const* bases; /**< places of the base snapshots; NULL: none */
  size_t base_count;
  const char* public_key; /**< PEM file of the required Ed25519 signer; NULL: any or none */
  const char* token;      /**< authenticates at the server; NULL: none */
  cw_progress_callback on_progress; /**< as in cw_index() */
  void* progress_context;
  cw_stop* stop;
} cw_pull_snapshot_options;
#define CW_PULL_SNAPSHOT_OPTIONS_INIT \
  { sizeof(cw_pull_snapshot_options), 0, 0, 0, 0, 0, 0, 0 }

/**
 * Like cw_index(), but does not parse files whose content is in the snapshot. `place`: a snapshot
 * file, a folder of snapshots, or an address. The snapshot is verified first. If it is damaged,
 * incomplete, in a newer format or made with other settings, the call fails and the index does not
 * change. `options` and `report` may be NULL.
 */
CW_API cw_error* cw_pull_snapshot(cw_engine* engine, const char* place,
                                  const cw_pull_snapshot_options* options, cw_index_report* report);

#ifdef __cplusplus
}
#endif

#endif /* CODEWEAVER_C_SNAPSHOT_H_ */
