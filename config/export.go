package config

import (
	"errors"
	"slices"
	"strings"
)

// exportEndpoints and exportHeaders are variables of OpenTelemetry, whose library logs a wrong value with all it has.
var (
	exportEndpoints = []string{
		"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
		"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT",
	}
	exportHeaders = []string{
		"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
		"OTEL_EXPORTER_OTLP_LOGS_HEADERS",
	}
)

// checkExport checks the variables of OpenTelemetry. Errors do not contain their values.
func checkExport(environ []string) (errs []error) {
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		switch {
		case value == "":
		case slices.Contains(exportEndpoints, name) && !isURL(value):
			errs = append(errs, errors.New(name+": an http or https URL is needed, such as http://collector:4318; "+
				escapes))
		case slices.Contains(exportHeaders, name) && !areHeaders(value):
			errs = append(errs, errors.New(name+": headers are needed, such as api-key=secret,tenant=a; special "+
				"characters in values must be percent-encoded"))
		}
	}
	return errs
}

// areHeaders reports whether a text has the format of OTEL_EXPORTER_OTLP_HEADERS.
func areHeaders(text string) bool {
	_, ok := parseHeaders(text)
	return ok
}
