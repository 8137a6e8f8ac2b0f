// Package recovery turns a panic into an error of the unit of work that caused it: the panic is logged with its stack
// and counted, and does not end the process. Every goroutine of this server runs under Do or Go (ERR-1).
package recovery

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/instrument"
)

// PanicError is a recovered panic.
type PanicError struct {
	// Unit names the kind of work: `cache_load`, `outbox_delivery`.
	Unit string
	// Value is what was passed to panic.
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic in %s: %s", e.Unit, textOf(e.Value)) }

// textOf describes what was passed to panic: the text of an error of the runtime, otherwise the type alone, because
// texts of other panics can quote the input. The stack has the line.
func textOf(value any) string {
	if failure, ok := value.(runtime.Error); ok {
		return failure.Error()
	}
	return fmt.Sprintf("%T", value)
}

// counter is registered on first use, since the meter provider is set later than package variables.
var counter = sync.OnceValue(func() metric.Int64Counter {
	return instrument.New(otel.Meter("strand/recovery").Int64Counter("strand.panics",
		metric.WithDescription("Panics that were recovered, by the unit of work that they ended.")))
})

// Do runs work and returns its error; a panic is logged, counted and returned as a *PanicError.
func Do(ctx context.Context, log *slog.Logger, unit string, work func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = Report(ctx, log, unit, value)
		}
	}()
	return work()
}

// Go runs work in a new goroutine. A panic in it does not end the process.
func Go(ctx context.Context, log *slog.Logger, unit string, work func()) {
	go func() {
		_ = Do(ctx, log, unit, func() error {
			work()
			return nil
		})
	}()
}

// Report logs and counts a panic that the caller has recovered, and returns it as an error.
func Report(ctx context.Context, log *slog.Logger, unit string, value any) *PanicError {
	e := &PanicError{Unit: unit, Value: value, Stack: debug.Stack()}
	log.ErrorContext(ctx, "panic_recovered", "unit", unit, "panic", textOf(value), "stack", string(e.Stack))
	counter().Add(ctx, 1, metric.WithAttributes(attribute.String("unit", unit)))
	return e
}
