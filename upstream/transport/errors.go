package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// Kind is the way in which a call failed.
type Kind string

const (
	// KindUnreachable: refused, reset, no such host.
	KindUnreachable Kind = "unreachable"
	// KindTimeout: no answer before the deadline.
	KindTimeout Kind = "timeout"
	// KindStatus: an HTTP status that is no answer.
	KindStatus Kind = "status"
	// KindMalformed: an answer that cannot be read.
	KindMalformed Kind = "malformed"
	// KindGraphQL: an answer with GraphQL errors.
	KindGraphQL Kind = "graphql"
	// KindBroken: not even tried, because the system failed too often just now.
	KindBroken Kind = "circuit open"
	// KindCanceled: the caller went away.
	KindCanceled Kind = "canceled"
	// KindInternal: our own fault.
	KindInternal Kind = "internal"
)

// Error says which call to which system failed, and how.
type Error struct {
	System    string
	Operation string
	Kind      Kind
	// Status is the HTTP status for KindStatus.
	Status int
	// Code is the upstream's own code of a GraphQL error; empty for none.
	Code string
	// RetryAfter is how long the system asks to wait before it is asked again; 0 where it does not say.
	RetryAfter time.Duration
	Cause      error
}

func (e *Error) Error() string {
	return fmt.Sprintf("ask %s for %s: %s: %v", e.System, e.Operation, e.Kind, e.Cause)
}

func (e *Error) Unwrap() error { return e.Cause }

func kindOf(err error) Kind {
	var netError net.Error
	switch {
	case errors.Is(err, circuitbreaker.ErrOpen):
		return KindBroken
	case errors.Is(err, context.Canceled):
		return KindCanceled
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &netError) && netError.Timeout():
		return KindTimeout
	}
	return KindUnreachable
}

// retryAfter reads the header Retry-After, in seconds or as a date; 0 where it is missing or in the past.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
