package app

import (
	"path/filepath"

	"strand/config"
)

// What is in the data folder (docs/operations.md, Data folder).

// UploadsDir returns the folder of the files that belong to forms.
func UploadsDir(c *config.Config) string { return filepath.Join(c.DataDir, "uploads") }

func imageDir(c *config.Config) string { return filepath.Join(c.DataDir, "images") }

func snapshotDir(c *config.Config) string { return filepath.Join(c.DataDir, "snapshots") }
