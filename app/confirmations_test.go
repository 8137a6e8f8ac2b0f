package app

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"strand/domain/form"
	"strand/internal/mailer"
	"strand/internal/ratelimit"
)

// A mailbox receives ten confirmations a day, however its address is written.
//
// Rules: SEC-41.
func TestConfirmByMail_Mailbox(t *testing.T) {
	sent := map[string]int{}
	confirm := confirmByMail(func(_ context.Context, m mailer.Mail) error {
		sent[form.Mailbox(m.To)]++
		return nil
	}, ratelimit.Limits{}, slog.New(slog.DiscardHandler))
	for i := range 14 {
		email := fmt.Sprintf("X+%d@example.com", i)
		if i == 13 {
			email = "y@example.com"
		}
		s := &form.Submission{
			Kind: form.ProductRequest, Locale: "en", Office: &form.Office{},
			Values: map[string]string{"requested": "quote", "email": email},
		}
		if err := confirm(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if len(sent) != 2 || sent["x@example.com"] != 10 || sent["y@example.com"] != 1 {
		t.Errorf("%v", sent)
	}
}
