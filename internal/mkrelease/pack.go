package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// pack writes the files of a release to a folder: the package, the chart, the bill of materials, the changes and the
// checksums of all of them.
func pack(version, packaged, output string) error {
	if !semantic.MatchString(version) {
		return fmt.Errorf("%q is no version such as v1.4.0", version)
	}
	history, err := readHistory(".")
	if err != nil {
		return err
	}
	seconds, err := git(".", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return fmt.Errorf("read the time of the commit: %w", err)
	}
	if err := errors.Join(os.RemoveAll(output), os.MkdirAll(output, 0o750)); err != nil {
		return err
	}
	// Of the commit, as everything else that would differ from build to build.
	p := packer{time.Unix(at, 0).UTC()}
	name := "strand-" + version
	bill, err := os.ReadFile(filepath.Join(packaged, "sbom.cdx.json"))
	if err != nil {
		return err
	}
	return errors.Join(
		p.archive(filepath.Join(output, name+"-linux-"+runtime.GOARCH+".tar.gz"), packaged, name, nil),
		p.archive(
			filepath.Join(output, "strand-chart-"+version+".tgz"), "deploy/helm/strand", "strand", chartOf(version),
		),
		os.WriteFile(filepath.Join(output, name+".sbom.cdx.json"), bill, 0o644),
		os.WriteFile(filepath.Join(output, "CHANGES.md"), []byte(history.notes(version)), 0o644),
		writeChecksums(output),
	)
}

var chartVersion = regexp.MustCompile(`(?m)^(version|appVersion): .*$`)

// chartOf returns a function that puts the version of the release into the chart.
func chartOf(version string) func(name string, content []byte) []byte {
	return func(name string, content []byte) []byte {
		if name != "Chart.yaml" {
			return content
		}
		return chartVersion.ReplaceAllFunc(content, func(line []byte) []byte {
			if strings.HasPrefix(string(line), "appVersion") {
				return []byte("appVersion: " + version)
			}
			return []byte("version: " + strings.TrimPrefix(version, "v"))
		})
	}
}

// packer writes archives that depend on the names and contents of files only.
type packer struct{ at time.Time }

// archive writes the files of a folder below a name; change returns the content of a file, nil changes none. Links are
// followed.
func (p packer) archive(file, dir, below string, change func(string, []byte) []byte) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	compressed := gzip.NewWriter(out)
	archive := tar.NewWriter(compressed)
	err = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error { // in the order of names
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		content, err := os.ReadFile(name) //nolint:gosec // only the build changes its folder
		if err != nil {
			return err
		}
		if change != nil {
			content = change(filepath.ToSlash(relative), content)
		}
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		mode := int64(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		if err := archive.WriteHeader(&tar.Header{
			Name:    path.Join(below, filepath.ToSlash(relative)),
			Mode:    mode,
			Size:    int64(len(content)),
			ModTime: p.at,
			Format:  tar.FormatPAX,
		}); err != nil {
			return err
		}
		_, err = archive.Write(content)
		return err
	})
	return errors.Join(err, archive.Close(), compressed.Close(), out.Close())
}

// writeChecksums writes the checksums of the files of a folder, as sha256sum reads them.
func writeChecksums(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, file := range files {
		opened, err := os.Open(filepath.Join(dir, file.Name()))
		if err != nil {
			return err
		}
		sum := sha256.New()
		_, err = io.Copy(sum, opened)
		if err := errors.Join(err, opened.Close()); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%s  %s\n", hex.EncodeToString(sum.Sum(nil)), file.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o644)
}
