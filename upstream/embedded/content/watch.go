package content

import (
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/vektah/gqlparser/v2/ast"
)

// settle is how long a folder must be quiet before it is read again.
const settle = 150 * time.Millisecond

// Folder is a content folder that is watched: it always has a snapshot. It is safe for concurrent use.
type Folder struct {
	dir      string
	schema   *ast.Schema
	log      *slog.Logger
	onChange func([]Ref)
	assets   *assetFacts
	watcher  *fsnotify.Watcher
	done     chan struct{}
	current  atomic.Pointer[Snapshot]
}

// Watch reads a folder and watches it until Close. onChange, where it is not nil, is told what changed after each reload.
func Watch(dir string, schema *ast.Schema, log *slog.Logger, onChange func([]Ref)) (*Folder, error) {
	f := &Folder{dir: dir, schema: schema, log: log, onChange: onChange, assets: newAssetFacts(), done: make(chan struct{})}
	snapshot, err := load(dir, schema, f.assets)
	if err != nil {
		return nil, err
	}
	f.report(snapshot)
	f.current.Store(snapshot)
	if f.watcher, err = fsnotify.NewWatcher(); err != nil {
		return nil, fmt.Errorf("watch the content folder %s: %w", dir, err)
	}
	f.watchFolders()
	go f.run()
	return f, nil
}

// Snapshot is the content as it is now.
func (f *Folder) Snapshot() *Snapshot { return f.current.Load() }

// Close stops watching.
func (f *Folder) Close() error {
	err := f.watcher.Close()
	<-f.done
	return err
}

func (f *Folder) report(s *Snapshot) {
	for _, p := range s.Problems {
		f.log.Warn("content: "+p.Message, "file", p.File, "line", p.Line)
	}
}

// watchFolders watches every folder below; watching one twice does nothing.
func (f *Folder) watchFolders() {
	err := filepath.WalkDir(f.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // gone in the meantime
		}
		return f.watcher.Add(path)
	})
	if err != nil {
		f.log.Warn("content: not every folder is watched for changes", "error", err)
	}
}

func (f *Folder) run() {
	defer close(f.done)
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	for {
		select {
		case _, ok := <-f.watcher.Events:
			if !ok {
				return
			}
			timer.Reset(settle)
		case err, ok := <-f.watcher.Errors:
			if !ok {
				return
			}
			f.log.Warn("content: watching failed", "error", err)
		case <-timer.C:
			f.watchFolders()
			f.reload()
		}
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
