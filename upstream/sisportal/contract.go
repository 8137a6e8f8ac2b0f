package sisportal

import (
	_ "embed"

	"strand/upstream/contract"
	"strand/upstream/transport"
)

// Contract is the schema that Strand requires of the authenticated endpoint of sis.
//
//go:embed contract.graphql
var Contract string

// Operations are the operations that Strand sends.
//
//go:embed operations.graphql
var Operations string

// NewClient returns a client of the authenticated endpoint with the URL, timeout and log of the options.
func NewClient(o transport.Options) (*transport.Client, error) {
	schema, err := contract.New(Contract)
	if err != nil {
		return nil, err
	}
	o.System, o.Contract, o.ForwardsCallerTokens = System, schema, true
	o.Groups = map[string]string{
		"GetTickets": "tickets", "GetTicket": "tickets", "GetPlaces": "tickets",
		"CreateTicket": "ticket writes", "AddComment": "ticket writes", "CloseTicket": "ticket writes",
		"GetInventory": "inventory", "GetMachine": "inventory", "GetSoftware": "inventory",
		"RenameMachine": "inventory writes",
		"MoveMachine":   "inventory writes", "RetireMachine": "inventory writes", "RestoreMachine": "inventory writes",
		"AddMachine": "inventory writes", "ImportMachines": "inventory writes", "AcceptLicence": "inventory writes",
		"GetAccount": "account", "UpdateProfile": "account", "ChangePassword": "account",
		"GetPortalHome": "account", "GetOwnAccess": "account",
		"GetManagedUsers": "users", "GetManagedUser": "users", "GetManagedUsersByEmail": "users",
		"GetManagedOrganizations": "users",
		"GetManagedOrganization":  "users", "GetAuditLog": "users", "GetAuditList": "users",
		"GetPendingRequestCount": "users", "GetOrganizationList": "users",
		"InviteUser": "user writes", "ChangeUser": "user writes", "UndoUserChange": "user writes",
		"RequestAccess": "user writes", "CancelAccessRequest": "user writes", "AcceptInvitation": "user writes",
		"RequestMembership": "user writes", "CancelMembershipRequest": "user writes",
		"StartSecondFactor": "account", "ConfirmSecondFactor": "account", "ResetSecondFactor": "account",
		"CreateRecoveryCodes": "account", "SaveRecoveryCodes": "account", "EndSession": "account",
		"EndSessions": "account",
	}
	return transport.New(o), nil
}
