package portal

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/listing"
)

func TestUserList_Filters(t *testing.T) {
	l := &UserList{
		SiteContext: testContext(t),
		Selection:   ParseUserSelection("organization=o1&city=Bern&country=XX"),
		Page:        &UserListPage{Total: MaxUserTotal, Users: []*ManagedUser{{ID: "1"}}},
		Options: &UserFilterOptions{
			Organizations: []*ManagedOrganization{{ID: "o1", Name: "One", MemberCount: 3}, {ID: "o2", Name: "Two"}},
			SubRegions:    []string{"Europe"},
			Countries:     []string{"CH", "XX"},
			Cities:        []string{"Bern"},
		},
	}
	if l.Total() != MaxUserTotal || l.IsTotalExact() || len(l.Users()) != 1 || l.Text() != "" || l.IsDescending() ||
		l.Order() != OrderPendingFirst || !slices.Equal(l.OrderOptions(), UserOrders) || len(l.Organizations()) != 2 ||
		len(l.InviteFields()) != len(InviteFields) || l.MaxImportBytes() != MaxImportBytes {
		t.Errorf("got %+v", l.Selection)
	}
	var names []string
	byName := map[string]*UserListFilter{}
	for _, f := range l.Filters() {
		names, byName[f.Name] = append(names, f.Name), f
	}
	// A single option is left out, except for a selected one: it can be removed.
	if want := []string{"status", "organization", "application", "role", "country", "city"}; !slices.Equal(
		names,
		want,
	) {
		t.Errorf("filters %v", names)
	}
	want := []*listing.Option{
		{Value: "o1", Label: "One", Count: 3, Selected: true}, {Value: "o2", Label: "Two"},
	}
	if got := byName["organization"].Options; !reflect.DeepEqual(got, want) {
		t.Errorf("organizations %+v", got)
	}
	if c := byName["country"].Options; c[0].Label != "Schweiz" || c[1].Label != "XX" || !c[1].Selected {
		t.Errorf("countries %+v %+v", c[0], c[1])
	}
}

func TestUserExports(t *testing.T) {
	selection := ParseUserSelection("q=ada&after=cursor&role=INTERNAL")
	if got := selection.ExportURL("token"); got != UserExportPath+"?"+ParamToken+"=token&q=ada&role=INTERNAL" {
		t.Errorf("users: %s", got)
	}
	for selection, want := range map[AuditSelection]string{
		{}:                                   "pass=token",
		{UserID: "u&1"}:                      "pass=token&user=u%261",
		{OrganizationID: "o1", First: 5}:     "organization=o1&pass=token",
		{OrganizationID: "o1", UserID: "u1"}: "organization=o1&pass=token&user=u1",
	} {
		if got := AuditExportURL(selection, "token"); got != AuditExportPath+"?"+want {
			t.Errorf("audit log of %+v: %s", selection, got)
		}
	}
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.FixedZone("Central Europe", 60*60))
	u := &ManagedUser{
		FirstName: "Ada", LastName: "Muster", Email: "ada@example.com", Status: AccessPending, Role: AdministratorNone,
		SubRegion: "DACH", Country: "CH", City: "Bern", RequestedBy: &Person{FullName: "Bea"}, RequestedAt: &at,
		Organizations: []*ManagedOrganization{{Name: "One"}, {Name: "Two"}},
		Accesses: []*Access{
			{Application: Ticketing, Status: AccessPending},
			{Application: Inventory, Status: AccessActive},
		},
	}
	if got := strings.Join(u.Row(), "|"); got != "Ada|Muster|ada@example.com|PENDING|NONE|One; Two|"+
		"TICKETING PENDING; INVENTORY ACTIVE|DACH|CH|Bern|Bea|2026-11-20T12:00:00Z" ||
		len(u.Row()) != len(UserColumns) {
		t.Errorf("row %s", got)
	}
	application, before, after, reason := Ticketing, "PENDING", "DECLINED", "No."
	e := &AuditEntry{
		At: at, Actor: &Person{FullName: "Adele"}, Action: DenyRequest, IsUndo: true, UserName: "Ada",
		Application: &application, Before: &before, After: &after, Reason: &reason,
	}
	if got := strings.Join(e.Row(), "|"); got !=
		"2026-11-20T12:00:00Z|Adele|DENY_REQUEST|true|Ada||TICKETING|PENDING|DECLINED|No." {
		t.Errorf("row %s", got)
	}
	if got := strings.Join((&AuditEntry{At: at}).Row(), "|"); got != "2026-11-20T12:00:00Z|||||||||" ||
		len(e.Row()) != len(AuditColumns) {
		t.Errorf("row %s", got)
	}
	if got := (&ManagedUser{}).Row(); len(got) != len(UserColumns) || got[10] != "" || got[11] != "" {
		t.Errorf("a user without a request: %v", got)
	}
}
