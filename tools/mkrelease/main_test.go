package main

import (
	"os"
	"os/exec"
	"testing"
)

func TestVersion(t *testing.T) {
	feature, fix, breaking := commit{kind: "feat"}, commit{kind: "fix"}, commit{kind: "feat", isBreaking: true}
	for name, test := range map[string]struct {
		history history
		want    string
	}{
		"the first release":            {history{commits: []commit{feature}}, "v0.1.0"},
		"a tag":                        {history{tagged: "v3.0.0", last: "v1.2.3", commits: []commit{fix}}, "v3.0.0"},
		"fixes":                        {history{last: "v1.2.3", commits: []commit{fix}}, "v1.2.4"},
		"a feature":                    {history{last: "v1.2.3", commits: []commit{fix, feature}}, "v1.3.0"},
		"a breaking change":            {history{last: "v1.2.3", commits: []commit{feature, breaking}}, "v2.0.0"},
		"a breaking change before 1.0": {history{last: "v0.2.3", commits: []commit{breaking}}, "v0.3.0"},
		"more than one digit":          {history{last: "v1.9.9", commits: []commit{feature}}, "v1.10.0"},
	} {
		if got := test.history.version(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestParseCommit(t *testing.T) {
	for subject, want := range map[string]commit{
		"feat(search): find parts":   {"feat", "search", "find parts", false},
		"fix: keep a form":           {"fix", "", "keep a form", false},
		"feat(graph)!: remove a key": {"feat", "graph", "remove a key", true},
		"Merge branch":               {},
		"wip":                        {},
	} {
		if got, ok := parseCommit(subject, ""); got != want || ok != (want != commit{}) {
			t.Errorf("%s: %+v", subject, got)
		}
	}
	if c, _ := parseCommit("fix: a", "text\n\nBREAKING CHANGE: settings have other names"); !c.isBreaking {
		t.Error("a breaking change in the body")
	}
}

// TestReadHistory: the changes are those since the last release, by what they mean for users.
func TestReadHistory(t *testing.T) {
	dir := t.TempDir()
	run := func(arguments ...string) {
		t.Helper()
		command := exec.Command("git", arguments...)
		command.Dir = dir
		command.Env = append(
			os.Environ(),
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a",
			"GIT_COMMITTER_EMAIL=a@example.com",
		)
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	commit := func(subject string) { run("commit", "--allow-empty", "-q", "-m", subject) }
	run("init", "-q")
	commit("feat: the first one")
	run("tag", "v1.0.0")
	run("tag", "nightly")
	commit("fix(forms): keep what was typed")
	commit("feat(search): find parts")
	commit("test: more")
	h, err := readHistory(dir)
	if err != nil {
		t.Fatal(err)
	}
	if h.last != "v1.0.0" || h.version() != "v1.1.0" {
		t.Errorf("last %q, version %s", h.last, h.version())
	}
	want := "# Strand 1.1.0\n\n## Added\n\n- **search**: find parts\n\n## Fixed\n\n- **forms**: keep what was typed\n"
	if got := h.notes("v1.1.0"); got != want {
		t.Errorf("notes %q", got)
	}
	run("tag", "v1.1.0")
	if h, err = readHistory(dir); err != nil || h.version() != "v1.1.0" || len(h.commits) != 3 {
		t.Errorf("tagged: %+v %v", h, err)
	}
}
