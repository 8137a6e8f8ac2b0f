// Package files stores files durably.
package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Keep stores a file in a folder atomically: it is written under a temporary name and renamed. When it returns,
// the file and its name survive a crash of the machine. The size is in bytes.
func Keep(dir, name string, body io.Reader) (size int64, err error) {
	temporary, err := os.CreateTemp(dir, name+".*.part")
	if err != nil {
		return 0, err
	}
	defer os.Remove(temporary.Name())
	size, err = io.Copy(temporary, body)
	if err == nil {
		err = temporary.Sync()
	}
	if err = errors.Join(err, temporary.Close()); err != nil {
		return 0, err
	}
	if err := os.Rename(temporary.Name(), filepath.Join(dir, name)); err != nil {
		return 0, err
	}
	return size, syncFolder(dir)
}

// syncFolder makes the names of a folder's files durable.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
