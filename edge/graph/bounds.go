package graph

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/internal/apperr"
)

const (
	// maxAnswer bounds the answer of one operation, in bytes.
	maxAnswer = 16 << 20
	// bytesPerValue is roughly what a value takes in an answer beside its text: its name, quotes and punctuation.
	bytesPerValue = 16
)

// bounds end an operation when its answer is too large, its time is over or its caller has disconnected.
type bounds struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	bytes  atomic.Int64
	// ended is why the operation has ended; nil while it runs.
	ended atomic.Pointer[error]
}

var (
	errTooLarge = apperr.New(
		apperr.TooComplex,
		"the answer is larger than %d bytes: ask for less at a time",
		maxAnswer,
	)
	// errTimeOver is the caller's error: the operation asks for too much. That of the client, whose operations are
	// known, takes too long only on a server that is too busy.
	errTimeOver     = apperr.New(apperr.TooComplex, "the operation took too long: ask for less at a time")
	errBusy         = apperr.New(apperr.UpstreamUnavailable, "the operation took too long: try again later")
	errDisconnected = fmt.Errorf("the caller has disconnected: %w", context.Canceled)
)

// bound returns the bounds of an operation. After it has ended, none of its fields is resolved any more. When the
// budget for upstream systems is used up, cached data is still returned: the operation ends only after the same time
// again.
func (e *Executor) bound(
	ctx context.Context, opCtx *graphql.OperationContext, timeOver error,
) (b *bounds, release func()) {
	b = &bounds{}
	b.ctx, b.cancel = context.WithCancelCause(ctx)
	stopWatching := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) {
			b.end(errDisconnected)
		}
	})
	stopTimer := func() bool { return true }
	if opCtx.Operation.Operation == ast.Query && e.budget > 0 {
		stopTimer = time.AfterFunc(2*e.budget, func() { b.end(timeOver) }).Stop
	}
	next := opCtx.ResolverMiddleware
	opCtx.ResolverMiddleware = func(ctx context.Context, resolve graphql.Resolver) (any, error) {
		if ended := b.ended.Load(); ended != nil {
			return nil, *ended
		}
		value, err := next(ctx, resolve)
		b.count(value)
		return value, err
	}
	return b, func() {
		stopWatching()
		stopTimer()
		b.cancel(nil)
	}
}

// end ends the operation; only the first reason counts.
func (b *bounds) end(reason error) {
	b.ended.CompareAndSwap(nil, &reason)
	b.cancel(reason)
}

// count adds the size of a value in the answer.
func (b *bounds) count(value any) {
	size := bytesPerValue
	switch value := value.(type) {
	case string:
		size += len(value)
	case *string:
		if value != nil {
			size += len(*value)
		}
	case []string:
		for _, text := range value {
			size += bytesPerValue + len(text)
		}
	}
	if b.bytes.Add(int64(size)) > maxAnswer {
		b.end(errTooLarge)
	}
}

// problem returns why an operation has no answer; nil if it has one.
func (b *bounds) problem(answer int) error {
	if ended := b.ended.Load(); ended != nil {
		return *ended
	}
	if answer > maxAnswer {
		return errTooLarge
	}
	return nil
}

// Fields that are not resolved any more share one error, since there may be many.
var (
	tooLargeError     = requestError(errTooLarge.Code, errTooLarge.Message)
	timeOverError     = requestError(errTimeOver.Code, errTimeOver.Message)
	busyError         = requestError(errBusy.Code, errBusy.Message)
	disconnectedError = requestError(apperr.UpstreamUnavailable, "the request was cancelled")
)

// endedError returns the error of a field that was not resolved because its operation has ended; nil for other
// errors.
func endedError(err error) *gqlerror.Error {
	switch {
	case errors.Is(err, errTooLarge):
		return tooLargeError
	case errors.Is(err, errTimeOver):
		return timeOverError
	case errors.Is(err, errBusy):
		return busyError
	case errors.Is(err, errDisconnected):
		return disconnectedError
	}
	return nil
}
