package app

import (
	"context"
	"fmt"
	"path/filepath"

	"strand/config"
	"strand/internal/database"
)

// connectDatabase connects to the PostgreSQL database if one is configured. A database that cannot be used ends the
// start, since the server would refuse every form.
func (a *App) connectDatabase() (err error) {
	if a.server, err = OpenDatabase(context.Background(), a.config); err != nil || a.server == nil {
		return err
	}
	a.parts.OnClose(func(context.Context) error { return a.server.Close() })
	return nil
}

// OpenDatabase connects to the PostgreSQL database of the settings; nil without one.
func OpenDatabase(ctx context.Context, c *config.Config) (*database.Server, error) {
	if c.DatabaseURL == "" {
		return nil, nil
	}
	server, err := database.Connect(ctx, string(c.DatabaseURL))
	if err != nil {
		return nil, fmt.Errorf("the database (STRAND_DATABASE_URL) cannot be used: %w", err)
	}
	return server, nil
}

// location returns where a store is: in the database, or in a file of the data folder.
func location(c *config.Config, server *database.Server, file string) database.Location {
	return database.Location{File: filepath.Join(c.DataDir, file), Server: server}
}
