#!/usr/bin/env bash
# Looks for known vulnerabilities in the Go modules and npm packages that are built in. A database that cannot be reached
# is skipped with a notice; with AUDIT=required that is a failure.
set -uo pipefail
cd "$(dirname "$0")/.."
status=0

skip() {
  echo "audit: SKIPPED, $1 cannot be reached. Run make audit where it can."
  if [ "${AUDIT:-}" = required ]; then status=1; fi
}

# 0 is none, 3 is some; anything else is a failure to look.
output=$(timeout 300 go tool govulncheck ./... 2>&1)
case $? in
  0) echo "audit: no known vulnerability in the Go modules" ;;
  3) echo "$output"; status=1 ;;
  124) skip "the Go vulnerability database (vuln.go.dev)" ;;
  *)
    case $output in
      *vuln.go.dev* | *"fetching vulnerabilities"* | *"dial tcp"*) skip "the Go vulnerability database (vuln.go.dev)" ;;
      *) echo "$output"; status=1 ;;
    esac
    ;;
esac

# Its status is 1 for a vulnerability and for a registry without the endpoint: only a report tells them apart.
output=$(timeout 120 npm audit --omit=dev --json 2>/dev/null)
case "$?:$output" in
  0:*) echo "audit: no known vulnerability in the npm packages" ;;
  *'"auditReportVersion"'*) npm audit --omit=dev; status=1 ;;
  *) skip "the registry's list of npm advisories" ;;
esac
exit $status
