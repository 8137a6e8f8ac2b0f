package resolvers

import (
	"context"
	"time"

	"strand/domain/account"
	"strand/domain/catalog"
	"strand/domain/inventory"
	"strand/domain/investor"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/domain/translation"
	"strand/domain/useradmin"
	"strand/resolvers/provenance"
	translationservice "strand/service/translation"
	"strand/upstream/transport"
)

// The methods of upstream readers that resolvers call.
type (
	// CMSReader reads editorial content that no other package reads.
	CMSReader interface {
		provenance.CMSReader
		Navigations(
			ctx context.Context, dir *site.Directory, stage site.Stage, languages []string,
		) (map[string]*site.Navigation, error)
	}
	// PIMReader reads the catalogue.
	PIMReader interface {
		provenance.PIMReader
		Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error)
	}
	// SISReader reads the public data of sis: tables and dates for investors.
	SISReader interface {
		provenance.SISReader
		Calendar(ctx context.Context, locale string) ([]*investor.Date, error)
		Table(ctx context.Context, kind investor.Kind, locale string) (*investor.Table, error)
	}
	// AccountReader reads and changes the account of the signed-in user.
	AccountReader interface {
		Account(ctx context.Context, idToken string) (*account.Entry, error)
		ChangePassword(ctx context.Context, idToken, present, next string) (*account.PasswordChange, error)
		ConfirmSecondFactor(ctx context.Context, idToken, oneTimeCode string) (*account.RecoveryCodes, error)
		CreateRecoveryCodes(ctx context.Context, idToken string) (*account.RecoveryCodes, error)
		EndSession(ctx context.Context, idToken, id string) ([]*account.Session, error)
		EndSessions(ctx context.Context, idToken string, exceptCurrent bool) ([]*account.Session, error)
		ResetSecondFactor(ctx context.Context, idToken string) error
		SaveRecoveryCodes(ctx context.Context, idToken, id string) (*account.Profile, error)
		StartSecondFactor(ctx context.Context, idToken string) (*account.SecondFactorSetup, error)
		UpdateProfile(ctx context.Context, idToken string, p account.ProfileChange) (*account.Profile, error)
	}
	// TicketReader reads and changes tickets in the name of the signed-in user.
	TicketReader interface {
		AddComment(ctx context.Context, idToken string, c ticketing.TicketComment) (*ticketing.Ticket, error)
		AssignTicket(ctx context.Context, idToken, ticketID string, assigneeID *string) (*ticketing.Ticket, error)
		CloseTicket(
			ctx context.Context, idToken, ticketID string, reason ticketing.CloseReason, comment string,
		) (*ticketing.Ticket, error)
		CreateTicket(ctx context.Context, idToken string, d ticketing.TicketDraft) (*ticketing.Ticket, error)
		MarkTicketRead(ctx context.Context, idToken, ticketID string, until time.Time) (*ticketing.Ticket, error)
		SendFile(ctx context.Context, idToken string, f *ticketing.TicketFile, from transport.Files) error
		TicketsByID(ctx context.Context, idToken string, ids []string) ([]*ticketing.Ticket, error)
		Tickets(ctx context.Context, idToken string, s ticketing.TicketSelection) (*ticketing.TicketListPage, error)
	}
	// MachineReader reads and changes machines in the name of the signed-in user.
	MachineReader interface {
		AcceptLicence(ctx context.Context, idToken, versionID string) (*inventory.SoftwareVersion, error)
		AddMachine(ctx context.Context, idToken, key, serialNumber, locationID string) (*inventory.Machine, error)
		ImportMachines(
			ctx context.Context, idToken, key string, lines []inventory.ImportLine,
		) (added int, refused []string, err error)
		LocationsAndMachines(
			ctx context.Context, idToken, machineID string,
		) ([]*inventory.Location, []*inventory.Machine, error)
		Machine(ctx context.Context, idToken, id string) (*inventory.Machine, error)
		Machines(
			ctx context.Context, idToken string, s inventory.MachineSelection,
		) (*inventory.MachineListPage, error)
		MoveMachine(ctx context.Context, idToken, id, locationID string) (*inventory.Machine, error)
		RenameMachine(ctx context.Context, idToken, id, name string) (*inventory.Machine, error)
		RestoreMachine(ctx context.Context, idToken, id string) (*inventory.Machine, error)
		RetireMachine(ctx context.Context, idToken, id string) (*inventory.Machine, error)
		Software(ctx context.Context, idToken, language string) ([]*inventory.SoftwarePackage, error)
	}
	// UserReader reads and changes the users that the signed-in user administers, and the user's own access.
	UserReader interface {
		AcceptInvitation(
			ctx context.Context, idToken string, application portal.Service,
		) (useradmin.Decision, *registration.OwnAccess, error)
		AuditLog(ctx context.Context, idToken string, s useradmin.AuditSelection) (*useradmin.AuditLogPage, error)
		CancelAccessRequest(
			ctx context.Context, idToken string, application portal.Service, organizationID string,
		) (useradmin.Decision, *registration.OwnAccess, error)
		CancelMembershipRequest(
			ctx context.Context, idToken string,
		) (useradmin.Decision, *registration.OwnAccess, error)
		ChangeUser(ctx context.Context, idToken string, c useradmin.UserChange) (*useradmin.UserChangeResult, error)
		InviteUser(ctx context.Context, idToken string, i useradmin.Invitation) (*useradmin.UserChangeResult, error)
		ManagedOrganizations(ctx context.Context, idToken string) ([]*useradmin.ManagedOrganization, error)
		ManagedUser(ctx context.Context, idToken, id string) (*useradmin.ManagedUser, error)
		ManagedUsersByEmail(
			ctx context.Context, idToken string, emails []string, organizations []*useradmin.ManagedOrganization,
		) ([]*useradmin.ManagedUser, error)
		OwnAccess(ctx context.Context, idToken string) (*registration.OwnAccess, error)
		PendingRequestCount(ctx context.Context, idToken string) (int, error)
		RequestAccess(
			ctx context.Context, idToken, key string, application portal.Service, organizationID string,
		) (useradmin.Decision, *registration.OwnAccess, error)
		RequestMembership(
			ctx context.Context, idToken, company string,
		) (useradmin.Decision, *registration.OwnAccess, error)
		UndoUserChange(ctx context.Context, idToken, id string) (*useradmin.UserChangeResult, error)
		Users(
			ctx context.Context, idToken string, s useradmin.UserSelection, withOptions bool,
		) (*useradmin.UserListPage, *useradmin.UserFilterOptions, error)
	}
	// Translations starts and resets translations of pages, and reads their states.
	Translations interface {
		Do(ctx context.Context, r translationservice.Request) ([]translationservice.Result, error)
		Pages(ctx context.Context, ids []string) (map[string]*translation.Page, error)
		Prices(ctx context.Context, source string) []translation.Price
		WordCounts(ctx context.Context, pages []*translation.Page) map[string]int
	}
	// PortalReader calls sis in the name of the signed-in user.
	PortalReader interface {
		AccountReader
		TicketReader
		MachineReader
		UserReader
	}
)
