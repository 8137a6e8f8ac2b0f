package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/internal/apperr"
	"strand/internal/recovery"
	"strand/internal/telemetry"
	"strand/upstream/transport"
)

// requestError returns the error of a request that is not executed. The message describes the mistake and its
// correction.
func requestError(code apperr.Code, message string) *gqlerror.Error {
	return &gqlerror.Error{Message: message, Extensions: map[string]any{"code": string(code)}}
}

// addError adds the error of a field to the answer of an operation (visit.ErrorReporter).
func addError(ctx context.Context, field string, err error) {
	if field != "" {
		ctx = graphql.WithPathContext(ctx, graphql.NewPathWithField(field))
	}
	graphql.AddError(ctx, err)
}

// refuse answers a request that is not executed.
func (e *Executor) refuse(ctx context.Context, errs ...*gqlerror.Error) *Answer {
	if id := telemetry.TraceID(ctx); id != "" {
		errs = withTraceID(errs, id)
	}
	answer := struct {
		Errors     []*gqlerror.Error `json:"errors"`
		Extensions map[string]any    `json:"extensions,omitempty"`
	}{Errors: errs}
	if cost, ok := errs[0].Extensions["cost"]; ok {
		answer.Extensions = map[string]any{"cost": cost}
	}
	body, err := json.Marshal(answer)
	if err != nil {
		e.log.ErrorContext(ctx, "graph_errors_not_encoded", "error", err)
	}
	return &Answer{Errors: errs, Body: body, RequestError: true}
}

// withTraceID returns copies of errors with a trace id, since refusals can be shared by requests.
func withTraceID(errs []*gqlerror.Error, id string) []*gqlerror.Error {
	traced := make([]*gqlerror.Error, len(errs))
	for i, err := range errs {
		copied := *err
		copied.Extensions = maps.Clone(err.Extensions)
		if copied.Extensions == nil {
			copied.Extensions = map[string]any{}
		}
		copied.Extensions["traceId"] = id
		traced[i] = &copied
	}
	return traced
}

// unexpectedError is the message of a defect of this server.
const unexpectedError = "an unexpected error occurred"

// present maps an error to what clients may see: its code, the upstream's name and the trace id. The cause is logged.
func (e *Executor) present(ctx context.Context, err error) *gqlerror.Error {
	if presented := endedError(err); presented != nil {
		return presented
	}
	presented := graphql.DefaultErrorPresenter(ctx, err)
	if presented.Extensions == nil {
		presented.Extensions = map[string]any{}
	}
	if id := telemetry.TraceID(ctx); id != "" {
		presented.Extensions["traceId"] = id
	}
	var upstream *transport.Error
	var appError *apperr.Error
	switch {
	case errors.As(err, &appError):
		// Refusals of an upstream system have an apperr code and message.
		presented.Message = appError.Message
		presented.Extensions["code"] = string(appError.Code)
	case transport.IsInvalidRequest(err):
		presented.Message = unexpectedError
		presented.Extensions["code"] = string(apperr.Internal)
	case errors.As(err, &upstream):
		presented.Message = "an upstream system could not answer: try again later"
		presented.Extensions["code"] = string(apperr.UpstreamUnavailable)
		presented.Extensions["upstream"] = upstream.System
	case errors.Is(err, context.DeadlineExceeded):
		// The budget of the request is used up. The call continues for later requests.
		presented.Message = "an upstream system did not answer in time: try again later"
		presented.Extensions["code"] = string(apperr.UpstreamUnavailable)
	case errors.Is(err, context.Canceled):
		// The caller has disconnected and will not read the answer, or the time of work that several callers share
		// was over.
		presented.Message = "the request was cancelled"
		presented.Extensions["code"] = string(apperr.UpstreamUnavailable)
	case presented.Extensions["code"] != nil:
		// The error is a validation error of gqlgen.
	case errors.As(err, new(*gqlerror.Error)) && errors.Unwrap(err) == nil:
		presented.Extensions["code"] = string(apperr.Invalid)
	case isArgumentError(ctx, presented):
		argument := presented.Path[len(graphql.GetFieldContext(ctx).Path()):]
		presented.Message = "argument " + argument.String() + ": the value does not fit its type"
		presented.Extensions["code"] = string(apperr.Invalid)
	default:
		// A panic was logged with its stack already.
		if !errors.As(err, new(*recovery.PanicError)) {
			e.log.ErrorContext(ctx, "resolver_failed", "path", presented.Path.String(), "error", err)
		}
		presented.Message = unexpectedError
		presented.Extensions["code"] = string(apperr.Internal)
	}
	return presented
}

// isArgumentError reports whether an error comes from reading the arguments of a field: its path is that of the field
// plus an argument.
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

// codeOf returns the code of an error that callers see; empty for none.
func codeOf(err *gqlerror.Error) apperr.Code {
	code, _ := err.Extensions["code"].(string)
	return apperr.Code(code)
}

// statusOf follows the GraphQL-over-HTTP specification: application/json answers have status 200 if the request could
// be read; the newer media type reports request errors by status.
func statusOf(media string, a *Answer) int {
	if !a.RequestError {
		return http.StatusOK
	}
	switch code := codeOf(a.Errors[0]); {
	case code == apperr.Internal:
		return http.StatusInternalServerError
	case code == apperr.UpstreamUnavailable:
		return http.StatusServiceUnavailable
	case code == apperr.MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case code == apperr.RateLimited:
		return http.StatusTooManyRequests
	case media == mediaJSON && code != apperr.Invalid:
		return http.StatusOK
	}
	return http.StatusBadRequest
}

// allowedMethods returns the value of Allow for a request with a method that is not allowed.
func allowedMethods(r *http.Request) string {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return http.MethodPost
	}
	return http.MethodGet + ", " + http.MethodPost
}

// Err returns the errors of an answer as one error; nil for none.
func (a *Answer) Err() error {
	switch len(a.Errors) {
	case 0:
		return nil
	case 1:
		return a.Errors[0]
	}
	return &answerError{a.Errors}
}

// answerError combines the errors of an answer. Its text is the first error and the number of the others.
type answerError struct{ gqlerror.List }

func (e *answerError) Error() string {
	return fmt.Sprintf("%v (and %d more errors)", e.List[0], len(e.List)-1)
}

// Unwrap returns the errors, for errors.As.
func (e *answerError) Unwrap() []error { return e.List.Unwrap() }
