package outbox

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"strand/domain/form"
	"strand/internal/database"
	"strand/test/databasetest"
)

// A user finds the own submissions, newest first, for a year; those of anonymous users are deleted after a week.
//
// Rules: REQ-7.
func TestOfUser(t *testing.T) { databasetest.Each(t, testOfUser) }

func testOfUser(t *testing.T, at database.Location) {
	t.Parallel()
	var ahead atomic.Int64
	clock := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	o := openAt(t, at, clock)
	for _, s := range []struct{ key, user string }{
		{"key-of-ada-first", "ada"}, {"key-of-nobody", ""}, {"key-of-bob", "bob"}, {"key-of-ada-second", "ada"},
	} {
		one := withoutFiles(s.key)
		one.User = s.user
		o.accept(t, one)
		ahead.Add(int64(time.Second))
	}
	o.exec(t, `UPDATE submissions SET delivered_at = accepted_at WHERE key <> 'key-of-ada-second'`)
	keys := func(user string, limit int) (found []string) {
		all, err := o.OfUser(t.Context(), user, form.ServiceRequest, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			if s.IsDelivered != (s.Key != "key-of-ada-second") {
				t.Errorf("%s: delivered %t", s.Key, s.IsDelivered)
			}
			found = append(found, s.Key)
		}
		return found
	}
	if got := keys("ada", 10); len(got) != 2 || got[0] != "key-of-ada-second" || got[1] != "key-of-ada-first" {
		t.Errorf("%v", got)
	}
	if got := keys("ada", 1); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if got := keys("", 10); len(got) != 0 {
		t.Errorf("without a user: %v", got)
	}
	o.exec(t, `UPDATE submissions SET body = '{' WHERE key = 'key-of-ada-first'`)
	if got := keys("ada", 10); len(got) != 2 || o.store.Reason() != "" {
		t.Errorf("with an unreadable submission: %v, the store is unusable: %q", got, o.store.Reason())
	}
	count := func() (n int) {
		o.query(t, `SELECT count(*) FROM submissions`, &n)
		return n
	}
	o.clean(context.Background(), clock().Add(8*24*time.Hour))
	if count() != 3 || len(keys("bob", 1)) != 1 {
		t.Errorf("%d submissions are left after eight days", count())
	}
	o.clean(context.Background(), clock().Add(366*24*time.Hour))
	if count() != 1 {
		t.Errorf("%d submissions are left after a year", count())
	}
}
