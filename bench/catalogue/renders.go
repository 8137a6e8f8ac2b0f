package main

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// renderings counts the pages that the servers of this process render.
type renderings struct{ reader *metric.ManualReader }

// newRenderings must be called before a server starts.
func newRenderings() renderings {
	reader := metric.NewManualReader()
	otel.SetMeterProvider(metric.NewMeterProvider(metric.WithReader(reader)))
	return renderings{reader}
}

// count returns the renderings since the start.
func (r renderings) count() (n uint64, err error) {
	var all metricdata.ResourceMetrics
	if err := r.reader.Collect(context.Background(), &all); err != nil {
		return 0, err
	}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if durations, ok := m.Data.(metricdata.Histogram[float64]); ok && m.Name == "strand.render.duration" {
				for _, point := range durations.DataPoints {
					n += point.Count
				}
			}
		}
	}
	return n, nil
}

// visited is the number of product pages that an import changes, and of others, that are requested before and after it.
const visited = 300
