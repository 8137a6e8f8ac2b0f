package uploads

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"strand/domain/form"
	"strand/internal/apperr"
	"strand/internal/database"
	"strand/test/postgrestest"
)

func serve(t *testing.T) (*Store, *httptest.Server) {
	t.Helper()
	return serveIn(t, t.TempDir(), func(context.Context) (map[string]bool, error) { return nil, nil })
}

func serveIn(
	t *testing.T,
	dir string,
	needed func(context.Context) (map[string]bool, error),
) (*Store, *httptest.Server) {
	t.Helper()
	return serveStore(t, Options{Dir: dir, Space: 300 << 20, Needed: needed})
}

// TestMain stops the database of the tests.
func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// newStore returns a store with a database of its own, unless there is one in the options.
func newStore(t testing.TB, o Options) *Store {
	t.Helper()
	if o.Database == (database.Location{}) {
		o.Database.File = filepath.Join(t.TempDir(), "files.db")
	}
	o.Secret, o.Log = []byte("secret"), slog.New(slog.DiscardHandler)
	s, err := New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// age makes all uploads older.
func (s *Store) age(t *testing.T, by time.Duration) {
	t.Helper()
	const statement = `UPDATE uploads SET expires_at = expires_at - $1, locked_until = 0`
	if _, err := s.rows.Exec(t.Context(), statement, by.Milliseconds()); err != nil {
		t.Fatal(err)
	}
}

// clean removes expired uploads that are not needed.
func (s *Store) clean(t *testing.T, needed ...string) {
	t.Helper()
	ids := map[string]bool{}
	for _, id := range needed {
		ids[id] = true
	}
	if err := s.Clean(t.Context(), nil, ids); err != nil {
		t.Fatal(err)
	}
}

func serveStore(t *testing.T, o Options) (*Store, *httptest.Server) {
	t.Helper()
	s := newStore(t, o)
	h, err := s.Handler()
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle(BasePath, h)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return s, server
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 300, 200))); err != nil {
		t.Fatal(err)
	}
	return append(b.Bytes(), bytes.Repeat([]byte{0}, 10_000)...)
}

