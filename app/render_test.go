package app

import (
	"os"
	"path/filepath"
	"testing"
)

// The Node of the client's dependencies is found from the client's folder, whatever the working directory is.
func TestFindNode(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	installed := func(dirs ...string) string {
		path := filepath.Join(append(append([]string{root}, dirs...), "node_modules", ".bin", "node")...)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	t.Chdir(t.TempDir())

	client := filepath.Join(root, "strand", "client", "dist")
	if got := findNode(client); got != "node" {
		t.Errorf("without dependencies: got %s, want the one on the PATH", got)
	}
	above := installed()
	if got := findNode(client); got != above {
		t.Errorf("dependencies above: got %s, want %s", got, above)
	}
	nearest := installed("strand")
	if got := findNode(client); got != nearest {
		t.Errorf("dependencies of the product: got %s, want %s", got, nearest)
	}

	t.Chdir(filepath.Join(root, "strand"))
	if got := findNode("./client/dist"); got != nearest {
		t.Errorf("a relative folder: got %s, want %s", got, nearest)
	}
}
