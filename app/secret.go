package app

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"strand/config"
	"strand/domain/access"
)

// passKey is what passes are signed with: the setting, else one that is made once and kept in the data folder, so that
// passes survive a restart.
func passKey(c *config.Config) (access.Key, error) {
	if c.Secret != "" {
		return access.Key(c.Secret), nil
	}
	file := filepath.Join(c.DataDir, "secret")
	key, err := os.ReadFile(file)
	if err == nil && len(key) > 0 {
		return key, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the secret that passes are signed with: %w", err)
	}
	if err := os.MkdirAll(c.DataDir, 0o750); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	key = []byte(rand.Text() + rand.Text())
	if err := os.WriteFile(file, key, 0o600); err != nil {
		return nil, fmt.Errorf("keep the secret that passes are signed with: %w", err)
	}
	return key, nil
}
