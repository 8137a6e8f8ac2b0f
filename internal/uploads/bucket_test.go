package uploads

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"strand/domain/form"
	"strand/internal/health"
	"strand/test/databasetest"
	"strand/test/polltest"
	"strand/test/postgrestest"
	"strand/test/s3test"
	"strand/test/spantest"
)

// inBucket starts a server that shares a bucket, and a PostgreSQL database if there is a URL.
func inBucket(t *testing.T, service *s3test.Server, databaseURL string) (*Store, *httptest.Server) {
	t.Helper()
	bucket, err := OpenBucket(t.Context(), service.URL())
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: t.TempDir(), Bucket: bucket, Space: 300 << 20, Needed: noFilesNeeded}
	if databaseURL != "" {
		o.Database.Server = databasetest.Connect(t, databaseURL)
	}
	return serveStore(t, o)
}

// content returns the content of an upload.
func content(t *testing.T, s *Store, id string) []byte {
	t.Helper()
	file, err := s.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// expectEmpty checks that a bucket has no object.
func expectEmpty(t *testing.T, s *Store) {
	t.Helper()
	left, err := s.Bucket().client.ListObjectsV2(t.Context(), &s3.ListObjectsV2Input{Bucket: aws.String(s3test.Bucket)})
	if err != nil || len(left.Contents) > 0 {
		t.Errorf("%v %v", left, err)
	}
}

// An upload that is cut at one server is resumed at another one, whose form has it; any server removes it.
//
// Rules: FORM-33.
func TestBucket_Resume(t *testing.T) {
	service, url := s3test.Start(t), postgrestest.Database(t)
	first, firstServer := inBucket(t, service, url)
	second, secondServer := inBucket(t, service, url)
	for name, size := range map[string]int{"small": 0, "one part": partSize, "several parts": 3*partSize + 17} {
		data := append(picture(t), bytes.Repeat([]byte("0123456789abcdef"), size/16)...)
		location := create(t, firstServer, "Ma\u00dfbild.PNG", len(data)).Header.Get("Location")
		id := idOf(location)
		if !isID(id) {
			t.Fatalf("%s: the id is %q", name, id)
		}
		cut(t, location, data[:len(data)*2/3])
		elsewhere := secondServer.URL + BasePath + id
		there := send(t, http.MethodHead, elsewhere, nil)
		offset, err := strconv.Atoi(there.Header.Get("Upload-Offset"))
		if err != nil || offset == 0 || offset > len(data)*2/3 {
			t.Fatalf("%s: %d, the offset is %q", name, there.StatusCode, there.Header.Get("Upload-Offset"))
		}
		if _, err := second.Find(t.Context(), id); !errors.As(err, new(*NotFoundError)) {
			t.Errorf("%s: half an upload: %v", name, err)
		}
		sent := send(t, http.MethodPatch, elsewhere, data[offset:], "Upload-Offset", strconv.Itoa(offset))
		if sent.StatusCode != http.StatusNoContent {
			t.Fatalf("%s: the rest: %d", name, sent.StatusCode)
		}
		found, err := first.Find(t.Context(), id)
		want := form.Attachment{ID: id, FileName: "Ma\u00dfbild.PNG", MediaType: "image/png", Size: int64(len(data))}
		if err != nil || found != want {
			t.Errorf("%s: %+v %v", name, found, err)
		}
		if !bytes.Equal(content(t, first, id), data) {
			t.Errorf("%s: another content", name)
		}
		second.Remove(id)
		if _, err := first.Find(t.Context(), id); !errors.As(err, new(*NotFoundError)) {
			t.Errorf("%s: removed: %v", name, err)
		}
	}
	expectEmpty(t, first)
}

// cut sends the beginning of a file and then breaks the connection.
func cut(t *testing.T, location string, begin []byte) {
	t.Helper()
	reader, writer := io.Pipe()
	r := request(t, http.MethodPatch, location, nil, "Upload-Offset", "0")
	r.Body, r.ContentLength = reader, int64(len(begin))+1
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if answer, err := http.DefaultClient.Do(r); err == nil {
			_ = answer.Body.Close()
		}
	}()
	if _, err := writer.Write(begin); err != nil {
		t.Fatal(err)
	}
	_ = writer.CloseWithError(errors.New("cut"))
	<-ended
	// The server notices the end of the connection after a moment.
	polltest.Until(t, "the beginning is stored", func() bool {
		there := send(t, http.MethodHead, location, nil)
		return there.StatusCode == http.StatusOK && there.Header.Get("Upload-Offset") != "0"
	})
}

