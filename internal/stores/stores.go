// Package stores finds out by writing whether this server can store what it must remember, so that a full disk is
// noticed before a visitor's form.
package stores

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/health"
	"strand/internal/instrument"
	"strand/internal/recovery"
)

const (
	// keep is how long a result is used, so that callers of /readyz cannot make the server write all the time.
	keep = 5 * time.Second
	// probeEvery is the interval of Run.
	probeEvery = 10 * time.Second
	// probeTimeout bounds all probes together.
	probeTimeout = time.Second
)

// Probe writes to a store. It returns in a few words why the store cannot be used, without paths; empty if it can.
type Probe func(context.Context) string

// Stores are the stores of the server. It is safe for concurrent use.
type Stores struct {
	log *slog.Logger

	mu      sync.Mutex
	probes  map[string]*probe
	folders map[string]string
	// reasons are the results of the probes at the time probed.
	reasons map[string]string
	probed  time.Time

	registration metric.Registration
}

type probe struct {
	run       Probe
	isRunning atomic.Bool
	// incident logs that the store cannot be used; nil for a store that logs it itself.
	incident *health.Incident
}

// New returns stores with their metrics: whether they can be used, and the space of their volumes.
func New(log *slog.Logger) *Stores {
	s := &Stores{log: log, probes: map[string]*probe{}, folders: map[string]string{}}
	meter := otel.Meter("strand/stores")
	usable := instrument.New(meter.Int64ObservableGauge("strand.store.usable",
		metric.WithDescription("1 if a probe could be written to the store, otherwise 0.")))
	free := instrument.New(meter.Int64ObservableGauge("strand.store.free", metric.WithUnit("By"),
		metric.WithDescription("Free space on the volume of a folder.")))
	size := instrument.New(meter.Int64ObservableGauge("strand.store.size", metric.WithUnit("By"),
		metric.WithDescription("Size of the volume of a folder.")))
	s.registration = instrument.New(meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		for name, reason := range s.Reasons(ctx) {
			value := int64(0)
			if reason == "" {
				value = 1
			}
			o.ObserveInt64(usable, value, metric.WithAttributes(attribute.String("store", name)))
		}
		for name, dir := range s.folderList() {
			var volume syscall.Statfs_t
			if syscall.Statfs(dir, &volume) != nil {
				continue // the probe reports a missing folder
			}
			attributes := metric.WithAttributes(attribute.String("store", name))
			o.ObserveInt64(free, int64(volume.Bavail)*volume.Bsize, attributes)
			o.ObserveInt64(size, int64(volume.Blocks)*volume.Bsize, attributes)
		}
		return nil
	}, usable, free, size))
	return s
}

// Close removes the metrics.
func (s *Stores) Close() error { return s.registration.Unregister() }

// Add adds a store that logs itself when it cannot be used.
func (s *Stores) Add(name string, run Probe) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.probes[name] = &probe{run: run}
}

// AddLogged adds a store, and logs when it cannot be used and when it can be used again.
func (s *Stores) AddLogged(name string, run Probe) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.probes[name] = &probe{run: run, incident: &health.Incident{
		Log: s.log, Level: slog.LevelError, Begin: "store_unavailable", End: "store_available",
		Attributes: []any{"store", name},
	}}
}

// AddFolder adds a folder as a store.
func (s *Stores) AddFolder(name, dir string) {
	s.AddLogged(name, func(context.Context) string { return reasonOf(ProbeFolder(dir)) })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.folders[name] = dir
}

func (s *Stores) folderList() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.folders)
}

// Reasons returns, by store, why it cannot be used; empty if it can. The result is at most a few seconds old.
func (s *Stores) Reasons(ctx context.Context) map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reasons == nil || time.Since(s.probed) > keep {
		s.reasons, s.probed = s.probeAll(ctx), time.Now()
	}
	return maps.Clone(s.reasons)
}

// Run probes all stores at intervals until the context ends, whether or not anything else asks for them.
func (s *Stores) Run(ctx context.Context) {
	interval := time.NewTicker(probeEvery)
	defer interval.Stop()
	for {
		s.Reasons(ctx)
		select {
		case <-interval.C:
		case <-ctx.Done():
			return
		}
	}
}

// probeAll runs all probes concurrently. A probe that does not return in time is not waited for, and not run again
// before it has returned.
func (s *Stores) probeAll(ctx context.Context) map[string]string {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeTimeout)
	defer cancel()
	type result struct{ name, reason string }
	results := make(chan result, len(s.probes))
	reasons := map[string]string{}
	started := 0
	for name, p := range s.probes {
		reasons[name] = "no answer in time"
		if !p.isRunning.CompareAndSwap(false, true) {
			continue
		}
		started++
		recovery.Go(ctx, s.log, "store_probe", func() {
			reason := "the probe failed"
			defer func() {
				p.isRunning.Store(false)
				results <- result{name, reason}
			}()
			reason = p.run(ctx)
		})
	}
	for range started {
		select {
		case r := <-results:
			reasons[r.name] = r.reason
		case <-ctx.Done():
			s.report(ctx, reasons)
			return reasons
		}
	}
	s.report(ctx, reasons)
	return reasons
}

// report logs which stores are lost, and which are usable again.
func (s *Stores) report(ctx context.Context, reasons map[string]string) {
	for name, reason := range reasons {
		incident := s.probes[name].incident
		switch {
		case incident == nil:
		case reason == "":
			incident.Works(ctx)
		default:
			incident.Failed(ctx, "reason", reason)
		}
	}
}
