package content

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/demo/watch"
	"strand/internal/recovery"
)

// Folder is a watched content folder, which always has a snapshot. A snapshot is replaced as a whole: while any file is
// broken, the last good snapshot is served, so that files which belong together are from the same time. It is safe for
// concurrent use.
type Folder struct {
	dir      string
	schema   *ast.Schema
	log      *slog.Logger
	onChange func([]Ref)
	assets   *assetFacts
	// parsed caches parsed versions. It is guarded by reloading.
	parsed parsedVersions
	// times is guarded by reloading, too.
	times   fileTimes
	watched *watch.Folder
	current atomic.Pointer[Snapshot]
	// writing is locked while a page is changed, reloading while the folder is read.
	writing, reloading sync.Mutex
	// reported contains the problems that were logged. It is guarded by reloading.
	reported map[Problem]bool
}

// Watch reads a folder and watches it until Close. At this time broken content is left out, because there is no good
// snapshot yet. onChange is called with the changed entries after each reload; it may be nil. The error is for an
// unreadable folder, or one without any servable site.
func Watch(dir string, schema *ast.Schema, log *slog.Logger, onChange func([]Ref)) (*Folder, error) {
	f := &Folder{dir: dir, schema: schema, log: log, onChange: onChange, assets: newAssetFacts()}
	snapshot, err := f.load()
	if err != nil {
		return nil, err
	}
	f.report(snapshot, false)
	if err := unservable(dir, snapshot); err != nil {
		return nil, err
	}
	f.current.Store(snapshot)
	f.watched, err = watch.Start(dir, log, f.reload)
	return f, err
}

// unservable returns the problems because of which no site can be served; nil if one can be, or if there are no
// problems.
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

// Snapshot returns the current content.
func (f *Folder) Snapshot() *Snapshot { return f.current.Load() }

// Close stops watching.
func (f *Folder) Close() error { return f.watched.Close() }

// load reads the folder.
func (f *Folder) load() (snapshot *Snapshot, err error) {
	err = recovery.Do(context.Background(), f.log, "content_load", func() error {
		snapshot, err = load(f.dir, f.schema, f.assets, &f.parsed, &f.times)
		return err
	})
	return snapshot, err
}

// report logs new problems. isKept reports whether the last good snapshot is served because of them.
func (f *Folder) report(s *Snapshot, isKept bool) {
	now := make(map[Problem]bool, len(s.Problems))
	for _, p := range s.Problems {
		if now[p] {
			continue
		}
		now[p] = true
		switch {
		case f.reported[p]:
		case p.IsBroken:
			f.log.Error("content_file_broken",
				"file", p.File, "line", p.Line, "problem", p.Message, "last_good_state_served", isKept)
		default:
			f.log.Warn("content_problem", "file", p.File, "line", p.Line, "problem", p.Message)
		}
	}
	f.reported = now
}

// reload replaces the snapshot, unless the folder is unreadable or a file is broken.
func (f *Folder) reload() {
	f.reloading.Lock()
	defer f.reloading.Unlock()
	snapshot, err := f.load()
	before := f.current.Load()
	if err == nil && before.isServable() && !snapshot.isServable() && !snapshot.isBroken() {
		err = errors.New("the present content has no servable site") // it may be incomplete while it is copied
	}
	if err != nil {
		f.log.Error("content_folder_unreadable", "folder", f.dir, "error", err, "last_good_state_served", true)
		return
	}
	f.report(snapshot, snapshot.isBroken())
	if snapshot.isBroken() {
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
