package portal

import (
	"errors"
	"fmt"
	"testing"

	"strand/internal/apperr"
	"strand/internal/ratelimit"
)

// Invitations to one mailbox are counted together, however its address is written (SEC-41).
func TestLimits_AllowInvitation(t *testing.T) {
	limits := NewMailLimits(ratelimit.Limits{})
	for i, spelling := range []string{"x@example.com", "X+1@example.com", "x+2@EXAMPLE.com"} {
		if err := limits.AllowInvitation(t.Context(), fmt.Sprint("administrator ", i), spelling); err != nil {
			t.Errorf("%s: %v", spelling, err)
		}
	}
	err := limits.AllowInvitation(t.Context(), "another", "x+another@example.com")
	if refused := new(apperr.Error); !errors.As(err, &refused) || refused.Code != apperr.RecipientLimited {
		t.Errorf("the fourth spelling: %v", err)
	}
	if err := limits.AllowInvitation(t.Context(), "another", "y@example.com"); err != nil {
		t.Errorf("another person: %v", err)
	}
}
