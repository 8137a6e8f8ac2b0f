// Package sqltrace gives statements of databases spans by the conventions of OpenTelemetry: with a summary such as
// `UPDATE submissions`, and without their text and values.
package sqltrace

import (
	"context"
	"database/sql/driver"
	"regexp"
	"strings"

	"github.com/XSAM/otelsql"
	"go.opentelemetry.io/otel/attribute"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
)

// Options are those of otelsql for a database that attributes describe. Only statements below a recorded span get one:
// the server looks for work in its stores every few seconds.
func Options(database ...attribute.KeyValue) []otelsql.Option {
	return []otelsql.Option{
		otelsql.WithAttributes(database...),
		otelsql.WithMeterProvider(metricnoop.NewMeterProvider()),
		otelsql.WithSpanNameFormatter(func(_ context.Context, method otelsql.Method, statement string) string {
			if statement == "" {
				return operationOf(method)
			}
			return Summary(statement)
		}),
		otelsql.WithAttributesGetter(func(
			_ context.Context, _ otelsql.Method, statement string, _ []driver.NamedValue,
		) []attribute.KeyValue {
			if statement == "" {
				return nil
			}
			return []attribute.KeyValue{semconv.DBQuerySummary(Summary(statement))}
		}),
		otelsql.WithSpanOptions(otelsql.SpanOptions{
			DisableQuery:         true,
			DisableErrSkip:       true,
			OmitConnResetSession: true,
			OmitConnPrepare:      true,
			OmitRows:             true,
			SpanFilter: func(ctx context.Context, _ otelsql.Method, _ string, _ []driver.NamedValue) bool {
				return trace.SpanFromContext(ctx).IsRecording()
			},
		}),
	}
}

// operationOf returns the name of what is done without a statement: BEGIN, COMMIT, ROLLBACK, or the method.
func operationOf(method otelsql.Method) string {
	switch method {
	case otelsql.MethodConnBeginTx:
		return "BEGIN"
	case otelsql.MethodTxCommit:
		return "COMMIT"
	case otelsql.MethodTxRollback:
		return "ROLLBACK"
	}
	return string(method)
}

// target matches what a statement works on.
var target = regexp.MustCompile(`(?is)\b(?:FROM|INTO|UPDATE|TABLE)\s+([a-z_][a-z0-9_]*)`)

// Summary returns the operation of a statement and the table that it works on.
func Summary(statement string) string {
	operation, _, _ := strings.Cut(strings.TrimSpace(statement), " ")
	operation = strings.ToUpper(operation)
	if found := target.FindStringSubmatch(statement); found != nil {
		return operation + " " + found[1]
	}
	return operation
}
