// Package watch tells when something in a folder changes.
package watch

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"strand/internal/recovery"
)

const (
	// settle is how long a folder must be quiet before its change is told.
	settle = 150 * time.Millisecond
	// lookAgain is how often the folder itself is looked for: the system does not tell when one comes back that was moved
	// away, nor when one above it is moved.
	lookAgain = time.Second
)

// Folder is a folder that is watched with everything below it. It may be moved away and come back.
type Folder struct {
	dir      string
	log      *slog.Logger
	onChange func()
	watcher  *fsnotify.Watcher
	// seen is the folder that is watched; nil while there is none.
	seen os.FileInfo
	stop context.CancelFunc
	done chan struct{}
}

// Start watches a folder until Close; onChange is called after each change, one call at a time.
func Start(dir string, log *slog.Logger, onChange func()) (*Folder, error) {
	return start(dir, lookAgain, log, onChange)
}

func start(dir string, interval time.Duration, log *slog.Logger, onChange func()) (*Folder, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch the folder %s: %w", dir, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	f := &Folder{
		dir:      filepath.Clean(dir),
		log:      log,
		onChange: onChange,
		watcher:  watcher,
		stop:     stop,
		done:     make(chan struct{}),
	}
	f.seen = f.look()
	f.add()
	recovery.Go(ctx, log, "folder_watcher", func() {
		defer close(f.done)
		f.run(ctx, interval)
	})
	return f, nil
}

// Close stops watching.
func (f *Folder) Close() error {
	f.stop()
	<-f.done
	return f.watcher.Close()
}

// look finds the folder; nil for none.
func (f *Folder) look() os.FileInfo {
	info, err := os.Stat(f.dir)
	if err != nil {
		return nil
	}
	return info
}

// isSame says whether two looks found the same folder, or none.
func isSame(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b)
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
		f.log.Warn("folder_partly_watched", "folder", f.dir, "error", err)
	}
}

func (f *Folder) run(ctx context.Context, interval time.Duration) {
	quiet := time.NewTimer(time.Hour)
	quiet.Stop()
	again := time.NewTicker(interval)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-f.watcher.Events:
			if filepath.Clean(event.Name) == f.dir && event.Has(fsnotify.Rename|fsnotify.Remove) {
				f.seen = nil // even where it is back at once: it is watched no more
			}
			quiet.Reset(settle)
		case err := <-f.watcher.Errors:
			f.log.Warn("folder_watch_failed", "folder", f.dir, "error", err)
			quiet.Reset(settle) // events may be lost
		case <-again.C:
			was := f.seen
			if f.seen = f.look(); !isSame(was, f.seen) {
				quiet.Reset(settle)
			}
		case <-quiet.C:
			f.add()
			// What goes wrong while one change is read does not end the watching.
			_ = recovery.Do(ctx, f.log, "folder_change", func() error { f.onChange(); return nil })
		}
	}
}
