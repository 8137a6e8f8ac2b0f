package app

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"

	"strand/config"
	"strand/edge/render"
)

// startRenderers starts the processes that render HTML; nil if browsers render, because of the settings or a
// missing build.
func (a *App) startRenderers(c *config.Config, log *slog.Logger) (*render.Pool, error) {
	if c.Renderers == 0 || c.ClientDevURL != "" { // with the development server the built bundle is outdated
		return nil, nil
	}
	script := filepath.Join(c.ClientDir, "server", "render.js")
	if _, err := os.Stat(script); err != nil {
		log.Warn("renderer_bundle_missing", "file", script, "effect", "browsers render")
		return nil, nil
	}
	node := c.Node
	if node == "" {
		node = findNode(c.ClientDir)
	}
	pool, err := render.Start(render.Options{
		Node:      node,
		Script:    script,
		Dir:       filepath.Join(c.DataDir, "run"),
		Processes: c.Renderers,
		Timeout:   c.RenderTimeout,
		Logger:    log,
	})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func(context.Context) error { pool.Close(); return nil })
	return pool, nil
}

// findNode returns the path of the Node that is installed for a folder: the one in the `node_modules` of the folder or
// of the nearest folder above it, otherwise the one on the PATH. It does not depend on the working directory.
func findNode(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "node"
	}
	for {
		node := filepath.Join(dir, "node_modules", ".bin", "node")
		if info, err := os.Stat(node); err == nil && !info.IsDir() {
			return node
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "node"
		}
		dir = parent
	}
}
