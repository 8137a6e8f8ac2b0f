package cms

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"strand/domain/site"
	"strand/internal/cache"
)

// Snapshots store the last valid responses in files, so that a server can start without the CMS.
type Snapshots struct {
	dir string
	// written contains the contents of the files, so that only changes are written.
	written *sync.Map
}

// NewSnapshots stores snapshots in a folder; an empty name disables them.
func NewSnapshots(dir string) Snapshots { return Snapshots{dir: dir, written: &sync.Map{}} }

// withSnapshot reads data and stores a snapshot of it. If the read fails, it returns the snapshot, marked as
// degraded.
func withSnapshot[D, T any](ctx context.Context, r *Reader, name string, stage site.Stage, read func() (*D, error),
	mapped func(*D) (T, error)) (T, error) {
	data, err := read()
	if err == nil {
		var value T
		if value, err = mapped(data); err == nil {
			if stage == site.Published && !cache.IsDegraded(ctx) {
				r.snapshots.save(ctx, r, name, data)
			}
			return value, nil
		}
	}
	var kept D
	if stage == site.Published && r.snapshots.load(ctx, r, name, &kept) {
		if value, failure := mapped(&kept); failure == nil {
			r.log.WarnContext(ctx, "cms_snapshot_used", "snapshot", name)
			cache.MarkDegraded(ctx)
			return value, nil
		}
	}
	var none T
	return none, err
}

func (s Snapshots) file(name string) string { return filepath.Join(s.dir, "cms-"+name+".json") }

// save writes a changed snapshot. It logs failures, since the server works without snapshots.
func (s Snapshots) save(ctx context.Context, r *Reader, name string, data any) {
	if s.dir == "" {
		return
	}
	content, err := json.Marshal(data)
	if err == nil {
		if before, ok := s.written.Load(name); ok && before == string(content) {
			return
		}
		err = s.write(s.file(name), content)
	}
	if err != nil {
		r.log.WarnContext(ctx, "cms_snapshot_not_saved", "snapshot", name, "error", err)
		return
	}
	s.written.Store(name, string(content))
}

// write replaces a file atomically.
func (s Snapshots) write(file string, content []byte) error {
	if err := os.MkdirAll(s.dir, 0o750); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(s.dir, filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	err = errors.Join(err, temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
	}
	return err
}

func (s Snapshots) load(ctx context.Context, r *Reader, name string, into any) bool {
	if s.dir == "" {
		return false
	}
	content, err := os.ReadFile(s.file(name))
	if err == nil {
		err = json.Unmarshal(content, into)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.log.WarnContext(ctx, "cms_snapshot_unreadable", "snapshot", name, "error", err)
	}
	return err == nil
}
