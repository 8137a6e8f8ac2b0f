package portal

import (
	"testing"
	"time"

	"strand/domain/signedtoken"
)

// Rules: SEC-28.
func TestFileCookie(t *testing.T) {
	key, now := signedtoken.NewKey("0123456789abcdef"), time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	cookie := SignFileCookie(key, "user-1", now)
	for name, test := range map[string]struct {
		cookie, user  string
		at            time.Time
		opens, renews bool
	}{
		"a new cookie":               {cookie, "user-1", now, true, false},
		"after half its lifetime":    {cookie, "user-1", now.Add(5 * time.Minute), true, true},
		"an expired cookie":          {cookie, "user-1", now.Add(10 * time.Minute), false, true},
		"the cookie of another user": {cookie, "user-2", now, false, true},
		"none":                       {"", "user-1", now, false, true},
		"a token of another purpose": {key.Sign("gate", "user-1", now.Add(time.Hour)), "user-1", now, false, true},
	} {
		if opens := OpensFiles(key, test.cookie, test.user, test.at); opens != test.opens {
			t.Errorf("%s: opens %v", name, opens)
		}
		if renews := RenewsFileCookie(key, test.cookie, test.user, test.at); renews != test.renews {
			t.Errorf("%s: renews %v", name, renews)
		}
	}
}
