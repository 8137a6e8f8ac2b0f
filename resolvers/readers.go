package resolvers

import (
	"context"

	"strand/domain/account"
	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/inventory"
	"strand/domain/investor"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/internal/provenance"
	"strand/upstream/cms"
	"strand/upstream/transport"
)

// The methods of upstream readers that resolvers call.
type (
	// CMSReader reads editorial content that no other package reads.
	CMSReader interface {
		provenance.CMSReader
		MediaReleaseModules(ctx context.Context, siteCtx *site.Context, id string) ([]editorial.Module, error)
		Navigations(
			ctx context.Context, dir *site.Directory, stage site.Stage, languages []string,
		) (map[string]*site.Navigation, error)
		NewsFeed(ctx context.Context, siteCtx *site.Context, first int, after string) (*cms.NewsFeed, error)
		StoryModules(ctx context.Context, siteCtx *site.Context, id string) ([]editorial.Module, error)
	}
	// PIMReader reads the catalogue.
	PIMReader interface {
		provenance.PIMReader
		ByCapability(ctx context.Context, language, id string) ([]*catalog.Product, error)
		Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error)
	}
	// SISReader reads the public data of sis: tables and dates for investors.
	SISReader interface {
		provenance.SISReader
		Calendar(ctx context.Context, locale string) ([]*investor.Date, error)
		Table(ctx context.Context, kind investor.Kind, locale string) (*investor.Table, error)
	}
	// PortalReader calls sis in the name of the signed-in user.
	PortalReader interface {
		AccountReader
		TicketReader
		InventoryReader
		AccessReader
		UserReader
	}
	// AccountReader reads and changes the user's own account.
	AccountReader interface {
		ChangePassword(ctx context.Context, idToken, present, next string) (*account.PasswordChange, error)
		ConfirmSecondFactor(ctx context.Context, idToken, oneTimeCode string) (recoveryCodes []string, err error)
		Profile(ctx context.Context, idToken string) (*account.Profile, error)
		ResetSecondFactor(ctx context.Context, idToken string) error
		StartSecondFactor(ctx context.Context, idToken string) (*account.SecondFactorSetup, error)
		UpdateProfile(ctx context.Context, idToken string, p account.ProfileChange) (*account.Profile, error)
	}
	// TicketReader reads and changes tickets.
	TicketReader interface {
		AddComment(ctx context.Context, idToken string, c ticketing.TicketComment) (*ticketing.Ticket, error)
		CloseTicket(
			ctx context.Context, idToken, ticketID string, reason ticketing.CloseReason, comment string,
		) (*ticketing.Ticket, error)
		CreateTicket(ctx context.Context, idToken string, d ticketing.TicketDraft) (*ticketing.Ticket, error)
		LocationsAndMachines(
			ctx context.Context, idToken, machineID string,
		) ([]*inventory.Location, []*inventory.Machine, error)
		SendFile(ctx context.Context, idToken string, f *ticketing.TicketFile, from transport.Files) error
		Ticket(ctx context.Context, idToken, id string) (*ticketing.Ticket, error)
		Tickets(ctx context.Context, idToken string, s ticketing.TicketSelection) (*ticketing.TicketListPage, error)
	}
	// InventoryReader reads and changes machines and their software.
	InventoryReader interface {
		AcceptLicence(ctx context.Context, idToken, versionID string) (*inventory.SoftwareVersion, error)
		AddMachine(
			ctx context.Context, idToken, key string, serialNumber, locationID string,
		) (*inventory.Machine, error)
		ImportMachines(
			ctx context.Context, idToken, key string, lines []inventory.ImportLine,
		) (added int, refused []string, err error)
		Machine(ctx context.Context, idToken, id string) (*inventory.Machine, error)
		Machines(ctx context.Context, idToken string, s inventory.MachineSelection) (*inventory.MachineListPage, error)
		MoveMachine(ctx context.Context, idToken, id, locationID string) (*inventory.Machine, error)
		RenameMachine(ctx context.Context, idToken, id, name string) (*inventory.Machine, error)
		RestoreMachine(ctx context.Context, idToken, id string) (*inventory.Machine, error)
		RetireMachine(ctx context.Context, idToken, id string) (*inventory.Machine, error)
		Software(ctx context.Context, idToken, language string) ([]*inventory.SoftwarePackage, error)
	}
	// AccessReader reads and changes the user's own accesses.
	AccessReader interface {
		AcceptInvitation(
			ctx context.Context, idToken string, application portal.Service,
		) (useradmin.Decision, *registration.OwnAccess, error)
		CancelAccessRequest(
			ctx context.Context, idToken string, application portal.Service, organizationID string,
		) (useradmin.Decision, *registration.OwnAccess, error)
		OwnAccess(ctx context.Context, idToken string) (*registration.OwnAccess, error)
		RequestAccess(
			ctx context.Context, idToken, key string, application portal.Service, organizationID string,
		) (useradmin.Decision, *registration.OwnAccess, error)
	}
	// UserReader reads and changes the users of organizations.
	UserReader interface {
		AuditLog(ctx context.Context, idToken string, s useradmin.AuditSelection) (*useradmin.AuditLogPage, error)
		ChangeUser(ctx context.Context, idToken string, c useradmin.UserChange) (*useradmin.UserChangeResult, error)
		InviteUser(ctx context.Context, idToken string, i useradmin.Invitation) (*useradmin.UserChangeResult, error)
		ManagedOrganizations(ctx context.Context, idToken string) ([]*useradmin.ManagedOrganization, error)
		ManagedUser(ctx context.Context, idToken, id string) (*useradmin.ManagedUser, error)
		PendingRequestCount(ctx context.Context, idToken string) (int, error)
		UndoUserChange(ctx context.Context, idToken, id string) (*useradmin.UserChangeResult, error)
		Users(
			ctx context.Context, idToken string, s useradmin.UserSelection, withOptions bool,
		) (*useradmin.UserListPage, *useradmin.UserFilterOptions, error)
	}
)
