#!/usr/bin/env bash
# Looks for known vulnerabilities in the Go modules and npm packages that are built in. A database that cannot be reached
# is skipped with a notice; with AUDIT=required that is a failure.
set -uo pipefail
cd "$(dirname "$0")/.."
status=0

skip() {
  echo "audit: SKIPPED, $1 cannot be reached. Run make audit on a machine that can reach it."
  if [ "${AUDIT:-}" = required ]; then status=1; fi
}

# Exit code 0 means no vulnerability, 3 means some; anything else is a failure of the check.
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

# The exit code is 1 both for a vulnerability and for a registry without the endpoint; only the former prints a report.
output=$(timeout 120 npm audit --omit=dev --json 2>/dev/null)
case "$?:$output" in
  0:*) echo "audit: no known vulnerability in the npm packages" ;;
  *'"auditReportVersion"'*) npm audit --omit=dev; status=1 ;;
  *) skip "the registry's list of npm advisories" ;;
esac
exit $status
