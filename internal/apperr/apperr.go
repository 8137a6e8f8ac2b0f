// Package apperr defines the application's error codes (docs/architecture.md, Errors). Each edge translates a code
// once: into a GraphQL error, an HTTP status, a page or a log event. An error without a code is INTERNAL: its cause is
// logged and never shown to the caller.
package apperr

import (
	"errors"
	"fmt"
)

// Code classifies an error for callers.
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

	// RecipientLimited: too many mails were sent to an e-mail address, by all callers together.
	RecipientLimited Code = "RECIPIENT_LIMITED"
	// RecentLoginRequired: the caller's login is too old for a change of credentials.
	RecentLoginRequired Code = "RECENT_LOGIN_REQUIRED"
	// MethodNotAllowed: the HTTP method does not fit the operation.
	MethodNotAllowed Code = "METHOD_NOT_ALLOWED"
	// PersistedQueryNotFound: no persisted operation has the id.
	PersistedQueryNotFound Code = "PERSISTED_QUERY_NOT_FOUND"
	// PersistedQueryNotSupported: no persisted operation has the hash, and callers cannot register any.
	PersistedQueryNotSupported Code = "PERSISTED_QUERY_NOT_SUPPORTED"
	// TooComplex: the cost of the operation exceeds the caller's limit.
	TooComplex Code = "COMPLEXITY_LIMIT_EXCEEDED"
	// PersistedQueryOnly: the operation is not persisted, but the caller may send only persisted ones.
	PersistedQueryOnly Code = "PERSISTED_QUERY_ONLY"
)

// Error is an error with a code and a message that is safe to show to the caller.
type Error struct {
	Code    Code
	Message string
	// Cause is logged, never shown to the caller.
	Cause error
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Message + ": " + e.Cause.Error()
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Cause }

// New returns an error whose message is shown to the caller.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// CodeOf returns the code of the first Error in err's chain, or Internal.
func CodeOf(err error) Code {
	var coded *Error
	if errors.As(err, &coded) {
		return coded.Code
	}
	return Internal
}

// WithText returns an error with another text, for a text that must not be shown or logged as it is.
func WithText(cause error, text string) error { return &reworded{cause, text} }

type reworded struct {
	cause error
	text  string
}

func (e *reworded) Error() string { return e.text }
func (e *reworded) Unwrap() error { return e.cause }
