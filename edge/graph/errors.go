package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"go.opentelemetry.io/otel/trace"

	"strand/internal/apperr"
	"strand/internal/recovery"
	"strand/upstream/transport"
)

// requestError is an error of a request that is not executed. The message says what is wrong and what to do.
func requestError(code apperr.Code, message string) *gqlerror.Error {
	return &gqlerror.Error{Message: message, Extensions: map[string]any{"code": string(code)}}
}

// refuse answers a request that is not executed.
func (e *Executor) refuse(ctx context.Context, errs ...*gqlerror.Error) *Answer {
	answer := struct {
		Errors     []*gqlerror.Error `json:"errors"`
		Extensions map[string]any    `json:"extensions,omitempty"`
	}{Errors: errs}
	if cost, ok := errs[0].Extensions["cost"]; ok {
		answer.Extensions = map[string]any{"cost": cost}
	}
	body, err := json.Marshal(answer)
	if err != nil {
		e.log.ErrorContext(ctx, "could not encode errors", "error", err)
	}
	return &Answer{Errors: errs, Body: body, RequestError: true}
}

// present turns an error into what a client may know: its code, the upstream's name and the trace id. The cause goes
// to the log.
func (e *Executor) present(ctx context.Context, err error) *gqlerror.Error {
	if shown := endedError(err); shown != nil {
		return shown
	}
	shown := graphql.DefaultErrorPresenter(ctx, err)
	if shown.Extensions == nil {
		shown.Extensions = map[string]any{}
	}
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		shown.Extensions["traceId"] = span.TraceID().String()
	}
	var upstream *transport.Error
	var known *apperr.Error
	switch {
	case errors.As(err, &known):
		// What an upstream system refuses has a meaning of ours.
		shown.Message = known.Message
		shown.Extensions["code"] = string(known.Code)
	case errors.As(err, &upstream):
		shown.Message = fmt.Sprintf("the upstream system %q could not answer", upstream.System)
		shown.Extensions["code"] = string(apperr.UpstreamUnavailable)
		shown.Extensions["upstream"] = upstream.System
	case errors.Is(err, context.DeadlineExceeded):
		// The budget of the request is used up; the call goes on for the next one.
		shown.Message = "an upstream system did not answer in time"
		shown.Extensions["code"] = string(apperr.UpstreamUnavailable)
	case errors.Is(err, context.Canceled):
		// The caller has left, and the answer is not read; or the work that it shares with others has ended with its time.
		shown.Message = "the request was cancelled"
		shown.Extensions["code"] = string(apperr.UpstreamUnavailable)
	case shown.Extensions["code"] != nil:
		// A validation error of gqlgen's own.
	case errors.As(err, new(*gqlerror.Error)) && errors.Unwrap(err) == nil:
		shown.Extensions["code"] = string(apperr.Invalid)
	case isArgumentError(ctx, shown):
		argument := shown.Path[len(graphql.GetFieldContext(ctx).Path()):]
		shown.Message = "argument " + argument.String() + ": the value does not fit its type"
		shown.Extensions["code"] = string(apperr.Invalid)
	default:
		// A panic has been logged with its stack already.
		if !errors.As(err, new(*recovery.PanicError)) {
			e.log.ErrorContext(ctx, "resolver failed", "path", shown.Path.String(), "error", err)
		}
		shown.Message = "an unexpected error occurred"
		shown.Extensions["code"] = string(apperr.Internal)
	}
	return shown
}

// isArgumentError says whether an error comes from reading the arguments of a field: its path goes on from the field
// to one of them.
func isArgumentError(ctx context.Context, err *gqlerror.Error) bool {
	field := graphql.GetFieldContext(ctx)
	if field == nil || field.Args != nil || field.Field.Field == nil || field.Field.Definition == nil {
		return false
	}
	at := len(field.Path())
	if len(err.Path) <= at {
		return false
	}
	name, ok := err.Path[at].(ast.PathName)
	return ok && field.Field.Definition.Arguments.ForName(string(name)) != nil
}

// codeOf is the code of an error as callers see it; empty for none.
func codeOf(err *gqlerror.Error) apperr.Code {
	code, _ := err.Extensions["code"].(string)
	return apperr.Code(code)
}

// statusOf follows the GraphQL-over-HTTP specification: what answers as application/json is 200 where the request
// could be read, the newer media type tells a request error by its status.
func statusOf(media string, a *Answer) int {
	if !a.RequestError {
		return http.StatusOK
	}
	switch code := codeOf(a.Errors[0]); {
	case code == apperr.Internal, code == apperr.UpstreamUnavailable:
		return http.StatusInternalServerError
	case code == apperr.MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case code == apperr.RateLimited:
		return http.StatusTooManyRequests
	case media == mediaJSON && code != apperr.Invalid:
		return http.StatusOK
	}
	return http.StatusBadRequest
}

// allowedMethods are those that a request which was refused by its method could have been sent with.
func allowedMethods(r *http.Request) string {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return http.MethodPost
	}
	return http.MethodGet + ", " + http.MethodPost
}

// Err returns the errors of an answer as one; nil for none.
func (a *Answer) Err() error {
	switch len(a.Errors) {
	case 0:
		return nil
	case 1:
		return a.Errors[0]
	}
	return &answerError{a.Errors}
}

// answerError is several errors of an answer. Its text is the first, with the number of the others.
type answerError struct{ gqlerror.List }

func (e *answerError) Error() string {
	return fmt.Sprintf("%v (and %d more errors)", e.List[0], len(e.List)-1)
}

// Unwrap lets errors.As find what the errors wrap.
func (e *answerError) Unwrap() []error { return e.List.Unwrap() }
