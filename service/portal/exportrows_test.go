package portal

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"strand/client/src/i18n/messages"
	"strand/domain/catalog"
	"strand/domain/exportfile"
	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/test/portaltest"
)

func newExport(t *testing.T) *Export {
	t.Helper()
	return &Export{siteCtx: portaltest.Context(t), texts: messages.In("de")}
}

// TestExport_User: an exported user has the words of the screen, and an instant.
//
// Rules: USER-32.
func TestExport_User(t *testing.T) {
	x, at := newExport(t), time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	access := func(application portal.Service, status portal.AccessStatus, organization string) *useradmin.Access {
		return &useradmin.Access{
			Application: application, Status: status, Organization: &useradmin.ManagedOrganization{Name: organization},
		}
	}
	u := &useradmin.ManagedUser{
		FirstName: "Ada", LastName: "Muster", Email: "ada@example.com", Status: portal.AccessPending,
		Role: portal.AdministratorNone, SubRegion: "DACH", Country: "CH", City: "Bern",
		RequestedBy: &portal.Person{FullName: "Bea"}, RequestedAt: &at,
		Organizations: []*useradmin.ManagedOrganization{{Name: "One"}, {Name: "Two"}},
		Accesses: []*useradmin.Access{
			access(portal.Ticketing, portal.AccessPending, "One"),
			access(portal.LearningService, portal.AccessActive, "Two"),
		},
	}
	want := []any{
		"Ada", "Muster", "ada@example.com", "Zugang angefragt", "Benutzer", "One; Two",
		"Servicetickets (Zugang angefragt, One); Lernen (Aktiv, Two)", "DACH", "Schweiz", "Bern", "Bea", at,
	}
	if got := x.User(u); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	u.Organizations, u.RequestedBy, u.RequestedAt, u.Country = u.Organizations[:1], nil, nil, "XX"
	want[5], want[6] = "One", "Servicetickets (Zugang angefragt); Lernen (Aktiv)"
	want[8], want[10], want[11] = "XX", "", time.Time{}
	if got := x.User(u); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

// TestExport_Ticket: an exported ticket has the words of the screen, and instants.
//
// Rules: TICK-37.
func TestExport_Ticket(t *testing.T) {
	x, at := newExport(t), time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	ticket := &ticketing.Ticket{
		Number: "T-1", Subject: "=1+1", Type: "BREAKDOWN", Status: "WAITING", Machine: "Alpha 530", SerialNumber: "A-1",
		Contact: &portal.Person{FullName: "Ada"}, Location: &inventory.Location{Name: "Works North"},
		CreatedAt: at, UpdatedAt: at.Add(time.Hour),
	}
	want := []any{
		"T-1", "=1+1", "Maschine steht still", "Wartet auf den Kunden", "Ada", "", "Alpha 530", "A-1", "Works North",
		at, at.Add(time.Hour),
	}
	if got := x.Ticket(ticket); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

// TestExport_AuditEntry: an exported entry says who did what, from which state to which.
//
// Rules: USER-32.
func TestExport_AuditEntry(t *testing.T) {
	x, at := newExport(t), time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	e := &useradmin.AuditEntry{
		At: at, Actor: &portal.Person{ID: "u2", FullName: "Adele"}, ActorEmail: new("adele@example.com"),
		Action: useradmin.DenyRequest, IsUndo: true, UserID: "u1", UserName: "Ada",
		UserEmail: new("ada@example.com"), Application: new(portal.Ticketing),
		Before: new("PENDING"), After: new("DECLINED"), Role: new(portal.AdministratorExternal),
		Applications: []portal.Service{portal.Ticketing, portal.Inventory}, Reason: new("No."),
	}
	want := []any{
		at, "Adele", "adele@example.com", "u2", "Die Anfrage von Ada wurde abgelehnt", "Rückgängig gemacht", "Ada",
		"ada@example.com", "u1", "", "Servicetickets", "Zugang angefragt", "Abgelehnt", "Administration",
		"Servicetickets; Maschinenbestand", "No.",
	}
	if got := x.AuditEntry(e); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	if got := x.AuditEntry(&useradmin.AuditEntry{At: at, Before: new("later")}); got[0] != at || got[11] != "later" {
		t.Errorf("%q", got)
	}
}

// TestMachineRow: an exported machine has the names of its product and product line, and dates.
//
// Rules: MACH-12.
func TestMachineRow(t *testing.T) {
	m := &inventory.Machine{
		SerialNumber: "A-1", Name: "=1+1", Location: &inventory.Location{Name: "North"}, ProductSlug: "alpha-530",
		ProductLine: "double-sided", DeliveredOn: "2025-04-18", Options: []string{"Marker", "Seals"},
		Software: []inventory.InstalledSoftware{{Name: "Control", Version: "1.2"}},
	}
	product := &catalog.LocalizedProduct{Product: &catalog.Product{Name: "Alpha 530"}}
	want := []any{
		"A-1", "=1+1", "North", "Alpha 530", "Double-sided", exportfile.DateOf("2025-04-18"), exportfile.Date{}, "",
		exportfile.Date{}, "Control 1.2", "Marker; Seals", exportfile.Date{},
	}
	if got := machineRow(m, product, map[string]string{"double-sided": "Double-sided"}); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	m.Location, want[2], want[3], want[4] = nil, "", "alpha-530", "double-sided"
	if got := machineRow(m, nil, nil); !reflect.DeepEqual(got, want) {
		t.Errorf("without the PIM: %q", got)
	}
}

// TestColumns: the headings of exports and templates exist in all languages and take no values, the rows have as many
// cells, and an import reads the headings of its template.
func TestColumns(t *testing.T) {
	x := newExport(t)
	for name, row := range map[string]struct {
		columns []string
		cells   int
	}{
		"machines":    {MachineColumns, len(machineRow(&inventory.Machine{}, nil, nil))},
		"users":       {UserColumns, len(x.User(&useradmin.ManagedUser{}))},
		"activity":    {AuditColumns, len(x.AuditEntry(&useradmin.AuditEntry{}))},
		"machines in": {MachineTemplate, len(MachineTemplate)},
		"invitations": {InvitationTemplate, len(InvitationTemplate)},
	} {
		if len(row.columns) != row.cells {
			t.Errorf("%s: %d columns, %d cells", name, len(row.columns), row.cells)
		}
		for _, language := range site.LanguageCodes {
			for _, id := range row.columns {
				if text := messages.In(language).Text(id); text == id || strings.Contains(text, "{") {
					t.Errorf("%s in %s: %s is %q", name, language, id, text)
				}
			}
		}
	}
	for _, language := range site.LanguageCodes {
		texts := messages.In(language)
		heading := func(columns []string) string {
			x := Export{texts: texts}
			return strings.Join(x.Texts(columns...), ";")
		}
		admin := &useradmin.Administrator{Organizations: []*useradmin.ManagedOrganization{{ID: "o", Name: "O"}}}
		file := heading(InvitationTemplate) + "\na@example.org;Ann;Bee;o;;" + texts.Text("users.role.EXTERNAL") + "\n"
		if found, problems := admin.ReadInvitations([]byte(file), "", language); len(problems) > 0 ||
			found[0].LastName != "Bee" || found[0].Role != portal.AdministratorExternal {
			t.Errorf("%s: %+v %+v", file, found, problems)
		}
		file = heading(MachineTemplate) + "\nA-1;Press;North\n"
		locations := []*inventory.Location{{ID: "n", Name: "North"}}
		if lines, problems := inventory.ReadImport([]byte(file), locations, "", language, nil); len(problems) > 0 ||
			lines[0] != (inventory.ImportLine{Line: 2, SerialNumber: "A-1", Name: "Press", LocationID: "n"}) {
			t.Errorf("%s: %+v %+v", file, lines, problems)
		}
	}
}
