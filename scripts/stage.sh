# Runs the steps of a longer job: each with its own log file, a line with its time, and its end shown when it fails.
# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=bash
# To be sourced from the repository root. Logs lie in build/logs/.
mkdir -p build/logs

# stage TITLE LOG COMMAND...: runs COMMAND with its output in build/logs/LOG.log; returns its status.
stage() {
  local title=$1 log=build/logs/$2.log started=$EPOCHREALTIME status=0
  shift 2
  if [[ -t 1 ]]; then
    "$@" </dev/null 2>&1 | tee "$log" | show_last_line "$title" || status=$?  # pipefail: the command's
  else
    "$@" </dev/null >"$log" 2>&1 || status=$?
  fi
  local tenths=$(( (${EPOCHREALTIME/[.,]/} - ${started/[.,]/}) / 100000 ))
  if (( status == 0 )); then
    (( tenths > 3 )) && printf '%-44s %4d.%d s\n' "$title" $(( tenths / 10 )) $(( tenths % 10 ))
    return 0
  fi
  printf '%-44s FAILED after %d s; the end of %s:\n' "$title" $(( tenths / 10 )) "$log" >&2
  tail -n 25 "$log" >&2
  return "$status"
}

# On a terminal: the newest line of a running stage, in place.
show_last_line() {
  local line width
  width=$(tput cols 2>/dev/null || echo 80)
  while IFS= read -r line; do
    line="$1: $line"
    printf '\r\033[K%s' "${line:0:width-1}"
  done
  printf '\r\033[K'
}

# The folder's grammars are fetched by cargo at configure time; prints the CMake arguments that say with which.
grammar_arguments() {
  if [[ -n ${CODEWEAVER_GRAMMARS_DIR:-} ]]; then
    printf '%s\n' "-DCODEWEAVER_GRAMMARS_DIR=$CODEWEAVER_GRAMMARS_DIR"
  fi
}
