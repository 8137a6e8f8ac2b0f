package resolvers

import (
	"strings"
	"testing"
	"time"

	"strand/domain/account"
	"strand/domain/catalog"
	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// inEnglish is the call of every page.
const inEnglish = "cms.Navigations [en]"

// present is the time of bubbles.
var present = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// customer is a user with tickets and an inventory, who has signed in a number of minutes ago.
func customer(minutes time.Duration) *portal.User {
	return &portal.User{
		ID: "u", Roles: []string{"kmx_int_serviceticketing_active", "kmx_int_assetdb_active"},
		SignedInAt: present.Add(-minutes * time.Minute),
	}
}

func administrator() *portal.User {
	return &portal.User{ID: "a", Roles: []string{portal.RoleDelegatedAdminExternal}}
}

// nothing is a website with a home page.
func nothing(t *testing.T) *servicetest.Systems { return servicetest.New(t) }

// portalOf returns a query of a page of the portal.
func portalOf(path, fields string) string {
	return `{ resolve(url: "http://localhost/en/mykomax` + path + `") { ... on PageResolution { portal { ` + fields +
		` } } } }`
}

// machines is a catalogue with the product of a machine.
func machines(t *testing.T) *servicetest.Systems {
	return servicetest.New(t).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "crimping", Name: "Crimping"}, nil).
		Product(servicetest.Product{Product: catalog.Product{
			Slug: "h60", Name: "H 60", ClassificationSlug: "crimping",
		}})
}

