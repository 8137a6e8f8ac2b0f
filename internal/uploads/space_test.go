package uploads

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"

	"strand/domain/form"
	"strand/internal/database"
	"strand/test/databasetest"
	"strand/test/polltest"
	"strand/test/postgrestest"
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

// Uploads that are begun at the same time at two servers do not exceed the space, nor that of their network.
func TestSpace_TwoServers(t *testing.T) {
	at := database.Location{Server: databasetest.Connect(t, postgrestest.Database(t))}
	oneForm := int64(form.Attachments.MaxCount * form.Attachments.MaxSize)
	for name, test := range map[string]struct {
		clientIP  string
		size      int64
		most      int32
		isRefused error
	}{
		"all":          {"", 2 * oneForm / 5, 2, errSpace},
		"of a network": {"192.0.2.1", oneForm / 5, 5, errShare},
	} {
		o := Options{Dir: t.TempDir(), Database: at, Space: oneForm, Needed: noFilesNeeded}
		if name == "of a network" {
			o.Space = 3 * oneForm
		}
		stores := []*Store{newStore(t, o), newStore(t, o)}
		var begun atomic.Int32
		var wg sync.WaitGroup
		for i := range 12 {
			wg.Go(func() {
				ctx := WithSender(t.Context(), Sender{Network: test.clientIP})
				_, err := stores[i%2].NewUpload(ctx, tus.FileInfo{Size: test.size})
				if err == nil {
					begun.Add(1)
				} else if !errors.Is(err, test.isRefused) {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		wg.Wait()
		if begun.Load() != test.most {
			t.Errorf("%s: %d were begun, want %d", name, begun.Load(), test.most)
		}
		if _, err := stores[0].rows.Exec(t.Context(), `DELETE FROM uploads`); err != nil {
			t.Fatal(err)
		}
	}
}

// While the database is away uploads are refused; afterwards they are continued.
func TestUpload_DatabaseLost(t *testing.T) {
	db := postgrestest.Start(t)
	o := Options{Dir: t.TempDir(), Space: 300 << 20, Needed: noFilesNeeded}
	o.Database.Server = databasetest.Connect(t, db.NewDatabase(t))
	s, server := serveStore(t, o)
	data := picture(t)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	db.Kill()
	for name, refused := range map[string]*http.Response{
		"a new one": create(t, server, "b.png", len(data)),
		"another":   send(t, http.MethodPatch, location, data, "Upload-Offset", "0"),
	} {
		if refused.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s: %d", name, refused.StatusCode)
		}
	}
	if _, err := s.Find(t.Context(), idOf(location)); err == nil {
		t.Error("an upload is found")
	}
	db.Restart(t)
	polltest.Until(t, "uploads are continued", func() bool {
		sent := send(t, http.MethodPatch, location, data, "Upload-Offset", "0")
		return sent.StatusCode == http.StatusNoContent
	})
	if _, err := s.Find(t.Context(), idOf(location)); err != nil {
		t.Error(err)
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
	s.age(t, reservationLifetime-time.Minute)
	if made := create(t, server, "b.png", len(data)); made.StatusCode != http.StatusInsufficientStorage {
		t.Errorf("within its life: %d", made.StatusCode)
	}
	// More data prolongs it.
	send(t, http.MethodPatch, location, data[20_000:30_000], "Upload-Offset", "20000")
	s.age(t, reservationLifetime-time.Minute)
	if made := create(t, server, "b.png", len(data)); made.StatusCode != http.StatusInsufficientStorage {
		t.Errorf("after more data: %d", made.StatusCode)
	}
	if there := send(t, http.MethodHead, location, nil); there.StatusCode != http.StatusOK {
		t.Errorf("asked for its offset: %d", there.StatusCode)
	}
	s.age(t, 2*time.Minute)
	if made := create(t, server, "b.png", len(data)); made.StatusCode != http.StatusCreated {
		t.Errorf("after its life: %d", made.StatusCode)
	}
	if there := send(t, http.MethodHead, location, nil); there.StatusCode != http.StatusNotFound {
		t.Errorf("an expired file: %d", there.StatusCode)
	}
}

// An upload that a request uses does not expire.
func TestSpace_InUse(t *testing.T) {
	s, server := serve(t)
	data := picture(t)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	rest, answered := sendHalf(t, location, data)
	awaitFirstHalf(t, s, idOf(location), detectionLength)
	const expire = `UPDATE uploads SET expires_at = 1`
	if _, err := s.rows.Exec(t.Context(), expire); err != nil {
		t.Fatal(err)
	}
	s.clean(t)
	if _, err := rest.Write(data[len(data)/2:]); err != nil {
		t.Fatal(err)
	}
	if status := <-answered; status != http.StatusNoContent {
		t.Errorf("the request: %d", status)
	}
	if _, err := s.Find(t.Context(), idOf(location)); err != nil {
		t.Error(err)
	}
}

// A complete file waits longer for its form than a reservation lasts, also if its server was killed before it could
// record that it is complete, and anew when a form has it.
func TestSpace_CompleteFiles(t *testing.T) {
	s, server := serve(t)
	data := picture(t)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	send(t, http.MethodPatch, location, data, "Upload-Offset", "0")
	unfinished := create(t, server, "b.png", len(data)).Header.Get("Location")
	u, err := s.files.get(t.Context(), idOf(unfinished))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.WriteChunk(t.Context(), 0, bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	s.age(t, reservationLifetime+time.Minute)
	s.clean(t)
	for name, location := range map[string]string{"finished": location, "unfinished": unfinished} {
		if _, err := s.Find(t.Context(), idOf(location)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.age(t, abandonedAfter-time.Minute)
	if _, err := s.Find(t.Context(), idOf(location)); err != nil {
		t.Error(err)
	}
	s.age(t, 2*time.Minute)
	s.clean(t)
	if _, err := s.Find(t.Context(), idOf(location)); err != nil {
		t.Errorf("with a form that was submitted just now: %v", err)
	}
	if _, err := s.Find(t.Context(), idOf(unfinished)); !errors.As(err, new(*NotFoundError)) {
		t.Errorf("without a form: %v", err)
	}
}

// While an upload is being removed it cannot be used any more, and a removal that has failed is repeated.
func TestSpace_Removal(t *testing.T) {
	s, server := serve(t)
	data := picture(t)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	send(t, http.MethodPatch, location, data, "Upload-Offset", "0")
	s.age(t, abandonedAfter+time.Minute)
	if isClaimed, err := s.rows.claim(t.Context(), idOf(location)); err != nil || !isClaimed {
		t.Fatalf("%t %v", isClaimed, err)
	}
	if _, err := s.Find(t.Context(), idOf(location)); !errors.As(err, new(*NotFoundError)) {
		t.Errorf("%v", err)
	}
	s.locks.lockWait = 0
	if there := send(t, http.MethodHead, location, nil); there.StatusCode != http.StatusLocked {
		t.Errorf("%d", there.StatusCode)
	}
	s.clean(t)
	if size := totalSize(t, s.files.(folder).dir); size != 0 {
		t.Errorf("%d bytes are left", size)
	}
}

// After a restart uploads have their space, the share of their network and their owners, and are continued.
func TestSpace_Restart(t *testing.T) {
	at := database.Location{File: filepath.Join(t.TempDir(), "files.db")}
	dir := t.TempDir()
	o := Options{Dir: dir, Database: at, Space: 100_000, Needed: noFilesNeeded}
	before := newStore(t, o)
	data := picture(t)
	ctx := WithSender(t.Context(), Sender{Network: "192.0.2.1", Owner: "user-1"})
	u, err := before.NewUpload(ctx, tus.FileInfo{Size: int64(len(data)), MetaData: tus.MetaData{"filename": "a.png"}})
	if err != nil {
		t.Fatal(err)
	}
	info, err := u.GetInfo(ctx)
	if err != nil || info.MetaData[ownerData] != "" {
		t.Fatalf("%v %v", info, err)
	}
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	s, server := serveStore(t, o)
	if made := create(t, server, "b.png", 100_001-len(data)); made.StatusCode != http.StatusInsufficientStorage {
		t.Errorf("beside a promise: %d", made.StatusCode)
	}
	var network string
	if err := s.rows.QueryRow(ctx, []any{&network}, `SELECT network FROM uploads`); err != nil ||
		network != s.networkOf(ctx) || network == "" || strings.Contains(network, "192") {
		t.Errorf("network %q %v", network, err)
	}
	location := server.URL + BasePath + info.ID
	sent := send(t, http.MethodPatch, location, data, "Upload-Offset", "0")
	if sent.StatusCode != http.StatusNoContent {
		t.Errorf("continued: %d", sent.StatusCode)
	}
	if found, err := s.Find(t.Context(), info.ID); err != nil || found.FileName != "a.png" {
		t.Errorf("%+v %v", found, err)
	}
	if owner, err := s.Owner(t.Context(), info.ID); err != nil || owner != "user-1" {
		t.Errorf("owner %q %v", owner, err)
	}
}

// Uploads without rows, which the previous release has begun, are continued, found with their owners, count once they
// are known, and are removed when they are abandoned.
func TestSpace_WithoutRows(t *testing.T) {
	s, server := serve(t)
	data := picture(t)
	var locations []string
	for range 3 {
		ctx := WithSender(t.Context(), Sender{Owner: "user-1"})
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, BasePath, nil)
		r.Header.Set("Tus-Resumable", "1.0.0")
		r.Header.Set("Upload-Length", strconv.Itoa(len(data)))
		w := httptest.NewRecorder()
		server.Config.Handler.ServeHTTP(w, r)
		locations = append(locations, server.URL+BasePath+idOf(w.Header().Get("Location")))
	}
	send(t, http.MethodPatch, locations[0], data, "Upload-Offset", "0")
	const forget = `DELETE FROM uploads`
	if _, err := s.rows.Exec(t.Context(), forget); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Find(t.Context(), idOf(locations[0])); err != nil {
		t.Errorf("a complete one: %v", err)
	}
	sent := send(t, http.MethodPatch, locations[1], data, "Upload-Offset", "0")
	if sent.StatusCode != http.StatusNoContent {
		t.Errorf("another one: %d", sent.StatusCode)
	}
	if owner, err := s.Owner(t.Context(), idOf(locations[1])); err != nil || owner != "user-1" {
		t.Errorf("owner %q %v", owner, err)
	}
	s.clean(t)
	s.space = int64(3 * len(data))
	if made := create(t, server, "b.png", 1); made.StatusCode != http.StatusInsufficientStorage {
		t.Errorf("beside the three: %d", made.StatusCode)
	}
	s.age(t, abandonedAfter+time.Minute)
	s.clean(t, idOf(locations[0]))
	for i, location := range locations {
		there := send(t, http.MethodHead, location, nil)
		if want := map[bool]int{true: http.StatusOK, false: http.StatusNotFound}[i == 0]; there.StatusCode != want {
			t.Errorf("%d: %d, want %d", i, there.StatusCode, want)
		}
	}
}

// A file of a refused type reserves no space.
func TestSpace_Refused(t *testing.T) {
	s, server := serve(t)
	s.space = 100_000
	location := create(t, server, "a.pdf", 90_000).Header.Get("Location")
	send(t, http.MethodPatch, location, []byte("%!PS-Adobe-3.0"), "Upload-Offset", "0")
	if made := create(t, server, "b.png", 90_000); made.StatusCode != http.StatusCreated {
		t.Errorf("%d", made.StatusCode)
	}
}

// One IP address cannot use all the space, whether it sends its files or not.
func TestSpace_Share(t *testing.T) {
	s := newStore(t, Options{Dir: t.TempDir(), Space: 10 << 30, Needed: noFilesNeeded})
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
				WithSender(t.Context(), Sender{Network: clientIP}), http.MethodPost, BasePath, bytes.NewReader(nil),
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
