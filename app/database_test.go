package app_test

import (
	"net/http"
	"strings"
	"testing"

	"strand/test/polltest"
	"strand/test/postgrestest"
)

// awaitStatus waits until /readyz reports a status.
func (s *strand) awaitStatus(t *testing.T, status string) readiness {
	t.Helper()
	var ready readiness
	polltest.Until(t, "/readyz is "+status, func() bool {
		_, ready = s.readiness(t)
		return ready.Status == status
	})
	return ready
}

// TestLostDatabase: while its database is away, a server serves pages, verifies tokens and refuses what it cannot
// store; afterwards it works again. Servers with one database share submissions, revocations and the signing key.
//
// Rules: ERR-29.
func TestLostDatabase(t *testing.T) {
	t.Parallel()
	p, u, db := startProvider(t), startSIS(t), postgrestest.Start(t)
	settings := []string{screenOperation, "STRAND_DATABASE_URL=" + db.NewDatabase(t), "STRAND_IDENTITY_ISSUER=" + p.URL,
		"STRAND_SIS_URL=" + u.URL}
	s, other := startWith(t, testContent, settings...), startWith(t, testContent, settings...)
	s.awaitStatus(t, "ready")
	if a := s.submit(t, "OSS_REQUEST", "key-of-a-request-before", nil, ossRequest...); a.Data.SubmitForm == nil {
		t.Errorf("a submission: %+v", a)
	}
	u.awaitRequests(t, s, 1)

	db.Kill()
	if answer, _ := s.get(t, "", "/en"); answer.StatusCode != http.StatusOK {
		t.Errorf("a page: %d", answer.StatusCode)
	}
	for range 2 {
		a := s.submit(t, "OSS_REQUEST", "key-of-a-request-meanwhile", nil, ossRequest...)
		if a.Data.SubmitForm != nil || len(a.Errors) != 1 || a.Errors[0].Extensions.Code != "UPSTREAM_UNAVAILABLE" ||
			strings.Contains(a.Errors[0].Message, "postgres") {
			t.Errorf("a submission: %+v", a)
		}
	}
	s.expectUnstoredSignOut(t, p, "session-1")
	ready := s.awaitStatus(t, "degraded")
	for _, store := range []string{"outbox", "revocations"} {
		if ready.Stores[store] != "down: the database is unreachable" {
			t.Errorf("/readyz: %+v", ready)
		}
	}

	db.Restart(t)
	s.awaitStatus(t, "ready")
	other.awaitStatus(t, "ready")
	if a := s.submit(t, "OSS_REQUEST", "key-of-a-request-meanwhile", nil, ossRequest...); a.Data.SubmitForm == nil {
		t.Errorf("a submission afterwards: %+v", a)
	}
	if status := s.signOut(t, p, "session-2"); status != http.StatusOK {
		t.Errorf("a logout token afterwards: %d", status)
	}
	polltest.Until(t, "another server refuses sessions that have ended", func() bool {
		return !other.isSignedIn(t, p, "session-1") && !other.isSignedIn(t, p, "session-2")
	})
	if a := other.submit(t, "OSS_REQUEST", "key-of-a-request-meanwhile", nil, ossRequest...); a.Data.SubmitForm == nil {
		t.Errorf("a repetition at another server: %+v", a)
	}
	u.awaitRequests(t, other, 2)
}
