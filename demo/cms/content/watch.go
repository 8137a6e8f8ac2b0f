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

	"strand/demo/watch"
	"strand/internal/recovery"
)

// Folder is a watched content folder, which always has a snapshot. A broken file is served in its last valid state;
// other files are served in their current state. It is safe for concurrent use.
type Folder struct {
	dir      string
	schema   *ast.Schema
	log      *slog.Logger
	onChange func([]Ref)
	assets   *assetFacts
	// parsed caches parsed versions. It is guarded by reloading.
	parsed  parsedVersions
	watched *watch.Folder
	current atomic.Pointer[Snapshot]
	// writing is locked while a page is changed, reloading while the folder is read.
	writing, reloading sync.Mutex
	// lastValid contains the last valid states of the files. Both fields are guarded by reloading.
	lastValid map[string]source
	// reported contains the problems that were logged.
	reported map[Problem]bool
}

// Watch reads a folder and watches it until Close. onChange is called with the changed entries after each reload;
// it may be nil. The error is for an unreadable folder, or one without any servable site.
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

// load reads the folder, with the last valid state of each broken file, and logs problems.
func (f *Folder) load() (snapshot *Snapshot, err error) {
	var onDisk map[string]source
	previous := map[string]source{}
	problems := map[string][]Problem{}
	err = recovery.Do(context.Background(), f.log, "content_load", func() error {
		for {
			var sources map[string]source
			if snapshot, sources, err = load(f.dir, f.schema, f.assets, &f.parsed, previous); err != nil {
				return err
			}
			if onDisk == nil {
				onDisk = sources
			}
			if !f.keep(snapshot, previous, problems) {
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
	slices.SortStableFunc(snapshot.Problems, compareProblems)
	f.report(snapshot, previous)
	f.lastValid = onDisk
	for _, p := range snapshot.Problems {
		if p.IsBroken {
			maps.DeleteFunc(f.lastValid, func(file string, _ source) bool { return belongsTo(file, p) })
		}
	}
	maps.Copy(f.lastValid, previous)
	return snapshot, nil
}

// keep adds the last valid states of broken files to kept, and their problems to problems, since the valid states
// have none. It returns false if nothing was added.
func (f *Folder) keep(s *Snapshot, previous map[string]source, problems map[string][]Problem) (added bool) {
	for _, p := range s.Problems {
		if !p.IsBroken {
			continue
		}
		for file, last := range f.lastValid {
			if !belongsTo(file, p) {
				continue
			}
			if _, ok := previous[file]; !ok {
				previous[file], added = last, true
			}
			problems[file] = append(problems[file], p)
		}
	}
	return added
}

// belongsTo reports whether a problem belongs to a file, or to the folder of its document.
func belongsTo(file string, p Problem) bool {
	return file == p.File || strings.HasPrefix(file, p.File+"/")
}

// report logs new problems.
func (f *Folder) report(s *Snapshot, previous map[string]source) {
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
		for file := range previous {
			isKept = isKept || belongsTo(file, p)
		}
		f.log.Error("content_file_broken",
			"file", p.File, "line", p.Line, "problem", p.Message, "last_good_state_served", isKept)
	}
	f.reported = now
}

func (f *Folder) reload() {
	f.reloading.Lock()
	defer f.reloading.Unlock()
	good, reported := f.lastValid, f.reported
	snapshot, err := f.load()
	before := f.current.Load()
	if err == nil && before.isServable() && !snapshot.isServable() {
		err = errors.New("the present content has no servable site")
	}
	if err != nil {
		// The folder may be incomplete while it is copied: keep the last valid states.
		f.lastValid, f.reported = good, reported
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
