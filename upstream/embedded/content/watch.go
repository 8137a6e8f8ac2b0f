package content

import (
	"log/slog"
	"sync/atomic"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/upstream/embedded/watch"
)

// Folder is a content folder that is watched: it always has a snapshot. It is safe for concurrent use.
type Folder struct {
	dir      string
	schema   *ast.Schema
	log      *slog.Logger
	onChange func([]Ref)
	assets   *assetFacts
	watched  *watch.Folder
	current  atomic.Pointer[Snapshot]
}

// Watch reads a folder and watches it until Close. onChange, where it is not nil, is told what changed after each reload.
func Watch(dir string, schema *ast.Schema, log *slog.Logger, onChange func([]Ref)) (*Folder, error) {
	f := &Folder{dir: dir, schema: schema, log: log, onChange: onChange, assets: newAssetFacts()}
	snapshot, err := load(dir, schema, f.assets)
	if err != nil {
		return nil, err
	}
	f.report(snapshot)
	f.current.Store(snapshot)
	f.watched, err = watch.Start(dir, log, f.reload)
	return f, err
}

// Snapshot is the content as it is now.
func (f *Folder) Snapshot() *Snapshot { return f.current.Load() }

// Close stops watching.
func (f *Folder) Close() error { return f.watched.Close() }

func (f *Folder) report(s *Snapshot) {
	for _, p := range s.Problems {
		f.log.Warn("content: "+p.Message, "file", p.File, "line", p.Line)
	}
}

func (f *Folder) reload() {
	snapshot, err := load(f.dir, f.schema, f.assets)
	if err != nil {
		f.log.Error("content: the last good state goes on being served", "error", err)
		return
	}
	f.report(snapshot)
	changed := Changed(f.current.Swap(snapshot), snapshot)
	if len(changed) == 0 {
		return
	}
	f.log.Info("content changed", "entries", len(changed))
	if f.onChange != nil {
		f.onChange(changed)
	}
}
