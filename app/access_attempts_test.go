package app_test

import (
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
)

// accessAttempt is an operation that every caller runs on every target.
type accessAttempt struct {
	name string
	// query contains TARGET for the id of the target and KEY for an idempotency key.
	query string
	// path is the path of an HTTP call with the query as its body; empty for the graph.
	path string
	// targets contains ids by their relation to org-nordkabel: "its" belongs to it, "deleted" was deleted.
	targets map[string]string
	// service is the service that the field requires; empty for user administration and for fields of all signed-in
	// users.
	service portal.Service
	// isAdministration is true for fields that require an administrator.
	isAdministration bool
	// employeesExempt is true for fields that are refused to employees, whose accounts are managed internally.
	employeesExempt bool
	// employeesOnly is true for fields that are refused to all others.
	employeesOnly bool
	// showsNothing is true for pages, which are empty instead of refused without the right.
	showsNothing bool
	// isEditorial is true for fields that require an editor.
	isEditorial bool
	// isNoEntity is true for types that are not federation entities, so that an id reveals nothing.
	isNoEntity bool
}

// accessTargets contains the targets of the access matrix.
type accessTargets struct {
	// ticket is the id of a ticket of org-nordkabel with a file; ticketNumber is its number.
	ticket, ticketNumber string
	// version is a software version for machines of org-nordkabel, and not for those of the other customer.
	version string
	// deleted is a deleted user of org-nordkabel.
	deleted, deletedEmail string
}

const (
	missingID = "no-such-id"
	// userOfAdmin is a user whom the administrator of org-nordkabel manages, userOfHelia one of the other
	// administrator.
	userOfAdmin, userOfHelia = "user-colleague", "user-other"
)

