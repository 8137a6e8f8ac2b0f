package uploads

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"strand/domain/form"
)

// noFilesNeeded returns the needed files of an outbox without submissions.
func noFilesNeeded(context.Context) (map[string]bool, error) { return nil, nil }

// totalSize returns the total size of the files of a folder.
func totalSize(t *testing.T, dir string) (sum int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		sum += info.Size()
	}
	return sum
}

// Begun files count with their full size, so that all files together never exceed the space.
func TestSpace_Reserved(t *testing.T) {
	s, server := serve(t)
	s.space = 100_000
	data := append(picture(t), make([]byte, 50_000)...)
	var started []string
	statuses := map[int]int{}
	for range 4 {
		made := create(t, server, "a.png", len(data))
		statuses[made.StatusCode]++
		if made.StatusCode == http.StatusCreated {
			started = append(started, made.Header.Get("Location"))
		}
	}
	if statuses[http.StatusCreated] != 1 || statuses[http.StatusInsufficientStorage] != 3 {
		t.Errorf("%v", statuses)
	}
	for _, location := range started {
		if sent := send(
			t, http.MethodPatch, location, data, "Upload-Offset", "0",
		); sent.StatusCode != http.StatusNoContent {
			t.Errorf("a file that was promised: %d", sent.StatusCode)
		}
	}
	if sum := totalSize(t, s.files.(folder).dir); sum > s.space {
		t.Errorf("%d bytes of %d are taken", sum, s.space)
	}
	// Removed files free their space.
	for _, location := range started {
		s.Remove(idOf(location))
	}
	if made := create(t, server, "a.png", len(data)); made.StatusCode != http.StatusCreated {
		t.Errorf("after the others are gone: %d", made.StatusCode)
	}
}

// Concurrent uploads do not share a reservation.
func TestSpace_ConcurrentUploads(t *testing.T) {
	s, server := serve(t)
	s.space = 100_000
	statuses := make(chan int)
	for range 8 {
		r := request(t, http.MethodPost, server.URL+BasePath, nil, "Upload-Length", "60000")
		go func() {
			made, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Error(err)
				statuses <- 0
				return
			}
			_ = made.Body.Close()
			statuses <- made.StatusCode
		}()
	}
	created := 0
	for range 8 {
		if <-statuses == http.StatusCreated {
			created++
		}
	}
	if created != 1 {
		t.Errorf("%d files were begun", created)
	}
}

// The file of a form without scripts reserves the largest allowed size.
func TestSpace_Form(t *testing.T) {
	s, server := serve(t)
	s.space = int64(form.Attachments.MaxSize) + 20_000
	reader, writer := io.Pipe()
	added := make(chan error, 1)
	go func() {
		_, _, err := s.Add(context.Background(), "a.png", reader)
		added <- err
	}()
	if _, err := writer.Write(picture(t)); err != nil {
		t.Fatal(err)
	}
	if made := create(t, server, "b.png", 20_001); made.StatusCode != http.StatusInsufficientStorage {
		t.Errorf("beside a file that is being sent: %d", made.StatusCode)
	}
	_ = writer.Close()
	if err := <-added; err != nil {
		t.Fatal(err)
	}
	if made := create(t, server, "b.png", 20_001); made.StatusCode != http.StatusCreated {
		t.Errorf("once it is whole: %d", made.StatusCode)
	}
}

