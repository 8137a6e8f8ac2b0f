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

	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"strand/internal/outbound"
	"strand/internal/telemetry"
)

const (
	// fileConnectTimeout limits connecting.
	fileConnectTimeout = 5 * time.Second
	// fileStallTimeout is the longest time without progress in a transfer: neither bytes sent nor a response. On a slow
	// line the buffers of both ends must be emptied within it after the last byte was sent.
	fileStallTimeout = time.Minute
	// fileTimeout limits a transfer with progress: 100 MB at 14 kB/s.
	fileTimeout = 2 * time.Hour
)

// FileSender sends files to an upstream system, below its endpoint: `PUT {endpoint}/files/{id}`, which is
// idempotent. It is safe for concurrent use.
type FileSender struct {
	system, endpoint, token string
	http                    *http.Client
	stallTimeout            time.Duration
}

// NewFileSender returns a sender for a system with the options of its client.
func NewFileSender(system string, o Options) *FileSender {
	base := outbound.NewTransport(fileConnectTimeout)
	return &FileSender{
		system:       system,
		endpoint:     o.URL,
		token:        o.Token,
		stallTimeout: fileStallTimeout,
		http:         outbound.NewClient(tracedAbove(o.Access.Over(base)), fileTimeout),
	}
}

// Files is a store of uploads.
type Files interface {
	// Open returns the content of an upload.
	Open(id string) (io.ReadCloser, error)
}

// errStalled reports a transfer without progress.
var errStalled = errors.New("the transfer made no progress")

// Send sends an upload with its media type and size in bytes, and with the headers of WithHeaders. It returns an
// *Error if the system does not accept the upload.
func (s *FileSender) Send(ctx context.Context, from Files, id, mediaType string, size int64) error {
	// The id is left out: it gives access to the upload.
	ctx, span := telemetry.StartSpan(ctx, trace.SpanKindClient, "PUT /files/{id}",
		append(peerOf(s.system, s.endpoint), semconv.HTTPRequestMethodPut, semconv.HTTPRequestBodySize(int(size)))...)
	err := s.send(ctx, from, id, mediaType, size)
	telemetry.EndSpan(span, err)
	return err
}

func (s *FileSender) send(ctx context.Context, from Files, id, mediaType string, size int64) error {
	file, err := from.Open(id)
	if err != nil {
		return fmt.Errorf("open the upload %s: %w", id, err)
	}
	defer file.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(s.stallTimeout, func() { cancel(errStalled) })
	defer watchdog.Stop()
	body := &watchedReader{ReadCloser: file, progress: func() { watchdog.Reset(s.stallTimeout) }}
	target, err := Below(s.endpoint, "/files/"+url.PathEscape(id))
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPut, target.String(), body)
	if err != nil {
		return telemetry.CleanError(err)
	}
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	addHeaders(ctx, r)
	r.ContentLength = size
	r.Header.Set("Content-Type", mediaType)
	answer, err := s.http.Do(r)
	if err != nil {
		failure := &Error{
			System:    s.system,
			Operation: "the upload " + id,
			Kind:      kindOf(err),
			Cause:     telemetry.CleanError(err),
		}
		if errors.Is(context.Cause(ctx), errStalled) {
			failure.Kind, failure.Cause = KindTimeout, errStalled
		}
		return failure
	}
	defer answer.Body.Close()
	trace.SpanFromContext(ctx).SetAttributes(semconv.HTTPResponseStatusCode(answer.StatusCode))
	if answer.StatusCode >= http.StatusMultipleChoices {
		return &Error{
			System:     s.system,
			Operation:  "the upload " + id,
			Kind:       KindStatus,
			Status:     answer.StatusCode,
			RetryAfter: retryAfter(answer.Header, time.Now()),
			Cause:      fmt.Errorf("status %d", answer.StatusCode),
		}
	}
	return nil
}

// Below returns the URL of a path below an endpoint, with the credentials of its query. The path is escaped.
func Below(endpoint, path string) (*url.URL, error) {
	base, query, _ := strings.Cut(endpoint, "?")
	u, err := url.Parse(strings.TrimSuffix(base, "/") + path)
	if err != nil {
		return nil, telemetry.CleanError(err)
	}
	u.RawQuery = query
	return u, nil
}

// watchedReader reports each read: the transport reads as fast as the system accepts the bytes.
type watchedReader struct {
	io.ReadCloser
	progress func()
}

func (r *watchedReader) Read(p []byte) (int, error) {
	r.progress()
	return r.ReadCloser.Read(p)
}
