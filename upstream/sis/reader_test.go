package sis_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"strand/domain/investor"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/upstream/sis"
	"strand/upstream/transport"
)

// TestTable_ContractViolation: a table that violates the contract is an error, neither an empty table nor one with
// values in wrong columns.
func TestTable_ContractViolation(t *testing.T) {
	const column = `{"key":"sales","title":"Sales","unit":null,"decimals":0}`
	for name, test := range map[string]struct {
		columns, rows string
		isGood        bool
	}{
		"well":                   {column, `{"label":"2025","values":[1]}`, true},
		"without rows":           {column, ``, true},
		"a value is missing":     {column, `{"label":"2025","values":[null]}`, true},
		"null among the values":  {column, `{"label":"2025","values":[null,1]}`, false},
		"null among the columns": {`null,` + column, `{"label":"2025","values":[1,2]}`, false},
		"no columns":             {``, `{"label":"2025","values":[]}`, false},
		"no row has a label":     {column, `{"label":null,"values":[1]}`, false},
		"a column without a title": {
			`{"key":"sales","title":null,"unit":null,"decimals":0}`, `{"label":"2025","values":[1]}`, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write(
					[]byte(`{"data":{"investorTable":{"kind":"KEY_FIGURES","labelTitle":"Year","note":null,` +
						`"columns":[` + test.columns + `],"rows":[` + test.rows + `]}}}`),
				)
			}))
			defer server.Close()
			c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			client, err := sis.NewClient(
				transport.Options{URL: server.URL, Timeout: 20 * time.Second, Logger: slog.New(slog.DiscardHandler)},
			)
			if err != nil {
				t.Fatal(err)
			}
			table, err := sis.NewReader(client, c).Table(t.Context(), investor.Kinds[0], "en-US")
			switch {
			case test.isGood && (err != nil || len(table.Columns) != 1):
				t.Errorf("%+v, %v", table, err)
			case !test.isGood && apperr.CodeOf(err) != apperr.UpstreamUnavailable:
				t.Errorf("%+v, %v", table, err)
			}
		})
	}
}
