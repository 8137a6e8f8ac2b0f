package portal

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/listing"
	"strand/domain/signedtoken"
	"strand/domain/site"
)

// testContext returns a site context of the Swiss German main site.
func testContext(t *testing.T) *site.Context {
	t.Helper()
	languages := []*site.Language{{LanguageCode: "de"}, {LanguageCode: "en"}}
	dir, err := site.NewDirectory(languages, []*site.Country{
		site.AllCountries(languages),
		{
			CountryCode: "CH", SupportedLanguages: []string{"de"}, DefaultLanguage: "de",
			Localizations: []site.Localization{{Locale: "de", DisplayName: "Schweiz"}},
		},
	}, []*site.Site{{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"strand.example"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return site.NewContext(site.ContextInput{
		Directory: dir, Site: dir.Main(), Locale: site.Locale{LanguageCode: "de", CountryCode: "CH"},
		Scheme: "https", Host: "strand.example",
	}, nil)
}

func urlOf(p *string) string {
	if p == nil {
		return "none"
	}
	return *p
}

// TestLists_URLs: the pages of a list keep its filters and order, and the URL without filters keeps the order alone.
func TestLists_URLs(t *testing.T) {
	tickets := func(query string, part TicketListPage) *TicketList {
		return &TicketList{Selection: ParseTicketSelection(query), Part: &part, Base: "/list"}
	}
	machines := func(query string, part MachineListPage) *MachineList {
		return &MachineList{Selection: ParseMachineSelection(query, true), Part: &part, Base: "/list"}
	}
	users := func(query string, part UserListPage) *UserList {
		return &UserList{Selection: ParseUserSelection(query), Part: &part, Base: "/list"}
	}
	cursors := []string{"a", "b", "c"}
	type list interface {
		ResetURL() string
		PreviousURL() *string
		NextURL() *string
		IsFiltered() bool
	}
	for name, test := range map[string]struct {
		list                  list
		reset, previous, next string
		isFiltered            bool
	}{
		"tickets, in the middle": {
			tickets(
				"q=x&status=OPEN&sort=SUBJECT&after=0",
				TicketListPage{Cursors: cursors, HasNextPage: true, HasPreviousPage: true},
			),
			"/list?sort=SUBJECT", "/list?before=a&q=x&sort=SUBJECT&status=OPEN",
			"/list?after=c&q=x&sort=SUBJECT&status=OPEN", true,
		},
		"tickets, all": {tickets("", TicketListPage{Cursors: cursors}), "/list", "none", "none", false},
		"tickets, none": {
			tickets("mine=true", TicketListPage{HasNextPage: true, HasPreviousPage: true}), "/list", "none", "none", true,
		},
		"tickets of a machine": {tickets("serial=a1", TicketListPage{}), "/list", "none", "none", true},
		"machines, the first": {
			machines("group=LOCATION&update=true", MachineListPage{Cursors: cursors, HasNextPage: true}),
			"/list?group=LOCATION", "none", "/list?after=c&group=LOCATION&update=true", true,
		},
		"machines, the last": {
			machines("after=0", MachineListPage{Cursors: cursors, HasPreviousPage: true}), "/list", "/list?before=a",
			"none", false,
		},
		"users, in the middle": {
			users(
				"role=EXTERNAL&desc=true&sort=EMAIL",
				UserListPage{Cursors: cursors, HasNextPage: true, HasPreviousPage: true},
			),
			"/list?desc=true&sort=EMAIL", "/list?before=a&desc=true&role=EXTERNAL&sort=EMAIL",
			"/list?after=c&desc=true&role=EXTERNAL&sort=EMAIL", true,
		},
		"users, a search": {users("q=ada", UserListPage{}), "/list", "none", "none", true},
		"users, all":      {users("", UserListPage{Cursors: cursors}), "/list", "none", "none", false},
	} {
		l := test.list
		if l.ResetURL() != test.reset || urlOf(l.PreviousURL()) != test.previous || urlOf(l.NextURL()) != test.next ||
			l.IsFiltered() != test.isFiltered {
			t.Errorf(
				"%s: %s, %s, %s, filtered %v",
				name,
				l.ResetURL(),
				urlOf(l.PreviousURL()),
				urlOf(l.NextURL()),
				l.IsFiltered(),
			)
		}
	}
}

// TestFilters_IsBounded: filters whose cost grows with their length are limited.
func TestFilters_IsBounded(t *testing.T) {
	text := func(n int) string { return strings.Repeat("é", n) }
	many := func(n int) []string { return slices.Repeat([]string{"x"}, n) }
	type filter interface{ IsBounded() bool }
	for name, test := range map[string]struct {
		filter filter
		want   bool
	}{
		"tickets, empty":               {TicketFilter{}, true},
		"tickets, the longest text":    {TicketFilter{Text: text(maxTicketQuery)}, true},
		"tickets, a longer text":       {TicketFilter{Text: text(maxTicketQuery + 1)}, false},
		"tickets, all locations":       {TicketFilter{Locations: many(maxLocations)}, true},
		"tickets, more locations":      {TicketFilter{Locations: many(maxLocations + 1)}, false},
		"tickets, a serial number":     {TicketFilter{SerialNumber: strings.Repeat("A", maxTicketQuery+1)}, false},
		"machines, the longest text":   {MachineFilter{Text: text(maxTicketQuery)}, true},
		"machines, a longer text":      {MachineFilter{Text: text(maxTicketQuery + 1)}, false},
		"machines, more locations":     {MachineFilter{Locations: many(maxLocations + 1)}, false},
		"machines, more product lines": {MachineFilter{ProductLines: many(maxLocations + 1)}, false},
		"machines, repeated states":    {MachineFilter{Warranty: slices.Repeat(Coverages, 2)}, false},
		"machines, repeated contracts": {MachineFilter{Contract: slices.Repeat(Coverages, 2)}, false},
		"users, the longest text":      {UserFilter{Text: text(maxUserQuery)}, true},
		"users, a longer text":         {UserFilter{Text: text(maxUserQuery + 1)}, false},
		"users, more cities":           {UserFilter{Cities: many(maxUserChoices + 1)}, false},
		"users, more roles":            {UserFilter{Roles: slices.Repeat(AdministratorRoles, maxUserChoices)}, false},
	} {
		if got := test.filter.IsBounded(); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestTicketList_Options(t *testing.T) {
	l := &TicketList{
		Selection: ParseTicketSelection(
			"mine=true&status=CLOSED&type=" + string(TicketTypes[0]) + "&location=n&q=hum&serial=a1",
		),
		Part: &TicketListPage{Total: 7, TotalIsExact: true, Tickets: []*Ticket{{ID: "1"}}},
		All:  []*Location{{ID: "n"}, {ID: "s"}},
	}
	if !l.OnlyMine() || l.Text() != "hum" || *l.SerialNumber() != "A1" || l.Order() != TicketOrders[0] ||
		l.Total() != 7 ||
		!l.TotalIsExact() || len(l.Tickets()) != 1 || !slices.Equal(l.OrderOptions(), TicketOrders) ||
		!slices.Equal(l.Types(), TicketTypes[:1]) ||
		!slices.Equal(l.Statuses(), []TicketStatus{"CLOSED"}) {
		t.Errorf("got %+v", l.Selection)
	}
	for _, o := range l.StatusOptions() {
		if o.Selected != (o.Status == "CLOSED") {
			t.Errorf("status %s is selected: %v", o.Status, o.Selected)
		}
	}
	for _, o := range l.TypeOptions() {
		if o.Selected != (o.Type == TicketTypes[0]) {
			t.Errorf("type %s is selected: %v", o.Type, o.Selected)
		}
	}
	for _, o := range l.Locations() {
		if o.Selected != (o.Location.ID == "n") {
			t.Errorf("location %s is selected: %v", o.Location.ID, o.Selected)
		}
	}
	if serial := (&TicketList{}).SerialNumber(); serial != nil {
		t.Errorf("without a machine: %s", *serial)
	}
}

func TestMachineList_Options(t *testing.T) {
	l := &MachineList{
		Selection: ParseMachineSelection(
			"location=s&line=b&warranty=ACTIVE&contract=NONE&q=alpha&update=true&sort=NEWEST&group=LOCATION",
			true,
		),
		Part:      &MachineListPage{Total: MaxMachineTotal, ProductLines: []string{"b", "a", "z"}},
		All:       []*Location{{ID: "n"}, {ID: "s"}},
		LineNames: map[string]string{"a": "Öfen", "b": "Pressen"},
		Language:  "de",
	}
	if l.Total() != MaxMachineTotal || l.TotalIsExact() || !l.IsRetired() || l.Text() != "alpha" || !l.HasUpdate() ||
		l.Order() != "NEWEST" || l.Grouping() != GroupedByLocation || !slices.Equal(l.OrderOptions(), MachineOrders) ||
		!slices.Equal(l.GroupingOptions(), MachineGroupings) || l.MaxImportBytes() != MaxImportBytes {
		t.Errorf("got %+v", l.Selection)
	}
	var lines []string
	for _, o := range l.ProductLineOptions() {
		name := o.ProductLine.Name
		if o.Selected {
			name += " (selected)"
		}
		lines = append(lines, name)
	}
	// Sorted as in German; a line without a name has its slug.
	if got := strings.Join(lines, ", "); got != "Öfen, Pressen (selected), z" {
		t.Errorf("product lines: %s", got)
	}
	for _, o := range l.LocationOptions() {
		if o.Selected != (o.Location.ID == "s") {
			t.Errorf("location %s is selected: %v", o.Location.ID, o.Selected)
		}
	}
	for _, o := range l.WarrantyOptions() {
		if o.Selected != (o.State == CoverageActive) {
			t.Errorf("warranty %s is selected: %v", o.State, o.Selected)
		}
	}
	for _, o := range l.ContractOptions() {
		if o.Selected != (o.State == CoverageNone) {
			t.Errorf("contract %s is selected: %v", o.State, o.Selected)
		}
	}
	l.Selection.Range.After = "cursor"
	if got := l.ExportURL("token"); got != InventoryExportPath+"?contract=NONE&group=LOCATION&line=b&location=s&"+
		ParamToken+"=token&q=alpha&retired=true&sort=NEWEST&update=true&warranty=ACTIVE" {
		t.Errorf("the export: %s", got)
	}
}

func TestUserList_Filters(t *testing.T) {
	l := &UserList{
		SiteContext: testContext(t),
		Selection:   ParseUserSelection("organization=o1&city=Bern&country=XX"),
		Part:        &UserListPage{Total: MaxUserTotal, Users: []*ManagedUser{{ID: "1"}}},
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

// TestMachine_Derived: warranties end with a day in UTC; a machine links to its page and its tickets.
func TestMachine_Derived(t *testing.T) {
	siteCtx := testContext(t)
	m := &Machine{
		ID: "m/1", SerialNumber: "A 1", WarrantyUntil: "2026-11-20", ContractName: "Care", ContractUntil: "2026-11-19",
		Now: time.Date(2026, 11, 21, 0, 30, 0, 0, time.FixedZone("Central Europe", 60*60)), DeliveredOn: "2020-01-01",
	}
	if w := m.Warranty(); w.State != CoverageActive || *w.Until != "2026-11-20" || w.Name != nil {
		t.Errorf("warranty %+v", w)
	}
	if c := m.ServiceContract(); c.State != CoverageExpired || *c.Name != "Care" {
		t.Errorf("contract %+v", c)
	}
	if *m.Delivery() != "2020-01-01" || m.Retirement() != nil || m.IsRetired() {
		t.Errorf("delivered %v, retired %v", m.Delivery(), m.Retirement())
	}
	for name, test := range map[string]struct{ got, want string }{
		"page":       {m.URL(siteCtx), "/de-ch/mykomax/inventory/m%2F1"},
		"label":      {m.AbsoluteURL(siteCtx), "https://strand.example/de-ch/mykomax/inventory/m%2F1"},
		"tickets":    {m.TicketsURL(siteCtx), "/de-ch/mykomax/tickets/list?serial=A+1"},
		"new ticket": {m.NewTicketURL(siteCtx), "/de-ch/mykomax/tickets/newticket?machine=m%2F1"},
		"ticket":     {(&Ticket{ID: "t/1"}).URL(siteCtx), "/de-ch/mykomax/tickets/t%2F1"},
		"user":       {(&ManagedUser{ID: "u/1"}).URL(siteCtx), "/de-ch/mykomax/user-admin/u%2F1"},
		"organization": {
			(&ManagedOrganization{ID: "o/1"}).URL(siteCtx), "/de-ch/mykomax/user-admin/organizations/o%2F1",
		},
		"file":     {FileURL("f/1", "t"), "/api/tickets-proxy/files/f%2F1?" + ParamToken + "=t"},
		"software": {SoftwareURL("v/1", "t"), SoftwarePath + "v%2F1?" + ParamToken + "=t"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
}

func TestCheckMachineName(t *testing.T) {
	for text, want := range map[string]string{
		"  Press \t 1 ": "Press 1", strings.Repeat("é", maxMachineName): strings.Repeat("é", maxMachineName),
	} {
		if name, problems := CheckMachineName(text); name != want || len(problems) > 0 {
			t.Errorf("%q is %q, %v", text, name, problems)
		}
	}
	for text, code := range map[string]string{
		" \n ": "REQUIRED", strings.Repeat("é", maxMachineName+1): "INVALID", "Press\x00": "INVALID",
	} {
		if _, problems := CheckMachineName(text); len(problems) != 1 || string(problems[0].Code) != code ||
			problems[0].Field != "name" {
			t.Errorf("%q: %v", text, problems)
		}
	}
}

func TestRefusedLines(t *testing.T) {
	lines := make([]ImportLine, maxImportProblems+2)
	for i := range lines {
		lines[i] = ImportLine{Line: i + 2, SerialNumber: "A1"}
	}
	lines[0].SerialNumber = "B1"
	got := RefusedLines(lines, []string{"A1"})
	if len(got) != maxImportProblems || got[0] != (ImportProblem{3, ImportSerialNumber, "A1"}) {
		t.Errorf("%d problems, the first is %+v", len(got), got[0])
	}
	if got := RefusedLines(lines, nil); len(got) != 0 {
		t.Errorf("nothing was refused: %v", got)
	}
}

// TestSealedTokens: a token of one export, file or purpose opens no other one.
func TestSealedTokens(t *testing.T) {
	key := signedtoken.Key("0123456789abcdef")
	sealed := func(token string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	file, export := sealed(SealFile(key, "f1", "id token")), sealed(SealExport(key, "id token"))
	users := sealed(SealUserExport(key, "id token"))
	for name, test := range map[string]struct {
		open func() (string, bool)
		want bool
	}{
		"a file":                           {func() (string, bool) { return UnsealFile(key, "f1", file) }, true},
		"another file":                     {func() (string, bool) { return UnsealFile(key, "f2", file) }, false},
		"a file by the token of an export": {func() (string, bool) { return UnsealFile(key, "f1", export) }, false},
		"an export":                        {func() (string, bool) { return UnsealExport(key, export) }, true},
		"machines by the users' token":     {func() (string, bool) { return UnsealExport(key, users) }, false},
		"users":                            {func() (string, bool) { return UnsealUserExport(key, users) }, true},
		"users by the machines' token":     {func() (string, bool) { return UnsealUserExport(key, export) }, false},
	} {
		if token, ok := test.open(); ok != test.want || ok && token != "id token" {
			t.Errorf("%s: %q %v", name, token, ok)
		}
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