// TestQueries_Account: the account of the signed-in user, and the calls for it.
//
// Rules: ACC-1, ACC-3, ACC-5, ACC-6, ACC-10, AUTH-16, MSG-6.
func TestQueries_Account(t *testing.T) {
	profile := &account.Profile{FirstName: "Carla", LastName: "Muster", Country: "CH", Language: "en"}
	const update = `mutation { updateProfile(input: `
	change := func(result account.PasswordResult, failures ...account.PolicyFailure) map[string]any {
		return map[string]any{"ChangePassword": &account.PasswordChange{
			Result: result, Failures: failures, LockedUntil: present.Add(time.Hour),
		}}
	}
	const password = `mutation { changePassword(input: {presentPassword: "old", nextPassword: "new"}) {
		isChanged userErrors { field code } policyFailures { code count text } lockedUntil } }`
	for name, test := range map[string]queryTest{
		"the account": {
			query: portalOf("/account", `page account { profile { firstName country } languages { languageCode } }`),
			user:  customer(0),
			sis:   map[string]any{"Profile": profile},
			data: `{"resolve":{"portal":{"account":{"languages":[{"languageCode":"en"},{"languageCode":"de"}],
				"profile":{"country":"CH","firstName":"Carla"}},"page":"ACCOUNT"}}}`,
			calls: []string{inEnglish, "sis.Profile token"},
		},
		"the account of an anonymous user": {
			query: portalOf("/account", `page account { profile { firstName } }`),
			data:  `{"resolve":{"portal":null}}`,
			calls: []string{inEnglish},
		},
		"the account while sis does not answer": {
			query: portalOf("/account", `page account { profile { firstName } }`),
			user:  customer(0),
			fails: "sis.",
			data:  `{"resolve":{"portal":{"account":null,"page":"ACCOUNT"}}}`,
			codes: []string{"UPSTREAM_UNAVAILABLE"},
			calls: []string{inEnglish, "sis.Profile token"},
		},
		"an invalid profile is not sent": {
			query: update + `{firstName: " ", lastName: "Muster", country: "XX", language: "tlh"}) {
				profile { firstName } userErrors { field code message } } }`,
			user: customer(0),
			data: `{"updateProfile":{"profile":null,"userErrors":[{"code":"REQUIRED","field":"firstName",
				"message":"Please enter your first name"},{"code":"INVALID","field":"country",
				"message":"Please enter a valid value."},{"code":"INVALID","field":"language",
				"message":"Please enter a valid value."}]}}`,
		},
		"a profile": {
			query: update + `{firstName: " Carla ", lastName: "Muster", company: "", language: "de"}) {
				profile { firstName } userErrors { field } } }`,
			user:  customer(0),
			sis:   map[string]any{"UpdateProfile": profile},
			data:  `{"updateProfile":{"profile":{"firstName":"Carla"},"userErrors":[]}}`,
			calls: []string{`sis.UpdateProfile token {"firstName":"Carla","language":"de","lastName":"Muster"}`},
		},
		"a wrong password": {
			query: password, user: customer(0),
			sis: change(account.PasswordWrong),
			data: `{"changePassword":{"isChanged":false,"lockedUntil":null,"policyFailures":[],
				"userErrors":[{"code":"INVALID","field":"presentPassword"}]}}`,
			calls: []string{"sis.ChangePassword token old new"},
		},
		"a locked password": {
			query: password, user: customer(0),
			sis: change(account.PasswordLocked),
			data: `{"changePassword":{"isChanged":false,"lockedUntil":"2000-01-01T01:00:00Z","policyFailures":[],
				"userErrors":[{"code":"LOCKED","field":"presentPassword"}]}}`,
			calls: []string{"sis.ChangePassword token old new"},
		},
		"a password against the rules": {
			query: password, user: customer(0),
			sis: change(account.PasswordViolatesPolicy, account.PolicyFailure{Code: "MIN_LENGTH", Count: 12}),
			data: `{"changePassword":{"isChanged":false,"lockedUntil":null,"policyFailures":[{"code":"MIN_LENGTH",
				"count":12,"text":""}],"userErrors":[{"code":"POLICY","field":"nextPassword"}]}}`,
			calls: []string{"sis.ChangePassword token old new"},
		},
		"a changed password": {
			query: password, user: customer(0),
			sis:   change(account.PasswordChanged),
			data:  `{"changePassword":{"isChanged":true,"lockedUntil":null,"policyFailures":[],"userErrors":[]}}`,
			calls: []string{"sis.ChangePassword token old new"},
		},
		"a second factor four minutes after the login": {
			query: `mutation { startSecondFactor { secret } }`, user: customer(4),
			sis:   map[string]any{"StartSecondFactor": &account.SecondFactorSetup{Secret: "s", URI: "otpauth://x"}},
			data:  `{"startSecondFactor":{"secret":"s"}}`,
			calls: []string{"sis.StartSecondFactor token"},
		},
		"a second factor six minutes after the login": {
			query: `mutation { startSecondFactor { secret } }`, user: customer(6),
			codes: []string{"RECENT_LOGIN_REQUIRED"},
		},
		"a login in the future": {
			query: `mutation { resetSecondFactor { needsLogin } }`, user: customer(-10),
			codes: []string{"RECENT_LOGIN_REQUIRED"},
		},
		"the codes of a second factor need a recent login": {
			query: `mutation { confirmSecondFactor(input: {oneTimeCode: "1"}) { recoveryCodes } }`, user: customer(6),
			codes: []string{"RECENT_LOGIN_REQUIRED"},
		},
		"a wrong code": {
			query: `mutation { confirmSecondFactor(input: {oneTimeCode: "1"}) { recoveryCodes userErrors { field code } } }`,
			user:  customer(0),
			data:  `{"confirmSecondFactor":{"recoveryCodes":[],"userErrors":[{"code":"INVALID","field":"oneTimeCode"}]}}`,
			calls: []string{"sis.ConfirmSecondFactor token 1"},
		},
		"anonymous users change nothing": {
			query: `mutation { a: changePassword(input: {presentPassword: "a", nextPassword: "b"}) { isChanged }
				b: startSecondFactor { secret } c: resetSecondFactor { needsLogin } }`,
			codes: []string{"UNAUTHENTICATED", "UNAUTHENTICATED", "UNAUTHENTICATED"},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, nothing) })
	}
}

