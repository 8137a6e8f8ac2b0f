package main

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"strand/edge/pages"
	"strand/test/polltest"
)

// buildStrand builds the product and returns the path of its program.
func buildStrand(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "strand")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "strand/cmd/strand")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// TestExplain: strand explains the documents of a running server.
func TestExplain(t *testing.T) {
	t.Parallel()
	content := t.TempDir()
	if err := os.CopyFS(content, os.DirFS("../../demo/testcontent")); err != nil {
		t.Fatal(err)
	}
	s := running(t, "STRAND_CONTENT_DIR="+content)
	strand := buildStrand(t)
	var printed, failures strings.Builder
	call := func(arguments ...string) int {
		printed.Reset()
		failures.Reset()
		command := exec.Command(strand, append([]string{"explain"}, arguments...)...)
		command.Env = []string{"STRAND_ADMIN_ADDR=" + strings.TrimPrefix(s.admin, "http://")}
		command.Stdout, command.Stderr = &printed, &failures
		if err := command.Run(); err != nil && command.ProcessState == nil {
			t.Fatal(err)
		}
		return command.ProcessState.ExitCode()
	}
	explain := func(path string) (found pages.Explanation) {
		t.Helper()
		if code := call("--json", s.url+path); code != 0 {
			t.Fatalf("%s: exit code %d, %s", path, code, failures.String())
		}
		if err := json.Unmarshal([]byte(printed.String()), &found); err != nil {
			t.Fatal(err)
		}
		return found
	}
	const about = "/en/company/about"
	found := explain(about)
	if found.Status != http.StatusOK || found.State != "fresh" ||
		!slices.Contains(found.Records, "cms:page:main-about") {
		t.Errorf("%+v", found)
	}
	if found := explain("/"); found.IsCached || found.Status != http.StatusFound || found.Location != "/en" {
		t.Errorf("an address that depends on preferences: %+v", found)
	}

	file := filepath.Join(content, "cms/sites/main/pages/about/en.md")
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(old, "\n\nAnother paragraph.\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "the change of the page", func() bool { return explain(about).LastChange != nil })
	if found := explain(about); found.State != "fresh" || found.LastChange.Source != "cms" {
		t.Errorf("after the change: %+v", found)
	}
	if code := call(s.url + about); code != 0 || !strings.Contains(printed.String(), "cms:page:main-about") {
		t.Errorf("exit code %d: %s%s", code, printed.String(), failures.String())
	}

	for _, url := range []string{"", "/en", "javascript:alert(1)", "http://"} {
		if code := call(url); code != 1 || !strings.Contains(failures.String(), "an absolute URL") {
			t.Errorf("%q: exit code %d, %s", url, code, failures.String())
		}
	}
	if code := call(); code != 2 {
		t.Errorf("no URL: exit code %d", code)
	}
	_ = s.command.Process.Kill() // it may have ended
	<-s.ended
	if code := call(s.url + about); code != 1 || !strings.Contains(failures.String(), "no server answers") {
		t.Errorf("no server: exit code %d, %s", code, failures.String())
	}
}
