package health

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// Incident logs the loss of a part once, and its return. It is safe for concurrent use.
type Incident struct {
	Log *slog.Logger
	// Begin and End are the names of the events, Attributes further attributes of both; Level is that of Begin.
	Begin, End string
	Attributes []any
	Level      slog.Level

	mu    sync.Mutex
	since time.Time
}

// Failed reports a failure with attributes that explain it. Only the first one of an incident is logged.
func (i *Incident) Failed(ctx context.Context, why ...any) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.since.IsZero() {
		return
	}
	i.since = time.Now()
	i.Log.Log(ctx, i.Level, i.Begin, slices.Concat(i.Attributes, why)...)
}

// Works reports that the part works.
func (i *Incident) Works(ctx context.Context) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.since.IsZero() {
		return
	}
	i.Log.InfoContext(ctx, i.End, slices.Concat(i.Attributes, []any{"duration", time.Since(i.since)})...)
	i.since = time.Time{}
}

// Reported returns a check that logs when a system is lost and when it returns, for systems whose clients do not.
func Reported(system string, check Check, log *slog.Logger) Check {
	incident := &Incident{
		Log: log, Level: slog.LevelError, Begin: "upstream_failing", End: "upstream_recovered",
		Attributes: []any{"system", system},
	}
	return func(ctx context.Context) State {
		state := check(ctx)
		switch {
		case state.Status != Down:
			incident.Works(ctx)
		case ctx.Err() == nil: // else the check may have been interrupted
			incident.Failed(ctx, "reason", state.Text())
		}
		return state
	}
}
