// Package instrument has what packages with metrics share.
package instrument

import "go.opentelemetry.io/otel"

// New returns an instrument, or the registration of a callback, of an OpenTelemetry meter. An error, which only a wrong
// name or unit in the code can cause, is logged; the instrument works without effect then.
func New[T any](instrument T, err error) T {
	if err != nil {
		otel.Handle(err)
	}
	return instrument
}
