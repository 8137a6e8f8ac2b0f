package app

import (
	"context"
	"time"

	"strand/internal/recovery"
)

// restartDelay is the pause before background work is restarted after a panic.
const restartDelay = time.Second

// inBackground runs a function until the app is closed. It logs a panic and runs the function again.
func (a *App) inBackground(run func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	recovery.Go(ctx, a.log, "background", func() {
		defer close(done)
		for ctx.Err() == nil {
			err := recovery.Do(ctx, a.log, "background", func() error {
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
	a.closers = append(a.closers, func(context.Context) error {
		cancel()
		<-done
		return nil
	})
}
