package search

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"

	"strand/internal/health"
)

const (
	// maxAnswer bounds an answer of the search engine, in bytes.
	maxAnswer = 16 << 20
	// probeAfter is how old the latest call may be before Health makes one; probeTimeout bounds the wait for it.
	probeAfter   = 2 * time.Second
	probeTimeout = time.Second
)

// limited bounds the size of answers.
type limited struct{ next http.RoundTripper }

func (l limited) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := l.next.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, maxAnswer)
	}
	return answer, err
}

// latest is how the latest call ended. It is safe for concurrent use.
type latest struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// note remembers how a call ended, and returns its error. A visitor who leaves says nothing about the search engine.
func (l *latest) note(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at, l.err = time.Now(), err
	return err
}

// Health says how well the search engine is, by the latest call; one that was not called lately is called.
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
		return health.State{Status: health.Down, Reason: "searching fails"}
	}
	return health.State{Status: health.Up}
}
