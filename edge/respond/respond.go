// Package respond sends JSON and errors: the status, code, message and trace id of an error of this server.
package respond

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"strand/internal/apperr"
	"strand/internal/telemetry"
	"strand/upstream/transport"
)

// RetryAfter is the value of Retry-After after a failure, in seconds.
const RetryAfter = 30

// Unavailable tells visitors that an upstream system, or a part of this server, does not work now. Texts for
// visitors are sentences; messages of JSON errors, which programs read, start in lower case and have no full stop.
const Unavailable = "This cannot be read now. Please try again in a moment."

// statusOfCode maps the application's error codes to HTTP statuses.
var statusOfCode = map[apperr.Code]int{
	apperr.Invalid:             http.StatusBadRequest,
	apperr.TooComplex:          http.StatusBadRequest,
	apperr.Unauthenticated:     http.StatusUnauthorized,
	apperr.Forbidden:           http.StatusForbidden,
	apperr.NotFound:            http.StatusNotFound,
	apperr.Conflict:            http.StatusConflict,
	apperr.RateLimited:         http.StatusTooManyRequests,
	apperr.RecipientLimited:    http.StatusTooManyRequests,
	apperr.UpstreamUnavailable: http.StatusServiceUnavailable,
	apperr.RecentLoginRequired: http.StatusForbidden,
	apperr.Internal:            http.StatusInternalServerError,
}

// Describe returns the code and message of an error for callers. It hides the messages of upstream systems.
func Describe(err error) (apperr.Code, string) {
	coded, upstream := new(apperr.Error), new(transport.Error)
	switch {
	case errors.As(err, &coded):
		return coded.Code, coded.Message
	case transport.IsInvalidRequest(err): // a defect of this server
	case errors.As(err, &upstream), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		// A caller who disconnected gets no answer. So a cancellation here means that the time of the work was over.
		return apperr.UpstreamUnavailable, Unavailable
	}
	return apperr.Internal, "An unexpected error occurred."
}

// StatusOf returns the HTTP status of a code.
func StatusOf(code apperr.Code) int { return statusOfCode[code] }

// Refuse sets the headers of an error's response and returns its status; the code, and the cause of a failure of the
// server, go into the request's log event. What is wrong with a request would be logged with its values.
func Refuse(w http.ResponseWriter, r *http.Request, code apperr.Code, err error) int {
	log := telemetry.RequestLogFrom(r.Context())
	log.Set("code", string(code))
	status := StatusOf(code)
	if status >= http.StatusInternalServerError {
		log.Set("error", err.Error())
	}
	w.Header().Set("Cache-Control", "no-store")
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", strconv.Itoa(RetryAfter))
	}
	return status
}

// Error sends an error as text.
func Error(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the caller has disconnected
	}
	code, message := Describe(err)
	status := Refuse(w, r, code, err)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, message+"\n") // the caller may have disconnected
}

// JSONError sends an error as JSON: {"error": {"code", "message", "traceId"}}.
func JSONError(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the caller has disconnected
	}
	code, message := Describe(err)
	JSON(w, Refuse(w, r, code, err), map[string]any{"error": ErrorFields(r.Context(), code, message)})
}

// ErrorFields returns the fields of an error in a JSON answer.
func ErrorFields(ctx context.Context, code apperr.Code, message string) map[string]string {
	return WithTraceID(ctx, map[string]string{"code": string(code), "message": message})
}

// WithTraceID adds the trace id of the request, with which operators find its log events, to the fields of an error.
func WithTraceID(ctx context.Context, fields map[string]string) map[string]string {
	if id := telemetry.TraceID(ctx); id != "" {
		fields["traceId"] = id
	}
	return fields
}

// RefuseMethod refuses methods other than GET and HEAD.
func RefuseMethod(w http.ResponseWriter) {
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "This address accepts only GET and HEAD.", http.StatusMethodNotAllowed)
}

// PublicFor returns how long other caches may serve a public answer, in whole seconds: for a duration, but not beyond
// the time at which it changes by itself; zero for never (FEED-19).
func PublicFor(atMost time.Duration, changesAt time.Time) (seconds string) {
	if !changesAt.IsZero() {
		atMost = max(min(atMost, time.Until(changesAt)), 0)
	}
	return strconv.Itoa(int(atMost / time.Second))
}

// JSON sends JSON that must not be cached.
func JSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the caller may have disconnected
}
