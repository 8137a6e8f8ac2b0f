package transport

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/upstream/contract"
)

const (
	// A breaker opens after failuresToOpen failures in callsCounted calls, and lets a call through again after
	// openFor.
	failuresToOpen, callsCounted = 3, 5
	openFor                      = 2 * time.Second
	// maxPause is the longest accepted Retry-After of a system.
	maxPause = time.Minute
	// defaultPause follows an answer 429 without Retry-After.
	defaultPause = time.Second
	// repeatReport is the interval at which the same contract violation is logged again.
	repeatReport = 10 * time.Minute
)

// breakers contains the circuit breakers of a system, one per operation group.
type breakers struct {
	system string
	groups map[string]string
	log    *slog.Logger
	mu     sync.Mutex
	all    map[string]*breaker
}

// breaker is the circuit breaker of an operation group, with the group's state.
type breaker struct {
	system, group string
	circuit       circuitbreaker.CircuitBreaker[struct{}]
	log           *slog.Logger

	mu sync.Mutex
	// pausedUntil is the time until which the group is not called, by the system's Retry-After; isRateLimited means
	// that it answered 429.
	pausedUntil   time.Time
	isRateLimited bool
	// failingSince is the start of an incident, zero if there is none; failures counts the failures since then.
	failingSince time.Time
	failures     int
	last         *Error
	lastCall     time.Time
	// violatedAt is the time of the last response that violated the contract.
	violatedAt time.Time
	reported   map[string]time.Time
}

// of returns the breaker of an operation.
func (b *breakers) of(operation string) *breaker {
	group, ok := b.groups[operation]
	if !ok {
		group = operation
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all = map[string]*breaker{}
	}
	if b.all[group] == nil {
		b.all[group] = newBreaker(b.system, group, b.log)
	}
	return b.all[group]
}

func (b *breakers) list() []*breaker {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := make([]*breaker, 0, len(b.all))
	for _, breaker := range b.all {
		all = append(all, breaker)
	}
	return all
}

// observe reports which breakers are open.
func (b *breakers) observe(to metric.Observer, open metric.Int64Observable) {
	for _, breaker := range b.list() {
		value := int64(0)
		if breaker.isPaused() || breaker.circuit.RemainingDelay() > 0 {
			value = 1
		}
		to.ObserveInt64(open, value, metric.WithAttributes(
			attribute.String("system", breaker.system), attribute.String("group", breaker.group)))
	}
}

func newBreaker(system, group string, log *slog.Logger) *breaker {
	b := &breaker{system: system, group: group, log: log, reported: map[string]time.Time{}}
	b.circuit = circuitbreaker.NewBuilder[struct{}]().
		HandleIf(func(_ struct{}, err error) bool {
			var failure *Error
			// After too many requests the system asks for a pause, which is shorter.
			return errors.As(err, &failure) && failure.isFailure() && !isRateLimited(err)
		}).
		WithFailureThresholdRatio(failuresToOpen, callsCounted).
		WithDelay(openFor).
		WithSuccessThreshold(1).
		Build()
	return b
}

// isPaused reports whether the system has requested a pause that has not ended.
func (b *breaker) isPaused() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Now().Before(b.pausedUntil)
}

// awaitRate waits for the end of a pause because of too many requests, if that leaves at least as much time for the
// call; false if the group is paused still.
func (b *breaker) awaitRate(ctx context.Context) bool {
	for {
		b.mu.Lock()
		pause, isRateLimited := time.Until(b.pausedUntil), b.isRateLimited
		b.mu.Unlock()
		if pause <= 0 {
			return true
		}
		deadline, isLimited := ctx.Deadline()
		if !isRateLimited || isLimited && 2*pause > time.Until(deadline) {
			return false
		}
		// Not all waiting calls are sent at the same moment, and those of visitors first.
		if isBackground(ctx) {
			pause *= 2
		}
		pause += rand.N(pause/4 + 1)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return false
		}
	}
}

// openError is the error of a call that was not sent, with the failure because of which it was not.
type openError struct {
	state, last error
}

func (e *openError) Error() string { return e.state.Error() + ", after " + e.last.Error() }

// Unwrap returns the state alone: this call did not fail in the same way.
func (e *openError) Unwrap() error { return e.state }

// withCause adds the last failure to the error of a call that was not sent.
func (b *breaker) withCause(state error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last == nil {
		return state
	}
	return &openError{state, b.last}
}

// observe records the result of a call. An incident is logged at its start and its end, not for each call. isRepeated
// means that the call may be sent again after the pause that the system asks for.
func (b *breaker) observe(ctx context.Context, operation string, err error, isRepeated bool) {
	var failure *Error
	failed := errors.As(err, &failure) && failure.isFailure()
	if IsInvalidRequest(err) && b.isDue(operation+" "+string(KindInvalidRequest)) {
		b.log.ErrorContext(ctx, "upstream_request_invalid", "system", b.system, "operation", operation,
			"status", failure.Status, "code", failure.Code, "error", failure.Cause)
	}
	if err != nil && !failed {
		return // such an error does not show whether the system works
	}
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	// A call that was given up after a pause has the answer from before it.
	if failed && failure.RetryAfter > 0 && (isRepeated || !isRateLimited(failure)) {
		b.pausedUntil = now.Add(min(failure.RetryAfter, maxPause))
		b.isRateLimited = isRateLimited(failure)
	}
	if isRepeated {
		return // only a call that is given up is an incident
	}
	b.lastCall = now
	if !failed {
		if !b.failingSince.IsZero() {
			b.log.InfoContext(ctx, "upstream_recovered", "system", b.system, "group", b.group,
				"failures", b.failures, "duration", now.Sub(b.failingSince))
		}
		b.failingSince, b.failures, b.last = time.Time{}, 0, nil
		return
	}
	b.failures++
	b.last = failure
	if b.failingSince.IsZero() {
		b.failingSince = now
		b.log.ErrorContext(ctx, "upstream_failing", "system", b.system, "group", b.group, "operation", operation,
			"kind", string(failure.Kind), "error", failure.Cause)
	}
}

// reportViolations records a contract violation. It logs the first violating record, at most once per repeatReport.
func (b *breaker) reportViolations(ctx context.Context, operation string, found []contract.Violation) {
	b.mu.Lock()
	b.violatedAt = time.Now()
	b.mu.Unlock()
	first := found[0]
	if b.isDue(operation + " " + first.Field + " " + first.Record) {
		b.log.ErrorContext(ctx, "upstream_contract_violation", "system", b.system, "operation", operation,
			"record", first.Record, "field", first.Field, "reason", first.Reason, "violations", len(found))
	}
}

// reportUnknown logs objects of types that the contract lacks.
func (b *breaker) reportUnknown(ctx context.Context, operation string, found []contract.Violation) {
	for _, violation := range found {
		if b.isDue(operation + " " + violation.Field + " " + violation.Reason) {
			b.log.WarnContext(ctx, "upstream_unknown_type", "system", b.system, "operation", operation,
				"record", violation.Record, "field", violation.Field, "reason", violation.Reason)
		}
	}
}

// maxReported is the maximum number of stored reports.
const maxReported = 1000

// isDue reports whether a text was not reported within repeatReport, and records it as reported now.
func (b *breaker) isDue(what string) bool {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Sub(b.reported[what]) < repeatReport {
		return false
	}
	if len(b.reported) >= maxReported {
		clear(b.reported)
	}
	b.reported[what] = now
	return true
}
