package app_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readiness is the response of /readyz.
type readiness struct {
	Status, Reason string
	Stores         map[string]string
}

func (s *strand) readiness(t *testing.T) (int, readiness) {
	t.Helper()
	answer, body := s.get(t, "", "/readyz")
	var r readiness
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return answer.StatusCode, r
}

// signOut sends a logout token, as an identity server does.
func (s *strand) signOut(t *testing.T, p *provider, sid string) int {
	t.Helper()
	token := p.token(t, map[string]any{"sid": sid,
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}})
	answer, err := http.PostForm(s.URL+"/api/backchannel-logout", url.Values{"logout_token": {token}})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// isSignedIn reports whether the graph accepts an ID token of a session.
func (s *strand) isSignedIn(t *testing.T, p *provider, sid string) bool {
	t.Helper()
	answer, _ := s.as(t, p.token(t, map[string]any{"sid": sid}), whoAmI)
	return answer.StatusCode == http.StatusOK
}

// expectUnstoredSignOut ends a session while revocations cannot be stored: the token was valid before, the identity
// server gets an error that makes it try again, and the token is refused all the same.
func (s *strand) expectUnstoredSignOut(t *testing.T, p *provider, sid string) {
	t.Helper()
	if !s.isSignedIn(t, p, sid) {
		t.Error("a valid token is refused")
	}
	if status := s.signOut(t, p, sid); status != http.StatusServiceUnavailable {
		t.Errorf("a logout token: %d", status)
	}
	if s.isSignedIn(t, p, sid) {
		t.Error("a session that has ended is accepted")
	}
}

const notADatabase = "this is a text file and no database, whatever its name says"

