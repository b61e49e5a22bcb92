# Runs the steps of a longer job. Each step has a log file and prints its time; if it fails, the end of the log is shown.
# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=bash
# Source this file in the repository root. Logs are in build/logs/.
mkdir -p build/logs

# stage TITLE LOG COMMAND...: runs COMMAND with its output in build/logs/LOG.log; returns its status.
stage() {
  local title=$1 log=build/logs/$2.log started=$EPOCHREALTIME status=0
  shift 2
  if [[ -t 1 ]]; then
    "$@" </dev/null 2>&1 | tee "$log" | show_last_line "$title" || status=$?  # with pipefail: the status of the command
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

# On a terminal: shows the newest line of a running stage, in place.
show_last_line() {
  local line width
  width=$(tput cols 2>/dev/null || echo 80)
  while IFS= read -r line; do
    line="$1: $line"
    printf '\r\033[K%s' "${line:0:width-1}"
  done
  printf '\r\033[K'
}

# Prints the CMake arguments for the folder of grammars, if CODEWEAVER_GRAMMARS_DIR is set. Otherwise cargo fetches them.
grammar_arguments() {
  if [[ -n ${CODEWEAVER_GRAMMARS_DIR:-} ]]; then
    printf '%s\n' "-DCODEWEAVER_GRAMMARS_DIR=$CODEWEAVER_GRAMMARS_DIR"
  fi
}
