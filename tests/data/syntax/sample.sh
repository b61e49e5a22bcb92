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

# Written for a second script, as `configure` does.
cat >>"$LOG_DIR/status" <<'END_OF_STATUS'
report_status ()
{
  deploy "$1"
}
END_OF_STATUS
shell_check="can_return () { return 0; }
can_fail () { return 1; }
"
cat >conftest.c <<'END_OF_C'
int
main ()
{
  return 0;
}
END_OF_C