// TestQueries_Tickets: the tickets of the signed-in user, and the calls for them.
//
// Rules: NAV-19, TICK-1, TICK-5, TICK-6.
func TestQueries_Tickets(t *testing.T) {
	ticket := &ticketing.Ticket{
		ID: "7", Number: "T-7", Type: "QUESTION", Concern: "OTHER", Subject: "Hum", Description: "It hums.",
		Location: &inventory.Location{ID: "zug"},
	}
	create := func(more string) string {
		return `createTicket(input: {idempotencyKey: "0123456789abcdef", type: QUESTION, concern: OTHER, ` + more + `}) {
			ticket { number } unsaved { name value } userErrors { field code } }`
	}
	created := func(subject string) string {
		return `sis.CreateTicket token {"Concern":"OTHER","Description":"It hums.","Key":"0123456789abcdef",` +
			`"LocationID":"zug","Subject":"` + subject + `","Type":"QUESTION"}`
	}
	const complete = `location: "zug", subject: " Hum ", description: "It hums."`
	for name, test := range map[string]queryTest{
		"an incomplete ticket is not sent": {
			query: `mutation { ` + create(`location: "", subject: " ", description: ""`) + ` }`, user: customer(0),
			data: `{"createTicket":{"ticket":null,"unsaved":[],"userErrors":[{"code":"REQUIRED","field":"location"},
				{"code":"REQUIRED","field":"subject"},{"code":"REQUIRED","field":"description"}]}}`,
		},
		"a short key is refused": {
			query: `mutation { createTicket(input: {idempotencyKey: "short", type: QUESTION, concern: OTHER, ` + complete +
				`}) { ticket { id } } }`,
			user:  customer(0),
			codes: []string{"BAD_USER_INPUT"},
		},
		"a ticket": {
			query: `mutation { ` + create(complete) + ` }`, user: customer(0),
			sis:  map[string]any{"CreateTicket": ticket},
			data: `{"createTicket":{"ticket":{"number":"T-7"},"unsaved":[],"userErrors":[]}}`,
			calls: []string{
				created("Hum"),
			},
		},
		"the ticket of a key that was used before lacks what is new": {
			query: `mutation { ` + create(`location: "zug", subject: "Smell", description: "It hums."`) + ` }`,
			user:  customer(0),
			sis:   map[string]any{"CreateTicket": ticket},
			data: `{"createTicket":{"ticket":{"number":"T-7"},"unsaved":[{"name":"subject","value":"Smell"}],
				"userErrors":[]}}`,
			calls: []string{
				created("Smell"),
			},
		},
		"a ticket at a location that is not the user's": {
			query: `mutation { ` + create(complete) + ` }`, user: customer(0),
			sis: map[string]any{
				"CreateTicket":         apperr.New(apperr.Invalid, "locationId"),
				"LocationsAndMachines": []any{[]*inventory.Location{{ID: "bern"}}, []*inventory.Machine(nil)},
			},
			data: `{"createTicket":{"ticket":null,"unsaved":[],"userErrors":[{"code":"INVALID","field":"location"}]}}`,
			calls: []string{
				created("Hum"),
				"sis.LocationsAndMachines token ",
			},
		},
		"too many tickets": {
			query: `mutation { a: ` + create(complete) + ` b: ` + create(complete) + ` c: ` + create(complete) + ` }`,
			user:  customer(0),
			sis:   map[string]any{"CreateTicket": ticket},
			codes: []string{"RATE_LIMITED"},
			calls: []string{
				created("Hum"),
				created("Hum"),
			},
		},
		"an empty comment is not sent": {
			query: `mutation { addTicketComment(input: {idempotencyKey: "0123456789abcdef", ticket: "7", comment: " "}) {
				ticket { id } userErrors { field code } } }`,
			user: customer(0),
			data: `{"addTicketComment":{"ticket":null,"userErrors":[{"code":"REQUIRED","field":"comment"}]}}`,
		},
		"a comment": {
			query: `mutation { addTicketComment(input: {idempotencyKey: "0123456789abcdef", ticket: "7", comment: " Loud "}) {
				ticket { number } unsaved { name value } userErrors { field } } }`,
			user: customer(0),
			sis: map[string]any{"AddComment": &ticketing.Ticket{ID: "7", Number: "T-7", Comments: []*ticketing.Comment{
				{Text: "Loud", Author: &portal.Person{ID: "u"}},
			}}},
			data:  `{"addTicketComment":{"ticket":{"number":"T-7"},"unsaved":[],"userErrors":[]}}`,
			calls: []string{`sis.AddComment token {"Key":"0123456789abcdef","Text":"Loud","TicketID":"7"}`},
		},
		"a closed ticket": {
			query: `mutation { closeTicket(input: {ticket: "7", reason: SOLVED_BY_PROVIDER, comment: ""}) {
				ticket { number } userErrors { field } } }`,
			user:  customer(0),
			sis:   map[string]any{"CloseTicket": ticket},
			data:  `{"closeTicket":{"ticket":{"number":"T-7"},"userErrors":[]}}`,
			calls: []string{`sis.CloseTicket token 7 "SOLVED_BY_PROVIDER" `},
		},
		"a page that is too large": {
			query: `{ tickets(first: 101) { totalCount } }`, user: customer(0),
			codes: []string{"BAD_USER_INPUT"},
		},
		"a long search": {
			query: `{ tickets(filter: {text: "` + strings.Repeat("x ", 600) + `"}) { totalCount } }`,
			user:  customer(0),
			codes: []string{"BAD_USER_INPUT"},
		},
		"many locations": {
			query: `{ tickets(filter: {locations: ["` + strings.Repeat(`x", "`, 600) + `"]}) { totalCount } }`,
			user:  customer(0),
			codes: []string{"BAD_USER_INPUT"},
		},
		"the list is read by one call": {
			query: portalOf("/tickets/list?sort=SUBJECT&q=hum", `ticketList { total tickets { number } nextUrl }`),
			user:  customer(0),
			sis: map[string]any{"TicketsWithLocations": &ticketing.TicketListPage{
				Total: 1, IsTotalExact: true, Tickets: []*ticketing.Ticket{ticket}, Cursors: []string{"c"},
			}},
			data: `{"resolve":{"portal":{"ticketList":{"nextUrl":null,"tickets":[{"number":"T-7"}],"total":1}}}}`,
			calls: []string{
				inEnglish,
				`sis.TicketsWithLocations token {"Filter":{"Text":"hum"},"Order":"SUBJECT","Range":{"First":20}}`,
			},
		},
		"the breadcrumb of a ticket ends with its number": {
			query: portalOf("/tickets/7", `breadcrumb { title url portalPage }`), user: customer(0),
			data: `{"resolve":{"portal":{"breadcrumb":[{"portalPage":null,"title":"home","url":"/en"},
				{"portalPage":"HOME","title":"MyKomax","url":"/en/mykomax"},{"portalPage":"TICKETS",
				"title":"Service tickets","url":"/en/mykomax/tickets/list"},{"portalPage":null,"title":"T-7",
				"url":null}]}}}`,
			calls: []string{inEnglish, "sis.TicketsByID token [7]"},
		},
		"the breadcrumb of a ticket that cannot be read": {
			query: portalOf("/tickets/none", `breadcrumb { title }`), user: customer(0),
			data: `{"resolve":{"portal":{"breadcrumb":[{"title":"home"},{"title":"MyKomax"},
				{"title":"Service tickets"},{"title":"Service ticket"}]}}}`,
			calls: []string{inEnglish, "sis.TicketsByID token [none]"},
		},
		"the home page while sis does not answer": {
			query: portalOf("", `user { firstName } recentTickets { id } machines { id }`), user: customer(0),
			fails: "sis.",
			data:  `{"resolve":{"portal":{"machines":null,"recentTickets":null,"user":{"firstName":""}}}}`,
			codes: []string{"UPSTREAM_UNAVAILABLE", "UPSTREAM_UNAVAILABLE"},
			calls: []string{inEnglish, `sis.Home token {"MachineCount":6,"TicketCount":20}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.check(t, func(t *testing.T) *servicetest.Systems { return servicetest.New(t).Ticket(ticket) })
		})
	}
}

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
		return `mutation { importMachines(input: {idempotencyKey: "0123456789abcdef", location: "zug", file: "` + file +
			`"}) { added problems { line code value } } }`
	}
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
		"a file that is no text": {
			query: importOf("%%"), user: customer(0),
			codes: []string{"BAD_USER_INPUT"},
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

// TestQueries_Users: the users of an administrator, and the calls for them.
//
// Rules: USER-20, USER-26, USER-28, USER-33, USER-36, USER-41.
func TestQueries_Users(t *testing.T) {
	user := &useradmin.ManagedUser{ID: "1", FirstName: "Cole", LastName: "League", Email: "cole@example.com"}
	organization := &useradmin.ManagedOrganization{ID: "o", Name: "Nordkabel"}
	change := func(more string) string {
		return `changeUser(input: {idempotencyKey: "0123456789abcdef", user: "1", ` + more + `}) {
			user { fullName } userErrors { field code } undo { id } }`
	}
	result := func(d useradmin.Decision) map[string]any {
		return map[string]any{"ChangeUser": &useradmin.UserChangeResult{Decision: d, User: user}}
	}
	invite := func(fields string) string {
		return `inviteUser(input: {idempotencyKey: "0123456789abcdef", organization: "o", ` + fields + `}) {
			user { fullName } userErrors { field code } }`
	}
	const invited = `sis.InviteUser token {"Email":"new@example.org","FirstName":"Test","Key":"0123456789abcdef",` +
		`"Language":"en","LastName":"Person","OrganizationID":"o","Role":"NONE"}`
	const valid = `email: "new@example.org", firstName: "Test", lastName: "Person"`
	for name, test := range map[string]queryTest{
		"an action without what it requires is not sent": {
			query: `mutation { a: ` + change(`action: WITHDRAW_ACCESS`) +
				` b: ` + change(`action: ASSIGN_ROLE`) +
				` c: ` + change(`action: ASSIGN_ORGANIZATION`) +
				` d: ` + change(`action: EDIT_ACCESS, application: ARTEMIS`) +
				` e: ` + change(`action: DENY_REQUEST, application: INVENTORY, reason: " "`) + ` }`,
			user: administrator(),
			data: `{"a":{"undo":null,"user":null,"userErrors":[{"code":"REQUIRED","field":"application"}]},
				"b":{"undo":null,"user":null,"userErrors":[{"code":"REQUIRED","field":"role"}]},"c":{"undo":null,
				"user":null,"userErrors":[{"code":"REQUIRED","field":"organization"}]},"d":{"undo":null,"user":null,
				"userErrors":[{"code":"REQUIRED","field":"edition"}]},"e":{"undo":null,"user":null,
				"userErrors":[{"code":"REQUIRED","field":"reason"}]}}`,
		},
		"an accepted request": {
			query: `mutation { ` + change(`action: ACCEPT_REQUEST, application: TICKETING`) + ` }`,
			user:  administrator(),
			sis:   result(useradmin.Allowed),
			data:  `{"changeUser":{"undo":null,"user":{"fullName":"Cole League"},"userErrors":[]}}`,
			calls: []string{
				`sis.ChangeUser token {"action":"ACCEPT_REQUEST","application":"TICKETING","key":"0123456789abcdef","userId":"1"}`,
			},
		},
		"a request that was answered": {
			query: `mutation { ` + change(`action: ACCEPT_REQUEST, application: TICKETING`) + ` }`,
			user:  administrator(),
			sis:   result(useradmin.StateChanged),
			data: `{"changeUser":{"undo":null,"user":{"fullName":"Cole League"},"userErrors":[{"code":"STATE_CHANGED",
				"field":null}]}}`,
			calls: []string{
				`sis.ChangeUser token {"action":"ACCEPT_REQUEST","application":"TICKETING","key":"0123456789abcdef","userId":"1"}`,
			},
		},
		"an action in one of several organizations": {
			query: `mutation { ` + change(`action: WITHDRAW_ACCESS, application: TICKETING`) + ` }`,
			user:  administrator(),
			sis:   result(useradmin.OrganizationRequired),
			data: `{"changeUser":{"undo":null,"user":{"fullName":"Cole League"},"userErrors":[{"code":"REQUIRED",
				"field":"organization"}]}}`,
			calls: []string{
				`sis.ChangeUser token {"action":"WITHDRAW_ACCESS","application":"TICKETING","key":"0123456789abcdef","userId":"1"}`,
			},
		},
		"a deleted user": {
			query: `mutation { ` + change(`action: DELETE_USER`) + ` }`, user: administrator(),
			sis:   map[string]any{"ChangeUser": &useradmin.UserChangeResult{Decision: useradmin.Allowed, UndoID: "9"}},
			data:  `{"changeUser":{"undo":{"id":"9"},"user":null,"userErrors":[]}}`,
			calls: []string{`sis.ChangeUser token {"action":"DELETE_USER","key":"0123456789abcdef","userId":"1"}`},
		},
		"a restored user": {
			query: `mutation { undoUserChange(input: {id: "9"}) { user { fullName } userErrors { code } } }`,
			user:  administrator(),
			sis: map[string]any{
				"UndoUserChange": &useradmin.UserChangeResult{Decision: useradmin.Allowed, User: user},
			},
			data:  `{"undoUserChange":{"user":{"fullName":"Cole League"},"userErrors":[]}}`,
			calls: []string{"sis.UndoUserChange token 9"},
		},
		"an invitation": {
			query: `mutation { ` + invite(valid) + ` }`, user: administrator(),
			sis:  map[string]any{"InviteUser": &useradmin.UserChangeResult{Decision: useradmin.Allowed, User: user}},
			data: `{"inviteUser":{"user":{"fullName":"Cole League"},"userErrors":[]}}`,
			calls: []string{
				invited,
			},
		},
		"names with URLs or markup are not sent": {
			query: `mutation { ` + invite(
				`email: "no address", firstName: "https://evil.example/win", lastName: "<b>P</b>"`) + ` }`,
			user: administrator(),
			data: `{"inviteUser":{"user":null,"userErrors":[{"code":"INVALID","field":"email"},{"code":"INVALID",
				"field":"firstName"},{"code":"INVALID","field":"lastName"}]}}`,
		},
		"the fourth invitation to an e-mail address": {
			query: `mutation { a: ` + invite(valid) + ` b: ` + invite(valid) + ` c: ` + invite(valid) +
				` d: ` + invite(valid) + ` }`,
			user:  administrator(),
			sis:   map[string]any{"InviteUser": &useradmin.UserChangeResult{Decision: useradmin.Allowed, User: user}},
			codes: []string{"RECIPIENT_LIMITED"},
			calls: []string{
				invited,
				invited,
				invited,
			},
		},
		"a repeated invitation counts for the address of the user": {
			query: `mutation { ` + change(`action: RESEND_INVITE`) + ` }`, user: administrator(),
			sis: map[string]any{
				"ManagedUser": user,
				"ChangeUser":  &useradmin.UserChangeResult{Decision: useradmin.Allowed, User: user},
			},
			data: `{"changeUser":{"undo":null,"user":{"fullName":"Cole League"},"userErrors":[]}}`,
			calls: []string{
				`sis.ChangeUser token {"action":"RESEND_INVITE","key":"0123456789abcdef","userId":"1"}`,
				"sis.ManagedUser token 1",
			},
		},
		"a user is read by one call": {
			query: portalOf("/user-admin/1", `page breadcrumb { title } managedUser { id fullName }`),
			user:  administrator(),
			sis:   map[string]any{"ManagedUser": user},
			data: `{"resolve":{"portal":{"breadcrumb":[{"title":"home"},{"title":"MyKomax"},
				{"title":"User administration"},{"title":"Cole League"}],"managedUser":{"fullName":"Cole League",
				"id":"1"},"page":"MANAGED_USER"}}}`,
			calls: []string{inEnglish, "sis.ManagedUser token 1"},
		},
		"the users are read by one call": {
			query: portalOf("/user-admin?status=PENDING", `userList { users { id url } nextUrl }`),
			user:  administrator(),
			sis: map[string]any{"Users": []any{&useradmin.UserListPage{
				Total: 1, IsTotalExact: true, Users: []*useradmin.ManagedUser{user}, Cursors: []string{"c"},
			}, &useradmin.UserFilterOptions{}}},
			data: `{"resolve":{"portal":{"userList":{"nextUrl":null,"users":[{"id":"1",
				"url":"/en/mykomax/user-admin/1"}]}}}}`,
			calls: []string{
				inEnglish,
				`sis.Users token {"Filter":{"Statuses":["PENDING"]},"Order":"PENDING_FIRST","Range":{"First":25}} true`,
			},
		},
		"an organization is read by one call": {
			query: portalOf("/user-admin/organizations/o", `page breadcrumb { title } managedOrganization {
				organization { name url } users { totalCount } }`),
			user: administrator(),
			sis: map[string]any{"OrganizationPage": &useradmin.OrganizationPage{
				Organization: organization, Members: &useradmin.UserListPage{Total: 1},
				Audit: &useradmin.AuditLogPage{},
			}},
			data: `{"resolve":{"portal":{"breadcrumb":[{"title":"home"},{"title":"MyKomax"},
				{"title":"User administration"},{"title":"Nordkabel"}],
				"managedOrganization":{"organization":{"name":"Nordkabel",
				"url":"/en/mykomax/user-admin/organizations/o"},"users":{"totalCount":1}},
				"page":"MANAGED_ORGANIZATION"}}}`,
			calls: []string{inEnglish, "sis.OrganizationPage token o"},
		},
		"a foreign organization is an unknown one": {
			query: portalOf("/user-admin/organizations/x", `page breadcrumb { title } managedOrganization {
				organization { name } }`),
			user: administrator(),
			data: `{"resolve":{"portal":{"breadcrumb":[{"title":"home"},{"title":"MyKomax"},
				{"title":"User administration"},{"title":"Organization"}],"managedOrganization":null,
				"page":"MANAGED_ORGANIZATION"}}}`,
			calls: []string{inEnglish, "sis.OrganizationPage token x"},
		},
		"a user without the role": {
			query: `{ userAdmin { organizations { id } } }`, user: customer(0),
			codes: []string{"FORBIDDEN"},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, nothing) })
	}
}
