package search

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/instrument"
)

// metrics are the metrics of the search.
type metrics struct {
	duration metric.Float64Histogram
	// empty counts searches without results.
	empty metric.Int64Counter
}

func newMetrics(s *Service) *metrics {
	meter := otel.Meter("strand/service/search")
	m := &metrics{duration: instrument.New(meter.Float64Histogram("strand.search.duration", metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5),
		metric.WithDescription("How long searches and suggestions took, by operation and result: "+
			"ok, not_ready, failed.")))}
	m.empty = instrument.New(meter.Int64Counter("strand.search.empty",
		metric.WithDescription("Searches without results, by site and language.")))
	documents := instrument.New(meter.Int64ObservableGauge("strand.search.documents",
		metric.WithDescription("Documents of all indexes.")))
	outdated := instrument.New(meter.Int64ObservableGauge("strand.search.indexes.outdated",
		metric.WithDescription("Indexes that lack a change.")))
	incomplete := instrument.New(meter.Int64ObservableGauge("strand.search.indexes.incomplete",
		metric.WithDescription("Indexes that lack the documents of a source that could not be read.")))
	instrument.New(meter.RegisterCallback(func(_ context.Context, to metric.Observer) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		var total, behind, lacking int64
		for _, st := range s.scopes {
			total += int64(st.size())
			if st.seen != s.changes {
				behind++
			}
			if st.isIncomplete() {
				lacking++
			}
		}
		to.ObserveInt64(documents, total)
		to.ObserveInt64(outdated, behind)
		to.ObserveInt64(incomplete, lacking)
		return nil
	}, documents, outdated, incomplete))
	return m
}

// measure records a call that began at started.
func (m *metrics) measure(ctx context.Context, operation string, started time.Time, err *error) {
	result := "ok"
	switch {
	case errors.Is(*err, ErrNotReady):
		result = "not_ready"
	case *err != nil:
		result = "failed"
	}
	m.duration.Record(ctx, time.Since(started).Seconds(), metric.WithAttributes(
		attribute.String("operation", operation), attribute.String("result", result)))
}
