#!/usr/bin/env bash
set -euo pipefail
source lib/common.sh

LOG_DIR=/var/log
readonly RETRIES=3

# Prints an error and stops.
# $1: message
die() {
  local message="$1"
  echo "error: $message" >&2
  exit 1
}

function deploy {
  rsync -a "$1" "$2" || die "copy failed"
}

deploy "$@"
