package edge

import (
	"cmp"
	"container/list"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// copies keeps transformed pictures on disk, up to a total size: the one that was not shown for longest gives way.
// What is in the folder when the server starts is kept. It is safe for concurrent use, also by several servers on one
// folder: each bounds what it knows of.
type copies struct {
	dir   string
	limit int64
	log   *slog.Logger

	opened sync.Once
	mu     sync.Mutex
	size   int64
	// order has the files, the one that was shown last at its end.
	order list.List
	files map[string]*list.Element
}

// keptCopy is a file of the folder; shown is when it was shown last.
type keptCopy struct {
	name  string
	size  int64
	shown time.Time
}

const (
	// partSuffix is that of files that are being written.
	partSuffix = ".part"
	// abandoned is after how long such a file is left over of a server that has ended.
	abandoned = time.Hour
	// noted is how exactly the time at which a copy was shown is kept over a restart.
	noted = time.Hour
)

func newCopies(dir string, limit int64, log *slog.Logger) *copies {
	return &copies{dir: dir, limit: limit, log: log, files: map[string]*list.Element{}}
}

// open opens a copy; nil where there is none.
func (c *copies) open(name string) *os.File {
	c.opened.Do(c.scan)
	file, err := os.Open(filepath.Join(c.dir, name))
	if err != nil {
		c.forget(name)
		return nil
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = file.Close() // nothing was written
		return nil
	}
	now := time.Now()
	if now.Sub(info.ModTime()) > noted {
		_ = os.Chtimes(file.Name(), time.Time{}, now) // it is taken for older than it is, at worst
	}
	c.note(keptCopy{name, info.Size(), now})
	return file
}

// keep writes a copy as a whole: beside it first, so that no reader ever sees a part.
func (c *copies) keep(name string, content []byte) error {
	c.opened.Do(c.scan)
	if int64(len(content)) > c.limit {
		return nil
	}
	if err := os.MkdirAll(c.dir, 0o750); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(c.dir, "*"+partSuffix)
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	err = errors.Join(err, temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), filepath.Join(c.dir, name))
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
		return err
	}
	c.note(keptCopy{name, int64(len(content)), time.Now()})
	return nil
}

// note puts a copy at the end of the order, and removes those at its beginning while there is too much.
func (c *copies) note(k keptCopy) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.files[k.name]; at != nil {
		c.size -= c.order.Remove(at).(keptCopy).size //nolint:forcetypeassert // only these are in it
	}
	c.files[k.name] = c.order.PushBack(k)
	c.size += k.size
	for c.size > c.limit && c.order.Len() > 1 {
		oldest := c.order.Remove(c.order.Front()).(keptCopy) //nolint:forcetypeassert // see above
		delete(c.files, oldest.name)
		c.size -= oldest.size
		// Whoever reads it reads on: it is removed when they close it.
		if err := os.Remove(filepath.Join(c.dir, oldest.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			c.log.Warn("image_copy_not_removed", "file", oldest.name, "error", err)
		}
	}
}

// forget leaves out a copy that is not there any more.
func (c *copies) forget(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.files[name]; at != nil {
		c.size -= c.order.Remove(at).(keptCopy).size //nolint:forcetypeassert // only these are in it
		delete(c.files, name)
	}
}

// scan finds the copies that an earlier server has left.
func (c *copies) scan() {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return // there is no folder yet, or none that could be used: keep says so
	}
	var found []keptCopy
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if strings.HasSuffix(e.Name(), partSuffix) {
			if time.Since(info.ModTime()) > abandoned {
				_ = os.Remove(filepath.Join(c.dir, e.Name())) // the next start tries again
			}
			continue
		}
		found = append(found, keptCopy{e.Name(), info.Size(), info.ModTime()})
	}
	slices.SortFunc(
		found,
		func(a, b keptCopy) int { return cmp.Or(a.shown.Compare(b.shown), cmp.Compare(a.name, b.name)) },
	)
	for _, k := range found {
		c.note(k)
	}
}
