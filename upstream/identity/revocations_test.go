package identity

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"
)

// TestRevocations_TwoServers: two servers with the same data folder refuse the same sessions.
func TestRevocations_TwoServers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "revocations.db")
	open := func() *Revocations {
		r, err := OpenRevocations(t.Context(), file, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = r.Close() })
		return r
	}
	here, there := open(), open()
	for _, sid := range []string{"first", "second"} {
		if err := there.RevokeSession(t.Context(), sid); err != nil {
			t.Fatal(err)
		}
		if here.isRevoked(sid, "user", time.Now()) {
			t.Errorf("%s: revoked before it was read", sid)
		}
		for range 2 {
			if err := here.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if !here.isRevoked(sid, "user", time.Now()) || here.isRevoked("other", "user", time.Now()) {
			t.Errorf("%s: not revoked", sid)
		}
	}
}
