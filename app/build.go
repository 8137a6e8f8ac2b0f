package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"strand/config"
	"strand/edge/assets"
	"strand/edge/graph"
)

// operationsFile is the file of the operations in the folder of the client's build.
const operationsFile = "persisted-documents.json"

// checkBuild reports which part of the client's build is missing that pages need. Without it the server would answer
// every page with an empty document.
func checkBuild(c *config.Config, built *assets.Assets, operations *graph.Persisted) error {
	if operations.IsEmpty() {
		return fmt.Errorf("the client has no operations (%s)", operationsFile)
	}
	if err := built.Check(); err != nil {
		return err
	}
	if c.Renderers == 0 || c.ClientDevURL != "" {
		return nil
	}
	for _, name := range []string{"threads.js", "render.js"} {
		if isMissing(filepath.Join(c.ClientDir, "server", name)) {
			return fmt.Errorf("the client has no renderer (server/%s)", name)
		}
	}
	return nil
}

func isMissing(file string) bool {
	_, err := os.Stat(file)
	return err != nil
}

// checkClient checks the client's build as the server does.
func checkClient(c *config.Config) error {
	operations, err := graph.LoadPersisted(filepath.Join(c.ClientDir, operationsFile))
	withoutKept := *c
	withoutKept.AssetDir = "" // a check writes no files of the build
	built, errOfAssets := assetsOf(&withoutKept)
	if err = errors.Join(err, errOfAssets); err == nil {
		err = checkBuild(c, built, operations)
	}
	if err != nil {
		return &hintError{err, "build the app (make client), or check STRAND_CLIENT_DIR"}
	}
	return nil
}
