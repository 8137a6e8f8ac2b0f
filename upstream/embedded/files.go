package embedded

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// KeepFile keeps a file in a folder under a name. It is written beside and renamed, so that there is never a part of one; once it
// returns, both the file and its name survive a crash of the machine. The size is in bytes.
func KeepFile(dir, name string, body io.Reader) (size int64, err error) {
	part, err := os.CreateTemp(dir, name+".*.part")
	if err != nil {
		return 0, err
	}
	defer os.Remove(part.Name())
	size, err = io.Copy(part, body)
	if err == nil {
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return 0, err
	}
	if err := os.Rename(part.Name(), filepath.Join(dir, name)); err != nil {
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
