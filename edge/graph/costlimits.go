package graph

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"strand/internal/querylimit"
	"strand/internal/ratelimit"
	"strand/service/website/visit"
)

// CostLimits are the highest costs of one operation, by caller. 0 sets no limit.
type CostLimits struct{ Anonymous, User, Employee, Editor, Router int }

const (
	// valuesPerCost is the number of scalar values that an operation may request per unit of its cost limit.
	valuesPerCost = 20
	// maxFirst is the highest list length that the cost estimate counts: resolvers refuse more.
	maxFirst = maxRepresentations
)

// permissions are what the caller of an operation may do. They are in the context in which the operation is prepared.
type permissions struct {
	// cost is the cost limit; nil if the cost is not counted.
	cost          *querylimit.Cost
	introspection bool
}

type permissionsKey struct{}

func (e *Executor) withPermissions(ctx context.Context, req *visit.Request, op *Operation) context.Context {
	return context.WithValue(ctx, permissionsKey{}, permissions{
		cost:          e.costLimit(req, op),
		introspection: !e.onlyPersisted || op.isRouter,
	})
}

// permissionsOf returns the permissions of the operation that is prepared in a context; without any, it may cost
// nothing.
func permissionsOf(ctx context.Context) permissions {
	allowed, ok := ctx.Value(permissionsKey{}).(permissions)
	if !ok {
		allowed.cost = &querylimit.Cost{}
	}
	return allowed
}

// unlimited is the limit of callers without a cost limit.
var unlimited = &querylimit.Cost{Objects: 1 << 60, Values: 1 << 60}

// costLimit returns the cost limit of an operation; nil for one of the server itself.
func (e *Executor) costLimit(req *visit.Request, op *Operation) *querylimit.Cost {
	if op.isOwn || op.isNamed {
		return nil
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
	return &querylimit.Cost{Objects: int64(limit), Values: int64(limit) * valuesPerCost}
}

// LimitCaller returns the identity of a request's caller for limits: a user, otherwise an IP address.
func LimitCaller(req *visit.Request) string {
	if req.User != nil {
		return "user " + req.User.ID
	}
	return "ip " + ratelimit.Network(req.ClientIP)
}

// forwardedCaller returns the identity of the caller that a router forwards. If the router forwards no IP address,
// anonymous callers have no identity, so that they do not share the limits of one caller.
func forwardedCaller(r *http.Request, req *visit.Request) string {
	remote, _, err := net.SplitHostPort(r.RemoteAddr)
	if req.User != nil || err == nil && req.ClientIP != remote {
		return LimitCaller(req)
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	ip, err := netip.ParseAddr(strings.TrimSpace(hops[len(hops)-1]))
	if err != nil {
		return ""
	}
	return "ip " + ratelimit.Network(ip.Unmap().String())
}
