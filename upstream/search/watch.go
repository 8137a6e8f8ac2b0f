package search

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
)

// watch sees how calls end.
type watch struct {
	next   http.RoundTripper
	failed atomic.Bool
}

func (w *watch) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := w.next.RoundTrip(r)
	switch {
	case err == nil:
		w.failed.Store(response.StatusCode >= http.StatusInternalServerError)
	case r.Context().Err() == nil || errors.Is(r.Context().Err(), context.DeadlineExceeded):
		// A visitor who leaves says nothing of the search engine.
		w.failed.Store(true)
	}
	return response, err
}
