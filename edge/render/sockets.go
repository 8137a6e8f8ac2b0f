package render

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// maxSocketPath is the longest path of a socket in bytes: Linux allows 108, macOS 104.
const maxSocketPath = 100

// socketDir is a directory for the sockets of one pool. A lock file next to it is locked while its owner runs, so
// that leftovers of a killed server can be distinguished from directories of other servers on the same data folder.
type socketDir struct {
	path string
	lock *os.File
}

// newSocketDir creates a directory below a base, and removes those of dead owners. If the base is unusable (its path
// is too long for a socket, its disk is full or read-only), the directory is in the system's temporary folder.
func newSocketDir(base string) (*socketDir, error) {
	d, err := newSocketDirIn(base)
	if err == nil {
		return d, nil
	}
	d, fallbackErr := newSocketDirIn(filepath.Join(os.TempDir(), "strand-"+strconv.Itoa(os.Getuid())))
	if fallbackErr != nil {
		return nil, fmt.Errorf("make a folder for the renderers' sockets: %w", errors.Join(err, fallbackErr))
	}
	return d, nil
}

func newSocketDirIn(base string) (*socketDir, error) {
	base, err := prepareSocketBase(base)
	if err != nil {
		return nil, err
	}
	cleanSockets(base)
	for range 10 {
		path := filepath.Join(base, strings.ToLower(rand.Text()[:8]))
		lock, err := lockFile(path+".lock", os.O_CREATE|os.O_EXCL)
		if errors.Is(err, os.ErrExist) || errors.Is(err, errLocked) {
			continue
		}
		if err != nil {
			return nil, err
		}
		d := &socketDir{path: path, lock: lock}
		if err := os.Mkdir(path, 0o700); err != nil {
			return nil, errors.Join(err, d.remove())
		}
		return d, nil
	}
	return nil, fmt.Errorf("no free name in %s", base)
}

// prepareSocketBase creates the folder for the directories of all servers, and returns its absolute path.
func prepareSocketBase(base string) (string, error) {
	base, err := filepath.Abs(base)
	if err != nil {
		return "", err
	}
	if len(base)+len("/12345678/64-1000000") > maxSocketPath {
		return "", fmt.Errorf("the path %s is too long for a socket", base)
	}
	if err := os.MkdirAll(base, 0o700); err != nil {
		return "", err
	}
	// No other user may replace our sockets.
	info, err := os.Lstat(base)
	if err != nil {
		return "", err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(owner.Uid) != os.Getuid() || info.Mode().Perm()&0o022 != 0 {
		return "", fmt.Errorf("others may write to %s", base)
	}
	return base, nil
}

var errLocked = errors.New("the file is locked by another process")

// lockFile opens a file and locks it until it is closed or the process ends.
func lockFile(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|flags, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errLocked
		}
		return nil, err
	}
	// Another server may have removed the file between opening and locking.
	opened, err := f.Stat()
	if err == nil {
		var there os.FileInfo
		if there, err = os.Stat(path); err == nil && os.SameFile(opened, there) {
			return f, nil
		}
	}
	_ = f.Close()
	if err == nil || errors.Is(err, os.ErrNotExist) {
		return nil, errLocked
	}
	return nil, err
}

// cleanSockets removes the directories of dead servers. If that fails, the next start tries again.
func cleanSockets(base string) {
	locks, err := filepath.Glob(filepath.Join(base, "*.lock"))
	if err != nil {
		return
	}
	for _, path := range locks {
		if lock, err := lockFile(path, 0); err == nil {
			_ = (&socketDir{path: strings.TrimSuffix(path, ".lock"), lock: lock}).remove()
		}
	}
}

// file returns the path of a socket.
func (d *socketDir) file(index, generation int) string {
	return filepath.Join(d.path, fmt.Sprintf("%d-%d", index, generation))
}

// remove removes the directory with its content, and its lock last.
func (d *socketDir) remove() error {
	return errors.Join(os.RemoveAll(d.path), os.Remove(d.lock.Name()), d.lock.Close())
}
