package transport

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/internal/health"
)

const (
	// probeOperation is asked of a system that was not called lately; every GraphQL server answers it.
	probeOperation = "Probe"
	probeQuery     = "query Probe { __typename }"
	// probeAfter is how old the last answer may be before the system is asked again.
	probeAfter = 2 * time.Second
	// probeTimeout bounds the wait for it.
	probeTimeout = time.Second
	// violationFor is how long a system is degraded after an answer that broke the contract.
	violationFor = 30 * time.Second
)

// Health says how well the system is, by its latest answers: a system that was not called lately is called. It is judged
// for the same reasons as by the circuit breakers, and is degraded, too, while parts of its answers break the contract.
func (c *Client) Health(ctx context.Context) health.State {
	now := time.Now()
	answered := false
	var failing []string
	for _, b := range c.breakers.list() {
		b.mu.Lock()
		switch {
		case now.Sub(b.lastCall) > probeAfter && b.circuit.RemainingDelay() == 0 && now.After(b.pausedUntil):
			// Too long ago to count. A circuit that is open stays so until it is called, also after its delay.
		case b.failingSince.IsZero():
			answered = true
		default:
			failing = append(failing, b.group+": "+reason(b.last))
		}
		if now.Sub(b.violatedAt) < violationFor && b.failingSince.IsZero() {
			failing = append(failing, b.group+": "+string(KindContract))
		}
		b.mu.Unlock()
	}
	slices.Sort(failing)
	if !answered {
		if err := c.probe(ctx); err != nil {
			return health.State{Status: health.Down, Reason: reason(err)}
		}
	}
	if len(failing) > 0 {
		return health.State{Status: health.Degraded, Reason: strings.Join(failing, "; ")}
	}
	return health.State{Status: health.Up}
}

func (c *Client) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	var data struct {
		Typename string `json:"__typename"`
	}
	// Sent past the breaker: the question is whether the system is back.
	req := &graphql.Request{OpName: probeOperation, Query: probeQuery}
	err := c.attempt(ctx, req, []byte(`{"query":"`+probeQuery+`","operationName":"`+probeOperation+`"}`), &graphql.Response{Data: &data})
	c.breakers.of(probeOperation).observe(ctx, probeOperation, err)
	if failure := new(Error); errors.As(err, &failure) && !failure.isFailure() {
		return nil // it has answered, if only that it does not know us
	}
	return err
}

// reason is the kind of a failure, without what the system said.
func reason(err error) string {
	var failure *Error
	if errors.As(err, &failure) {
		return string(failure.Kind)
	}
	return "unknown"
}