// Files that come with a form are stored in one piece, whatever their size; a refused one leaves nothing.
func TestBucket_Add(t *testing.T) {
	s, _ := inBucket(t, s3test.Start(t), "")
	for name, data := range map[string][]byte{
		"small":         picture(t),
		"one part":      append(picture(t), make([]byte, partSize-len(picture(t)))...),
		"several parts": append(picture(t), make([]byte, 2*partSize)...),
	} {
		added, _, err := s.Add(WithSender(t.Context(), Sender{Owner: "user-1"}), "a.png", bytes.NewReader(data))
		if err != nil || added.Size != int64(len(data)) {
			t.Fatalf("%s: %+v %v", name, added, err)
		}
		if !bytes.Equal(content(t, s, added.ID), data) {
			t.Errorf("%s: another content", name)
		}
		if owner, err := s.Owner(t.Context(), added.ID); err != nil || owner != "user-1" {
			t.Errorf("%s: owned by %q, %v", name, owner, err)
		}
		s.Remove(added.ID)
	}
	_, _, err := s.Add(t.Context(), "a.ps", strings.NewReader("%!PS-Adobe-3.0"))
	if !errors.As(err, new(*RefusedError)) {
		t.Errorf("a document: %v", err)
	}
	expectEmpty(t, s)
}

// The space counts what other servers have begun, and abandoned files are removed by any server.
func TestBucket_Space(t *testing.T) {
	service, url := s3test.Start(t), postgrestest.Database(t)
	first, firstServer := inBucket(t, service, url)
	second, secondServer := inBucket(t, service, url)
	first.space, second.space = 100_000, 100_000
	location := create(t, firstServer, "a.png", 60_000).Header.Get("Location")
	send(t, http.MethodPatch, location, picture(t), "Upload-Offset", "0")
	if made := create(t, secondServer, "b.png", 60_000); made.StatusCode != http.StatusInsufficientStorage {
		t.Errorf("beside a file of another server: %d", made.StatusCode)
	}
	second.age(t, reservationLifetime-time.Minute)
	second.clean(t)
	if there := send(t, http.MethodHead, location, nil); there.StatusCode != http.StatusOK {
		t.Errorf("within its life: %d", there.StatusCode)
	}
	second.age(t, 2*time.Minute)
	second.clean(t)
	if there := send(t, http.MethodHead, location, nil); there.StatusCode != http.StatusNotFound {
		t.Errorf("after its life: %d", there.StatusCode)
	}
	expectEmpty(t, first)
	if made := create(t, secondServer, "b.png", 60_000); made.StatusCode != http.StatusCreated {
		t.Errorf("after the other is gone: %d", made.StatusCode)
	}
}

// Servers whose databases differ continue each other's uploads, and do not remove what another one has completed.
func TestBucket_OwnDatabases(t *testing.T) {
	service := s3test.Start(t)
	first, firstServer := inBucket(t, service, "")
	second, secondServer := inBucket(t, service, "")
	data := picture(t)
	id := idOf(create(t, firstServer, "a.png", len(data)).Header.Get("Location"))
	sent := send(t, http.MethodPatch, secondServer.URL+BasePath+id, data, "Upload-Offset", "0")
	if sent.StatusCode != http.StatusNoContent {
		t.Errorf("at another server: %d", sent.StatusCode)
	}
	first.age(t, reservationLifetime+time.Minute)
	first.clean(t)
	if _, err := second.Find(t.Context(), id); err != nil {
		t.Error(err)
	}
}

// Deleted and refused uploads leave nothing; a needed one is not deleted.
func TestBucket_Terminate(t *testing.T) {
	s, server := inBucket(t, s3test.Start(t), "")
	location := create(t, server, "a.ps", 90_000).Header.Get("Location")
	refused := send(t, http.MethodPatch, location, []byte("%!PS-Adobe-3.0"), "Upload-Offset", "0")
	if refused.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("a document: %d", refused.StatusCode)
	}
	expectEmpty(t, s)
	data := picture(t)
	location = create(t, server, "a.png", len(data)).Header.Get("Location")
	send(t, http.MethodPatch, location, data, "Upload-Offset", "0")
	s.needed = func(context.Context) (map[string]bool, error) { return map[string]bool{idOf(location): true}, nil }
	if kept := send(t, http.MethodDelete, location, nil); kept.StatusCode != http.StatusConflict {
		t.Errorf("needed: %d", kept.StatusCode)
	}
	s.needed = noFilesNeeded
	if gone := send(t, http.MethodDelete, location, nil); gone.StatusCode != http.StatusNoContent {
		t.Errorf("not needed: %d", gone.StatusCode)
	}
	expectEmpty(t, s)
}

