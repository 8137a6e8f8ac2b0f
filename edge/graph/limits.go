package graph

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/internal/apperr"
	"strand/internal/querylimit"
	"strand/internal/ratelimit"
	"strand/resolvers"
)

// CostLimits are what one operation may cost, by who asks. 0 sets no limit.
type CostLimits struct{ Anonymous, User, Employee, Editor, Router int }

const (
	// valuesPerCost is how many scalar values an operation may ask for, for each unit of the cost that it may have.
	valuesPerCost = 20
	// maxAnswer bounds the answer of one operation, in bytes.
	maxAnswer = 16 << 20
	// bytesPerValue is what a value takes in an answer beside its text, roughly: its name, quotes and punctuation.
	bytesPerValue = 16
	// maxFirst is what an argument for the length of a list counts for at most: resolvers refuse more.
	maxFirst = maxRepresentations
)

type costLimitKey struct{}

// unlimited are the limits of what the server asks itself.
var unlimited = querylimit.Cost{Objects: 1 << 60, Values: 1 << 60}

// costLimit is what an operation may cost.
func (e *Executor) costLimit(req *resolvers.Request, op *Operation) querylimit.Cost {
	if op.isOwn || op.isNamed {
		return unlimited
	}
	limit := e.costs.Anonymous
	switch {
	case op.isRouter:
		limit = e.costs.Router
	case req.User != nil && req.User.IsEmployee():
		limit = e.costs.Employee
	case req.User != nil:
		limit = e.costs.User
	}
	if limit == 0 || req.Editor && e.costs.Editor == 0 {
		return unlimited
	}
	if req.Editor {
		limit = max(limit, e.costs.Editor)
	}
	return querylimit.Cost{Objects: int64(limit), Values: int64(limit) * valuesPerCost}
}

// CallerOf names who sends a request: a user, else an address.
func CallerOf(req *resolvers.Request) string {
	if req.User != nil {
		return "user " + req.User.ID
	}
	return "address " + ratelimit.Network(req.Address)
}

// forwardedCaller names the caller for whom a router asks. A router that says nothing of anonymous callers is nobody in
// particular: they do not share the limits of one caller.
func forwardedCaller(r *http.Request, req *resolvers.Request) string {
	remote, _, err := net.SplitHostPort(r.RemoteAddr)
	if req.User != nil || err == nil && req.Address != remote {
		return CallerOf(req)
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	ip, err := netip.ParseAddr(strings.TrimSpace(hops[len(hops)-1]))
	if err != nil {
		return ""
	}
	return "address " + ratelimit.Network(ip.Unmap().String())
}

// bounds end an operation when its answer is too large, its time is over or its caller has left.
type bounds struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	bytes  atomic.Int64
	// ended is why the operation has ended; nil while it goes on.
	ended atomic.Pointer[error]
}

var (
	errTooLarge = apperr.New(apperr.TooComplex, "the answer is larger than %d bytes: ask for less at a time", maxAnswer)
	errTimeOver = apperr.New(apperr.UpstreamUnavailable, "the operation took too long: ask for less at a time")
	errLeft     = fmt.Errorf("the caller has left: %w", context.Canceled)
)

// bound returns the bounds of an operation. Once it has ended, none of its fields is resolved any more. Where the budget
// for upstream systems is used up, what is known is still answered: only after as much time again the operation ends.
func (e *Executor) bound(ctx context.Context, opCtx *graphql.OperationContext) (b *bounds, release func()) {
	b = &bounds{}
	b.ctx, b.cancel = context.WithCancelCause(ctx)
	stopWatching := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) {
			b.end(errLeft)
		}
	})
	stopTimer := func() bool { return true }
	if opCtx.Operation.Operation == ast.Query && e.budget > 0 {
		stopTimer = time.AfterFunc(2*e.budget, func() { b.end(errTimeOver) }).Stop
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

// end ends the operation, for the first reason that there is.
func (b *bounds) end(reason error) {
	b.ended.CompareAndSwap(nil, &reason)
	b.cancel(reason)
}

// count adds what a value takes in the answer.
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

// problem is why an operation has no answer; nil for one that has.
func (b *bounds) problem(answer int) error {
	if ended := b.ended.Load(); ended != nil {
		return *ended
	}
	if answer > maxAnswer {
		return errTooLarge
	}
	return nil
}

// Fields that are not resolved any more share one error: there may be many of them, and nobody reads them one by one.
var (
	shownTooLarge = requestError(errTooLarge.Code, errTooLarge.Message)
	shownTimeOver = requestError(errTimeOver.Code, errTimeOver.Message)
	shownLeft     = requestError(apperr.UpstreamUnavailable, "the request was cancelled")
)

// endedError is what is answered because an operation has ended; nil for any other error.
func endedError(err error) *gqlerror.Error {
	switch {
	case errors.Is(err, errTooLarge):
		return shownTooLarge
	case errors.Is(err, errTimeOver):
		return shownTimeOver
	case errors.Is(err, errLeft):
		return shownLeft
	}
	return nil
}
