//go:build release

package deploy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"strand/test/polltest"
	"strand/test/servertest"
)

// TestReproducible: two builds of this commit in different folders have the same files. Uncommitted changes are not
// part of it.
func TestReproducible(t *testing.T) {
	var sums []string
	for _, name := range []string{"one", "another-and-longer"} {
		dir := filepath.Join(t.TempDir(), name)
		for _, command := range []*exec.Cmd{
			exec.Command("git", "clone", "--quiet", "..", dir), exec.Command("make", "-C", dir, "release"),
		} {
			if out, err := command.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		sum, err := os.ReadFile(filepath.Join(dir, "bin/release/SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, string(sum))
	}
	if sums[0] != sums[1] || strings.Count(sums[0], "\n") != 4 {
		t.Errorf("the builds differ:\n%s\n%s", sums[0], sums[1])
	}
}

// TestUpgrade: the data of the previous release is migrated while both releases accept forms, and the previous one
// still reads and writes them afterwards. No acknowledged form is lost.
func TestUpgrade(t *testing.T) {
	previous := buildServer(t, previousSources(t), "previous")
	present := buildServer(t, "..", "present")
	systems := startSystems(t)
	client := t.TempDir()
	if err := os.WriteFile(filepath.Join(client, "persisted-documents.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	settings := []string{
		"STRAND_DATA_DIR=" + t.TempDir(), "STRAND_CLIENT_DIR=" + client, "STRAND_RENDERERS=0", "STRAND_DRAIN_DELAY=0s",
		"STRAND_TRUSTED_PROXIES=127.0.0.1/32", "PATH=" + os.Getenv("PATH"),
	}
	for _, s := range systems.Settings() {
		settings = append(settings, s.Variable+"="+s.Value)
	}
	// Nothing is delivered, so that every form stays in the outbox.
	settings = append(settings, "STRAND_SIS_URL=http://"+servertest.FreeAddr(t)+"/graphql")

	forms := &submitter{t: t, acknowledged: map[string]bool{}}
	old := startServer(t, previous, settings)
	forms.sendTo(20, old)
	upgraded := startServer(t, present, settings)
	forms.sendTo(40, old, upgraded)
	old.stop(t)
	forms.sendTo(20, upgraded)
	forms.check(t, present, settings)

	back := startServer(t, previous, settings)
	forms.sendTo(40, upgraded, back)
	upgraded.stop(t)
	forms.sendTo(20, back)
	forms.check(t, previous, settings)
	back.stop(t)
	forms.check(t, present, settings)
}

// previousSources returns a folder with the sources of the previous release.
func previousSources(t *testing.T) string {
	t.Helper()
	commit, err := os.ReadFile("previous-release")
	if err != nil {
		t.Fatal(err)
	}
	revision := strings.TrimSpace(string(commit))
	if exec.Command("git", "cat-file", "-e", revision).Run() != nil {
		t.Skipf("this clone does not have the commit %s of the previous release", revision)
	}
	dir := t.TempDir()
	export := exec.Command("sh", "-c", `git -C .. archive "$1" | tar -x -C "$2"`, "export", revision, dir)
	if out, err := export.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

func buildServer(t *testing.T, sources, name string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), name)
	build := exec.Command("go", "build", "-buildvcs=false", "-o", program, "./cmd/strand")
	build.Dir = sources
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", name, err, out)
	}
	return program
}

// server is a running server.
type server struct {
	url     string
	command *exec.Cmd
	log     *bytes.Buffer
}

func startServer(t *testing.T, program string, settings []string) *server {
	t.Helper()
	addr := servertest.FreeAddr(t)
	s := &server{url: "http://" + addr, command: exec.Command(program), log: &bytes.Buffer{}}
	own := []string{"STRAND_ADDR=" + addr, "STRAND_ADMIN_ADDR=" + servertest.FreeAddr(t)}
	s.command.Env = slices.Concat(settings, own)
	s.command.Stderr = s.log
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.command.Process.Kill() }) // it may have ended
	err := polltest.Try(func() error {
		state, err := readinessOf(s.url)
		if err == nil && state.Stores["outbox"] != "up" {
			err = errors.New("the outbox is not up")
		}
		return err
	})
	if err != nil {
		_ = s.command.Process.Kill()
		_ = s.command.Wait()
		t.Fatalf("%s is not ready: %v\n%s", program, err, s.log)
	}
	return s
}

