package app

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"strand/config"
	"strand/edge/render"
)

// startRenderers starts the process that renders HTML, unless browsers render or the build has no renderer, with which
// the server is not ready (checkBuild).
func (a *App) startRenderers() (err error) {
	c := a.config
	if c.Renderers == 0 || c.ClientDevURL != "" { // with the development server the built bundle is outdated
		return nil
	}
	o := rendererOptions(c, "pages", "threads.js", a.log)
	o.Module = filepath.Join(c.ClientDir, "server", "render.js")
	if slices.ContainsFunc([]string{o.Script, o.Module}, isMissing) {
		return nil // checkBuild reports it
	}
	o.Threads, o.Timeout = c.Renderers, c.RenderTimeout
	if a.renderer, err = render.Start(o); err != nil {
		return err
	}
	a.parts.OnClose(func(context.Context) error { a.renderer.Close(); return nil })
	a.parts.InBackground(a.renderer.Prove)
	return nil
}

// picturesAtOnce is the number of pictures that are transformed at the same time.
const picturesAtOnce = 2

// newPictures returns the transformer of pictures. It does not depend on the rendering of pages.
func (a *App) newPictures() *render.Pictures {
	o := rendererOptions(a.config, "pictures", "pictures.js", a.log)
	o.Threads = picturesAtOnce
	pictures := render.NewPictures(o)
	a.parts.OnClose(func(context.Context) error { pictures.Close(); return nil })
	return pictures
}

// newSheets returns the maker of data sheets. One thread is enough, since they are cached.
func (a *App) newSheets() *render.Sheets {
	o := rendererOptions(a.config, "sheets", "threads.js", a.log)
	o.Module = filepath.Join(a.config.ClientDir, "server", "datasheet.js")
	o.Threads = 1
	sheets := render.NewSheets(o)
	a.parts.OnClose(func(context.Context) error { sheets.Close(); return nil })
	return sheets
}

// rendererOptions returns the options of a pool that runs a script of the built client.
func rendererOptions(c *config.Config, name, script string, log *slog.Logger) render.Options {
	node := c.Node
	if node == "" {
		node = findNode(c.ClientDir)
	}
	return render.Options{
		Name:   name,
		Node:   node,
		Script: filepath.Join(c.ClientDir, "server", script),
		Logger: log.With("pool", name),
	}
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
