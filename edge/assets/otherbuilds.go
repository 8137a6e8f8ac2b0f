package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// keptFor is how long the files of a build are kept after the last start of a server with them.
const keptFor = 30 * 24 * time.Hour

// KeepIn copies the files of a build, which Load has read from a folder, into another one that all servers share, and
// serves the files of other builds from there: pages that were opened before an upgrade load the rest of their scripts,
// and servers with the previous build have the scripts of the pages of the next one. Files that no server has started
// with for keptFor are removed.
func (a *Assets) KeepIn(shared, build string) error {
	if err := os.MkdirAll(shared, 0o750); err != nil {
		return err
	}
	for name := range a.files {
		for _, suffix := range []string{"", BrotliSuffix, GzipSuffix} {
			if err := keep(filepath.Join(shared, name+suffix), filepath.Join(build, name+suffix)); err != nil {
				return fmt.Errorf("keep the file %s of the client: %w", name, err)
			}
		}
	}
	a.kept = shared
	if err := removeUnused(shared); err != nil {
		return fmt.Errorf("look for old files of the client: %w", err)
	}
	return nil
}

// removeUnused removes the files of a folder that no server has started with for keptFor.
func removeUnused(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err == nil && time.Since(info.ModTime()) > keptFor {
			_ = root.Remove(name) // the next start tries again
		}
		return nil
	})
	return errors.Join(err, root.Close())
}

// keep copies a file unless a server has done so, and records that it is in use. A missing file is left out.
func keep(target, source string) error {
	now := time.Now()
	if os.Chtimes(target, now, now) == nil {
		return nil
	}
	data, err := os.ReadFile(source)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(target), 0o750)
	}
	if err != nil {
		return err
	}
	// Another server must not read half a file.
	f, err := os.CreateTemp(filepath.Dir(target), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o640), f.Close()); err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// ofOtherBuild returns a file of another build; nil if there is none.
func (a *Assets) ofOtherBuild(name string) *assetFile {
	if a.kept == "" || !filepath.IsLocal(name) || strings.HasPrefix(path.Base(name), ".") {
		return nil
	}
	f, err := readAsset(filepath.Join(a.kept, filepath.FromSlash(name)))
	if err != nil {
		return nil
	}
	return f
}
