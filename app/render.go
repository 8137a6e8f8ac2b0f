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
		node = "node"
		if _, err := os.Stat("node_modules/.bin/node"); err == nil {
			node = "node_modules/.bin/node"
		}
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
