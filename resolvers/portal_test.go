package resolvers

import (
	"strings"
	"testing"
	"time"

	"strand/domain/account"
	"strand/domain/catalog"
	"strand/domain/inventory"
	"strand/domain/listing"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/ticketing"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// inEnglish is the call of every page.
const inEnglish = "cms.Navigations [en]"

// present is the time of bubbles.
var present = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// customer is a user with tickets and an inventory, who has signed in a number of minutes ago.
// homeCall reads the portal's home page of a customer, at the time of synctest.
const homeCall = `sis.Home token {"DueBefore":"2000-03-02","MachineCount":6,"TicketCount":20}`

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
// Rules: ACC-1, ACC-3, ACC-5, ACC-6, ACC-10, ACC-14, ACC-15, AUTH-16, MSG-6.
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
			query: portalOf("/account", `page account { profile { firstName country } languages { languageCode }
				sessions { id } passwordRules { code count } }`),
			user: customer(0),
			sis: map[string]any{"Account": &account.Entry{
				Profile: profile, Sessions: []*account.Session{{ID: "i"}},
				PasswordRules: []*account.PolicyFailure{{Code: account.MinLength, Count: 12}},
			}},
			data: `{"resolve":{"portal":{"account":{"languages":[{"languageCode":"en"},{"languageCode":"de"}],
				"passwordRules":[{"code":"MIN_LENGTH","count":12}],"profile":{"country":"CH","firstName":"Carla"},
				"sessions":[{"id":"i"}]},"page":"ACCOUNT"}}}`,
			calls: []string{inEnglish, "sis.Account token"},
		},
		"the account of a provider that reports neither sessions nor rules for passwords": {
			query: portalOf("/account", `page account { profile { firstName } sessions { id } passwordRules { code } }`),
			user:  customer(0),
			sis:   map[string]any{"Account": &account.Entry{Profile: profile}},
			data: `{"resolve":{"portal":{"account":{"passwordRules":null,"profile":{"firstName":"Carla"},
				"sessions":null},"page":"ACCOUNT"}}}`,
			calls: []string{inEnglish, "sis.Account token"},
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
			calls: []string{inEnglish, "sis.Account token"},
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
		"the right code": {
			query: `mutation { confirmSecondFactor(input: {oneTimeCode: "1"}) { recoveryCodes recoveryCodesId } }`,
			user:  customer(0),
			sis:   map[string]any{"ConfirmSecondFactor": &account.RecoveryCodes{ID: "i", Codes: []string{"a", "b"}}},
			data:  `{"confirmSecondFactor":{"recoveryCodes":["a","b"],"recoveryCodesId":"i"}}`,
			calls: []string{"sis.ConfirmSecondFactor token 1"},
		},
		"recovery codes need a recent login": {
			query: `mutation { a: createRecoveryCodes { recoveryCodesId }
				b: saveRecoveryCodes(input: {recoveryCodesId: "i"}) { profile { email } } }`,
			user:  customer(6),
			codes: []string{"RECENT_LOGIN_REQUIRED", "RECENT_LOGIN_REQUIRED"},
		},
		"recovery codes without a second factor": {
			query: `mutation { createRecoveryCodes { recoveryCodes recoveryCodesId userErrors { code } } }`,
			user:  customer(0),
			data: `{"createRecoveryCodes":{"recoveryCodes":[],"recoveryCodesId":null,
				"userErrors":[{"code":"NO_SECOND_FACTOR"}]}}`,
			calls: []string{"sis.CreateRecoveryCodes token"},
		},
		"new recovery codes": {
			query: `mutation { createRecoveryCodes { recoveryCodes recoveryCodesId userErrors { code } } }`,
			user:  customer(0),
			sis:   map[string]any{"CreateRecoveryCodes": &account.RecoveryCodes{ID: "i", Codes: []string{"a"}}},
			data:  `{"createRecoveryCodes":{"recoveryCodes":["a"],"recoveryCodesId":"i","userErrors":[]}}`,
			calls: []string{"sis.CreateRecoveryCodes token"},
		},
		"saved recovery codes": {
			query: `mutation { saveRecoveryCodes(input: {recoveryCodesId: "i"}) {
				profile { hasSecondFactor } userErrors { code } } }`,
			user:  customer(0),
			sis:   map[string]any{"SaveRecoveryCodes": &account.Profile{HasSecondFactor: true}},
			data:  `{"saveRecoveryCodes":{"profile":{"hasSecondFactor":true},"userErrors":[]}}`,
			calls: []string{"sis.SaveRecoveryCodes token i"},
		},
		"replaced recovery codes": {
			query: `mutation { saveRecoveryCodes(input: {recoveryCodesId: "i"}) {
				profile { hasSecondFactor } userErrors { code } } }`,
			user:  customer(0),
			data:  `{"saveRecoveryCodes":{"profile":null,"userErrors":[{"code":"REPLACED"}]}}`,
			calls: []string{"sis.SaveRecoveryCodes token i"},
		},
		"the end of a session": {
			query: `mutation { endSession(input: {sessionId: "i"}) { sessions { id browser isCurrent } } }`,
			user:  customer(60),
			sis: map[string]any{"EndSession": []*account.Session{
				{ID: "j", Browser: "Firefox", IsCurrent: true},
			}},
			data:  `{"endSession":{"sessions":[{"browser":"Firefox","id":"j","isCurrent":true}]}}`,
			calls: []string{"sis.EndSession token i"},
		},
		"the end of the other sessions, of a provider that does not report them": {
			query: `mutation { endSessions(input: {exceptCurrent: true}) { sessions { id } } }`,
			user:  customer(60),
			data:  `{"endSessions":{"sessions":null}}`,
			calls: []string{"sis.EndSessions token true"},
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
		"a ticket about a machine of the inventory": {
			query: `{ ticket(id: "8") { machineUrl(locale: "en") } }`, user: customer(0),
			data:  `{"ticket":{"machineUrl":"/en/mykomax/inventory/1"}}`,
			calls: []string{inEnglish, "sis.TicketsByID token [8]"},
		},
		"a ticket about another machine": {
			query: `{ ticket(id: "7") { machineUrl(locale: "en") } }`, user: customer(0),
			data:  `{"ticket":{"machineUrl":null}}`,
			calls: []string{"sis.TicketsByID token [7]"},
		},
		"a ticket about a machine, without an inventory": {
			query: `{ ticket(id: "8") { machineUrl(locale: "en") } }`,
			user:  &portal.User{ID: "u", Roles: []string{"kmx_int_serviceticketing_active"}},
			data:  `{"ticket":{"machineUrl":null}}`,
			calls: []string{"sis.TicketsByID token [8]"},
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
		"the choices of a counted list": {
			query: portalOf("/tickets/list?status=OPEN", `ticketList { mineCount waitingCount assignedCount
				statusOptions { status count } typeOptions { count } locations { count } }`),
			user: customer(0),
			sis: map[string]any{"TicketsWithLocations": []any{
				&ticketing.TicketListPage{Choices: listing.ChoiceCounts{
					"onlyMine": {"true": 2}, "onlyAssigned": {"true": 4}, "statuses": {"OPEN": 3, "CLOSED": 1},
					"locations": {"zug": 2},
				}},
				[]*inventory.Location{{ID: "zug"}},
			}},
			data: `{"resolve":{"portal":{"ticketList":{"mineCount":2,"waitingCount":0,"assignedCount":null,
				"statusOptions":[{"status":"OPEN","count":3},{"status":"IN_PROGRESS","count":0},
				{"status":"WAITING","count":0},{"status":"CLOSED","count":1}],"typeOptions":[{"count":0},{"count":0},
				{"count":0},{"count":0},{"count":0}],"locations":[{"count":2}]}}}}`,
			calls: []string{
				inEnglish,
				`sis.TicketsWithLocations token {"Filter":{"Statuses":["OPEN"]},"Order":"UPDATED","Range":{"First":20}}`,
			},
		},
		"the choices of a list that is not counted": {
			query: portalOf("/tickets/list", `ticketList { mineCount statusOptions { count } }`), user: customer(0),
			sis: map[string]any{"TicketsWithLocations": &ticketing.TicketListPage{}},
			data: `{"resolve":{"portal":{"ticketList":{"mineCount":null,"statusOptions":[{"count":null},{"count":null},
				{"count":null},{"count":null}]}}}}`,
			calls: []string{
				inEnglish, `sis.TicketsWithLocations token {"Order":"UPDATED","Range":{"First":20}}`,
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
			calls: []string{inEnglish, homeCall},
		},
		"the tickets that wait for a customer": {
			query: portalOf("", `waitingTicketCount waitingTickets { number } recentTickets { number }
				dueMachineCount dueMachines { name needs }`), user: customer(0),
			sis: map[string]any{"Home": &portalentry.HomeData{
				WaitingCount: 8, WaitingTickets: []*ticketing.Ticket{ticket},
				OwnTickets:  []*ticketing.Ticket{ticket, {ID: "9", Number: "T-9"}},
				DueMachines: []*inventory.Machine{{Name: "Alpha", HasUpdate: true}}, DueMachineCount: 3,
			}},
			data: `{"resolve":{"portal":{"dueMachineCount":3,"dueMachines":[{"name":"Alpha",
				"needs":["SOFTWARE_UPDATE"]}],"recentTickets":[{"number":"T-9"}],"waitingTicketCount":8,
				"waitingTickets":[{"number":"T-7"}]}}}`,
			calls: []string{inEnglish, homeCall},
		},
		"the number of tickets that wait for a customer": {
			query: `{ waitingTicketCount }`, user: customer(0),
			sis:   map[string]any{"Tickets": &ticketing.TicketListPage{Total: 3}},
			data:  `{"waitingTicketCount":3}`,
			calls: []string{`sis.Tickets token {"Filter":{"OnlyWaiting":true},"Order":"UPDATED","Range":{"First":1}}`},
		},
		"messages that were read": {
			query: `mutation { markTicketRead(input: {ticket: "7", until: "2026-11-20T08:00:00.5Z"}) {
				ticket { isUnread } userErrors { field } } }`,
			user:  customer(0),
			sis:   map[string]any{"MarkTicketRead": ticket},
			data:  `{"markTicketRead":{"ticket":{"isUnread":false},"userErrors":[]}}`,
			calls: []string{`sis.MarkTicketRead token 7 "2026-11-20T08:00:00.5Z"`},
		},
		"an assigned ticket": {
			query: `mutation { assignTicket(input: {ticket: "7", assignee: "ines"}) {
				ticket { assignee { fullName } assignable { id } } userErrors { field } } }`,
			user: customer(0),
			sis: map[string]any{"AssignTicket": &ticketing.Ticket{
				ID: "7", Assignee: &portal.Person{FullName: "Ines"}, Assignable: []*portal.Person{{ID: "ines"}},
			}},
			data: `{"assignTicket":{"ticket":{"assignable":[{"id":"ines"}],"assignee":{"fullName":"Ines"}},
				"userErrors":[]}}`,
			calls: []string{`sis.AssignTicket token 7 "ines"`},
		},
		"a person who cannot be assigned": {
			query: `mutation { assignTicket(input: {ticket: "7", assignee: "carla"}) {
				ticket { id } userErrors { field code } } }`,
			user:  customer(0),
			sis:   map[string]any{"AssignTicket": apperr.New(apperr.Invalid, "no")},
			data:  `{"assignTicket":{"ticket":null,"userErrors":[{"code":"INVALID","field":"assignee"}]}}`,
			calls: []string{`sis.AssignTicket token 7 "carla"`},
		},
		"the office of a ticket": {
			query: `{ ticket(id: "9") { office(locale: "en") { phone } } }`, user: customer(0),
			data:  `{"ticket":{"office":null}}`,
			calls: []string{"cms.Locations", inEnglish, "sis.TicketsByID token [9]"},
		},
		"the number of waiting tickets of a user without tickets": {
			query: `{ waitingTicketCount }`, user: administrator(), codes: []string{"FORBIDDEN"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.check(t, func(t *testing.T) *servicetest.Systems {
				return servicetest.New(t).Ticket(ticket).Ticket(&ticketing.Ticket{ID: "8", MachineID: "1"}).
					Ticket(&ticketing.Ticket{ID: "9", Location: &inventory.Location{Country: "CH"}})
			})
		})
	}
}
