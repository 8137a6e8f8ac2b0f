package sisportal

import (
	"context"

	"strand/upstream/exercise"
	"strand/upstream/transport"
)

// Features are the parts of the portal with the operations that they need.
var Features = []exercise.Feature{
	{Name: "portal home", Operations: []string{"GetPortalHome", "GetOwnAccess"}},
	{Name: "account", Operations: []string{
		"GetAccount", "UpdateProfile", "ChangePassword", "StartSecondFactor", "ConfirmSecondFactor",
		"CreateRecoveryCodes", "SaveRecoveryCodes", "ResetSecondFactor", "EndSession",
		"EndSessions",
	}},
	{Name: "tickets", Operations: []string{
		"GetPlaces", "GetTickets", "GetTicket", "CreateTicket", "AddComment", "CloseTicket", "MarkTicketRead",
		"AssignTicket",
	}},
	{Name: "machines", Operations: []string{
		"GetInventory", "GetMachine", "RenameMachine", "MoveMachine", "RetireMachine", "RestoreMachine", "AddMachine",
		"ImportMachines",
	}},
	{Name: "software", Operations: []string{"GetSoftware", "AcceptLicence"}},
	{Name: "users", Operations: []string{
		"GetManagedUsers", "GetManagedUsersByEmail", "GetManagedUser", "GetManagedOrganizations",
		"GetManagedOrganization", "GetOrganizationList", "GetPendingRequestCount", "InviteUser", "ChangeUser",
		"UndoUserChange",
	}},
	{Name: "own access", Operations: []string{
		"GetOwnAccess", "RequestAccess", "CancelAccessRequest", "AcceptInvitation",
		"RequestMembership", "CancelMembershipRequest",
	}},
	{Name: "audit log", Operations: []string{"GetAuditLog", "GetAuditList"}},
}

// exercisedEntries is the number of entries of a list that are asked for.
const exercisedEntries = 5

// Exercise sends the operations that read the account, tickets, machines and users of the customer whose ID token the
// headers of the options have.
func Exercise(ctx context.Context, o transport.Options) (*exercise.Trial, error) {
	t, err := exercise.New(Contract, Operations, func() (*transport.Client, error) { return NewClient(o) })
	if err != nil {
		return nil, err
	}
	t.WithoutCaller = true
	type variables = map[string]any
	none := variables{}
	t.Run(ctx, "GetAccount", nil)
	t.Run(ctx, "GetOwnAccess", nil)
	t.Run(ctx, "GetPendingRequestCount", nil)
	t.Run(ctx, "GetPortalHome", variables{
		"tickets": exercisedEntries, "withTickets": true, "machines": exercisedEntries, "withMachines": true,
		"withPending": true,
	})
	t.Run(ctx, "GetPlaces", nil)
	tickets := t.Run(ctx, "GetTickets", variables{
		"filter": none, "order": "UPDATED", "first": exercisedEntries, "withLocations": true,
	}).Get("tickets")
	if id := tickets.Get("edges.0.node.id").Str; id != "" {
		t.Run(ctx, "GetTicket", variables{"id": id})
	}
	if edges := tickets.Get("edges").Array(); len(edges) > 0 && tickets.Get("hasNextPage").Bool() {
		next := t.Run(ctx, "GetTickets", variables{
			"filter": none, "order": "UPDATED", "first": exercisedEntries,
			"after": edges[len(edges)-1].Get("cursor").Str, "withLocations": false,
		})
		if next.Exists() && next.Get("tickets.edges.0.node.id").Str == tickets.Get("edges.0.node.id").Str {
			t.Fail("GetTickets", "returns the same page after a cursor")
		}
	}
	machines := t.Run(ctx, "GetInventory", variables{
		"filter": none, "order": "NAME", "first": exercisedEntries, "withLocations": true,
	})
	if id := machines.Get("inventory.edges.0.node.id").Str; id != "" {
		t.Run(ctx, "GetMachine", variables{
			"id": id, "withSoftware": true, "withTickets": true, "tickets": exercisedEntries,
		})
	}
	t.Run(ctx, "GetSoftware", nil)
	organizations := t.Run(ctx, "GetManagedOrganizations", nil)
	t.Run(ctx, "GetOrganizationList", nil)
	users := t.Run(ctx, "GetManagedUsers", variables{
		"filter": none, "order": "NAME", "descending": false, "first": exercisedEntries, "withOptions": true,
	})
	user := users.Get("managedUsers.edges.0.node")
	if id := user.Get("id").Str; id != "" {
		t.Run(ctx, "GetManagedUser", variables{"id": id, "entries": exercisedEntries})
	}
	t.Run(ctx, "GetManagedUsersByEmail", variables{"emails": []string{user.Get("email").Str}})
	if id := organizations.Get("managedOrganizations.0.id").Str; id != "" {
		t.Run(ctx, "GetManagedOrganization", variables{
			"id": id, "filter": variables{"organizations": []string{id}}, "members": exercisedEntries,
			"entries": exercisedEntries,
		})
	}
	t.Run(ctx, "GetAuditLog", variables{"filter": none, "first": exercisedEntries})
	t.Run(ctx, "GetAuditList", variables{"filter": none, "first": exercisedEntries})
	return t, nil
}
