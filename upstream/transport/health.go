package transport

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/internal/health"
	"strand/internal/telemetry"
)

const (
	// probeOperation is sent to a system that was not called recently; every GraphQL server supports it.
	probeOperation = "Probe"
	probeQuery     = "query Probe { __typename }"
	// probeAfter is the maximum age of the last response before the system is called.
	probeAfter = 2 * time.Second
	// ProbeTimeout limits this call.
	ProbeTimeout = time.Second
	// violationFor is the time for which a system is degraded after a response that violated the contract.
	violationFor = 30 * time.Second
)

// Health returns the state of the system by its latest responses; a system that was not called recently is called.
// The criteria are those of the circuit breakers; besides, a system is degraded while its responses violate the
// contract.
func (c *Client) Health(ctx context.Context) health.State {
	now := time.Now()
	answered := false
	var failing, causes []string
	for _, b := range c.breakers.list() {
		b.mu.Lock()
		switch {
		case now.Sub(b.lastCall) > probeAfter && b.circuit.RemainingDelay() == 0 && now.After(b.pausedUntil):
			// The incident is too old to count. An open circuit breaker keeps its state until the next call, also
			// after its delay.
		case b.failingSince.IsZero():
			answered = true
		default:
			failing = append(failing, b.group+": "+reason(b.last))
			causes = append(causes, b.last.Error())
		}
		if now.Sub(b.violatedAt) < violationFor && b.failingSince.IsZero() {
			failing = append(failing, b.group+": "+string(KindContract))
		}
		b.mu.Unlock()
	}
	slices.Sort(failing)
	slices.Sort(causes)
	if !answered {
		if err := c.probe(ctx); err != nil {
			return health.State{Status: health.Down, Reason: reason(err), Cause: telemetry.Clean(err.Error())}
		}
	}
	if len(failing) > 0 {
		return health.State{
			Status: health.Degraded,
			Reason: strings.Join(failing, "; "),
			Cause:  telemetry.Clean(strings.Join(causes, "; ")),
		}
	}
	return health.State{Status: health.Up}
}

func (c *Client) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, ProbeTimeout)
	defer cancel()
	var data struct {
		Typename string `json:"__typename"`
	}
	// The call bypasses the circuit breaker, to find out whether the system has recovered.
	req := &graphql.Request{OpName: probeOperation, Query: probeQuery}
	started := time.Now()
	err := c.attempt(
		ctx,
		req,
		[]byte(`{"query":"`+probeQuery+`","operationName":"`+probeOperation+`"}`),
		&graphql.Response{Data: &data},
	)
	c.measure(ctx, probeOperation, time.Since(started), err)
	c.breakers.of(probeOperation).observe(ctx, probeOperation, err, false)
	if failure := new(Error); errors.As(err, &failure) && !failure.isFailure() && !IsInvalidRequest(err) {
		return nil // a response, even a refusal of the token, means that the system is up
	}
	return err
}

// reason returns the kind of a failure, without the text of the upstream error.
func reason(err error) string {
	var failure *Error
	if errors.As(err, &failure) {
		return string(failure.Kind)
	}
	return "unknown"
}
