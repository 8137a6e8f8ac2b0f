package content

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/internal/recovery"
	"strand/upstream/embedded/watch"
)

// Folder is a content folder that is watched: it always has a snapshot. A file that is broken is served as it was when
// nothing was wrong with it; the others are served as they are. It is safe for concurrent use.
type Folder struct {
	dir      string
	schema   *ast.Schema
	log      *slog.Logger
	onChange func([]Ref)
	assets   *assetFacts
	// parsed are the versions of documents that were read before. It is guarded by reloading.
	parsed  parsedVersions
	watched *watch.Folder
	current atomic.Pointer[Snapshot]
	// writing is held while a page is changed, reloading while the folder is read.
	writing, reloading sync.Mutex
	// good are the files as they were when nothing was wrong with them last. Both are guarded by reloading.
	good map[string]source
	// reported are the problems that are in the log already.
	reported map[Problem]bool
}

// Watch reads a folder and watches it until Close. onChange, where it is not nil, is told what changed after each
// reload. The error is for a folder that cannot be read, or from which no site could be served.
func Watch(dir string, schema *ast.Schema, log *slog.Logger, onChange func([]Ref)) (*Folder, error) {
	f := &Folder{dir: dir, schema: schema, log: log, onChange: onChange, assets: newAssetFacts()}
	snapshot, err := f.load()
	if err != nil {
		return nil, err
	}
	if err := unservable(dir, snapshot); err != nil {
		return nil, err
	}
	f.current.Store(snapshot)
	f.watched, err = watch.Start(dir, log, f.reload)
	return f, err
}

// unservable names what is broken where no site could be served; nil where some can, or nothing is broken.
func unservable(dir string, s *Snapshot) error {
	if s.isServable() {
		return nil
	}
	var errs []error
	for _, p := range s.Problems {
		if p.IsBroken {
			errs = append(errs, errors.New(p.String()))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return fmt.Errorf("read the content folder %s: no site can be served: %w", dir, errors.Join(errs...))
}

// Snapshot is the content as it is now.
func (f *Folder) Snapshot() *Snapshot { return f.current.Load() }

// Close stops watching.
func (f *Folder) Close() error { return f.watched.Close() }

// load reads the folder, each broken file as it was when nothing was wrong with it, and logs what is wrong.
func (f *Folder) load() (snapshot *Snapshot, err error) {
	var onDisk map[string]source
	kept := map[string]source{}
	problems := map[string][]Problem{}
	err = recovery.Do(context.Background(), f.log, "content_load", func() error {
		for {
			var sources map[string]source
			if snapshot, sources, err = load(f.dir, f.schema, f.assets, &f.parsed, kept); err != nil {
				return err
			}
			if onDisk == nil {
				onDisk = sources
			}
			if !f.keep(snapshot, kept, problems) {
				return nil
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for file := range problems {
		snapshot.Problems = append(snapshot.Problems, problems[file]...)
	}
	slices.SortStableFunc(snapshot.Problems, inOrder)
	f.report(snapshot, kept)
	f.good = onDisk
	for _, p := range snapshot.Problems {
		if p.IsBroken {
			maps.DeleteFunc(f.good, func(file string, _ source) bool { return isOf(file, p) })
		}
	}
	maps.Copy(f.good, kept)
	return snapshot, nil
}

// keep adds the last good state of the files that are broken to what is kept; false where there is nothing to add.
// Their problems are noted: what is kept has none.
func (f *Folder) keep(s *Snapshot, kept map[string]source, problems map[string][]Problem) (added bool) {
	for _, p := range s.Problems {
		if !p.IsBroken {
			continue
		}
		for file, last := range f.good {
			if !isOf(file, p) {
				continue
			}
			if _, ok := kept[file]; !ok {
				kept[file], added = last, true
			}
			problems[file] = append(problems[file], p)
		}
	}
	return added
}

// isOf says whether a problem is one of a file, or of the folder of a document whose languages are files.
func isOf(file string, p Problem) bool { return file == p.File || strings.HasPrefix(file, p.File+"/") }

// report logs the problems that are new.
func (f *Folder) report(s *Snapshot, kept map[string]source) {
	now := make(map[Problem]bool, len(s.Problems))
	for _, p := range s.Problems {
		if now[p] {
			continue
		}
		now[p] = true
		if f.reported[p] {
			continue
		}
		if !p.IsBroken {
			f.log.Warn("content_problem", "file", p.File, "line", p.Line, "problem", p.Message)
			continue
		}
		isKept := false
		for file := range kept {
			isKept = isKept || isOf(file, p)
		}
		f.log.Error("content_file_broken",
			"file", p.File, "line", p.Line, "problem", p.Message, "last_good_state_served", isKept)
	}
	f.reported = now
}

func (f *Folder) reload() {
	f.reloading.Lock()
	defer f.reloading.Unlock()
	good, reported := f.good, f.reported
	snapshot, err := f.load()
	before := f.current.Load()
	if err == nil && before.isServable() && !snapshot.isServable() {
		err = errors.New("no site could be served from what is there now")
	}
	if err != nil {
		// A folder that is on its way: nothing that was good is forgotten.
		f.good, f.reported = good, reported
		f.log.Error("content_folder_unreadable", "folder", f.dir, "error", err, "last_good_state_served", true)
		return
	}
	f.current.Store(snapshot)
	changed := Changed(before, snapshot)
	if len(changed) == 0 {
		return
	}
	f.log.Info("content_changed", "entries", len(changed))
	if f.onChange != nil {
		f.onChange(changed)
	}
}
