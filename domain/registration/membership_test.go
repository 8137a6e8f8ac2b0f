package registration

import (
	"strings"
	"testing"
	"time"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// TestMembership_CheckRequest: one request at a time, with a reminder a day later.
//
// Rules: PORT-22.
func TestMembership_CheckRequest(t *testing.T) {
	now := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	open := func(ago time.Duration) *Membership {
		return &Membership{Company: "Nordkabel", Access: portal.AccessPending, NotifiedAt: new(now.Add(-ago))}
	}
	for name, test := range map[string]struct {
		membership *Membership
		want       useradmin.Decision
		withMail   bool
	}{
		"a member":                   {nil, useradmin.StateChanged, false},
		"the first":                  {&Membership{}, useradmin.Allowed, true},
		"the first, another company": {&Membership{Company: "Helia"}, useradmin.Allowed, true},
		"after a denial": {
			&Membership{Company: "Nordkabel", Access: portal.AccessDeclined, Reason: "No."}, useradmin.Allowed, true,
		},
		"repeated at once":        {open(0), useradmin.Allowed, false},
		"repeated within the day": {open(RemindAfter - 1), useradmin.Allowed, false},
		"repeated after a day":    {open(RemindAfter), useradmin.Allowed, true},
		"without an earlier mail": {
			&Membership{Company: "Nordkabel", Access: portal.AccessPending}, useradmin.Allowed, true,
		},
		"open for another company": {
			&Membership{Company: "Helia", Access: portal.AccessPending}, useradmin.StateChanged, false,
		},
	} {
		got, withMail := test.membership.CheckRequest("Nordkabel", now)
		if got != test.want || withMail != test.withMail {
			t.Errorf("%s: %s %t, want %s %t", name, got, withMail, test.want, test.withMail)
		}
	}
}

func TestMembership_fields(t *testing.T) {
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		membership Membership
		status     Status
		remindable bool
		reason     string
	}{
		{Membership{}, Unregistered, false, ""},
		{Membership{Access: portal.AccessPending, NotifiedAt: &at}, Pending, true, ""},
		{Membership{Access: portal.AccessDeclined, NotifiedAt: &at, Reason: "No."}, Declined, false, "No."},
	} {
		m := &test.membership
		from, reason := m.RemindableAt(), m.DeclineReason()
		if m.Status() != test.status || (from != nil) != test.remindable ||
			from != nil && !from.Equal(at.Add(RemindAfter)) ||
			m.CanRemind(at) || m.CanRemind(at.Add(RemindAfter)) != test.remindable ||
			(reason != nil) != (test.reason != "") || reason != nil && *reason != test.reason {
			t.Errorf("%+v: %s %v %v", m, m.Status(), from, reason)
		}
	}
	if got := (&Membership{}).Fields(); len(got) != 1 || got[0].MaxLength != 200 {
		t.Errorf("fields %+v", got)
	}
}

// TestCheckCompany: a company has a name of at most 200 characters, without control characters and markup.
func TestCheckCompany(t *testing.T) {
	for company, want := range map[string]string{
		" Nordkabel AG\n ":         "Nordkabel AG",
		"Nord\x00ka\x1bbel":        "Nord ka bel",
		"":                         "REQUIRED",
		" \u200b\u2060 ":           "REQUIRED",
		strings.Repeat("x", 10000): "TOO_LONG",
		"https://evil.example/win": "INVALID",
		"<b>Nordkabel</b>":         "INVALID",
	} {
		got, problems := CheckCompany(company)
		if len(problems) > 0 {
			got = problems[0].Code
		}
		if got != want {
			t.Errorf("%.40q: %q, want %q", company, got, want)
		}
	}
}
