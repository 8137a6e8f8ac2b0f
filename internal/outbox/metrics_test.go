package outbox

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"strand/domain/form"
	"strand/test/polltest"
)

// attemptsByResult returns the number of attempts in the counter and in the histogram of durations, by result.
func attemptsByResult(t *testing.T, reader metric.Reader) (counted, timed map[string]int64) {
	t.Helper()
	var found metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &found); err != nil {
		t.Fatal(err)
	}
	result := func(attributes attribute.Set) string {
		value, _ := attributes.Value("result")
		return value.AsString()
	}
	counted, timed = map[string]int64{}, map[string]int64{}
	for _, scope := range found.ScopeMetrics {
		for _, m := range scope.Metrics {
			switch data := m.Data.(type) {
			case metricdata.Sum[int64]:
				if m.Name != "strand.outbox.attempts" {
					continue
				}
				for _, p := range data.DataPoints {
					counted[result(p.Attributes)] += p.Value
				}
			case metricdata.Histogram[float64]:
				if m.Name != "strand.outbox.delivery.duration" {
					continue
				}
				for _, p := range data.DataPoints {
					timed[result(p.Attributes)] += int64(p.Count)
				}
			}
		}
	}
	return counted, timed
}

// Refused deliveries, which an operator has to correct, are counted separately from failed ones. The test is not
// parallel, since the meter provider is global.
func TestMetrics(t *testing.T) {
	reader := metric.NewManualReader()
	provider := metric.NewMeterProvider(metric.WithReader(reader))
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(provider)
	t.Cleanup(func() { otel.SetMeterProvider(before) })

	o := openFile(t, filepath.Join(t.TempDir(), "outbox.db"))
	for _, key := range []string{"key-refused", "key-that-fails", "key-that-panics", "key-that-goes-well"} {
		o.accept(t, withoutFiles(key))
	}
	// No second attempt comes while the test runs.
	later := func(err error) Classification {
		return Classification{Refused: errors.Is(err, errRefused), RetryAfter: time.Hour}
	}
	run(t, o, Destination{
		Classify: later,
		Deliver: func(_ context.Context, s *form.Submission) error {
			switch s.Key {
			case "key-refused":
				return errRefused
			case "key-that-fails":
				return errors.New("sis is down")
			case "key-that-panics":
				panic("broken")
			}
			return nil
		},
	})
	polltest.Until(t, "all attempts are on record", func() bool {
		entries := o.list(t)
		return len(entries) == 3 && entries["key-refused"].State == Dead &&
			entries["key-that-fails"].LastError != "" && entries["key-that-panics"].LastError != ""
	})
	want := map[string]int64{"refused": 1, "failed": 2, "delivered": 1}
	counted, timed := attemptsByResult(t, reader)
	if !reflect.DeepEqual(counted, want) || !reflect.DeepEqual(timed, want) {
		t.Errorf("counted %v, timed %v, want %v", counted, timed, want)
	}
}
