package sqltrace_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"

	"strand/internal/sqlite"
	"strand/internal/sqltrace"
	"strand/test/spantest"
)

func TestSummary(t *testing.T) {
	for statement, want := range map[string]string{
		"SELECT body FROM submissions WHERE kind = $1": "SELECT submissions",
		"INSERT INTO submissions (kind) VALUES ($1)":   "INSERT submissions",
		"UPDATE submissions SET a = 'secret'":          "UPDATE submissions",
		"\n\tdelete from orders":                       "DELETE orders",
		"SELECT 1":                                     "SELECT",
		"BEGIN":                                        "BEGIN",
		"":                                             "",
	} {
		if got := sqltrace.Summary(statement); got != want {
			t.Errorf("%q: %q, want %q", statement, got, want)
		}
	}
}

// TestOptions: a statement below a recorded span has a span with its summary, without its text and values; work that
// belongs to no trace has none.
//
// Rules: ERR-33, ERR-38.
func TestOptions(t *testing.T) {
	recorder := spantest.Record(t)
	db, err := sqlite.Connect(filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.ExecContext(t.Context(), `CREATE TABLE orders (id TEXT)`); err != nil {
		t.Fatal(err)
	}
	if n := len(recorder.Ended()); n != 0 {
		t.Fatalf("%d spans without a trace", n)
	}
	ctx, root := otel.Tracer("test").Start(t.Context(), "root")
	if err := sqlite.InTxWith(ctx, db, nil, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO orders VALUES ($1)`, "secret")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var id string
	if err := db.QueryRowContext(ctx, `SELECT id FROM orders WHERE id <> 'secret2'`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, span := range recorder.Ended() {
		names = append(names, span.Name())
		if span.SpanKind() != trace.SpanKindClient || spantest.Value(span, "db.system.name") != "sqlite" ||
			span.Parent().SpanID() != root.SpanContext().SpanID() ||
			strings.Contains(fmt.Sprint(span.Attributes()), "secret") {
			t.Errorf("%s: %s %v", span.Name(), span.SpanKind(), span.Attributes())
		}
	}
	if want := []string{"BEGIN", "INSERT orders", "COMMIT", "SELECT orders"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
