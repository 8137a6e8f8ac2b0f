package sisportal

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"strand/domain/portal"
	"strand/upstream/transport"
)

// fileTimeout bounds the sending of one file.
const fileTimeout = 10 * time.Minute

// Files are what was uploaded.
type Files interface {
	// Open gives the bytes of an upload.
	Open(id string) (io.ReadCloser, error)
}

// SendFile sends a file before what names it. Sending it again changes nothing. The error is a *transport.Error where the
// endpoint does not take it.
func (r *Reader) SendFile(ctx context.Context, idToken string, f *portal.TicketFile, from Files) error {
	ctx, cancel := context.WithTimeout(ctx, fileTimeout)
	defer cancel()
	file, err := from.Open(f.ID)
	if err != nil {
		return fmt.Errorf("open the upload %s: %w", f.ID, err)
	}
	defer file.Close()
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, r.endpoint+"/files/"+url.PathEscape(f.ID), file)
	if err != nil {
		return err
	}
	request.ContentLength = int64(f.Size)
	request.Header = r.Headers(idToken)
	request.Header.Set("Content-Type", f.MediaType)
	answer, err := r.http.Do(request)
	if err != nil {
		return &transport.Error{System: System, Operation: "SendFile", Kind: transport.KindUnreachable, Cause: err}
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 {
		return &transport.Error{System: System, Operation: "SendFile", Kind: transport.KindStatus, Status: answer.StatusCode, Cause: fmt.Errorf("status %d", answer.StatusCode)}
	}
	return nil
}
