package pictures

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/gabriel-vasile/mimetype"

	"strand/edge/render"
	"strand/edge/respond"
	"strand/internal/apperr"
	"strand/internal/outbound"
	"strand/internal/telemetry"
)

const (
	// assetConnectTimeout bounds the wait for the first byte of an asset, assetStallTimeout each pause after it. The
	// whole transfer has no limit: a large file may take long, but a file host that hangs must not.
	assetConnectTimeout = 3 * time.Second
	assetStallTimeout   = 10 * time.Second
)

// assetClient fetches files from the CMS. It is safe for concurrent use.
type assetClient struct {
	origin string
	client *http.Client
}

// dialAssets returns the function that opens connections to the file host.
func dialAssets() outbound.Dial { return outbound.NewDial(assetConnectTimeout) }

func newAssetClient(origin string, access outbound.Access, dial outbound.Dial) *assetClient {
	transport := outbound.NewTransport(assetConnectTimeout)
	transport.DialContext = dial
	transport.ResponseHeaderTimeout = assetConnectTimeout
	transport.MaxIdleConnsPerHost = 32
	client := outbound.NewClient(telemetry.Transport("cms", access.Over(transport)), 0)
	return &assetClient{origin: origin, client: client}
}

// statusError reports that the file host answered with a status other than success.
type statusError struct{ status int }

func (e *statusError) Error() string { return fmt.Sprintf("status %d", e.status) }

// errNoFile reports that the file host sent something else than the file, such as a maintenance page.
var errNoFile = errors.New("the response is not a file of this type")

// fetch requests an asset. The token authorizes a protected asset; it is empty for a public one. The header is that
// of the browser's request, whose range and conditions are passed on.
func (c *assetClient) fetch(ctx context.Context, handle, token string, header http.Header) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.origin+"/assets/"+url.PathEscape(handle), nil)
	if err != nil {
		cancel(nil)
		return nil, err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for _, name := range []string{"Range", "If-None-Match", "If-Modified-Since", "If-Range"} {
		if v := header.Get(name); v != "" {
			r.Header.Set(name, v)
		}
	}
	if strings.Contains(r.Header.Get("Range"), ",") {
		r.Header.Del("Range") // a multipart response has a media type of its own, not that of the file
	}
	answer, err := c.client.Do(r)
	if err != nil {
		cancel(nil)
		return nil, fmt.Errorf("fetch the asset %q: %w", handle, telemetry.CleanError(err))
	}
	body := &watchedBody{closer: answer.Body, reader: bufio.NewReaderSize(answer.Body, detectionLength), cancel: cancel}
	body.timer = time.AfterFunc(assetStallTimeout, func() { cancel(errStalled) })
	body.timer.Stop() // Read starts it again
	answer.Body = body
	switch {
	case answer.StatusCode >= http.StatusMultipleChoices && answer.StatusCode != http.StatusNotModified:
		err = &statusError{answer.StatusCode}
	case answer.StatusCode != http.StatusNotModified && !isFile(handle, answer.Header.Get("Content-Type")):
		err = errNoFile
	case answer.StatusCode != http.StatusNotModified:
		isPart := answer.StatusCode == http.StatusPartialContent
		var first []byte
		if first, err = body.peek(); err == nil && !looksLike(handle, first, isPart) {
			err = errNoFile
		}
	}
	if err != nil {
		_ = answer.Body.Close()
		return nil, fmt.Errorf("fetch the asset %q: %w", handle, telemetry.CleanError(err))
	}
	return answer, nil
}

// isFile reports whether a file may have the media type: a type of the kind that its extension names, but not a web
// page or data sent in its place.
func isFile(handle, contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	expected := ""
	if byName, _, err := mime.ParseMediaType(mime.TypeByExtension(path.Ext(handle))); err == nil {
		expected = byName
	}
	if expected == media || media == "application/octet-stream" {
		return true
	}
	if media == "text/html" || media == "application/json" || media == "application/xhtml+xml" {
		return false
	}
	if expected == "" {
		return true // the extension has no known type
	}
	kind, _, _ := strings.Cut(media, "/")
	expectedKind, _, _ := strings.Cut(expected, "/")
	return kind == expectedKind
}

