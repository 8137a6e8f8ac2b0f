// Package servicetest contains upstream systems in memory for the tests of services and resolvers. They hold domain
// values, record the calls that are made of them, and fail on request.
//
// Like the readers of upstream systems, they keep what was read: a repeated read of a list, or of a record by its id,
// is no further call.
package servicetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"strand/domain/portal"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/service/website/visit"
)

// Systems are the upstream systems of a test. Its methods add content, and return it for further content; content is
// added before the first call.
type Systems struct {
	CMS *CMS
	PIM *PIM
	SIS *SIS

	calls *calls
}

// New returns systems with a main site at localhost, which has a home page in English and German, and no other content.
func New(t testing.TB) *Systems {
	c := &calls{kept: map[string]bool{}}
	return &Systems{CMS: newCMS(t, c), PIM: newPIM(c), SIS: &SIS{calls: c, answers: map[string][]any{}}, calls: c}
}

// Fail makes calls fail that begin with one of the texts, such as "pim." or "pim.Tree SERVICE".
func (s *Systems) Fail(calls ...string) *Systems {
	s.calls.failing = append(s.calls.failing, calls...)
	return s
}

// Calls returns the calls that were made, sorted, since services make some of them concurrently.
func (s *Systems) Calls() []string {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	return slices.Sorted(slices.Values(s.calls.made))
}

// calls records the calls of all systems.
type calls struct {
	mu      sync.Mutex
	made    []string
	kept    map[string]bool
	failing []string
}

// add records a call. It returns an error if the call fails.
func (c *calls) add(ctx context.Context, format string, arguments ...any) error {
	return c.record(ctx, false, fmt.Sprintf(format, arguments...))
}

// addOnce records the call of a list that is kept: repetitions are not recorded.
func (c *calls) addOnce(ctx context.Context, format string, arguments ...any) error {
	return c.record(ctx, true, fmt.Sprintf(format, arguments...))
}

func (c *calls) record(ctx context.Context, isKept bool, call string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !isKept || !c.kept[call] {
		c.made = append(c.made, call)
	}
	if isKept {
		c.kept[call] = true
	}
	return c.failure(call)
}

// failure returns the error of a call that fails; nil for others.
func (c *calls) failure(call string) error {
	if slices.ContainsFunc(c.failing, func(start string) bool { return strings.HasPrefix(call, start) }) {
		return apperr.New(apperr.UpstreamUnavailable, "%s: the system does not answer", call)
	}
	return nil
}

// Visit is a request of a test, with what services report about its answer.
type Visit struct {
	*visit.Request
	reads *cache.Reads
}

// NewVisit returns a request of a user to localhost and its context; a nil user is anonymous.
func NewVisit(ctx context.Context, user *portal.User) (context.Context, *Visit) {
	v := &Visit{Request: &visit.Request{Scheme: "http", Host: "localhost", ClientIP: "192.0.2.1", User: user}}
	if user != nil {
		v.IDToken = "token"
	}
	ctx, v.reads = cache.WithReads(ctx)
	return visit.WithRequest(ctx, v.Request), v
}

// IsDegraded reports whether a part of the answer could not be read.
func (v *Visit) IsDegraded() bool { return v.reads.IsDegraded() }
