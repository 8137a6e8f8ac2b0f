package resolvers

import (
	"encoding/base64"
	"strings"
	"testing"

	"strand/domain/inventory"
	"strand/domain/portalentry"
	"strand/internal/apperr"
)

// TestQueries_Machines: the inventory of the signed-in user, and the calls for it.
//
// Rules: MACH-1, MACH-5, MACH-6, MACH-11, MACH-12, TICK-20.
func TestQueries_Machines(t *testing.T) {
	press := &inventory.Machine{
		ID: "1", Name: "Line 7", SerialNumber: "H60-1", ProductSlug: "h60", ProductLine: "crimping", LocationID: "zug",
		Location: &inventory.Location{ID: "zug", Name: "Zug"},
	}
	list := &inventory.MachineListPage{
		Total: 1, IsTotalExact: true, Machines: []*inventory.Machine{press}, Cursors: []string{"c"},
		ProductLines: []string{"crimping"},
	}
	const payload = ` { machine { name location { name } } userErrors { field code } } }`
	add := func(serial string) string {
		return `addMachine(input: {idempotencyKey: "0123456789abcdef", serialNumber: "` + serial + `", location: "zug"}) {
			machine { name } userErrors { field code } }`
	}
	importOf := func(file string) string {
		return `mutation { importMachines(input: {idempotencyKey: "0123456789abcdef", location: "zug", skippedLines: [3],
			file: "` + file + `"}) { added machines { line serialNumber name location } problems { line code value } } }`
	}
	encoded := func(lines string) string {
		return base64.StdEncoding.EncodeToString([]byte("serialNumber;name;location\n" + lines))
	}
	own := []any{[]*inventory.Location{{ID: "zug", Name: "Zug"}}, []*inventory.Machine{press}}
	const ownCall = "sis.LocationsAndMachines token "
	for name, test := range map[string]queryTest{
		"a renamed machine": {
			query: `mutation { renameMachine(input: {machine: "1", name: "  Line  7 "})` + payload, user: customer(0),
			sis:   map[string]any{"RenameMachine": press},
			data:  `{"renameMachine":{"machine":{"location":{"name":"Zug"},"name":"Line 7"},"userErrors":[]}}`,
			calls: []string{"sis.RenameMachine token 1 Line 7"},
		},
		"a name of spaces is not sent": {
			query: `mutation { renameMachine(input: {machine: "1", name: " "})` + payload, user: customer(0),
			data: `{"renameMachine":{"machine":null,"userErrors":[{"code":"REQUIRED","field":"name"}]}}`,
		},
		"a long name is not sent": {
			query: `mutation { renameMachine(input: {machine: "1", name: "` + strings.Repeat("x", 81) + `"})` + payload,
			user:  customer(0),
			data:  `{"renameMachine":{"machine":null,"userErrors":[{"code":"INVALID","field":"name"}]}}`,
		},
		"a location that is not the user's": {
			query: `mutation { moveMachine(input: {machine: "1", location: "gone"})` + payload, user: customer(0),
			sis:   map[string]any{"MoveMachine": apperr.New(apperr.Invalid, "locationId")},
			data:  `{"moveMachine":{"machine":null,"userErrors":[{"code":"INVALID","field":"location"}]}}`,
			calls: []string{"sis.MoveMachine token 1 gone"},
		},
		"an added machine": {
			query: `mutation { ` + add(" h60-1 ") + ` }`, user: customer(0),
			sis:   map[string]any{"AddMachine": press},
			data:  `{"addMachine":{"machine":{"name":"Line 7"},"userErrors":[]}}`,
			calls: []string{"sis.AddMachine token 0123456789abcdef H60-1 zug"},
		},
		"a serial number that sis does not offer": {
			query: `mutation { ` + add("H60-0") + ` }`, user: customer(0),
			sis:   map[string]any{"AddMachine": (*inventory.Machine)(nil)},
			data:  `{"addMachine":{"machine":null,"userErrors":[{"code":"INVALID","field":"serialNumber"}]}}`,
			calls: []string{"sis.AddMachine token 0123456789abcdef H60-0 zug"},
		},
		"no serial number is not sent": {
			query: `mutation { ` + add("") + ` }`, user: customer(0),
			data: `{"addMachine":{"machine":null,"userErrors":[{"code":"INVALID","field":"serialNumber"}]}}`,
		},
		"too many guesses": {
			query: `mutation { a: ` + add("A-1") + ` b: ` + add("A-2") + ` c: ` + add("A-3") + ` }`,
			user:  customer(0),
			sis:   map[string]any{"AddMachine": (*inventory.Machine)(nil)},
			codes: []string{"RATE_LIMITED"},
			calls: []string{
				"sis.AddMachine token 0123456789abcdef A-1 zug",
				"sis.AddMachine token 0123456789abcdef A-2 zug",
			},
		},
		"a file with a problem adds nothing and names the valid lines": {
			query: importOf(encoded("A-1;Press;\n=1;;\nA-2;;Bern\n")), user: customer(0),
			sis: map[string]any{"LocationsAndMachines": own},
			data: `{"importMachines":{"added":0,
				"machines":[{"line":2,"location":"zug","name":"Press","serialNumber":"A-1"}],
				"problems":[{"code":"LOCATION","line":4,"value":"Bern"}]}}`,
			calls: []string{ownCall},
		},
		"lines that sis refuses are no valid ones": {
			query: importOf(encoded("A-1;;\n=1;;\nH60-1;;\n")), user: customer(0),
			sis: map[string]any{"LocationsAndMachines": own, "ImportMachines": []any{0, []string{"H60-1"}}},
			data: `{"importMachines":{"added":0,"machines":[{"line":2,"location":"zug","name":"","serialNumber":"A-1"}],
				"problems":[{"code":"OWN","line":4,"value":"H60-1"}]}}`,
			calls: []string{
				`sis.ImportMachines token 0123456789abcdef [{"locationId":"zug","name":"","serialNumber":"A-1"},` +
					`{"locationId":"zug","name":"","serialNumber":"H60-1"}]`,
				ownCall,
			},
		},
		"a file without the skipped lines": {
			query: importOf(encoded("A-1;;\n=1;;\n")), user: customer(0),
			sis: map[string]any{"LocationsAndMachines": own, "ImportMachines": []any{1, []string{}}},
			data: `{"importMachines":{"added":1,"machines":[{"line":2,"location":"zug","name":"","serialNumber":"A-1"}],
				"problems":[]}}`,
			calls: []string{
				`sis.ImportMachines token 0123456789abcdef [{"locationId":"zug","name":"","serialNumber":"A-1"}]`, ownCall,
			},
		},
		"a file that is no text": {
			query: importOf("%%"), user: customer(0),
			codes: []string{"BAD_USER_INPUT"},
		},
		"machines are read with filter, order and size": {
			query: `{ inventory(filter: {text: "h60", locations: ["zug"], hasUpdate: true, isRetired: true},
				order: SERIAL_NUMBER, first: 5) { totalCount totalIsExact edges { cursor } } }`,
			user: customer(0),
			sis:  map[string]any{"Machines": list},
			data: `{"inventory":{"totalCount":1,"totalIsExact":true,"edges":[{"cursor":"c"}]}}`,
			calls: []string{`sis.Machines token {"Filter":{"HasUpdate":true,"IsRetired":true,"Locations":["zug"],` +
				`"Text":"h60"},"Grouping":"NONE","Order":"SERIAL_NUMBER","Range":{"First":5}}`},
		},
		"the inventory is read by one call": {
			query: portalOf("/inventory?sort=NEWEST", `inventory { total groups { machines { name product { name } } }
				productLineOptions { productLine { name } } }`),
			user:       customer(0),
			sis:        map[string]any{"MachinesWithChoices": list},
			inRealTime: true,
			data: `{"resolve":{"portal":{"inventory":{"groups":[{"machines":[{"name":"Line 7",
				"product":{"name":"H 60"}}]}],"productLineOptions":[{"productLine":{"name":"Crimping"}}],
				"total":1}}}}`,
			calls: []string{
				inEnglish,
				"pim.Products en [h60]",
				"pim.Tree PRODUCT en",
				`sis.MachinesWithChoices token {"Grouping":"NONE","Order":"NEWEST","Range":{"First":20}}`,
			},
		},
		"the inventory without the PIM": {
			query: portalOf("/inventory", `inventory { groups { machines { name product { name } } }
				productLineOptions { productLine { name } } }`),
			user:       customer(0),
			sis:        map[string]any{"MachinesWithChoices": list},
			fails:      "pim.",
			inRealTime: true,
			data: `{"resolve":{"portal":{"inventory":{"groups":[{"machines":[{"name":"Line 7","product":null}]}],
				"productLineOptions":[{"productLine":{"name":"crimping"}}]}}}}`,
			codes: []string{"UPSTREAM_UNAVAILABLE"},
			calls: []string{
				inEnglish,
				"pim.Products en [h60]",
				"pim.Tree PRODUCT en",
				`sis.MachinesWithChoices token {"Grouping":"NONE","Order":"NAME","Range":{"First":20}}`,
			},
		},
		"a machine is read by one call": {
			query: portalOf("/inventory/1", `breadcrumb { title } machine { machine { serialNumber } tickets { id } }`),
			user:  customer(0),
			sis:   map[string]any{"MachinePage": &portalentry.MachinePage{Machine: press}},
			data: `{"resolve":{"portal":{"breadcrumb":[{"title":"home"},{"title":"MyKomax"},{"title":"Inventory"},
				{"title":"Line 7"}],"machine":{"machine":{"serialNumber":"H60-1"},"tickets":null}}}}`,
			calls: []string{inEnglish, "sis.MachinePage token 1 en true"},
		},
		"software is read by one call": {
			query: portalOf("/inventory/software", `software { id }`), user: customer(0),
			sis:   map[string]any{"Software": []*inventory.SoftwarePackage{{ID: "p"}}},
			data:  `{"resolve":{"portal":{"software":[{"id":"p"}]}}}`,
			calls: []string{inEnglish, "sis.Software token en"},
		},
		"a licence": {
			query: `mutation { acceptLicence(input: {version: "8"}) { version { id } } }`, user: customer(0),
			sis:   map[string]any{"AcceptLicence": &inventory.SoftwareVersion{ID: "8"}},
			data:  `{"acceptLicence":{"version":{"id":"8"}}}`,
			calls: []string{"sis.AcceptLicence token 8"},
		},
		"without an inventory": {
			query: `mutation { acceptLicence(input: {version: "8"}) { version { id } } }`, user: administrator(),
			codes: []string{"FORBIDDEN"},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, machines) })
	}
}