// TestDamagedDatabases: a server with damaged databases serves pages, verifies tokens, and refuses what it cannot store
// until it is started again with restored files.
func TestDamagedDatabases(t *testing.T) {
	t.Parallel()
	p, u := startProvider(t), startSIS(t)
	data := t.TempDir()
	files := []string{filepath.Join(data, "outbox.db"), filepath.Join(data, "revocations.db")}
	for _, file := range files {
		if err := os.WriteFile(file, []byte(notADatabase), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := startWith(t, testContent, screenOperation, "STRAND_DATA_DIR="+data, "STRAND_IDENTITY_ISSUER="+p.URL,
		"STRAND_SIS_URL="+u.URL)
	if answer, _ := s.get(t, "", "/en"); answer.StatusCode != http.StatusOK {
		t.Errorf("a page: %d", answer.StatusCode)
	}
	status, ready := s.readiness(t)
	if status != http.StatusOK || ready.Status != "degraded" || ready.Stores["outbox"] != "down: the file is damaged" ||
		ready.Stores["revocations"] != "down: the file is damaged" {
		t.Errorf("/readyz: %d %+v", status, ready)
	}
	submitted := s.submit(t, "OSS_REQUEST", "key-of-a-damaged-outbox", nil, ossRequest...)
	if submitted.Data.SubmitForm != nil || len(submitted.Errors) != 1 ||
		submitted.Errors[0].Extensions.Code != "UPSTREAM_UNAVAILABLE" ||
		strings.Contains(submitted.Errors[0].Message, data) {
		t.Errorf("a submission: %+v", submitted)
	}
	upload := s.upload(t, "hum.png", picture(100))
	r, err := http.NewRequest(http.MethodDelete, upload, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Tus-Resumable", "1.0.0")
	if answer, body := s.do(t, r); answer.StatusCode != http.StatusServiceUnavailable || strings.Contains(body, data) ||
		strings.Contains(body, "SQL") {
		t.Errorf("removing an upload: %d %s", answer.StatusCode, body)
	}
	s.expectUnstoredSignOut(t, p, "session-1")

	for _, file := range files {
		if text, err := os.ReadFile(file); err != nil || string(text) != notADatabase {
			t.Errorf("%s was changed: %v", file, err)
		}
		if err := os.Rename(file, file+".aside"); err != nil {
			t.Fatal(err)
		}
	}
	if _, ready := s.readiness(t); ready.Stores["outbox"] != "down: the file is damaged" {
		t.Errorf("/readyz before a restart: %+v", ready)
	}
	s = startWith(t, testContent, screenOperation, "STRAND_DATA_DIR="+data, "STRAND_IDENTITY_ISSUER="+p.URL,
		"STRAND_SIS_URL="+u.URL)
	s.awaitStatus(t, "ready")
	if p := s.submit(t, "OSS_REQUEST", "key-of-a-damaged-outbox", nil,
		ossRequest...); p.Data.SubmitForm == nil || p.Data.SubmitForm.Submission == nil {
		t.Errorf("a submission after the repair: %+v", p)
	}
	u.awaitRequests(t, s, 1)
	for _, sid := range []string{"session-1", "session-2"} { // the identity server repeats the first
		if status := s.signOut(t, p, sid); status != http.StatusOK {
			t.Errorf("a logout token of %s after the repair: %d", sid, status)
		}
	}
	for sid, want := range map[string]bool{"session-1": false, "session-2": false, "session-3": true} {
		if got := s.isSignedIn(t, p, sid); got != want {
			t.Errorf("after a restart %s is signed in: %t", sid, got)
		}
	}
}

// TestUnusableDataFolder: a server without a writable folder serves pages.
func TestUnusableDataFolder(t *testing.T) {
	t.Parallel()
	p, u := startProvider(t), startSIS(t)
	file := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// The sample systems of these settings would need the folder.
	s := startWith(t, testContent, screenOperation, "STRAND_DATA_DIR="+file, "STRAND_IDENTITY_ISSUER="+p.URL,
		"STRAND_SIS_URL="+u.URL, "STRAND_SIS_PORTAL_URL="+u.URL, "STRAND_TRANSLATION_URL="+u.URL)
	if answer, _ := s.get(t, "", "/en"); answer.StatusCode != http.StatusOK {
		t.Errorf("a page: %d", answer.StatusCode)
	}
	if status, ready := s.readiness(t); status != http.StatusOK ||
		ready.Stores["outbox"] != "down: the file cannot be opened or written" {
		t.Errorf("/readyz: %d %+v", status, ready)
	}
	if !s.isSignedIn(t, p, "session-1") {
		t.Error("a valid token is refused")
	}
	r, err := http.NewRequest(http.MethodPost, s.URL+"/api/uploads/", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Tus-Resumable", "1.0.0")
	r.Header.Set("Upload-Length", "100")
	if answer, body := s.do(t, r); answer.StatusCode != http.StatusServiceUnavailable || strings.Contains(body, file) {
		t.Errorf("an upload: %d %s", answer.StatusCode, body)
	}
}

// TestDamagedData: a server on a damaged data folder serves pages. Only writes may fail, with an error that says so.
func TestDamagedData(t *testing.T) {
	t.Parallel()
	overwrite := func(name string, offset int) func(dir string) error {
		return func(dir string) error {
			text, _ := os.ReadFile(filepath.Join(dir, name)) // it may be missing
			text = append(text, make([]byte, max(0, offset+4096-len(text)))...)
			for i := offset; i < len(text); i++ {
				text[i] = byte(i * 7)
			}
			return os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
	}
	replace := func(pattern, text string) func(dir string) error {
		return func(dir string) error {
			found, err := filepath.Glob(filepath.Join(dir, pattern))
			for _, one := range found {
				err = errors.Join(err, os.RemoveAll(one), os.WriteFile(one, []byte(text), 0o600))
			}
			return err
		}
	}
	for name, damages := range map[string][]func(dir string) error{
		"damaged pages of the outbox, files in place of folders": {
			overwrite("outbox.db", 4096), replace("uploads", "a file"), replace("images", "a file"),
		},
		"a log of the outbox that is garbage, other damaged files": {
			overwrite("outbox.db-wal", 0), overwrite("revocations.db", 4096), replace("secret", ""),
			replace("snapshots/*", `{"data":`),
		},
	} {
		t.Run(name, func(t *testing.T) {
			data := copyUsedFolder(t)
			for _, damage := range damages {
				if err := damage(data); err != nil {
					t.Fatal(err)
				}
			}
			s := startWith(t, testContent, screenOperation, "STRAND_DATA_DIR="+data)
			if answer, _ := s.get(t, "", "/en"); answer.StatusCode != http.StatusOK {
				t.Errorf("a page: %d", answer.StatusCode)
			}
			if status, ready := s.readiness(t); status != http.StatusOK || ready.Status == "not ready" {
				t.Errorf("/readyz: %d %+v", status, ready)
			}
			for _, failure := range s.submit(t, "OSS_REQUEST", "key-of-damaged-data", nil, ossRequest...).Errors {
				if failure.Extensions.Code != "UPSTREAM_UNAVAILABLE" {
					t.Errorf("a submission: %+v", failure)
				}
			}
		})
	}
}
