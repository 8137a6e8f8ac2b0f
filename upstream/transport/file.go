package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"strand/internal/outbound"
)

const (
	// fileConnectTimeout bounds connecting.
	fileConnectTimeout = 5 * time.Second
	// fileSilence is how long a transfer may make no progress: neither taking bytes nor answering. What is still in the
	// buffers of both ends when the last byte is sent has to fit into it on a slow line.
	fileSilence = time.Minute
	// fileTimeout bounds a transfer that makes progress: 100 MB at 14 kB/s.
	fileTimeout = 2 * time.Hour
)

// FileSender sends files to below an endpoint of an upstream system: `PUT {endpoint}/files/{id}`. Sending one again
// changes nothing there. It is safe for concurrent use.
type FileSender struct {
	system, endpoint string
	http             *http.Client
	silence          time.Duration
}

// NewFileSender makes a sender for a system; the endpoint is its GraphQL one.
func NewFileSender(system, endpoint string) *FileSender {
	base := outbound.NewTransport(fileConnectTimeout)
	return &FileSender{system: system, endpoint: strings.TrimSuffix(endpoint, "/"), silence: fileSilence,
		http: outbound.NewClient(otelhttp.NewTransport(base), fileTimeout)}
}

// Files are what was uploaded.
type Files interface {
	// Open gives the bytes of an upload.
	Open(id string) (io.ReadCloser, error)
}

// errSilent says that a transfer made no progress for too long.
var errSilent = errors.New("the transfer made no progress")

// Send sends an upload with its media type and size, in bytes, and with the headers of WithHeaders. The error is an
// *Error where the system does not take it.
func (s *FileSender) Send(ctx context.Context, from Files, id, mediaType string, size int64) error {
	file, err := from.Open(id)
	if err != nil {
		return fmt.Errorf("open the upload %s: %w", id, err)
	}
	defer file.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(s.silence, func() { cancel(errSilent) })
	defer watchdog.Stop()
	body := &watchedReader{ReadCloser: file, progress: func() { watchdog.Reset(s.silence) }}
	r, err := http.NewRequestWithContext(ctx, http.MethodPut, s.endpoint+"/files/"+url.PathEscape(id), body)
	if err != nil {
		return err
	}
	addHeaders(ctx, r)
	r.ContentLength = size
	r.Header.Set("Content-Type", mediaType)
	answer, err := s.http.Do(r)
	if err != nil {
		failure := &Error{System: s.system, Operation: "the upload " + id, Kind: kindOf(err), Cause: err}
		if errors.Is(context.Cause(ctx), errSilent) {
			failure.Kind, failure.Cause = KindTimeout, errSilent
		}
		return failure
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		return &Error{System: s.system, Operation: "the upload " + id, Kind: KindStatus, Status: answer.StatusCode,
			RetryAfter: retryAfter(answer.Header, time.Now()), Cause: fmt.Errorf("status %d", answer.StatusCode)}
	}
	return nil
}

// watchedReader reports each read: the transport reads as fast as the other end takes the bytes.
type watchedReader struct {
	io.ReadCloser
	progress func()
}

func (r *watchedReader) Read(p []byte) (int, error) {
	r.progress()
	return r.ReadCloser.Read(p)
}
