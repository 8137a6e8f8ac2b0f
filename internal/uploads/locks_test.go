package uploads

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"strand/test/polltest"
)

// sendHalf sends the first half of a file. It returns the writer for the rest and the status of the response.
func sendHalf(t *testing.T, location string, data []byte) (rest io.WriteCloser, answered <-chan int) {
	t.Helper()
	reader, writer := io.Pipe()
	r := request(t, http.MethodPatch, location, nil, "Upload-Offset", "0")
	r.Body, r.ContentLength = reader, int64(len(data))
	status := make(chan int, 1)
	go func() {
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			status <- 0
			return
		}
		_ = answer.Body.Close()
		status <- answer.StatusCode
	}()
	if _, err := writer.Write(data[:len(data)/2]); err != nil {
		t.Fatal(err)
	}
	return writer, status
}

// awaitFirstHalf waits until the server has stored the first half of a file.
func awaitFirstHalf(t *testing.T, s *Store, id string, want int) {
	t.Helper()
	polltest.Until(t, "the first half is stored", func() bool {
		file, err := s.Open(id)
		if err != nil {
			return false
		}
		kept, _ := io.ReadAll(file)
		return file.Close() == nil && len(kept) >= want
	})
}

// A second request for an upload is refused and does not affect the first one.
func TestLocks_TwoWriters(t *testing.T) {
	s, server := serve(t)
	s.locks.lockWait = lockPoll
	data := picture(t)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	rest, answered := sendHalf(t, location, data)
	awaitFirstHalf(t, s, idOf(location), detectionLength)
	for name, r := range map[string]*http.Request{
		"a second writer":            request(t, http.MethodPatch, location, bytes.ToUpper(data), "Upload-Offset", "0"),
		"a request for the offset":   request(t, http.MethodHead, location, nil),
		"a deletion":                 request(t, http.MethodDelete, location, nil),
		"a writer at another offset": request(t, http.MethodPatch, location, data[:10], "Upload-Offset", "5000"),
	} {
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusLocked {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
	}
	if _, err := rest.Write(data[len(data)/2:]); err != nil {
		t.Fatal(err)
	}
	if status := <-answered; status != http.StatusNoContent {
		t.Errorf("the first one: %d", status)
	}
	file, err := s.Open(idOf(location))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if kept, _ := io.ReadAll(file); !bytes.Equal(kept, data) {
		t.Error("the stored file is not that of the first request")
	}
}

// A request that stops sending is interrupted by one that resumes the upload.
func TestLocks_TwoWritersBroken(t *testing.T) {
	s, server := serve(t)
	s.locks.yieldAfter, s.locks.renewEvery = 0, lockPoll
	data := picture(t)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	_, answered := sendHalf(t, location, data)
	awaitFirstHalf(t, s, idOf(location), detectionLength)
	there := send(t, http.MethodHead, location, nil)
	if there.StatusCode != http.StatusOK {
		t.Fatalf("%d", there.StatusCode)
	}
	if status := <-answered; status == http.StatusNoContent {
		t.Errorf("the first one: %d", status)
	}
	s.locks.held.Range(func(id, _ any) bool {
		t.Errorf("%s is held", id)
		return true
	})
}

// A request whose lock another server has taken is interrupted, as is one that cannot prolong its lock.
func TestLocks_Lost(t *testing.T) {
	for name, lose := range map[string]func(s *Store) error{
		"taken": func(s *Store) error {
			_, err := s.rows.Exec(t.Context(), `UPDATE uploads SET locked_by = 'another'`)
			return err
		},
		"not prolonged": func(s *Store) error { return s.Close() },
	} {
		s, server := serve(t)
		s.locks.renewEvery = lockPoll
		data := picture(t)
		location := create(t, server, "a.png", len(data)).Header.Get("Location")
		_, answered := sendHalf(t, location, data)
		awaitFirstHalf(t, s, idOf(location), detectionLength)
		if err := lose(s); err != nil {
			t.Fatal(err)
		}
		if status := <-answered; status == http.StatusNoContent {
			t.Errorf("%s: %d", name, status)
		}
	}
}
