package checks

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWorkflows: actionlint finds nothing wrong with the workflows.
func TestWorkflows(t *testing.T) {
	lint := exec.CommandContext(t.Context(), "go", "tool", "-modfile=tools/actionlint/go.mod", "actionlint")
	lint.Dir = "../.."
	if out, err := lint.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestSecurityActions: actions are pinned by their commits, since a tag can be moved.
func TestSecurityActions(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.y*ml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, used := range regexp.MustCompile(`uses: *(\S+)`).FindAllStringSubmatch(string(text), -1) {
			if !regexp.MustCompile(`^(\./[\w./-]+|[\w/-][\w./-]*@[0-9a-f]{40})$`).MatchString(used[1]) {
				t.Errorf("%s: %s is not pinned", file, used[1])
			}
		}
	}
}

// TestPinImages: the script pins every image of others by the digest that the registry tells, and nothing else.
func TestPinImages(t *testing.T) {
	root, tools := t.TempDir(), t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "deploy"), 0o750); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		"../../Dockerfile": "Dockerfile", "../../compose.yaml": "compose.yaml",
		"../pin-images.sh": "deploy/pin-images.sh",
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, to), text, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	digest := "sha256:" + strings.Repeat("ab", 32)
	registry := "#!/bin/sh\necho " + digest + "\n"
	if err := os.WriteFile(filepath.Join(tools, "skopeo"), []byte(registry), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(arguments ...string) (string, error) {
		command := exec.CommandContext(t.Context(), filepath.Join(root, "deploy/pin-images.sh"), arguments...)
		command.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"))
		out, err := command.CombinedOutput()
		return string(out), err
	}
	if out, err := run("--check"); err == nil && strings.Contains(out, "unpinned") {
		t.Errorf("unpinned images are accepted: %s", out)
	}
	if out, err := run(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := run("--check")
	if pinned := strings.Count(out, "pinned "); err != nil || pinned < 5 {
		t.Errorf("%d images are pinned, %v: %s", pinned, err, out)
	}
	for _, file := range []string{"Dockerfile", "compose.yaml"} {
		before, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if strings.ReplaceAll(string(after), "@"+digest, "") != string(before) {
			t.Errorf("%s: more than digests were added", file)
		}
	}
}