// A reservation expires when nothing is sent for long, but not while data is received.
func TestSpace_Expires(t *testing.T) {
	s, server := serve(t)
	s.space = 100_000
	data := append(picture(t), make([]byte, 50_000)...)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	send(t, http.MethodPatch, location, data[:20_000], "Upload-Offset", "0")
	at := func(age time.Duration) {
		then := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(s.files.(folder).dir, idOf(location)), then, then); err != nil {
			t.Fatal(err)
		}
	}
	at(reservationLifetime - time.Minute)
	if made := create(t, server, "b.png", len(data)); made.StatusCode != http.StatusInsufficientStorage {
		t.Errorf("within its life: %d", made.StatusCode)
	}
	at(reservationLifetime + time.Minute)
	if made := create(t, server, "b.png", len(data)); made.StatusCode != http.StatusCreated {
		t.Errorf("after its life: %d", made.StatusCode)
	}
	if there := send(t, http.MethodHead, location, nil); there.StatusCode != http.StatusNotFound {
		t.Errorf("an expired file: %d", there.StatusCode)
	}
}

// A complete file waits longer for its form than a reservation lasts.
func TestSpace_CompleteFiles(t *testing.T) {
	s, server := serve(t)
	data := picture(t)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	send(t, http.MethodPatch, location, data, "Upload-Offset", "0")
	s.Clean(nil, time.Now().Add(reservationLifetime+time.Minute))
	if _, err := s.Find(t.Context(), idOf(location)); err != nil {
		t.Error(err)
	}
}

// Reservations of an earlier process still count, and expire.
func TestSpace_Restart(t *testing.T) {
	s, server := serve(t)
	location := create(t, server, "a.png", 60_000).Header.Get("Location")
	dir := s.files.(folder).dir
	next := New(Options{Dir: dir, Space: 100_000, Needed: noFilesNeeded, Log: slog.New(slog.DiscardHandler)})
	nothing := func() (string, error) { return "", errors.New("begun") }
	if err := next.reserve(t.Context(), 50_000, nothing); !errors.Is(err, errSpace) {
		t.Errorf("beside a promise: %v", err)
	}
	next.Clean(nil, time.Now().Add(reservationLifetime+time.Minute))
	if there := send(t, http.MethodHead, location, nil); there.StatusCode != http.StatusNotFound {
		t.Errorf("an expired file: %d", there.StatusCode)
	}
	if n := len(next.reservations.byID); n != 0 {
		t.Errorf("%d reservations are left", n)
	}
}

// A file of a refused type reserves no space.
func TestSpace_Refused(t *testing.T) {
	s, server := serve(t)
	s.space = 100_000
	location := create(t, server, "a.pdf", 90_000).Header.Get("Location")
	send(t, http.MethodPatch, location, []byte("%PDF-1.7"), "Upload-Offset", "0")
	if made := create(t, server, "b.png", 90_000); made.StatusCode != http.StatusCreated {
		t.Errorf("%d", made.StatusCode)
	}
}

// One IP address cannot use all the space, whether it sends its files or not.
func TestSpace_Share(t *testing.T) {
	s := New(Options{Dir: t.TempDir(), Space: 10 << 30, Needed: noFilesNeeded, Log: slog.New(slog.DiscardHandler)})
	h, err := s.Handler()
	if err != nil {
		t.Fatal(err)
	}
	statuses := map[string]map[int]int{}
	for i := range 80 {
		for _, clientIP := range []string{"192.0.2.1", "192.0.2.2"} {
			if clientIP == "192.0.2.2" && i > 9 {
				continue // the files of one form
			}
			r := httptest.NewRequestWithContext(
				WithClientIP(t.Context(), clientIP), http.MethodPost, BasePath, bytes.NewReader(nil),
			)
			r.Header.Set("Tus-Resumable", "1.0.0")
			r.Header.Set("Upload-Length", "104857600")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if statuses[clientIP] == nil {
				statuses[clientIP] = map[int]int{}
			}
			statuses[clientIP][w.Code]++
		}
	}
	// A quarter of 10 GiB has space for 25 files.
	if got := statuses["192.0.2.1"]; got[http.StatusCreated] != 25 || got[http.StatusTooManyRequests] != 55 {
		t.Errorf("one address: %v", got)
	}
	if got := statuses["192.0.2.2"]; got[http.StatusCreated] != 10 {
		t.Errorf("another address: %v", got)
	}
}
