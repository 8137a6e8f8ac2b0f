package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

type fileOf string

func (f fileOf) Open(string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(string(f))), nil
}

func TestFileSender_Silence(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-release
	}))
	defer server.Close()
	defer close(release)
	sender := NewFileSender("sis", Options{URL: server.URL})
	sender.stallTimeout = 50 * time.Millisecond
	err := sender.Send(context.Background(), fileOf("picture"), "id", "image/png", 7)
	var failure *Error
	if !errors.As(err, &failure) || failure.Kind != KindTimeout || !errors.Is(err, errStalled) {
		t.Errorf("a server that does not answer: %v", err)
	}
}

func TestFileSender_Status(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer server.Close()
	err := NewFileSender("sis", Options{URL: server.URL}).Send(context.Background(), fileOf("picture"), "id", "image/png", 7)
	var failure *Error
	if !errors.As(err, &failure) || failure.Status != http.StatusTooManyRequests ||
		failure.RetryAfter != 2*time.Minute {
		t.Errorf("got %v", err)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, "soon": 0, "-5": 0,
		"Sun, 22 Nov 2026 08:01:00 GMT": time.Minute, "Sun, 22 Nov 2026 07:00:00 GMT": 0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {text}}, now); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
