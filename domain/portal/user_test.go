package portal

import (
	"testing"
	"time"
)

// TestUser_Audiences: active services of the portal are audiences of their own.
func TestUser_Audiences(t *testing.T) {
	for _, test := range []struct {
		user               *User
		tickets, inventory bool
	}{
		{nil, false, false},
		{&User{}, false, false},
		{&User{Roles: []string{"kmx_int_serviceticketing_active"}}, true, false},
		{&User{Roles: []string{"kmx_int_assetdb_active"}}, false, true},
	} {
		tickets := test.user.IsInAudience(TicketHolder)
		inventory := test.user.IsInAudience(InventoryHolder)
		if tickets != test.tickets || inventory != test.inventory {
			t.Errorf("%+v may use tickets: %v, the inventory: %v", test.user, tickets, inventory)
		}
	}
}

// TestUser_HasRecentLogin: five minutes, with a minute of clock skew.
func TestUser_HasRecentLogin(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for ago, want := range map[time.Duration]bool{
		0: true, RecentLogin: true, RecentLogin + time.Second: false, -loginSkew: true, -loginSkew - time.Second: false,
	} {
		if got := (&User{SignedInAt: now.Add(-ago)}).HasRecentLogin(now); got != want {
			t.Errorf("%v ago: %v", ago, got)
		}
	}
	if (&User{}).HasRecentLogin(now) {
		t.Error("a token without the time of the login counts as recent")
	}
}

// Rules: ACC-4.
func TestUser(t *testing.T) {
	for _, test := range []struct{ first, last, full, initials string }{
		{"Carla", "Muster", "Carla Muster", "CM"}, {"élise", "de Boer", "élise de Boer", "ÉD"}, {"Prince", "", "Prince",
			"P"}, {"", "", "", ""}, {"山田", "太郎", "山田 太郎", "山太"},
	} {
		u := &User{FirstName: test.first, LastName: test.last}
		if u.FullName() != test.full || u.Initials() != test.initials {
			t.Errorf("%q %q", u.FullName(), u.Initials())
		}
	}
}

// Rules: ROLE-1.
func TestUser_IsInAudience(t *testing.T) {
	for _, test := range []struct {
		user *User
		to   map[Audience]bool
	}{
		{nil, nil},
		{&User{}, map[Audience]bool{Customer: true}},
		{&User{Roles: []string{"kmx_delegatedadmin_extern"}}, map[Audience]bool{Customer: true, DelegatedAdmin: true}},
		{&User{Roles: []string{"kmx_delegatedadmin_intern", "kmx_employee_intern"}},
			map[Audience]bool{Customer: true, DelegatedAdmin: true, Employee: true}},
	} {
		for _, a := range []Audience{Customer, DelegatedAdmin, Employee, Editor} {
			if got := test.user.IsInAudience(a); got != test.to[a] {
				t.Errorf("%+v belongs to %s: %v", test.user, a, got)
			}
		}
	}
}
