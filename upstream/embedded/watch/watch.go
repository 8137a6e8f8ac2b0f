// Package watch tells when something in a folder changes.
package watch

import (
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long a folder must be quiet before its change is told.
const settle = 150 * time.Millisecond

// Folder is a folder that is watched with everything below it.
type Folder struct {
	dir      string
	log      *slog.Logger
	onChange func()
	watcher  *fsnotify.Watcher
	done     chan struct{}
}

// Start watches a folder until Close; onChange is called after each change, one call at a time.
func Start(dir string, log *slog.Logger, onChange func()) (*Folder, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch the folder %s: %w", dir, err)
	}
	f := &Folder{dir: dir, log: log, onChange: onChange, watcher: watcher, done: make(chan struct{})}
	f.add()
	go f.run()
	return f, nil
}

// Close stops watching.
func (f *Folder) Close() error {
	err := f.watcher.Close()
	<-f.done
	return err
}

// add watches every folder below; watching one twice does nothing.
func (f *Folder) add() {
	err := filepath.WalkDir(f.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // gone in the meantime
		}
		return f.watcher.Add(path)
	})
	if err != nil {
		f.log.Warn("not every folder is watched for changes", "folder", f.dir, "error", err)
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
			f.log.Warn("watching failed", "folder", f.dir, "error", err)
		case <-timer.C:
			f.add()
			f.onChange()
		}
	}
}