// accessAttempts returns the operations for every protected field of the schema, and for every action on users.
func accessAttempts(of accessTargets) []accessAttempt {
	users := map[string]string{"its": userOfAdmin, "deleted": of.deleted}
	emails := map[string]string{"its": "colleague@example.com", "deleted": of.deletedEmail}
	organizations := map[string]string{"its": "org-nordkabel"}
	tickets := map[string]string{"its": of.ticket}
	machines := map[string]string{"its": "mach-1001"}
	attempts := []accessAttempt{
		{name: "Query.serviceRegistrations", query: `{ serviceRegistrations { status } }`},
		{name: "Query.tickets", query: `{ tickets(first: 1) { totalCount } }`, service: portal.Ticketing},
		{
			name:    "Query.ticket",
			query:   `{ got: ticket(id: "TARGET") { subject } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:    "Query.ticket files",
			query:   `{ got: ticket(id: "TARGET") { attachments { url } } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:    "Query.tickets by number",
			query:   `{ got: tickets(filter: {text: "TARGET"}) { totalCount } }`,
			targets: map[string]string{"its": of.ticketNumber},
			service: portal.Ticketing,
		},
		{
			name: "Query.resolve the page of a ticket",
			query: `{ got: resolve(url: "http://localhost:8080/en/mykomax/tickets/TARGET") { ... on PageResolution {
				portalPage portal { message breadcrumb { title } ticket { subject } } } } }`,
			targets:      tickets,
			service:      portal.Ticketing,
			showsNothing: true,
		},
		{
			name:    "POST /api/tickets-proxy GetTicket",
			path:    ticketing.TicketsProxyPath,
			query:   `{"documentId": "GetTicket", "variables": {"id": "TARGET"}}`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name: "POST /api/tickets-proxy GetTickets",
			path: ticketing.TicketsProxyPath,
			query: `{"documentId": "GetTickets", "variables": {"filter": {"text": "TARGET"}, "order": "UPDATED", "first": 5,
				"withLocations": false}}`,
			targets: map[string]string{"its": of.ticketNumber},
			service: portal.Ticketing,
		},
		{
			name:    "POST /api/tickets-proxy AddComment",
			path:    ticketing.TicketsProxyPath,
			query:   `{"documentId": "AddComment", "variables": {"input": {"key": "KEY", "ticketId": "TARGET", "text": "x"}}}`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name: "POST /api/tickets-proxy CloseTicket",
			path: ticketing.TicketsProxyPath,
			query: `{"documentId": "CloseTicket", "variables": {"ticketId": "TARGET", "reason": "NO_LONGER_RELEVANT",
				"comment": ""}}`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name: "POST /api/tickets-proxy MarkTicketRead",
			path: ticketing.TicketsProxyPath,
			query: `{"documentId": "MarkTicketRead", "variables": {"ticketId": "TARGET",
				"until": "2026-01-31T08:00:00Z"}}`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:          "POST /api/tickets-proxy AssignTicket",
			path:          ticketing.TicketsProxyPath,
			query:         `{"documentId": "AssignTicket", "variables": {"ticketId": "TARGET"}}`,
			targets:       tickets,
			service:       portal.Ticketing,
			employeesOnly: true,
		},
		{
			name:    "Query._entities Ticket",
			query:   `{ got: _entities(representations: [{__typename: "Ticket", id: "TARGET"}]) { ... on Ticket { subject } } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{name: "Query.waitingTicketCount", query: `{ waitingTicketCount }`, service: portal.Ticketing},
		{name: "Query.ticketForm", query: `{ ticketForm { locations { id } } }`, service: portal.Ticketing},
		{
			name: "Mutation.createTicket",
			query: `mutation { createTicket(input: {idempotencyKey: "KEY", location: "no-such", type: QUESTION, concern:
				OTHER, subject: "", description: ""}) { userErrors { code } } }`,
			service: portal.Ticketing,
		},
		{
			name: "Mutation.createTicket at a location",
			query: `mutation { got: createTicket(input: {idempotencyKey: "KEY", location: "TARGET", type: QUESTION,
				concern: OTHER, subject: "x", description: "x"}) { ticket { subject } userErrors { field code } } }`,
			targets: map[string]string{"its": locationOfCustomer},
			service: portal.Ticketing,
		},
		{
			name: "Mutation.addTicketComment",
			query: `mutation { got: addTicketComment(input: {idempotencyKey: "KEY", ticket: "TARGET", comment: "x"}) {
				ticket { subject } } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name: "Mutation.closeTicket",
			query: `mutation { got: closeTicket(input: {ticket: "TARGET", reason: NO_LONGER_RELEVANT}) {
				ticket { subject }
				} }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name: "Mutation.markTicketRead",
			query: `mutation { got: markTicketRead(input: {ticket: "TARGET", until: "2026-01-31T08:00:00Z"}) {
				ticket { subject } } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:          "Mutation.assignTicket",
			query:         `mutation { got: assignTicket(input: {ticket: "TARGET"}) { ticket { subject } } }`,
			targets:       tickets,
			service:       portal.Ticketing,
			employeesOnly: true,
		},
		{
			name:    "Subscription.ticketChanged",
			query:   `subscription { got: ticketChanged(id: "TARGET") { subject } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{name: "Query.inventory", query: `{ inventory(first: 1) { totalCount } }`, service: portal.Inventory},
		{
			name:    "Query.machine",
			query:   `{ got: machine(id: "TARGET") { serialNumber } }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name: "Query.machine software",
			query: `{ got: resolve(url: "http://localhost:8080/en/mykomax/inventory/TARGET") { ... on PageResolution {
				portalPage portal { message breadcrumb { title } machine { machine { serialNumber }
				packages { id } } } } } }`,
			targets:      machines,
			service:      portal.Inventory,
			showsNothing: true,
		},
		{
			name:    "Query.inventory by serial number",
			query:   `{ got: inventory(filter: {text: "TARGET"}) { totalCount } }`,
			targets: map[string]string{"its": "A530-20417"},
			service: portal.Inventory,
		},
		{
			name:    "Query.inventory by location",
			query:   `{ got: inventory(filter: {locations: ["TARGET"]}) { totalCount } }`,
			targets: map[string]string{"its": locationOfCustomer},
			service: portal.Inventory,
		},
		{
			name: "Mutation.renameMachine",
			query: `mutation { got: renameMachine(input: {machine: "TARGET", name: "Alpha 530"}) {
				machine { serialNumber }
				userErrors { code } } }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name: "Mutation.moveMachine",
			query: `mutation { got: moveMachine(input: {machine: "TARGET", location: "loc-nordkabel-winterthur"}) {
				machine
				{ serialNumber } userErrors { code } } }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name: "Mutation.retireMachine",
			query: `mutation { got: retireMachine(input: {machine: "TARGET"}) { machine { serialNumber }
				userErrors { code }
				} }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name: "Mutation.restoreMachine",
			query: `mutation { got: restoreMachine(input: {machine: "TARGET"}) { machine { serialNumber }
				userErrors { code
				} } }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name: "Mutation.addMachine",
			query: `mutation { addMachine(input: {idempotencyKey: "KEY", serialNumber: "A530-20417", location:
				"loc-nordkabel-winterthur"}) { userErrors { code } } }`,
			service: portal.Inventory,
		},
		{
			name: "Mutation.importMachines",
			query: `mutation { importMachines(input: {idempotencyKey: "KEY", file: "", location:
				"loc-nordkabel-winterthur"}) { added } }`,
			service: portal.Inventory,
		},
		{
			name:    "Mutation.acceptLicence",
			query:   `mutation { got: acceptLicence(input: {version: "TARGET"}) { version { fileName downloadUrl } } }`,
			targets: map[string]string{"its": of.version},
			service: portal.Inventory,
		},
		{
			name: "Mutation.updateProfile",
			query: `mutation { updateProfile(input: {firstName: "", lastName: "", company: "", telephone: "",
				address: "",
				postalCode: "", city: "", country: "", language: "en"}) { userErrors { code } } }`,
		},
		{
			name:            "Mutation.changePassword",
			query:           `mutation { changePassword(input: {presentPassword: "", nextPassword: ""}) { isChanged } }`,
			employeesExempt: true,
		},
		{
			name:            "Mutation.confirmSecondFactor",
			query:           `mutation { confirmSecondFactor(input: {oneTimeCode: ""}) { userErrors { code } } }`,
			employeesExempt: true,
		},
		{
			name:            "Mutation.createRecoveryCodes",
			query:           `mutation { createRecoveryCodes { userErrors { code } } }`,
			employeesExempt: true,
		},
		{
			name:            "Mutation.saveRecoveryCodes",
			query:           `mutation { saveRecoveryCodes(input: {recoveryCodesId: "x"}) { userErrors { code } } }`,
			employeesExempt: true,
		},
		{
			name:  "Mutation.endSession",
			query: `mutation { endSession(input: {sessionId: "x"}) { sessions { id } } }`,
		},
		{
			name:  "Mutation.endSessions",
			query: `mutation { endSessions(input: {exceptCurrent: true}) { sessions { id } } }`,
		},
		{name: "Mutation.startSecondFactor", query: `mutation { startSecondFactor { secret } }`, employeesExempt: true},
		{
			name: "Mutation.requestAccess",
			query: `mutation { requestAccess(input: {idempotencyKey: "KEY", application: DIRECT_SERVICE}) {
				userErrors { code
				} } }`,
		},
		{
			name:  "Mutation.cancelAccessRequest",
			query: `mutation { cancelAccessRequest(input: {application: MASTER_DATA_MDS}) { userErrors { code } } }`,
		},
		{
			name:  "Mutation.requestMembership",
			query: `mutation { requestMembership(input: {company: ""}) { membership { company } userErrors { code } } }`,
		},
		{
			name:  "Mutation.cancelMembershipRequest",
			query: `mutation { cancelMembershipRequest { userErrors { code } } }`,
		},
		{
			name:  "Mutation.acceptInvitation",
			query: `mutation { acceptInvitation(input: {application: MASTER_DATA_MDS}) { userErrors { code } } }`,
		},
		{name: "Subscription.portalChanged", query: `subscription { portalChanged { roles } }`},
		{
			name:             "Query.userAdmin users",
			query:            `{ userAdmin { users(first: 1) { totalCount } pendingRequestCount organizations { id } } }`,
			isAdministration: true,
		},
		{
			name:             "Query.userAdmin user",
			query:            `{ userAdmin { got: user(id: "TARGET") { email } } }`,
			targets:          users,
			isAdministration: true,
		},
		{
			name: "Query.userAdmin users by email",
			query: `{ userAdmin { got: users(filter: {text: "TARGET"}) { totalCount isTotalExact edges { node { id
				} } } } }`,
			targets:          emails,
			isAdministration: true,
		},
		{
			name: "Query.userAdmin users by organization",
			query: `{ userAdmin { got: users(filter: {organizations: ["TARGET"]}) { totalCount isTotalExact edges {
				node { id } } } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name: "Query.resolve the page of a user",
			query: `{ got: resolve(url: "http://localhost:8080/en/mykomax/user-admin/TARGET") { ... on
				PageResolution { portalPage portal { message breadcrumb { title } managedUser { email } } } } }`,
			targets:          users,
			isAdministration: true,
			showsNothing:     true,
		},
		{
			name: "Query.resolve the list of organizations",
			query: `{ got: resolve(url: "http://localhost:8080/en/mykomax/user-admin/organizations?q=TARGET") { ... on
				PageResolution { portalPage portal { message organizationList { total entries { openRequestCount
				organization { name } } } } } } }`,
			targets:          map[string]string{"its": "nordkabel"},
			isAdministration: true,
			showsNothing:     true,
		},
		{
			name:             "Query.userAdmin auditLog of an organization",
			query:            `{ userAdmin { got: auditLog(organization: "TARGET") { edges { node { userName } } } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name:             "Query.userAdmin organization",
			query:            `{ userAdmin { got: organization(id: "TARGET") { organization { name } } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name:             "Query.userAdmin auditLog",
			query:            `{ userAdmin { got: auditLog(user: "TARGET") { edges { node { userName } } } } }`,
			targets:          users,
			isAdministration: true,
		},
		{
			name: "Mutation.inviteUser",
			query: `mutation { inviteUser(input: {idempotencyKey: "KEY", email: "none", firstName: "", lastName:
				"", organization: "org-nordkabel"}) { userErrors { code } } }`,
			isAdministration: true,
		},
		{
			name: "Mutation.inviteUser to an organization",
			query: `mutation { got: inviteUser(input: {idempotencyKey: "KEY", email: "KEY@example.org", firstName:
				"A", lastName: "B", organization: "TARGET"}) { user { email } userErrors { field code message } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name: "Mutation.checkInvitations",
			// The CSV contains email,firstName,lastName and one line.
			query: `mutation { got: checkInvitations(input: {file:
				"ZW1haWwsZmlyc3ROYW1lLGxhc3ROYW1lCm9uZUBleGFtcGxlLm9yZyxBLEIK", organization: "TARGET"}) {
				invitations { email } problems { line code value } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name: "Mutation.changeUser ASSIGN_ORGANIZATION to an organization",
			query: `mutation { got: changeUser(input: {idempotencyKey: "KEY", user: "VISIBLE", action:
				ASSIGN_ORGANIZATION, organization: "TARGET"}) { user { email } userErrors { field code message } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name:             "Mutation.undoUserChange",
			query:            `mutation { undoUserChange(input: {id: "no-such"}) { userErrors { code } } }`,
			isAdministration: true,
		},
	}
	for _, of := range [][2]string{
		{"Machine", "mach-1001"}, {"ManagedOrganization", "org-nordkabel"}, {"ManagedUser", userOfAdmin},
		{"TicketLocation", locationOfCustomer},
	} {
		attempts = append(attempts, accessAttempt{
			name: "Query._entities " + of[0],
			query: `{ got: _entities(representations: [{__typename: "` + of[0] +
				`", id: "TARGET"}]) { __typename } }`,
			targets:    map[string]string{"its": of[1]},
			isNoEntity: true,
		})
	}
	for _, action := range useradmin.UserActions {
		if action == useradmin.InviteUser {
			continue // see Mutation.inviteUser
		}
		attempts = append(attempts, accessAttempt{
			name:             "Mutation.changeUser " + string(action),
			targets:          users,
			isAdministration: true,
			query: `mutation { got: changeUser(input: {idempotencyKey: "KEY", user: "TARGET", action: ` + string(
				action,
			) +
				`, application: ARTEMIS, organization: "org-nordkabel", role: EXTERNAL, edition: CLOUD, reason: "x"}) {
					user {
					email } userErrors { code } undo { id } } }`,
		})
	}
	return append(attempts, editorAttempts()...)
}

// editorAttempts returns the operations that require an editor.
func editorAttempts() []accessAttempt {
	const draft = `resolve(url: "http://localhost/en/fresh", stage: DRAFT) { __typename }`
	const preview = `resolve(url: "http://localhost/en", preview: {}) { __typename }`
	attempts := []accessAttempt{
		{name: "Query.resolve a draft", query: "{ " + draft + " }"},
		{name: "Query.resolve a preview", query: "{ " + preview + " }"},
		{name: "Query.editorNodes", query: `{ editorNodes(site: "main", locale: "en", search: "a") { totalCount } }`},
		{name: "Query.editorMoments", query: `{ editorMoments(site: "main", locale: "en") { at } }`},
		{name: "Query.editorChanges", query: `{ editorChanges { totalCount } }`},
		{name: "Query.editorDiff", query: `{ editorDiff(site: "main", locale: "en", node: "HOME") { isPublished } }`},
		{name: "Query.contentFindings",
			query: `{ contentFindings(site: "main", locale: "en", page: "/") { __typename } }`},
		{name: "Query.contentReport", query: `{ contentReport(site: "main", locale: "en") { state } }`},
		{
			name:  "Mutation.startContentReport",
			query: `mutation { startContentReport(input: {site: "main", locale: "en"}) { report { state } } }`,
		},
		{
			name:  "Mutation.cancelContentReport",
			query: `mutation { cancelContentReport(input: {site: "main"}) { report { state } } }`,
		},
		{
			name: "Mutation.markEditorPresence",
			query: `mutation { markEditorPresence(input: {tab: "access-matrix", site: "main", page: "/"}) {
				userErrors { code } } }`,
		},
		{name: "Query.pageTranslation", query: `{ pageTranslation(id: "main-about") { title } }`},
		{name: "Query.pageTranslations", query: `{ pageTranslations(site: "main") { totalCount } }`},
		{
			name:  "Mutation.startTranslations",
			query: `mutation { startTranslations(input: {pages: ["main-about"]}) { results { pageId } } }`,
		},
		{
			name:  "Mutation.resetTranslations",
			query: `mutation { resetTranslations(input: {pages: ["main-about"]}) { results { pageId } } }`,
		},
		{name: "Subscription.editorChanged", query: `subscription { editorChanged { id } }`},
		{
			name:  "POST /api/draft-proxy",
			path:  "/api/draft-proxy",
			query: `{"operationName":"Pages","variables":{"ids":["main-fresh"]}}`,
		},
		{
			name:  "POST /editor-preview/{context}/graphql",
			path:  "/editor-preview/main~draft~anonymous~current~now/graphql",
			query: `{"query":"{ resolve(url: \"http://localhost/en/fresh\") { __typename } }"}`,
		},
	}
	for i := range attempts {
		attempts[i].isEditorial = true
	}
	return attempts
}
