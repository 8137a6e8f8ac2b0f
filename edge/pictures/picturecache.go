package pictures

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

// copies stores transformed pictures on disk, up to a total size; the least recently used copy is evicted first.
// Copies in the folder at the start are kept. It is safe for concurrent use, also by several servers on one folder:
// each counts only the copies that it has read or written.
type copies struct {
	dir   string
	limit int64
	log   *slog.Logger

	opened sync.Once
	mu     sync.Mutex
	size   int64
	// order has the files, the most recently used at its end.
	order list.List
	files map[string]*list.Element
}

// keptCopy is a file of the folder; shown is when it was last used.
type keptCopy struct {
	name      string
	size      int64
	lastShown time.Time
}

const (
	// partSuffix is the suffix of files that are being written.
	partSuffix = ".part"
	// partFileMaxAge is the age from which such a file is a leftover of a server that has ended.
	partFileMaxAge = time.Hour
	// usePrecision is the precision of the time of last use, which is stored as the file's modification time.
	usePrecision = time.Hour
)

func newCopies(dir string, limit int64, log *slog.Logger) *copies {
	return &copies{dir: dir, limit: limit, log: log, files: map[string]*list.Element{}}
}

// open opens a copy; nil if there is none.
func (c *copies) open(name string) *os.File {
	c.opened.Do(c.scan)
	file, err := os.Open(filepath.Join(c.dir, name))
	if err != nil {
		c.remove(name)
		return nil
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = file.Close() // opened for reading only
		return nil
	}
	now := time.Now()
	if now.Sub(info.ModTime()) > usePrecision {
		_ = os.Chtimes(file.Name(), time.Time{}, now) // at worst it is evicted too early
	}
	c.markUsed(keptCopy{name, info.Size(), now})
	return file
}

// store writes a copy to a temporary file and renames it, so that no reader sees an incomplete copy.
func (c *copies) store(name string, content []byte) error {
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
	c.markUsed(keptCopy{name, int64(len(content)), time.Now()})
	return nil
}

// markUsed moves a copy to the end of the order and evicts copies from its beginning while the total is above the
// limit.
func (c *copies) markUsed(k keptCopy) {
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
		// Open readers can finish: the system removes the file when they close it.
		if err := os.Remove(filepath.Join(c.dir, oldest.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			c.log.Warn("image_copy_not_removed", "file", oldest.name, "error", err)
		}
	}
}

// remove removes a copy whose file was deleted from the order.
func (c *copies) remove(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.files[name]; at != nil {
		c.size -= c.order.Remove(at).(keptCopy).size //nolint:forcetypeassert // only these are in it
		delete(c.files, name)
	}
}

// scan finds the copies that an earlier server has stored.
func (c *copies) scan() {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return // the folder does not exist or cannot be read: store reports it
	}
	var found []keptCopy
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if strings.HasSuffix(e.Name(), partSuffix) {
			if time.Since(info.ModTime()) > partFileMaxAge {
				_ = os.Remove(filepath.Join(c.dir, e.Name())) // the next start tries again
			}
			continue
		}
		found = append(found, keptCopy{e.Name(), info.Size(), info.ModTime()})
	}
	slices.SortFunc(
		found,
		func(a, b keptCopy) int { return cmp.Or(a.lastShown.Compare(b.lastShown), cmp.Compare(a.name, b.name)) },
	)
	for _, k := range found {
		c.markUsed(k)
	}
}
