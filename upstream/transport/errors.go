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
	// KindContract: an answer of which nothing is left without what breaks the contract.
	KindContract Kind = "contract"
	// KindGraphQL: an answer with GraphQL errors.
	KindGraphQL Kind = "graphql"
	// KindCircuitOpen: not sent, because the operation failed too often just now.
	KindCircuitOpen Kind = "circuit_open"
	// KindCanceled: the caller left.
	KindCanceled Kind = "canceled"
	// KindInternal: a fault of this server.
	KindInternal Kind = "internal"
)

// Error says which call to which system failed, and how.
type Error struct {
	System    string
	Operation string
	Kind      Kind
	// Status is the HTTP status for KindStatus.
	Status int
	// RetryAfter is how long the system asked to be left alone; 0 for not.
	RetryAfter time.Duration
	// Code is the upstream's own code of a GraphQL error; empty for none.
	Code  string
	Cause error
	// blamesCallers says that some codes are about the caller of this server.
	blamesCallers bool
}

func (e *Error) Error() string {
	return fmt.Sprintf("call %s %s: %s: %v", e.System, e.Operation, e.Kind, e.Cause)
}

func (e *Error) Unwrap() error { return e.Cause }

// callerCodes are the upstream codes that blame the caller: the system is well.
var callerCodes = map[string]bool{
	"BAD_USER_INPUT": true, "BAD_REQUEST": true, "UNAUTHENTICATED": true, "FORBIDDEN": true, "NOT_FOUND": true, "CONFLICT": true,
}

// isFailure reports whether an error speaks against the system: it opens the circuit breaker.
func (e *Error) isFailure() bool {
	switch e.Kind {
	case KindCanceled, KindInternal, KindCircuitOpen:
		return false
	case KindGraphQL:
		return !e.blamesCallers || !callerCodes[e.Code]
	}
	return true
}

// isTransient reports whether another attempt may succeed at once. A system that asks for time gets it, and one that was
// too slow once is not asked again while the caller waits.
func isTransient(err error) bool {
	var failure *Error
	if !errors.As(err, &failure) {
		return false
	}
	switch failure.Kind {
	case KindUnreachable:
		return true
	case KindStatus:
		return failure.Status >= 500 && failure.RetryAfter == 0
	}
	return false
}

func kindOf(err error) Kind {
	var netError net.Error
	switch {
	case errors.Is(err, circuitbreaker.ErrOpen):
		return KindCircuitOpen
	case errors.Is(err, context.Canceled):
		return KindCanceled
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &netError) && netError.Timeout():
		return KindTimeout
	case errors.Is(err, errTooLarge):
		return KindMalformed
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
