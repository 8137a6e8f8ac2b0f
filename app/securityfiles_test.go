package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestSecurityFileModes: other users of the machine cannot read any file of the data folder.
func TestSecurityFileModes(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir(testSite(t).data, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		found[entry.Name()] = true
		if mode := info.Mode().Perm(); mode&0o077 != 0 {
			t.Errorf("%s has the mode %o", path, mode)
		}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, name := range []string{"secret", "outbox.db", "revocations.db", "users.db", "sis.db"} {
		if !found[name] {
			t.Errorf("%s does not exist", name)
		}
	}
}
