package app

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"strand/config"
	"strand/domain/signedtoken"
	"strand/internal/database"
)

//go:embed migrations/*.sql
var keyMigrations embed.FS

// signingKey returns the key that signs tokens: the setting, else a generated one, which is stored in the database that
// the servers share, or in the data folder, so that tokens survive a restart. While the folder is unusable, the key is
// lost with the process. Tokens of the previous secrets in the settings are valid too.
func signingKey(c *config.Config, server *database.Server, log *slog.Logger) (signedtoken.Key, error) {
	secret, err := signingSecret(c, server, log)
	if err != nil {
		return signedtoken.Key{}, err
	}
	accepted := make([]string, 0, len(c.PreviousSecrets))
	for _, previous := range c.PreviousSecrets {
		accepted = append(accepted, string(previous))
	}
	return signedtoken.NewKey(secret, accepted...), nil
}

func signingSecret(c *config.Config, server *database.Server, log *slog.Logger) (string, error) {
	if c.Secret != "" {
		return string(c.Secret), nil
	}
	if server != nil {
		return sharedKey(c, server, log)
	}
	key, err := storedKey(filepath.Join(c.DataDir, "secret"))
	if err != nil {
		log.Error("secret_not_stored", "error", err, "action",
			"make the data folder writable, or set STRAND_SECRET: signed tokens become invalid when this process ends")
		key = generateKey()
	}
	return string(key), nil
}

func generateKey() []byte { return []byte(rand.Text() + rand.Text()) }

// sharedKey reads the key from the database. The first server stores it: that of its data folder if there is one, so
// that tokens stay valid when the database is introduced.
func sharedKey(c *config.Config, server *database.Server, log *slog.Logger) (string, error) {
	scripts, err := fs.Sub(keyMigrations, "migrations")
	if err != nil {
		return "", err
	}
	proposal, err := os.ReadFile(filepath.Join(c.DataDir, "secret"))
	if err != nil || len(proposal) == 0 {
		proposal = generateKey()
	}
	ctx := context.Background()
	store, err := database.NewStore(ctx, database.Options{
		Name:       "keys",
		Location:   database.Location{Server: server},
		Migrations: scripts,
		Log:        log,
	})
	if err != nil {
		return "", fmt.Errorf("read the signing key: %w", err)
	}
	var key string
	err = store.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		const insert = `INSERT INTO keys (name, value) VALUES ('signing', $1) ON CONFLICT DO NOTHING`
		if _, err := db.ExecContext(ctx, insert, string(proposal)); err != nil {
			return err
		}
		return db.QueryRowContext(ctx, `SELECT value FROM keys WHERE name = 'signing'`).Scan(&key)
	})
	if err = errors.Join(err, store.Close()); err != nil {
		return "", fmt.Errorf("read the signing key: %w", err)
	}
	return key, nil
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
	key = generateKey()
	if err := os.WriteFile(file, key, 0o600); err != nil {
		return nil, fmt.Errorf("store the signing key: %w", err)
	}
	return key, nil
}
