package search

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"

	"strand/internal/health"
	"strand/internal/telemetry"
)

const (
	// maxAnswer is the maximum size of a response of the search engine, in bytes.
	maxAnswer = 16 << 20
	// probeAfter is the maximum age of the latest call before Health makes one; probeTimeout limits the wait for
	// it.
	probeAfter   = 2 * time.Second
	probeTimeout = time.Second
)

// limitedTransport limits the size of responses.
type limitedTransport struct{ next http.RoundTripper }

func (l limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := l.next.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, maxAnswer)
	}
	return answer, err
}

// latest is the result of the latest call. It is safe for concurrent use.
type latest struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// note stores the result of a call and returns its error. It ignores a cancellation by the visitor.
func (l *latest) note(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at, l.err = time.Now(), err
	return err
}

// Health returns the state of the search engine by its latest call; if that was not recent, it makes a call.
func (e *Engine) Health(ctx context.Context) health.State {
	e.latest.mu.Lock()
	at, err := e.latest.at, e.latest.err
	e.latest.mu.Unlock()
	if time.Since(at) > probeAfter {
		ctx, cancel := context.WithTimeout(ctx, probeTimeout)
		defer cancel()
		info, failure := e.client.Info(ctx, &opensearchapi.InfoReq{})
		if failure == nil && info.Version.Number == "" {
			failure = errMalformed
		}
		err = e.latest.note(failure)
	}
	if err != nil {
		return health.State{Status: health.Down, Reason: "searching fails", Cause: telemetry.CleanError(err).Error()}
	}
	return health.State{Status: health.Up}
}
