package app_test

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"strand/demo/sis"
	"strand/domain/form"
	"strand/internal/database"
	"strand/internal/outbox"
	"strand/internal/sqlite"
	"strand/test/polltest"
)

// upstreamSIS is a sample sis that can be made unavailable.
type upstreamSIS struct {
	URL string
	// dir is the folder of its database and files.
	dir  string
	db   *sql.DB
	shut atomic.Bool
	// refuses makes sis refuse submissions.
	refuses atomic.Bool
	// fault responds to GraphQL requests instead of sis; nil leaves the response to sis. handler is sis itself.
	fault   atomic.Pointer[http.HandlerFunc]
	handler http.Handler
	// killsSenders is true if the test kills servers: a request may be incomplete, and a delivery that was not recorded
	// before the kill is repeated.
	killsSenders bool

	mu sync.Mutex
	// deliveries counts the forwarded deliveries by reference.
	deliveries map[string]int
	running    int
	// barriers contains the references of the submissions that arrived sends as barriers.
	barriers map[string]bool
}

func startSIS(t *testing.T) *upstreamSIS {
	t.Helper()
	dir := t.TempDir()
	server, err := sis.New(sis.Options{
		Dir:        dir,
		ContentDir: "../demo/content/sis",
		Logger:     slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	db, err := sqlite.Connect(filepath.Join(dir, "sis.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	u := &upstreamSIS{dir: dir, db: db, deliveries: map[string]int{}, barriers: map[string]bool{}}
	u.handler = server.Handler()
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if u.shut.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if u.refuses.Load() && r.Method == http.MethodPost {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w,
				`{"data":null,"errors":[{"message":"the country is unknown","extensions":{"code":"BAD_USER_INPUT"}}]}`)
			return
		}
		if fault := u.fault.Load(); fault != nil && r.Method == http.MethodPost {
			(*fault)(w, r)
			return
		}
		if !u.begin(t, r) {
			return
		}
		defer u.end()
		u.handler.ServeHTTP(w, r)
	}))
	t.Cleanup(listening.Close)
	u.URL = listening.URL + sis.PublicPath
	return u
}

