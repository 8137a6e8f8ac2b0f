package transport

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
)

// fileTimeout bounds the sending of one file.
const fileTimeout = 10 * time.Minute

// FileSender sends files to below an endpoint of an upstream system: `PUT {endpoint}/files/{id}`. Sending one again changes
// nothing there. It is safe for concurrent use.
type FileSender struct {
	system, endpoint string
	http             *http.Client
}

// NewFileSender makes a sender for a system; the endpoint is its GraphQL one.
func NewFileSender(system, endpoint string) *FileSender {
	return &FileSender{system: system, endpoint: strings.TrimSuffix(endpoint, "/"),
		http: &http.Client{Transport: otelhttp.NewTransport(http.DefaultTransport), Timeout: fileTimeout}}
}

// Files are what was uploaded.
type Files interface {
	// Open gives the bytes of an upload.
	Open(id string) (io.ReadCloser, error)
}

// Send sends an upload with its media type and size, in bytes, and with the headers of WithHeaders. The error is an *Error where
// the system does not take it.
func (s *FileSender) Send(ctx context.Context, from Files, id, mediaType string, size int64) error {
	file, err := from.Open(id)
	if err != nil {
		return fmt.Errorf("open the upload %s: %w", id, err)
	}
	defer file.Close()
	r, err := http.NewRequestWithContext(ctx, http.MethodPut, s.endpoint+"/files/"+url.PathEscape(id), file)
	if err != nil {
		return err
	}
	addHeaders(ctx, r)
	r.ContentLength = size
	r.Header.Set("Content-Type", mediaType)
	answer, err := s.http.Do(r)
	if err != nil {
		return &Error{System: s.system, Operation: "the upload " + id, Kind: kindOf(err), Cause: err}
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		return &Error{System: s.system, Operation: "the upload " + id, Kind: KindStatus, Status: answer.StatusCode, Cause: fmt.Errorf("status %d", answer.StatusCode)}
	}
	return nil
}
