package health

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// gauge returns the values of strand.upstream.up by system.
func gauge(t *testing.T, reader metric.Reader) map[string]int64 {
	t.Helper()
	var found metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &found); err != nil {
		t.Fatal(err)
	}
	values := map[string]int64{}
	for _, scope := range found.ScopeMetrics {
		for _, m := range scope.Metrics {
			if data, ok := m.Data.(metricdata.Gauge[int64]); ok && m.Name == "strand.upstream.up" {
				for _, point := range data.DataPoints {
					system, _ := point.Attributes.Value("system")
					values[system.AsString()] = point.Value
				}
			}
		}
	}
	return values
}

// TestMonitor: a system without calls is seen to be lost and to return, in the metric and by one log event each.
//
// Rules: ERR-37.
func TestMonitor(t *testing.T) {
	reader := metric.NewManualReader()
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(metric.NewMeterProvider(metric.WithReader(reader)))
	defer otel.SetMeterProvider(before)
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		log := slog.New(slog.NewTextHandler(&text, nil))
		var isDown atomic.Bool
		check := func(context.Context) State {
			if isDown.Load() {
				return State{Status: Down, Reason: "no answer"}
			}
			return State{Status: Degraded, Reason: "contract"}
		}
		m := NewMonitor(map[string]Check{"mail": Reported("mail", check, log)}, log)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); m.Run(ctx) }()
		for _, step := range []struct {
			isDown       bool
			value        int64
			lost, worked int
		}{{false, 1, 0, 0}, {true, 0, 1, 0}, {true, 0, 1, 0}, {false, 1, 1, 1}, {true, 0, 2, 1}} {
			isDown.Store(step.isDown)
			time.Sleep(3 * checkEvery)
			synctest.Wait()
			if got := gauge(t, reader)["mail"]; got != step.value {
				t.Errorf("%+v: the metric is %d", step, got)
			}
			lost := strings.Count(text.String(), "upstream_failing")
			worked := strings.Count(text.String(), "upstream_recovered")
			if lost != step.lost || worked != step.worked {
				t.Errorf("%+v: %d and %d events\n%s", step, lost, worked, text.String())
			}
		}
		stop()
		<-ended
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestPoll: a probe runs at most once per interval, and never delays a caller that can have an earlier result.
func TestPoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const every, timeout = 15 * time.Second, 5 * time.Second
		var probes atomic.Int32
		var hangs atomic.Bool
		check := Poll(slog.New(slog.DiscardHandler), every, timeout, func(ctx context.Context) State {
			probes.Add(1)
			if hangs.Load() {
				<-ctx.Done()
				return State{Status: Down, Reason: "no answer"}
			}
			return State{Status: Up}
		})
		for range 3 {
			if got := check(t.Context()); got.Status != Up {
				t.Errorf("the state is %+v", got)
			}
		}
		if probes.Load() != 1 {
			t.Errorf("%d probes within an interval", probes.Load())
		}
		hangs.Store(true)
		time.Sleep(every)
		began := time.Now()
		if got := check(t.Context()); got.Status != Up || time.Since(began) > time.Second {
			t.Errorf("while the probe hangs: %+v after %s", got, time.Since(began))
		}
		time.Sleep(timeout)
		if got := check(t.Context()); got != (State{Status: Down, Reason: "no answer"}) {
			t.Errorf("afterwards: %+v", got)
		}
	})
}
