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
	"strand/domain/signedtoken"
)

// signingKey returns the key that signs tokens: the setting, else a generated one that is stored in the data folder,
// so that tokens survive a restart. While the folder is unusable, the key is lost with the process.
func signingKey(c *config.Config, log *slog.Logger) signedtoken.Key {
	if c.Secret != "" {
		return signedtoken.Key(c.Secret)
	}
	key, err := storedKey(filepath.Join(c.DataDir, "secret"))
	if err != nil {
		log.Error("secret_not_stored", "error", err, "action",
			"make the data folder writable, or set STRAND_SECRET: signed tokens become invalid when this process ends")
		key = []byte(rand.Text() + rand.Text())
	}
	return key
}

// storedKey reads the key from a file, or generates it.
func storedKey(file string) ([]byte, error) {
	key, err := os.ReadFile(file)
	if err == nil && len(key) > 0 {
		return key, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the signing key: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		return nil, fmt.Errorf("create the data folder: %w", err)
	}
	key = []byte(rand.Text() + rand.Text())
	if err := os.WriteFile(file, key, 0o600); err != nil {
		return nil, fmt.Errorf("store the signing key: %w", err)
	}
	return key, nil
}
