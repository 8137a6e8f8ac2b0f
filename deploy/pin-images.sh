#!/usr/bin/env bash
# Pins the images of the Dockerfile and compose.yaml by the digests that their tags have now in the registries, and
# tells which are pinned. It needs docker with buildx, or skopeo, and the registries. Dependabot updates digests
# afterwards.
#
#   deploy/pin-images.sh          # pins
#   deploy/pin-images.sh --check  # fails if an image has no digest
set -euo pipefail
cd "$(dirname "$0")/.."
mode="${1:-}"

# The images of others; those of ghcr.io/strand are built here, and stages have names without a slash.
images() {
  grep -ohE '(FROM|image:) +[^ ]+/[^ ]+' Dockerfile compose.yaml | awk '{print $2}' | grep -v ghcr.io/strand/ | sort -u
}

digest() {
  if command -v skopeo >/dev/null; then
    skopeo inspect --format '{{.Digest}}' "docker://$1"
  else
    docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$1"
  fi
}

status=0
for image in $(images); do
  if [[ "$image" == *@sha256:* ]]; then
    echo "pinned   $image"
  elif [[ "$mode" == --check ]]; then
    echo "unpinned $image"
    status=1
  else
    found="$(digest "$image")"
    [[ "$found" =~ ^sha256:[0-9a-f]{64}$ ]] || { echo "no digest of $image: $found" >&2; exit 1; }
    sed -i -E "s,((FROM|image:) +)${image//./\\.}( |\$),\\1$image@$found\\3," Dockerfile compose.yaml
    echo "pinned   $image@$found"
  fi
done
exit $status
