package sisportal_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"strand/internal/apperr"
	"strand/upstream/sisportal"
	"strand/upstream/transport"
)

// TestTicket_ContractViolation: a ticket that violates the contract is an error, not a ticket that does not exist.
//
// Rules: ERR-16.
func TestTicket_ContractViolation(t *testing.T) {
	for name, test := range map[string]struct {
		answer string
		want   apperr.Code
	}{
		"does not exist": {`{"data":{"ticket":null}}`, ""},
		"without fields": {`{"data":{"ticket":{"id":null,"number":null}}}`, apperr.UpstreamUnavailable},
		"not an object":  {`{"data":{"ticket":7}}`, apperr.UpstreamUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(test.answer))
			}))
			defer server.Close()
			client, err := sisportal.NewClient(transport.Options{
				URL:     server.URL,
				Timeout: 20 * time.Second,
				Logger:  slog.New(slog.DiscardHandler),
			})
			if err != nil {
				t.Fatal(err)
			}
			reader := sisportal.NewReader(client, transport.Options{URL: server.URL}, "none", time.Now)
			found, err := reader.Ticket(t.Context(), "token", "t-1")
			if found != nil || (err == nil) != (test.want == "") || err != nil && apperr.CodeOf(err) != test.want {
				t.Errorf("%+v, %v", found, err)
			}
		})
	}
}
