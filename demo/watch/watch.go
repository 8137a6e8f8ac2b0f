// Package watch reports changes in a folder.
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
	// settle is the time without changes after which a change is reported.
	settle = 150 * time.Millisecond
	// pollInterval is the polling interval for the folder itself: the operating system does not report when a moved
	// folder comes back, or when a parent is moved.
	pollInterval = time.Second
)

// Folder watches a folder with everything below it. The folder may be moved away and back.
type Folder struct {
	dir      string
	log      *slog.Logger
	onChange func()
	watcher  *fsnotify.Watcher
	// seen is the watched folder; nil if it does not exist.
	seen os.FileInfo
	stop context.CancelFunc
	done chan struct{}
}

// Start watches a folder until Close; onChange is called after each change, one call at a time.
func Start(dir string, log *slog.Logger, onChange func()) (*Folder, error) {
	return start(dir, pollInterval, log, onChange)
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

// look returns the folder; nil if it does not exist.
func (f *Folder) look() os.FileInfo {
	info, err := os.Stat(f.dir)
	if err != nil {
		return nil
	}
	return info
}

// isSame reports whether two results of look are the same folder, or both nil.
func isSame(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b)
}

// add watches every folder below; watching a folder twice has no effect.
func (f *Folder) add() {
	err := filepath.WalkDir(f.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // removed in the meantime
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
				f.seen = nil // the watch is lost, even if the folder is back at once
			}
			quiet.Reset(settle)
		case err := <-f.watcher.Errors:
			f.log.Warn("folder_watch_failed", "folder", f.dir, "error", err)
			quiet.Reset(settle) // events may have been lost
		case <-again.C:
			was := f.seen
			if f.seen = f.look(); !isSame(was, f.seen) {
				quiet.Reset(settle)
			}
		case <-quiet.C:
			f.add()
			// A panic while one change is handled does not end the watching.
			_ = recovery.Do(ctx, f.log, "folder_change", func() error { f.onChange(); return nil })
		}
	}
}
