package app

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"strand/config"
	"strand/domain/access"
)

// passKey is what passes are signed with: the setting, else one that is made once and kept in the data folder, so that
// passes survive a restart. While the folder cannot be used, one is made for this process.
func passKey(c *config.Config, log *slog.Logger) access.Key {
	if c.Secret != "" {
		return access.Key(c.Secret)
	}
	key, err := storedKey(filepath.Join(c.DataDir, "secret"))
	if err != nil {
		log.Error("secret_not_stored", "error", err, "action",
			"make the data folder writable, or set STRAND_SECRET: passes end with this process")
		key = []byte(rand.Text() + rand.Text())
	}
	return key
}

// storedKey reads a key, or makes one.
func storedKey(file string) ([]byte, error) {
	key, err := os.ReadFile(file)
	if err == nil && len(key) > 0 {
		return key, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the secret that passes are signed with: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	key = []byte(rand.Text() + rand.Text())
	if err := os.WriteFile(file, key, 0o600); err != nil {
		return nil, fmt.Errorf("keep the secret that passes are signed with: %w", err)
	}
	return key, nil
}
