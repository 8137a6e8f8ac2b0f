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
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Kind is the kind of a failure.
type Kind string

const (
	// KindUnreachable: connection refused or reset, or unknown host.
	KindUnreachable Kind = "unreachable"
	// KindTimeout: no response before the deadline.
	KindTimeout Kind = "timeout"
	// KindStatus: an unexpected HTTP status.
	KindStatus Kind = "status"
	// KindMalformed: a response that cannot be decoded.
	KindMalformed Kind = "malformed"
	// KindContract: a response without any data that satisfies the contract.
	KindContract Kind = "contract"
	// KindGraphQL: a response with GraphQL errors.
	KindGraphQL Kind = "graphql"
	// KindInvalidRequest: the system refused the request itself as invalid, which is a defect of this server.
	KindInvalidRequest Kind = "invalid_request"
	// KindCircuitOpen: not sent, because the circuit breaker is open.
	KindCircuitOpen Kind = "circuit_open"
	// KindCanceled: cancelled by the caller.
	KindCanceled Kind = "canceled"
	// KindInternal: an error of this server.
	KindInternal Kind = "internal"
)

// Error describes the failed call to an upstream system.
type Error struct {
	System    string
	Operation string
	Kind      Kind
	// Status is the HTTP status for KindStatus and KindInvalidRequest.
	Status int
	// RetryAfter is the pause that the system requested; 0 for none.
	RetryAfter time.Duration
	// Code is the code of the upstream's GraphQL error; empty for none.
	Code  string
	Cause error
	// forwardsCallerTokens is Options.ForwardsCallerTokens.
	forwardsCallerTokens bool
}

func (e *Error) Error() string {
	return fmt.Sprintf("call %s %s: %s: %v", e.System, e.Operation, e.Kind, e.Cause)
}

func (e *Error) Unwrap() error { return e.Cause }

// ErrorType returns the kind as the type of the error in spans.
func (e *Error) ErrorType() string { return string(e.Kind) }

// callerCodes contains the upstream codes that concern the caller and are not failures of the system.
var callerCodes = map[string]bool{
	"BAD_USER_INPUT": true, "BAD_REQUEST": true, "UNAUTHENTICATED": true, "FORBIDDEN": true, "NOT_FOUND": true,
	"CONFLICT": true,
}

// IsInvalidRequest reports whether an upstream system refused a request as invalid. Such an error is a defect of this
// server, and the client of the system has logged it.
func IsInvalidRequest(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Kind == KindInvalidRequest
}

// isInvalidRequest reports whether a response with GraphQL errors refuses the request as invalid: an operation or a
// variable that does not fit the schema of the system. Such errors of a server built with gqlparser have the path
// `variable`. A system that authenticates callers refuses their input with callerCodes.
func (c *Client) isInvalidRequest(status int, first *gqlerror.Error, code string) bool {
	switch {
	case code == "GRAPHQL_VALIDATION_FAILED", code == "GRAPHQL_PARSE_FAILED":
		return true
	case code == "BAD_USER_INPUT", code == "BAD_REQUEST":
		return !c.options.ForwardsCallerTokens
	case code != "":
		return false
	}
	return isInvalidStatus(status) || len(first.Path) > 0 && first.Path[0] == ast.PathName("variable")
}

func isInvalidStatus(status int) bool {
	return status == http.StatusBadRequest || status == http.StatusUnprocessableEntity ||
		status == http.StatusRequestEntityTooLarge
}

// isFailure reports whether the error counts as a failure of the system, which opens the circuit breaker.
func (e *Error) isFailure() bool {
	switch e.Kind {
	case KindCanceled, KindInternal, KindCircuitOpen, KindInvalidRequest:
		// A request that the system refuses as invalid depends on the input of one caller.
		return false
	case KindGraphQL:
		return !e.forwardsCallerTokens || !callerCodes[e.Code]
	}
	return true
}

// isTransient reports whether an immediate retry may succeed. There is no retry after a Retry-After or a timeout,
// since the caller is waiting.
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

// isRateLimited reports whether the system refused a call because there were too many: it did nothing, and the call can
// be repeated after the pause.
func isRateLimited(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Kind == KindStatus && failure.Status == http.StatusTooManyRequests
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

// retryAfter parses the header Retry-After, in seconds or as a date; 0 if it is missing or in the past.
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
