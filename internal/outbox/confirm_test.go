package outbox

import (
	"context"
	"errors"
	"testing"

	"strand/domain/form"
	"strand/internal/database"
	"strand/test/databasetest"
	"strand/test/polltest"
)

var errMailRefused = errors.New("refused")

// confirmAll runs two servers that deliver to a working sis and confirm with send, until the context of the test ends.
func confirmAll(t *testing.T, at database.Location, send func(context.Context, *form.Submission) error) *Outbox {
	t.Helper()
	var first *Outbox
	for range 2 {
		o := open(t, at)
		if first == nil {
			first = o
		}
		run(t, o, Destination{
			Deliver:  func(context.Context, *form.Submission) error { return nil },
			Confirms: func(s *form.Submission) bool { return s.Values["email"] != "" },
		})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			o.Confirm(ctx, Confirmations{
				Send:      send,
				MayRepeat: func(err error) bool { return !errors.Is(err, errMailRefused) },
			})
		}()
		t.Cleanup(func() { cancel(); <-done })
	}
	return first
}

// A delivered submission is confirmed once by all servers together; a failed mail is repeated only if it was not sent.
//
// Rules: REQ-6.
func TestConfirm(t *testing.T) { databasetest.Each(t, testConfirm) }

func testConfirm(t *testing.T, at database.Location) {
	t.Parallel()
	var sent counter
	o := confirmAll(t, at, func(_ context.Context, s *form.Submission) error {
		switch n := sent.add(s.Key); {
		case s.Key == "key-whose-mail-is-refused":
			return errMailRefused
		case s.Key == "key-whose-mail-fails-once" && n == 1:
			return errors.New("no connection")
		}
		return nil
	})
	keys := []string{"key-whose-mail-is-refused", "key-whose-mail-fails-once", "key-whose-mail-is-sent"}
	for _, key := range keys {
		s := withoutFiles(key)
		s.Values["email"] = "ada@example.com"
		o.accept(t, s)
	}
	o.accept(t, withoutFiles("key-without-a-mail"))
	confirmed := func() (n int) {
		o.query(t, `SELECT count(*) FROM submissions WHERE confirmed_at IS NOT NULL`, &n)
		return n
	}
	polltest.Until(t, "two mails are sent", func() bool { return confirmed() == 2 })
	polltest.Until(t, "all are delivered", func() bool { return len(o.list(t)) == 0 })
	want := map[string]int{keys[0]: 1, keys[1]: 2, keys[2]: 1}
	for key, n := range sent.all() {
		if n != want[key] {
			t.Errorf("%s: %d attempts, want %d", key, n, want[key])
		}
	}
}

// A mail that was being sent when the server crashed is not sent again.
//
// Rules: REQ-6.
func TestConfirm_Crash(t *testing.T) { databasetest.Each(t, testConfirmCrash) }

func testConfirmCrash(t *testing.T, at database.Location) {
	t.Parallel()
	o := open(t, at)
	o.accept(t, withoutFiles("key-of-the-crash"))
	o.exec(t, `UPDATE submissions SET delivered_at = 1, confirm_at = 1`)
	if c, err := o.takeConfirmation(t.Context()); err != nil || c == nil || c.key != "key-of-the-crash" {
		t.Fatal(c, err)
	}
	if c, err := o.takeConfirmation(t.Context()); err != nil || c != nil {
		t.Errorf("sent twice: %+v, %v", c, err)
	}
}
