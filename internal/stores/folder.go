package stores

import (
	"errors"
	"os"
	"syscall"
)

// probeSize is the size of a probe: more than what a file system keeps inside of its directory entries, and at least
// the size of a form.
const probeSize = 64 << 10

// ProbeFolder writes a file to a folder, to its volume, and removes it. The folder is made if it is missing.
func ProbeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, probeSize))
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// reasonOf returns an error in a few words, without paths.
func reasonOf(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "there is no space left"
	case errors.Is(err, os.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return "the folder cannot be written"
	}
	return "the folder fails"
}