// detectionLength is the number of leading bytes that the detection of a file's type needs.
const detectionLength = 3072

// looksLike reports whether the first bytes of a file, or of a range of it, may belong to its type. Text instead of a
// picture, a film or a document is a message of the file host. A range of a document may be text (its first two
// bytes, for example), but not a web page.
func looksLike(handle string, first []byte, isPart bool) bool {
	expected, _, _ := mime.ParseMediaType(mime.TypeByExtension(path.Ext(handle)))
	if isText := strings.HasPrefix(expected, "text/") || strings.HasSuffix(expected, "xml") ||
		strings.HasSuffix(expected, "json"); isText {
		return true
	}
	found := mimetype.Detect(first)
	if expected == "" || isPart {
		return !found.Is("text/html")
	}
	for ; found != nil; found = found.Parent() {
		if found.Is("text/plain") || found.Is("text/html") {
			return false
		}
	}
	return true
}

// read fetches a whole asset of at most the given number of bytes.
func (c *assetClient) read(ctx context.Context, handle string, maxBytes int64) ([]byte, error) {
	answer, err := c.fetch(ctx, handle, "", nil)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the asset %q: %w", handle, err)
	}
	if int64(len(data)) > maxBytes {
		return nil, errTooLarge
	}
	return data, nil
}

var errStalled = errors.New("the file host stopped sending")

// watchedBody aborts a transfer in which the file host sends nothing for too long. Only the time that Read waits
// counts: a visitor may pause reading, for example when a browser has buffered enough of a film, and that is no
// failure of the file host.
type watchedBody struct {
	reader *bufio.Reader
	closer io.Closer
	timer  *time.Timer
	cancel context.CancelCauseFunc
}

// peek returns the first bytes without consuming them.
func (b *watchedBody) peek() ([]byte, error) {
	b.timer.Reset(assetStallTimeout)
	defer b.timer.Stop()
	first, err := b.reader.Peek(detectionLength)
	if len(first) > 0 || errors.Is(err, io.EOF) {
		return first, nil // the file is shorter than the prefix
	}
	return nil, err
}

func (b *watchedBody) Read(p []byte) (int, error) {
	b.timer.Reset(assetStallTimeout)
	defer b.timer.Stop()
	return b.reader.Read(p)
}

func (b *watchedBody) Close() error {
	b.timer.Stop()
	b.cancel(nil)
	return b.closer.Close()
}

// assetError maps an error of reading an asset to an apperr.Error for the browser.
func assetError(err error) error {
	status := new(statusError)
	switch {
	case errors.As(err, &status) && (status.status == http.StatusNotFound || status.status == http.StatusGone):
		return &apperr.Error{Code: apperr.NotFound, Message: "The file was not found.", Cause: err}
	case errors.As(err, &status) && (status.status == http.StatusForbidden || status.status == http.StatusUnauthorized):
		return &apperr.Error{
			Code:    apperr.Forbidden,
			Cause:   err,
			Message: "You need access to the page of this file. Please open that page again.",
		}
	case errors.As(err, &status) && status.status == http.StatusRequestedRangeNotSatisfiable:
		return &apperr.Error{Code: apperr.Invalid, Message: "The file is shorter than the requested range.", Cause: err}
	case errors.Is(err, render.ErrNoPicture):
		return &apperr.Error{Code: apperr.NotFound, Message: "The file is not a picture that can be shown.", Cause: err}
	case errors.Is(err, errTooLarge), errors.Is(err, render.ErrPictureTooLarge):
		return &apperr.Error{Code: apperr.Invalid, Message: "The picture is too large to be shown.", Cause: err}
	}
	return &apperr.Error{
		Code:    apperr.UpstreamUnavailable,
		Message: respond.Unavailable,
		Cause:   err,
	}
}