func request(t *testing.T, method, url string, body []byte, headers ...string) *http.Request {
	t.Helper()
	r, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Tus-Resumable", "1.0.0")
	if method == http.MethodPatch {
		r.Header.Set("Content-Type", "application/offset+octet-stream")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

func send(t *testing.T, method, url string, body []byte, headers ...string) *http.Response {
	t.Helper()
	answer, err := http.DefaultClient.Do(request(t, method, url, body, headers...))
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer
}

func create(t *testing.T, server *httptest.Server, name string, size int) *http.Response {
	t.Helper()
	return send(t, http.MethodPost, server.URL+BasePath, nil, "Upload-Length", strconv.Itoa(size),
		"Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte(name)))
}

func idOf(location string) string { return location[strings.LastIndexByte(location, '/')+1:] }

// An upload is sent in two parts, with a request for its offset in between.
//
// Rules: FORM-33.
func TestResume(t *testing.T) {
	s, server := serve(t)
	data := picture(t)
	location := create(t, server, "Ma\u00dfbild.PNG", len(data)).Header.Get("Location")
	half := len(data) / 2
	send(t, http.MethodPatch, location, data[:half], "Upload-Offset", "0")
	if _, err := s.Find(context.Background(), idOf(location)); err == nil {
		t.Error("half an upload counts as complete")
	}
	offset := send(t, http.MethodHead, location, nil).Header.Get("Upload-Offset")
	if offset != strconv.Itoa(half) {
		t.Fatalf("it stopped at %s", offset)
	}
	send(t, http.MethodPatch, location, data[half:], "Upload-Offset", offset)
	found, err := s.Find(context.Background(), idOf(location))
	if err != nil || found.FileName != "Maßbild.PNG" || found.MediaType != "image/png" ||
		found.Size != int64(len(data)) {
		t.Errorf("%+v %v", found, err)
	}
	file, err := s.Open(found.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if kept, _ := io.ReadAll(file); !bytes.Equal(kept, data) {
		t.Error("the stored file is not the sent one")
	}
	if answer := send(t, http.MethodGet, location, nil); answer.StatusCode < 400 {
		t.Errorf("an upload can be read by its address: %d", answer.StatusCode)
	}
}

// Rules: FORM-31.
func TestUpload_Refused(t *testing.T) {
	s, server := serve(t)
	for name, content := range map[string]string{
		"holiday.jpg": "MZ\x90\x00 a program", "film.mp4": "<html><script>alert(1)</script>",
		"picture.svg": `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`,
		"notes.png":   "just words", "archive.webp": "PK\x03\x04 an archive", "document.png": "%!PS-Adobe-3.0",
	} {
		location := create(t, server, name, len(content)).Header.Get("Location")
		if answer := send(
			t, http.MethodPatch, location, []byte(content), "Upload-Offset", "0",
		); answer.StatusCode != http.StatusUnsupportedMediaType {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
		if info, err := os.Stat(filepath.Join(s.files.(folder).dir, idOf(location))); err == nil && info.Size() > 0 {
			t.Errorf("%s was stored", name)
		}
		if _, err := s.Find(context.Background(), idOf(location)); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	for size, status := range map[int]int{
		0: http.StatusUnprocessableEntity, form.Attachments.MaxSize: http.StatusCreated,
		form.Attachments.MaxSize + 1: http.StatusRequestEntityTooLarge,
	} {
		if answer := create(t, server, "a.png", size); answer.StatusCode != status {
			t.Errorf("%d bytes: %d", size, answer.StatusCode)
		}
	}
	for _, id := range []string{"..", "../../etc/passwd", "", strings.Repeat("0", 32)} {
		if _, err := s.Find(context.Background(), id); err == nil {
			t.Errorf("%q is found", id)
		}
	}
}

// Rules: FORM-35.
func TestDeleted(t *testing.T) {
	s, server := serve(t)
	location := create(t, server, "a.png", 10_000).Header.Get("Location")
	if answer := send(t, http.MethodDelete, location, nil); answer.StatusCode != http.StatusNoContent {
		t.Errorf("%d", answer.StatusCode)
	}
	if entries, _ := os.ReadDir(s.files.(folder).dir); len(entries) > 0 {
		t.Errorf("%d files are left", len(entries))
	}
}

// Rules: FORM-35.
func TestDeleted_NeededBySubmission(t *testing.T) {
	s, server := serve(t)
	location := create(t, server, "a.png", 10_000).Header.Get("Location")
	s.needed = func(context.Context) (map[string]bool, error) { return map[string]bool{idOf(location): true}, nil }
	if answer := send(t, http.MethodDelete, location, nil); answer.StatusCode != http.StatusConflict {
		t.Errorf("%d", answer.StatusCode)
	}
	if answer := send(t, http.MethodHead, location, nil); answer.StatusCode != http.StatusOK {
		t.Errorf("the file was deleted: %d", answer.StatusCode)
	}
}

func TestSpace(t *testing.T) {
	s, server := serve(t)
	s.space = 2000
	for size, status := range map[int]int{500: http.StatusCreated, 2001: http.StatusInsufficientStorage} {
		if answer := create(t, server, "a.png", size); answer.StatusCode != status {
			t.Errorf("%d bytes: %d", size, answer.StatusCode)
		}
	}
	if _, _, err := s.Add(
		t.Context(), "a.png", bytes.NewReader(append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 10)...)),
	); err == nil {
		t.Error("a file is accepted without enough space")
	}
}

// Rules: FORM-35.
func TestClean(t *testing.T) {
	s, server := serve(t)
	needed := idOf(create(t, server, "a.png", 10).Header.Get("Location"))
	abandoned := idOf(create(t, server, "b.png", 10).Header.Get("Location"))
	exists := func(id string) bool {
		_, err := os.Stat(filepath.Join(s.files.(folder).dir, id+".info"))
		return err == nil
	}
	s.clean(t, needed)
	if !exists(abandoned) {
		t.Error("an upload of today was removed")
	}
	s.age(t, abandonedAfter+time.Hour)
	s.clean(t, needed)
	if !exists(needed) || exists(abandoned) {
		t.Error("the wrong one was removed")
	}
	delivered := map[string]bool{needed: true}
	if err := s.Clean(t.Context(), delivered, delivered); err != nil || !exists(needed) {
		t.Errorf("a file that another submission needs was removed: %v", err)
	}
	if err := s.Clean(t.Context(), delivered, nil); err != nil || exists(needed) {
		t.Errorf("the file of a delivered submission stays: %v", err)
	}
}

// Rules: FORM-37.
func TestFileName(t *testing.T) {
	for given, want := range map[string]string{
		"crimp.jpeg": "crimp.jpeg", "crimp.JPG": "crimp.JPG", "crimp.exe": "crimp.jpg",
		"../../crimp.jpg": "_.._crimp.jpg", "": "file.jpg", ".jpg": "jpg.jpg",
		"gnp.\u202eexe.jpg": "gnp.exe.jpg", "a\u200b\ufeff.jpg": "a.jpg",
		"a\x00b<c>.jpg": "a_b_c_.jpg", strings.Repeat("ä", 300) + ".jpg": strings.Repeat("ä", 100) + ".jpg",
	} {
		if got := fileName(given, ".jpg"); got != want {
			t.Errorf("%.30q became %.60q", given, got)
		}
	}
}

// A full disk has its own error, which reveals nothing about the server; the written part can be resumed.
func TestFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no device that is always full")
	}
	s, server := serve(t)
	data := picture(t)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	file := filepath.Join(s.files.(folder).dir, idOf(location))
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/full", file); err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request(t, http.MethodPatch, location, data, "Upload-Offset", "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusInsufficientStorage ||
		string(body) != "ERR_NO_SPACE: there is no space for more files now\n" {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
}

// If the folder is unusable, or the outbox cannot return the needed files, no file is lost and no detail is revealed.
func TestFolder_Unusable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, server := serveIn(t, filepath.Join(file, "uploads"), nil)
	if answer := create(t, server, "a.png", 100); answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("creating: %d", answer.StatusCode)
	}
	if _, err := s.Find(t.Context(), strings.Repeat("0", 32)); apperr.CodeOf(err) != apperr.UpstreamUnavailable {
		t.Errorf("finding: %v", err)
	}

	s, server = serveIn(
		t,
		t.TempDir(),
		func(context.Context) (map[string]bool, error) { return nil, errors.New("SQL logic error") },
	)
	location := create(t, server, "a.png", 100).Header.Get("Location")
	if answer := send(t, http.MethodDelete, location, nil); answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("removing: %d", answer.StatusCode)
	}
	if _, err := os.Stat(filepath.Join(s.files.(folder).dir, idOf(location))); err != nil {
		t.Errorf("the file is gone: %v", err)
	}
}

// The URL of an upload has the origin that the edge has read; forwarding headers do not count here.
func TestHandler_Location(t *testing.T) {
	s := newStore(t, Options{Dir: t.TempDir(), Space: 1 << 20, Needed: noFilesNeeded})
	h, err := s.Handler()
	if err != nil {
		t.Fatal(err)
	}
	for want, ctx := range map[string]context.Context{
		"http://example.com" + BasePath:      t.Context(),
		"https://www.example.com" + BasePath: WithSender(t.Context(), Sender{Scheme: "https", Host: "www.example.com"}),
		"http://localhost:8080" + BasePath:   WithSender(t.Context(), Sender{Scheme: "http", Host: "localhost:8080"}),
	} {
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, BasePath, nil)
		r.Header.Set("Tus-Resumable", "1.0.0")
		r.Header.Set("Upload-Length", "10")
		r.Header.Set("X-Forwarded-Host", "evil.example")
		r.Header.Set("X-Forwarded-Proto", "https")
		r.Header.Set("Forwarded", "host=evil.example;proto=https")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Header().Get("Location"); !strings.HasPrefix(got, want) {
			t.Errorf("%d %q, want %s…", w.Code, got, want)
		}
	}
}
