package app_test

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"strand/demo/identity/identitytest"
	"strand/domain/csvfile"
	"strand/domain/xlsxfile"
)

// machine contains the fields of a machine that the tests read.
type machine struct {
	ID, Name, SerialNumber string
	Location               struct{ ID, Name string }
	Product                *struct{ Name, URL string }
	IsRetired, HasUpdate   bool
	RetiredOn              *string
}

const machineFields = `id name serialNumber location { id name } product { name url } isRetired hasUpdate retiredOn`

type inventoryAnswer struct {
	Inventory struct {
		TotalCount   int
		TotalIsExact bool
		Edges        []struct {
			Cursor string
			Node   machine
		}
		PageInfo struct {
			HasNextPage bool
			EndCursor   *string
		}
	}
}

// machines returns the machines of a filter, all pages.
func (s *strand) machines(t *testing.T, token, filter, order string) []machine {
	t.Helper()
	var all []machine
	after := ""
	for {
		_, text := s.as(
			t,
			token,
			`{ inventory(filter: {`+filter+`}, order: `+order+`, first: 50`+after+
				`) { totalCount totalIsExact edges { cursor node { `+machineFields+
				` } } pageInfo { hasNextPage endCursor } } }`,
		)
		got, errors := answer[inventoryAnswer](t, text)
		if len(errors) > 0 {
			t.Fatal(text)
		}
		for _, e := range got.Inventory.Edges {
			all = append(all, e.Node)
		}
		if !got.Inventory.PageInfo.HasNextPage {
			if got.Inventory.TotalCount != len(all) || !got.Inventory.TotalIsExact {
				t.Errorf("%s: %d machines, total %d", filter, len(all), got.Inventory.TotalCount)
			}
			return all
		}
		after = fmt.Sprintf(", after: %q", *got.Inventory.PageInfo.EndCursor)
	}
}

type machinePayload struct {
	Machine    *machine
	UserErrors []struct{ Field, Code string }
}

// change sends a machine mutation and returns its payload and error codes.
func (s *strand) change(t *testing.T, token, mutation string) (machinePayload, []string) {
	t.Helper()
	_, text := s.as(
		t,
		token,
		`mutation { answer: `+mutation+` { machine { `+machineFields+` } userErrors { field code } } }`,
	)
	got, errors := answer[struct{ Answer *machinePayload }](t, text)
	if got.Answer == nil {
		return machinePayload{}, errors
	}
	return *got.Answer, errors
}

// isOfferedForTickets reports whether the form for a ticket offers a machine.
func (s *strand) isOfferedForTickets(t *testing.T, token, id string) bool {
	t.Helper()
	_, text := s.as(t, token, `{ ticketForm { machines { id } } }`)
	got, errors := answer[struct{ TicketForm struct{ Machines []machine } }](t, text)
	if len(errors) > 0 {
		t.Fatal(errors)
	}
	return slices.ContainsFunc(got.TicketForm.Machines, func(m machine) bool { return m.ID == id })
}