// A server that was killed after the last part has not finished the upload: the form does.
func TestBucket_Unfinished(t *testing.T) {
	s, server := inBucket(t, s3test.Start(t), "")
	data := picture(t)
	id := idOf(create(t, server, "a.png", len(data)).Header.Get("Location"))
	u, err := s.files.get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.WriteChunk(t.Context(), 0, bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	if found, err := s.Find(t.Context(), id); err != nil || found.Size != int64(len(data)) {
		t.Errorf("%+v %v", found, err)
	}
	if !bytes.Equal(content(t, s, id), data) {
		t.Error("another content")
	}
}

// While one server receives data of an upload, another one refuses it; a request that sends nothing gives way, and a
// server that was killed loses its lock.
func TestBucket_TwoServers(t *testing.T) {
	service, url := s3test.Start(t), postgrestest.Database(t)
	first, firstServer := inBucket(t, service, url)
	first.locks.yieldAfter = time.Hour // on a busy machine the first request may send nothing for a while
	second, secondServer := inBucket(t, service, url)
	data := picture(t)
	location := create(t, firstServer, "a.png", len(data)).Header.Get("Location")
	elsewhere := secondServer.URL + BasePath + idOf(location)
	rest, answered := sendHalf(t, location, data)
	polltest.Until(t, "the upload is locked", func() bool { return isLocked(t, second, idOf(location)) })
	other := send(t, http.MethodPatch, elsewhere, bytes.ToUpper(data), "Upload-Offset", "0")
	if other.StatusCode != http.StatusLocked {
		t.Errorf("a second writer: %d", other.StatusCode)
	}
	if _, err := rest.Write(data[len(data)/2:]); err != nil {
		t.Fatal(err)
	}
	if status := <-answered; status != http.StatusNoContent {
		t.Errorf("the first one: %d", status)
	}
	if !bytes.Equal(content(t, first, idOf(location)), data) {
		t.Error("the stored file is not that of the first request")
	}

	first.locks.yieldAfter, first.locks.renewEvery = 0, lockPoll
	location = create(t, firstServer, "a.png", len(data)).Header.Get("Location")
	elsewhere = secondServer.URL + BasePath + idOf(location)
	_, answered = sendHalf(t, location, data)
	polltest.Until(t, "the upload is locked", func() bool { return isLocked(t, second, idOf(location)) })
	polltest.Until(t, "a request that sends nothing gives way", func() bool {
		return send(t, http.MethodHead, elsewhere, nil).StatusCode == http.StatusOK
	})
	if status := <-answered; status == http.StatusNoContent {
		t.Errorf("the interrupted one: %d", status)
	}

	if _, err := second.rows.lock(t.Context(), idOf(location), "a killed server"); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "the lock of a killed server ends", func() bool {
		return send(t, http.MethodHead, location, nil).StatusCode == http.StatusOK
	})
}

// isLocked reports whether a request uses an upload.
func isLocked(t *testing.T, s *Store, id string) (locked bool) {
	t.Helper()
	query := `SELECT locked_until > ` + s.rows.Now() + ` FROM uploads WHERE id = $1`
	if err := s.rows.QueryRow(t.Context(), []any{&locked}, query, id); err != nil {
		t.Fatal(err)
	}
	return locked
}

// Visitors who send slowly do not keep others from sending.
func TestBucket_Slow(t *testing.T) {
	s, server := inBucket(t, s3test.Start(t), "")
	data := picture(t)
	for range 20 {
		location := create(t, server, "a.png", len(data)).Header.Get("Location")
		rest, answered := sendHalf(t, location, data)
		defer func() {
			_ = rest.Close()
			<-answered
		}()
	}
	location := create(t, server, "b.png", len(data)).Header.Get("Location")
	sent := send(t, http.MethodPatch, location, data, "Upload-Offset", "0")
	if sent.StatusCode != http.StatusNoContent {
		t.Errorf("%d", sent.StatusCode)
	}
	if _, err := s.Find(t.Context(), idOf(location)); err != nil {
		t.Error(err)
	}
}

