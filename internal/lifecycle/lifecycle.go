// Package lifecycle starts and stops the parts of a program.
package lifecycle

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"strand/internal/recovery"
)

// restartDelay is the pause before background work is restarted after a panic.
const restartDelay = time.Second

// Group contains what a program has started. It is not safe for concurrent use.
type Group struct {
	log     *slog.Logger
	closers []func(context.Context) error
}

// NewGroup returns an empty group.
func NewGroup(log *slog.Logger) *Group { return &Group{log: log} }

// OnClose adds a function that Close calls.
func (g *Group) OnClose(stop func(context.Context) error) { g.closers = append(g.closers, stop) }

// InBackground runs a function until the group is closed. It logs a panic and runs the function again.
func (g *Group) InBackground(run func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	recovery.Go(ctx, g.log, "background", func() {
		defer close(done)
		for ctx.Err() == nil {
			err := recovery.Do(ctx, g.log, "background", func() error {
				run(ctx)
				return nil
			})
			if err == nil {
				return
			}
			select {
			case <-ctx.Done():
			case <-time.After(restartDelay):
			}
		}
	})
	g.OnClose(func(context.Context) error {
		cancel()
		<-done
		return nil
	})
}

// Close stops what was started, in reverse order.
func (g *Group) Close(ctx context.Context) error {
	var errs []error
	for i := len(g.closers) - 1; i >= 0; i-- {
		errs = append(errs, g.closers[i](ctx))
	}
	return errors.Join(errs...)
}