// Rules: MACH-1, MACH-3, MACH-5, MACH-6, MACH-13.
func TestInventory(t *testing.T) {
	s, key := portalSite(t), newKey()
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	other := identitytest.IDToken(s.browser(t).SignIn("other@example.com"))

	all := s.machines(t, customer, "", "NAME")
	if len(all) < 30 {
		t.Fatalf("%d machines", len(all))
	}
	byID := map[string]machine{}
	for _, m := range all {
		byID[m.ID] = m
		if !strings.HasPrefix(m.Location.ID, "loc-nordkabel-") || m.IsRetired {
			t.Fatalf("%+v", m)
		}
	}
	alpha := byID["mach-1001"]
	if alpha.SerialNumber != "A530-20417" || alpha.Product == nil || alpha.Product.Name != "Alpha 530" ||
		!strings.HasSuffix(alpha.Product.URL, "/alpha-530") {
		t.Errorf("%+v", alpha)
	}
	retired := s.machines(t, customer, "isRetired: true", "NAME")
	if len(retired) == 0 ||
		slices.ContainsFunc(
			retired,
			func(m machine) bool { return !m.IsRetired || m.RetiredOn == nil || m.HasUpdate },
		) {
		t.Errorf("retired: %+v", retired)
	}

	// Renamed, moved, retired and restored.
	if got, _ := s.change(
		t, customer, `renameMachine(input: {machine: "mach-1002", name: "  Line  7 "})`,
	); got.Machine == nil ||
		got.Machine.Name != "Line 7" {
		t.Errorf("%+v", got)
	}
	if got := s.machines(t, customer, `text: "line 7"`, "NAME"); len(got) != 1 || got[0].ID != "mach-1002" {
		t.Errorf("renamed: %+v", got)
	}
	if got, _ := s.change(
		t, customer, `moveMachine(input: {machine: "mach-1002", location: "loc-nordkabel-brno"})`,
	); got.Machine == nil ||
		got.Machine.Location.Name != "Nordkabel Brno" {
		t.Errorf("%+v", got)
	}
	for _, location := range []string{"loc-helia-ingolstadt", "no-such-place"} {
		if got, _ := s.change(
			t, customer, `moveMachine(input: {machine: "mach-1002", location: "`+location+`"})`,
		); got.Machine != nil ||
			len(got.UserErrors) != 1 ||
			got.UserErrors[0].Field != "location" {
			t.Errorf("%s: %+v", location, got)
		}
	}
	first, _ := s.change(t, customer, `retireMachine(input: {machine: "mach-1002"})`)
	again, _ := s.change(t, customer, `retireMachine(input: {machine: "mach-1002"})`)
	if first.Machine == nil || !first.Machine.IsRetired || again.Machine == nil ||
		*again.Machine.RetiredOn != *first.Machine.RetiredOn {
		t.Errorf("%+v, %+v", first, again)
	}
	if now := s.machines(t, customer, "isRetired: true", "NAME"); len(now) != len(retired)+1 {
		t.Errorf("%d retired machines, want %d", len(now), len(retired)+1)
	}
	if s.isOfferedForTickets(t, customer, "mach-1002") || !s.isOfferedForTickets(t, customer, "mach-1001") {
		t.Error("the form for a ticket offers a retired machine, or lacks one in use")
	}
	if got, _ := s.change(t, customer, `restoreMachine(input: {machine: "mach-1002"})`); got.Machine == nil ||
		got.Machine.IsRetired {
		t.Errorf("%+v", got)
	}

	// A machine can be added once, by its organization; all other serial numbers get the same response.
	add := func(token, key, serial, location string) (machinePayload, []string) {
		return s.change(
			t,
			token,
			fmt.Sprintf(
				`addMachine(input: {idempotencyKey: %q, serialNumber: %q, location: %q})`,
				key,
				serial,
				location,
			),
		)
	}
	added, _ := add(customer, key+"add", " a530-99001 ", "loc-nordkabel-brno")
	twice, _ := add(customer, key+"add", "A530-99001", "loc-nordkabel-brno")
	if added.Machine == nil || added.Machine.Name != "Alpha 530" || twice.Machine == nil ||
		twice.Machine.ID != added.Machine.ID {
		t.Errorf("%+v, %+v", added, twice)
	}
	for i, serial := range []string{"A530-99001", "A530-18220", "A530-00000", "' OR 1=1", "",
		strings.Repeat("A", 2000)} {
		if got, errors := add(
			other, fmt.Sprintf("%s-refused-%d", key, i), serial, "loc-helia-ingolstadt",
		); got.Machine != nil ||
			len(errors) > 0 ||
			len(got.UserErrors) != 1 ||
			got.UserErrors[0].Field != "serialNumber" ||
			got.UserErrors[0].Code != "INVALID" {
			t.Errorf("%q: %+v %v", serial, got, errors)
		}
	}
}

// TestTicketForm_Concerns: the form for a ticket knows the process of a machine by the first classification of its
// product, at any depth (TICK-20).
//
// Rules: TICK-20.
func TestTicketForm_Concerns(t *testing.T) {
	s := sampleSite(t)
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	_, text := s.as(t, customer, `{ ticketForm { machines { serialNumber concern } } }`)
	got, errors := answer[struct {
		TicketForm struct {
			Machines []struct {
				SerialNumber string
				Concern      *string
			}
		}
	}](t, text)
	if len(errors) > 0 {
		t.Fatal(text)
	}
	concerns := map[string]string{}
	for _, m := range got.TicketForm.Machines {
		if m.Concern != nil {
			model, _, _ := strings.Cut(m.SerialNumber, "-")
			concerns[model] = *m.Concern
		}
	}
	for model, want := range map[string]string{
		"U2015": "CUTTING_STRIPPING", "A530": "CRIMPING", "T110": "HARNESS", "K900": "TESTING",
	} {
		if concerns[model] != want {
			t.Errorf("%s: %q, want %q", model, concerns[model], want)
		}
	}
}

