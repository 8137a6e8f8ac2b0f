package health

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"strand/internal/recovery"
)

// pollWait is how long a caller waits for a probe that runs if there is an earlier result.
const pollWait = 500 * time.Millisecond

// Poll makes a check of a probe that is too slow or too expensive for each caller: the probe runs in the background, at
// most once per interval, and the check returns its latest result. Callers wait for the first result only, and a moment
// for further ones.
func Poll(log *slog.Logger, every, timeout time.Duration, probe Check) Check {
	var mu sync.Mutex
	var latest *State
	var started time.Time
	var running chan struct{} // closed when the probe that runs has ended; nil if none runs
	return func(ctx context.Context) State {
		mu.Lock()
		if running == nil && time.Since(started) >= every {
			ended := make(chan struct{})
			running, started = ended, time.Now()
			recovery.Go(ctx, log, "health_probe", func() {
				state := State{Status: Down, Reason: "the check failed"}
				defer func() {
					mu.Lock()
					latest, running = &state, nil
					mu.Unlock()
					close(ended)
				}()
				limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
				defer cancel()
				state = probe(limited)
			})
		}
		known, ended := latest, running
		mu.Unlock()
		var enough <-chan time.Time
		if known != nil {
			if ended == nil {
				return *known
			}
			enough = time.After(pollWait)
		}
		select {
		case <-ended:
			mu.Lock()
			defer mu.Unlock()
			return *latest
		case <-enough:
			return *known
		case <-ctx.Done():
			return State{Status: Down, Reason: "no answer in time"}
		}
	}
}
