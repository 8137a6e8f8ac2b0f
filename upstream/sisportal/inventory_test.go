package sisportal_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"strand/domain/inventory"
	"strand/upstream/sisportal"
	"strand/upstream/transport"
)

// TestReader_Machine_Coverage: a warranty is valid up to and including its last day, by the clock of the reader.
//
// Rules: MACH-9.
func TestReader_Machine_Coverage(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(
			[]byte(
				`{"data":{"inventoryMachine":{"id":"m-1","name":"Crimper","serialNumber":"S1","productSlug":"","productLine":"",
			"location":{"id":"l-1","name":"Hall 1","city":"Bern","country":"CH","organization":{"name":"Nordkabel"}},
			"deliveredOn":"2024-01-31","warrantyUntil":"2026-01-31","serviceContract":null,"options":[],"software":[],
			"retiredOn":null,"hasUpdate":false}}}`,
			),
		)
	}))
	defer server.Close()
	client, err := sisportal.NewClient(
		transport.Options{URL: server.URL, Timeout: 20 * time.Second, Logger: slog.New(slog.DiscardHandler)},
	)
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string]inventory.Coverage{
		"2026-01-31": inventory.CoverageActive, "2026-02-01": inventory.CoverageExpired,
	} {
		now, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		options := transport.Options{URL: server.URL}
		reader := sisportal.NewReader(client, options, "none", func() time.Time { return now })
		machine, err := reader.Machine(t.Context(), "token", "m-1")
		if err != nil {
			t.Fatal(err)
		}
		if got := machine.Warranty().State; got != want {
			t.Errorf("%s: %s, want %s", day, got, want)
		}
	}
}