// Rules: MACH-11, MACH-12.
func TestInventory_Files(t *testing.T) {
	s, key := portalSite(t), newKey()
	customer := identitytest.IDToken(s.browser(t).SignIn("fatima.ukazka.11@example.net"))
	if got, _ := s.change(
		t, customer, `renameMachine(input: {machine: "mach-1001", name: "=1+1"})`,
	); got.Machine == nil {
		t.Fatal("not renamed")
	}
	type page struct {
		Resolve struct {
			Portal struct {
				Inventory struct {
					ExportURL         string `json:"exportUrl"`
					ImportTemplateURL string `json:"importTemplateUrl"`
					Total             int
				}
			}
		}
	}
	_, text := s.as(
		t,
		customer,
		`{ resolve(url: "http://localhost:8080/en/mykomax/inventory?location=loc-nordkabel-winterthur&q=a530") { ... on PageResolution { portal { inventory { total exportUrl importTemplateUrl } } } } }`,
	)
	list, _ := answer[page](t, text)
	export := list.Resolve.Portal.Inventory
	own := s.fileCookie(t, customer)
	if response, _ := s.get(t, "", export.ExportURL); response.StatusCode != http.StatusForbidden {
		t.Errorf("without the cookie: %d", response.StatusCode)
	}
	response, body := s.get(t, "", export.ExportURL, "Cookie", own)
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(body, "\ufeff"))).ReadAll()
	if err != nil || response.StatusCode != http.StatusOK || len(lines) != export.Total+1 ||
		lines[0][0] != "Serial number" {
		t.Fatalf("%d %v: %s", response.StatusCode, err, body)
	}
	if !slices.ContainsFunc(lines, func(l []string) bool { return l[0] == "A530-20417" && l[1] == "'=1+1" }) {
		t.Errorf("the formula: %q", lines)
	}
	_, workbook := s.get(t, "", strings.Replace(export.ExportURL, "format=csv", "format=xlsx", 1), "Cookie", own)
	rows, err := xlsxfile.Read([]byte(workbook), len(lines)+1)
	if err != nil || len(rows) != len(lines) || !slices.ContainsFunc(rows, func(r csvfile.Row) bool {
		return r.Cells[0] == "A530-20417" && r.Cells[1] == "=1+1" && r.Cells[3] == "Alpha 530"
	}) {
		t.Errorf("the workbook: %v %+v", err, rows)
	}
	for language, want := range map[string]string{"en": "\"Serial number\",", "de": "\"Seriennummer\";"} {
		template := strings.Replace(export.ImportTemplateURL, "locale=en", "locale="+language, 1)
		response, body := s.get(t, "", template)
		if response.StatusCode != http.StatusOK || !strings.HasPrefix(body, "\ufeff"+want) {
			t.Errorf("the template %s: %d %q", template, response.StatusCode, body)
		}
	}
	const unknown = "/api/inventory/template?locale=xx-secret"
	if response, body := s.get(t, "", unknown); response.StatusCode != http.StatusBadRequest ||
		strings.Contains(body, "secret") {
		t.Errorf("a template in an unknown locale: %d %s", response.StatusCode, body)
	}
	for _, path := range []string{strings.Replace(export.ExportURL, "pass=", "pass=x", 1), "/api/inventory/export"} {
		if response, _ := s.get(t, "", path, "Cookie", own); response.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d", path, response.StatusCode)
		}
	}

	type imported struct {
		ImportMachines struct {
			Added    int
			Machines []struct{ SerialNumber string }
			Problems []struct {
				Line        int
				Code, Value string
			}
		}
	}
	send := func(key, file string, checkOnly bool) imported {
		text := s.sendWith(
			t,
			"/graphql",
			`mutation Import($input: ImportMachinesInput!) { importMachines(input: $input) {
				added machines { serialNumber } problems { line code value } } }`,
			map[string]any{"input": map[string]any{
				"idempotencyKey": key,
				"location":       "loc-nordkabel-winterthur",
				"file":           base64.StdEncoding.EncodeToString([]byte(file)),
				"checkOnly":      checkOnly,
			}},
			"Authorization",
			"Bearer "+customer,
		)
		got, errors := answer[imported](t, text)
		if len(errors) > 0 {
			t.Fatal(text)
		}
		return got
	}
	load := func(key, file string) imported { return send(key, file, false) }
	wrong := load(
		key+"wrong",
		"serialNumber;name;location\nZ640-99001;Zeta;Nordkabel Brno\nA530-18220;;\n",
	).ImportMachines
	if wrong.Added != 0 || len(wrong.Problems) != 1 || wrong.Problems[0].Line != 3 ||
		wrong.Problems[0].Code != "SERIAL_NUMBER" {
		t.Errorf("%+v", wrong)
	}
	if got := s.machines(t, customer, `text: "z640-99001"`, "NAME"); len(got) != 0 {
		t.Errorf("some machines of the file were added: %+v", got)
	}
	// A check adds nothing, and judges no unknown serial number.
	checked := send(key+"check", "serialNumber\nA530-20417\nZ640-99001\nZ640-00000\n", true).ImportMachines
	if checked.Added != 0 || len(checked.Machines) != 2 || len(checked.Problems) != 1 ||
		checked.Problems[0].Code != "OWN" {
		t.Errorf("%+v", checked)
	}
	if got := s.machines(t, customer, `text: "z640-99001"`, "NAME"); len(got) != 0 {
		t.Errorf("a check added machines: %+v", got)
	}
	const good = "serialNumber;name;location\nZ640-99001;Zeta;Nordkabel Brno\nz640-99002;;\n"
	for range 2 {
		if got := load(key+"good", good).ImportMachines; got.Added != 2 || len(got.Problems) != 0 {
			t.Errorf("%+v", got)
		}
	}
	if got := s.machines(t, customer, `text: "z640-9900"`, "SERIAL_NUMBER"); len(got) != 2 || got[0].Name != "Zeta" ||
		got[0].Location.Name != "Nordkabel Brno" ||
		got[1].Name != "Zeta 640" {
		t.Errorf("%+v", got)
	}
	// A machine of the user is no unknown one.
	ownAndUnknown := load(key+"own", "Seriennummer;Name\nA530-20417;\nZ640-00000;\n").ImportMachines
	if ownAndUnknown.Added != 0 || len(ownAndUnknown.Problems) != 2 || ownAndUnknown.Problems[0].Code != "OWN" ||
		ownAndUnknown.Problems[1].Code != "SERIAL_NUMBER" {
		t.Errorf("%+v", ownAndUnknown)
	}
	large := load(key+"large", "serialNumber\n"+strings.Repeat("A\n", 300_000)).ImportMachines
	if large.Added != 0 || len(large.Problems) != 1 || large.Problems[0].Code != "TOO_LARGE" {
		t.Errorf("%+v", large)
	}
	// An import cannot try more serial numbers than the user can add one by one (MACH-11).
	guesses := "serialNumber\n"
	for i := range 60 {
		guesses += fmt.Sprintf("Y640-%05d\n", i)
	}
	if got := load(key+"guesses", guesses).ImportMachines; len(got.Problems) == 0 || len(got.Problems) > 20 {
		t.Errorf("%d serial numbers were judged", len(got.Problems))
	}
	limited := s.sendWith(
		t,
		"/graphql",
		`mutation Import($input: ImportMachinesInput!) { importMachines(input: $input) { added } }`,
		map[string]any{"input": map[string]any{
			"idempotencyKey": key + "more",
			"location":       "loc-nordkabel-winterthur",
			"file":           base64.StdEncoding.EncodeToString([]byte(guesses)),
		}},
		"Authorization",
		"Bearer "+customer,
	)
	if codes := errorCodes(t, limited); !slices.Equal(codes, []string{"RATE_LIMITED"}) {
		t.Errorf("%v", codes)
	}
}