// begin counts a delivery. It returns false for a request that a killed process did not send completely.
func (u *upstreamSIS) begin(t *testing.T, r *http.Request) bool {
	var call struct {
		Variables struct {
			Input struct{ Reference string }
		}
	}
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(r.Body)
		if err != nil && u.killsSenders {
			return false
		}
		if err = errors.Join(err, json.Unmarshal(body, &call)); err != nil {
			t.Errorf("the request to sis: %v", err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.running++
	if reference := call.Variables.Input.Reference; reference != "" {
		u.deliveries[reference]++
	}
	return true
}

func (u *upstreamSIS) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.running--
}

// sisRequest is a submission that sis has stored.
type sisRequest struct{ Reference, Kind, Input string }

// received returns the stored submissions in the order of arrival.
func (u *upstreamSIS) received(t *testing.T) []sisRequest {
	t.Helper()
	all, err := database.All(t.Context(), u.db, func(row database.Row) (r sisRequest, err error) {
		err = row.Scan(&r.Reference, &r.Kind, &r.Input)
		return r, err
	}, `SELECT reference, kind, input FROM requests ORDER BY received_at, reference`)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// file returns a file that sis has stored.
func (u *upstreamSIS) file(t *testing.T, id string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(u.dir, "files", id))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// awaitRequests waits until sis has received n requests and returns them. Then it submits one more as a barrier and
// waits for it: the outbox delivers in order, so that a surplus request would have come first. It fails if a request
// was delivered twice.
func (u *upstreamSIS) awaitRequests(t *testing.T, s *strand, n int) []sisRequest {
	t.Helper()
	u.requests(t, func(all []sisRequest) bool { return len(all) >= n })
	u.mu.Lock()
	key := fmt.Sprintf("key-of-the-barrier-%04d", len(u.barriers))
	barrier := form.Reference(form.OSSRequest, key)
	u.barriers[barrier] = true
	u.mu.Unlock()
	if p := s.submit(t, "OSS_REQUEST", key, nil, ossRequest...); p.Data.SubmitForm == nil ||
		p.Data.SubmitForm.Submission == nil {
		t.Fatalf("the barrier was refused: %+v", p)
	}
	all := u.requests(t, func([]sisRequest) bool {
		u.mu.Lock()
		defer u.mu.Unlock()
		return u.deliveries[barrier] > 0 && u.running == 0
	})
	if len(all) != n {
		t.Fatalf("sis received %d requests, want %d", len(all), n)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for reference, times := range u.deliveries {
		if times != 1 && !u.killsSenders {
			t.Errorf("%s was delivered %d times", reference, times)
		}
	}
	return all
}

// requests waits until the received requests, without barriers, satisfy a condition, and returns them.
func (u *upstreamSIS) requests(t *testing.T, holds func([]sisRequest) bool) []sisRequest {
	t.Helper()
	list := func() []sisRequest {
		all := u.received(t)
		u.mu.Lock()
		defer u.mu.Unlock()
		return slices.DeleteFunc(all, func(r sisRequest) bool { return u.barriers[r.Reference] })
	}
	polltest.Until(t, "sis has the requests", func() bool { return holds(list()) })
	return list()
}

type payload struct {
	Data struct {
		SubmitForm *struct {
			Submission *struct {
				Reference string
				File      *struct{ URL string }
			}
			UserErrors []struct{ Field, Code, Message string }
		}
	}
	Errors []struct {
		Message    string
		Extensions struct{ Code string }
	}
}

// submit sends a form; values are name, value, name, value.
func (s *strand) submit(t *testing.T, kind, key string, more map[string]any, values ...string) payload {
	t.Helper()
	input := map[string]any{"kind": kind, "locale": "de-CH", "idempotencyKey": key}
	for k, v := range more {
		input[k] = v
	}
	list := []map[string]string{}
	for i := 0; i+1 < len(values); i += 2 {
		list = append(list, map[string]string{"name": values[i], "value": values[i+1]})
	}
	input["values"] = list
	body, err := json.Marshal(map[string]any{"variables": map[string]any{"input": input},
		"query": `mutation($input: SubmitFormInput!) { submitForm(input: $input) { submission { reference file { url } } userErrors { field code message } } }`})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, s.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	_, text := s.do(t, r)
	var p payload
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return p
}

var ossRequest = []string{"email", "ada@example.com", "firstName", "Ada", "lastName", "Muster", "company", "ACME",
	"country", "CH",
	"product", "Alpha 530", "serialNumber", "A-1", "message", "It hums."}

var serviceRequest = []string{"firstName", "Ada", "lastName", "Muster", "email", "ada@example.com", "company", "ACME",
	"address", "Weg 1", "zipCode", "6000",
	"city", "Luzern", "state", "LU", "country", "CH", "machineName", "Alpha 530", "serialNumber", "A-1",
	"requestedService", "repair", "subject", "Hum", "description", "It hums."}

// TestForms_Outage: a submission acknowledged while sis is unavailable is delivered later, with its file.
//
// Rules: FORM-43.
func TestForms_Outage(t *testing.T) {
	t.Parallel()
	u := startSIS(t)
	s := startWith(t, "../demo/content", "STRAND_SIS_URL="+u.URL)
	u.shut.Store(true)
	picture := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), bytes.Repeat([]byte{7}, 5000)...)
	location := s.upload(t, "hum.png", picture)
	id := location[strings.LastIndexByte(location, '/')+1:]
	p := s.submit(t, "SERVICE_REQUEST", "key-of-a-service-request", nil,
		append([]string{"attachments", id}, serviceRequest...)...)
	if p.Data.SubmitForm == nil || p.Data.SubmitForm.Submission == nil {
		t.Fatalf("%+v", p)
	}
	// A file of two submissions is kept until both are delivered.
	s.submit(t, "SERVICE_REQUEST", "key-of-the-same-file", nil,
		append([]string{"attachments", id}, serviceRequest...)...)
	if len(u.received(t)) > 0 {
		t.Fatal("sis received a request during the outage")
	}
	u.shut.Store(false)
	all := u.awaitRequests(t, s, 2)
	reference := p.Data.SubmitForm.Submission.Reference
	at := slices.IndexFunc(all, func(r sisRequest) bool { return r.Reference == reference })
	if at < 0 {
		t.Fatalf("%+v", all)
	}
	got := all[at]
	checkAt(t, got.Input, "attachments.0.fileName", `"hum.png"`)
	if !bytes.Equal(u.file(t, id), picture) {
		t.Error("sis received another file")
	}
	// A late repetition gets the same response, though the file was removed.
	again := s.submit(t, "SERVICE_REQUEST", "key-of-a-service-request", nil,
		append([]string{"attachments", id}, serviceRequest...)...)
	if again.Data.SubmitForm == nil || again.Data.SubmitForm.Submission == nil ||
		again.Data.SubmitForm.Submission.Reference != got.Reference {
		t.Errorf("%+v", again)
	}
	if missing := s.submit(
		t, "SERVICE_REQUEST", "key-of-another-request", nil,
		append([]string{"attachments", strings.Repeat("0", 32)}, serviceRequest...)...,
	); len(
		missing.Data.SubmitForm.UserErrors,
	) != 1 {
		t.Errorf("an unknown file: %+v", missing)
	}
}

// TestForms_Refused: a refused submission becomes a dead letter with its files, and delays no other.
//
// Rules: FORM-44.
func TestForms_Refused(t *testing.T) {
	t.Parallel()
	u := startSIS(t)
	data := t.TempDir()
	s := startWith(t, "../demo/content", "STRAND_SIS_URL="+u.URL, "STRAND_DATA_DIR="+data)
	location := s.upload(t, "hum.png", picture(5000))
	id := location[strings.LastIndexByte(location, '/')+1:]
	u.refuses.Store(true)
	p := s.submit(t, "SERVICE_REQUEST", "key-of-a-refused-request", nil,
		append([]string{"attachments", id}, serviceRequest...)...)
	if p.Data.SubmitForm == nil || p.Data.SubmitForm.Submission == nil {
		t.Fatalf("%+v", p)
	}
	reference := p.Data.SubmitForm.Submission.Reference
	// The operator's command opens the outbox while the server runs.
	box, err := outbox.Open(
		t.Context(), database.Location{File: filepath.Join(data, "outbox.db")}, slog.New(slog.DiscardHandler), nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	polltest.Until(t, "the submission is dead", func() bool {
		entries, err := box.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		isDead := len(entries) == 1 && entries[0].State == outbox.Dead
		if isDead && (entries[0].Reference != reference || entries[0].Reason != "refused" || entries[0].Attempts != 1) {
			t.Errorf("%+v", entries[0])
		}
		return isDead
	})
	u.refuses.Store(false)
	u.awaitRequests(t, s, 0)
	if err := box.Retry(t.Context(), reference); err != nil {
		t.Fatal(err)
	}
	u.requests(t, func(all []sisRequest) bool { return len(all) == 1 })
	got := u.awaitRequests(t, s, 1)[0]
	if got.Reference != reference {
		t.Errorf("%s %s", got.Reference, got.Input)
	}
	checkAt(t, got.Input, "attachments.0.fileName", `"hum.png"`)
}

// upload sends a file in one request and returns its URL.
func (s *strand) upload(t *testing.T, name string, data []byte) string {
	t.Helper()
	send := func(method, url string, body []byte, headers ...string) *http.Response {
		r, err := http.NewRequest(method, url, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Tus-Resumable", "1.0.0")
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		answer, _ := s.do(t, r)
		return answer
	}
	created := send(http.MethodPost, s.URL+"/api/uploads/", nil, "Upload-Length", strconv.Itoa(len(data)),
		"Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte(name)))
	location := created.Header.Get("Location")
	if answer := send(
		http.MethodPatch, location, data, "Upload-Offset", "0", "Content-Type", "application/offset+octet-stream",
	); answer.StatusCode != http.StatusNoContent {
		t.Fatalf("upload: %d", answer.StatusCode)
	}
	return location
}