// While the bucket does not answer, uploads are refused and nothing is reported as stored.
func TestBucket_Unavailable(t *testing.T) {
	service := s3test.Start(t)
	s, server := inBucket(t, service, "")
	data := picture(t)
	location := create(t, server, "a.png", len(data)).Header.Get("Location")
	send(t, http.MethodPatch, location, data, "Upload-Offset", "0")
	service.Kill()
	if made := create(t, server, "b.png", len(data)); made.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a new upload: %d", made.StatusCode)
	}
	if _, err := s.Find(t.Context(), idOf(location)); err == nil || errors.As(err, new(*NotFoundError)) {
		t.Errorf("a complete upload: %v", err)
	}
	service.Restart()
	if _, err := s.Find(t.Context(), idOf(location)); err != nil {
		t.Error(err)
	}
}

// A bucket that cannot be used is reported in time, with the reason and without the secret.
func TestOpenBucket(t *testing.T) {
	service := s3test.Start(t)
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	good := service.URL()
	secret := "secret%2Fof%2Bthe=tests"
	for name, test := range map[string]struct{ url, reason string }{
		"another secret": {strings.Replace(good, secret, "confidential", 1), "SignatureDoesNotMatch"},
		"another key":    {strings.Replace(good, s3test.Key, "nobody", 1), "access key"},
		"no bucket":      {good + "-2", "NoSuchBucket"},
		"nobody listens": {"http://a:confidential@127.0.0.1:1/strand", "connection refused"},
		"no answer":      {"http://a:confidential@" + silent.Addr().String() + "/strand", "no answer in time"},
		"no key":         {"https://s3.example.com/strand", "access key"},
		"no name":        {"https://a:confidential@s3.example.com", "bucket"},
		"another scheme": {"s3://a:confidential@s3.example.com/strand", "https://"},
		"not escaped":    {"https://a:confi/den+tial@s3.example.com/strand", "%2F"},
	} {
		_, err := OpenBucket(t.Context(), test.url)
		if err == nil || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, part := range []string{"confidential", "confi", "tial@", s3test.Secret, secret} {
			if strings.Contains(err.Error(), part) {
				t.Errorf("%s: the secret is in %v", name, err)
			}
		}
	}
	if got := BucketName(good + "?region=x"); strings.Contains(got, "tests") || !strings.Contains(got, s3test.Bucket) {
		t.Error(got)
	}
}

// TestBucket_Health: a bucket that does not answer, or refuses to be written, is down, and up again when it is back.
// Calls have spans without the names of objects.
//
// Rules: ERR-37, ERR-38.
func TestBucket_Health(t *testing.T) {
	service := s3test.Start(t)
	bucket, err := OpenBucket(t.Context(), service.URL())
	if err != nil {
		t.Fatal(err)
	}
	expect := func(when string, want health.State) {
		t.Helper()
		if got := bucket.Health(t.Context()); got != want {
			t.Errorf("%s: %+v, want %+v", when, got, want)
		}
	}
	recorder := spantest.Record(t)
	expect("at first", health.State{Status: health.Up})
	var names []string
	for _, span := range recorder.Ended() {
		names = append(names, span.Name())
		if spantest.Value(span, "rpc.system.name") != "aws-api" ||
			spantest.Value(span, "aws.s3.bucket") != s3test.Bucket ||
			strings.Contains(fmt.Sprint(span.Attributes()), "check-") {
			t.Errorf("%s: %v", span.Name(), span.Attributes())
		}
	}
	if want := []string{"S3/PutObject", "S3/DeleteObject"}; !slices.Equal(names, want) {
		t.Errorf("spans %q, want %q", names, want)
	}
	service.Kill()
	expect("without the service", health.State{Status: health.Down, Reason: "the bucket does not answer"})
	service.Restart()
	expect("afterwards", health.State{Status: health.Up})
	removed := *bucket
	removed.name = "no-such-bucket"
	if got := removed.Health(t.Context()); got.Status != health.Down || !strings.Contains(got.Reason, "NoSuchBucket") {
		t.Errorf("a bucket that does not exist: %+v", got)
	}
}
