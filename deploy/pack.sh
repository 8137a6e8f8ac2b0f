#!/usr/bin/env bash
# Writes the files of a release into a folder: the package, the chart, the bill of materials, the changes, and the
# checksums of all of them. Equal sources make equal files: archives have sorted names and the time of the commit.
#
#   deploy/pack.sh <version> <package> <output>
set -euo pipefail
version="$1" package="$2" output="$3"

# archive <file> <folder> <name>: writes the files of a folder below a name.
archive() {
  tar --create --dereference --sort=name --format=posix --pax-option=delete=atime,delete=ctime \
    --mtime="@$(git log -1 --format=%ct)" --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' \
    --transform="s,^\.,$3," --directory="$2" . | gzip --no-name >"$1"
}

rm -rf "$output"
mkdir -p "$output"
archive "$output/strand-$version-linux-$(go env GOARCH).tar.gz" "$package" "strand-$version"

chart="$(mktemp --directory)"
trap 'rm -rf "$chart"' EXIT
cp -RL deploy/helm/strand/. "$chart"
rm -rf "$chart/ci" # values of the tests
sed -i "s/^version: .*/version: ${version#v}/; s/^appVersion: .*/appVersion: $version/" "$chart/Chart.yaml"
archive "$output/strand-chart-$version.tgz" "$chart" strand

cp "$package/sbom.cdx.json" "$output/strand-$version.sbom.cdx.json"
go run ./tools/mkrelease notes "$version" >"$output/CHANGES.md"
cd "$output"
sha256sum -- * >SHA256SUMS