func (s *server) stop(t *testing.T) {
	t.Helper()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.command.Wait(); err != nil {
		t.Errorf("the server ended with %v\n%s", err, s.log)
	}
}

// submitter sends forms and remembers which were acknowledged.
type submitter struct {
	t            *testing.T
	mu           sync.Mutex
	sent         int
	acknowledged map[string]bool
}

// sendTo sends forms to servers in turn, several at a time.
func (f *submitter) sendTo(count int, servers ...*server) {
	f.t.Helper()
	var senders sync.WaitGroup
	for i := range 4 {
		senders.Go(func() {
			for k := range count / 4 {
				f.send(servers[(i+k)%len(servers)].url)
			}
		})
	}
	senders.Wait()
}

const submitForm = `mutation($input: SubmitFormInput!) {
	submitForm(input: $input) { submission { reference } userErrors { message } }
}`

// send sends a form until it is acknowledged.
func (f *submitter) send(url string) {
	f.mu.Lock()
	f.sent++
	number := f.sent
	f.mu.Unlock()
	var values []map[string]string
	for _, v := range []string{
		"email=ada@example.com", "firstName=Ada", "lastName=Muster", "company=ACME", "country=CH",
		"product=Alpha 530", "serialNumber=A-1", "message=It hums.",
	} {
		name, value, _ := strings.Cut(v, "=")
		values = append(values, map[string]string{"name": name, "value": value})
	}
	body, err := json.Marshal(map[string]any{"query": submitForm, "variables": map[string]any{"input": map[string]any{
		"kind": "OSS_REQUEST", "locale": "en", "idempotencyKey": fmt.Sprintf("key-of-the-upgrade-%04d", number),
		"values": values,
	}}})
	if err != nil {
		f.t.Error(err)
		return
	}
	var reference string
	if err := polltest.Try(func() (err error) {
		reference, err = post(url, body, number)
		return err
	}); err != nil {
		f.t.Errorf("form %d: %v", number, err)
		return
	}
	f.mu.Lock()
	f.acknowledged[reference] = true
	f.mu.Unlock()
}

func post(url string, body []byte, number int) (reference string, err error) {
	r, err := http.NewRequest(http.MethodPost, url+"/graphql", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/json")
	// Each from another visitor, since their number of forms is limited.
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.%d.%d", number/200, number%200+1))
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var answer struct {
		Data struct {
			SubmitForm struct {
				Submission *struct{ Reference string }
				UserErrors []struct{ Message string }
			}
		}
		Errors []struct{ Message string }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return "", err
	}
	if answer.Data.SubmitForm.Submission == nil {
		return "", fmt.Errorf("%+v", answer)
	}
	return answer.Data.SubmitForm.Submission.Reference, nil
}

// check compares the outbox, as a release lists it, with the acknowledged forms.
func (f *submitter) check(t *testing.T, program string, settings []string) {
	t.Helper()
	command := exec.Command(program, "outbox", "list", "--json")
	command.Env = settings
	out, err := command.Output()
	var listed []struct{ Reference, State string }
	if err = errors.Join(err, json.Unmarshal(out, &listed)); err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	found := map[string]bool{}
	for _, entry := range listed {
		if entry.State == "dead" {
			t.Errorf("%s is a dead letter for %s", entry.Reference, program)
		}
		found[entry.Reference] = true
	}
	if len(f.acknowledged) != f.sent || len(found) != f.sent {
		t.Errorf("%d forms were sent, %d acknowledged, %s lists %d", f.sent, len(f.acknowledged), program, len(found))
	}
	for reference := range f.acknowledged {
		if !found[reference] {
			t.Errorf("%s was acknowledged, and is lost for %s", reference, program)
		}
	}
}
