// Package fault is the one vocabulary of what can go wrong (design §9). Each edge translates it once: into GraphQL
// errors, HTTP statuses, pages and log entries. What is not a fault is internal: its cause stays in the log.
package fault

import (
	"errors"
	"fmt"
)

// Code says what kind of fault it is.
type Code string

const (
	Invalid             Code = "BAD_USER_INPUT"
	Unauthenticated     Code = "UNAUTHENTICATED"
	Forbidden           Code = "FORBIDDEN"
	NotFound            Code = "NOT_FOUND"
	Conflict            Code = "CONFLICT"
	RateLimited         Code = "RATE_LIMITED"
	UpstreamUnavailable Code = "UPSTREAM_UNAVAILABLE"
	Internal            Code = "INTERNAL"
)

// Error is a fault whose message may be shown to whoever asked.
type Error struct {
	Code    Code
	Message string
	// Cause is for the log alone.
	Cause error
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Message + ": " + e.Cause.Error()
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Cause }

// New makes a fault with a message for whoever asked.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// CodeOf finds the code of an error; Internal for what is foreign.
func CodeOf(err error) Code {
	var fault *Error
	if errors.As(err, &fault) {
		return fault.Code
	}
	return Internal
}
