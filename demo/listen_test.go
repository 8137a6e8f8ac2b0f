package demo

import (
	"log/slog"
	"net/http"
	"testing"
)

// TestSecurityServe: a sample system answers this machine alone, also where a page of another site has a browser of
// it ask.
func TestSecurityServe(t *testing.T) {
	ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	s, err := listen("cms", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.serve(ok, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = s.close(t.Context()) })
	for host, want := range map[string]int{
		"": http.StatusNoContent, "localhost": http.StatusNoContent, "evil.example": http.StatusMisdirectedRequest,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/am/XUI/mail", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close() // nothing is read of it
		if answer.StatusCode != want || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%q: %d %v", host, answer.StatusCode, answer.Header)
		}
	}
}

// In a container the identity provider listens at all addresses, and browsers find it at this computer.
func TestListenFor(t *testing.T) {
	l, err := listenFor("identity", "localhost:8091", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.close(t.Context()) }()
	if l.URL != "http://localhost:8091" || l.tcp.Addr().String() == "127.0.0.1:8091" {
		t.Errorf("%s at %s", l.URL, l.tcp.Addr())
	}
}
