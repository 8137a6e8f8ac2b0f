package useradmin

import (
	"slices"
	"strings"
	"time"

	"strand/domain/portal"
	"strand/domain/site"
)

// ManagedUser is a user as an administrator sees them: organizations that the viewer does not administer, with the
// user's role and accesses in them, and accesses to applications that the organization does not offer, are left out
// (USER-2).
type ManagedUser struct {
	ID                  string
	FirstName, LastName string
	Email               string
	// Status is the status of the user as a whole, Account that of the account: invited, invite expired or active.
	Status, Account portal.AccessStatus
	// Role is the internal role, else the external one if the user has it in one of Organizations.
	Role          portal.AdministratorRole
	IsEmployee    bool
	SubRegion     string
	Country, City string
	Organizations []*ManagedOrganization
	// AdministratorOf are the ids of the Organizations in which the user has the external administrator role.
	AdministratorOf []string
	Accesses        []*Access
	// RequestedBy and RequestedAt belong to the oldest open request, else to the invitation; nil for neither.
	RequestedBy *portal.Person
	RequestedAt *time.Time
	// InviteExpiresAt is the expiry of the invitation to the portal; nil if the invitation was accepted.
	InviteExpiresAt *time.Time
	// LastAdministratorOf are the ids of the organizations that would have no administrator without this user.
	LastAdministratorOf []string
	// HasSecondFactor is true if the login needs a code.
	HasSecondFactor bool
	// ResetNeedsConfirmation is true for a user with an administrator role in any organization, now or within
	// FormerAdministratorFor.
	ResetNeedsConfirmation bool
	// FactorReset is the open request to reset the second factor; nil for none.
	FactorReset *FactorReset
	// Audit contains the newest entries of the audit log; nil if they were not read.
	Audit *AuditLogPage
	// SiteContext is the site context in which the user is shown, ViewerID and ViewerRole identify the viewing
	// administrator. The resolvers set them.
	SiteContext *site.Context
	ViewerID    string
	ViewerRole  ActorRole
	// ViewerOrganizations are the organizations that the viewer administers.
	ViewerOrganizations []*ManagedOrganization
}

// FactorReset is an open request to reset the second factor of an administrator.
type FactorReset struct {
	// RequestedBy cannot confirm the request.
	RequestedBy *portal.Person
	RequestedAt time.Time
}

// FactorResetLifetime is the time for which a requested reset can be confirmed.
const FactorResetLifetime = 24 * time.Hour

// FormerAdministratorFor is the time for which a user who has lost an administrator role counts as administrator for
// the reset of the second factor: an administrator cannot remove the role first, and reset the factor alone.
const FormerAdministratorFor = 24 * time.Hour

// FullName is the first and the last name.
func (u *ManagedUser) FullName() string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

// URL is the URL of the user's page in the portal.
func (u *ManagedUser) URL(siteCtx *site.Context) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), portal.UserPath(u.ID))
}

// Kind is the kind of target that the user is.
func (u *ManagedUser) Kind() TargetKind {
	switch {
	case u.Role == portal.AdministratorInternal:
		return TargetInternalAdmin
	case u.IsEmployee:
		return TargetEmployee
	case u.Role == portal.AdministratorExternal:
		return TargetExternalAdmin
	}
	return TargetCustomer
}

// AdministeredOrganizations are the organizations in which the user has the external administrator role.
func (u *ManagedUser) AdministeredOrganizations() []*ManagedOrganization {
	administered := []*ManagedOrganization{}
	for _, o := range u.Organizations {
		if slices.Contains(u.AdministratorOf, o.ID) {
			administered = append(administered, o)
		}
	}
	return administered
}

// Access returns the user's access to an application in an organization; one with the status AccessNone if there is
// none.
func (u *ManagedUser) Access(organizationID string, application portal.Service) *Access {
	for _, a := range u.Accesses {
		if a.Application == application && a.Organization != nil && a.Organization.ID == organizationID {
			return a
		}
	}
	return &Access{Application: application}
}

func (u *ManagedUser) belongsTo(organizationID string) bool {
	return HasOrganization(u.Organizations, organizationID)
}

func (u *ManagedUser) isOffered(organizationID string, application portal.Service) bool {
	return slices.ContainsFunc(
		u.Organizations,
		func(o *ManagedOrganization) bool { return o.ID == organizationID && o.OffersApplication(application) },
	)
}

// stateFor returns the state that a change depends on: the status of the access, or of the account for a repeated
// invitation to the portal.
func (u *ManagedUser) stateFor(c UserChange) portal.AccessStatus {
	if c.Application == "" {
		return u.Account
	}
	return u.Access(c.OrganizationID, c.Application).Status
}

// ActionOption is an action that the viewer may take on a user now.
type ActionOption struct {
	Action UserAction
	// Application is set for an action on an access; nil for one on the account.
	Application *portal.Service
	// Organization is set for an action on a membership, on an access or on the external role; nil for others.
	Organization *ManagedOrganization
	// Role is set for an action on a role; nil for others.
	Role *portal.AdministratorRole
}

// IsDestructive reports whether the action must be confirmed.
func (o *ActionOption) IsDestructive() bool { return o.Action.IsDestructive() }

// Actions returns the actions that the viewer may take on the user now, in the order of UserActions.
func (u *ManagedUser) Actions() []*ActionOption {
	viewer := &Administrator{UserID: u.ViewerID, Role: u.ViewerRole, Organizations: u.ViewerOrganizations}
	options := []*ActionOption{}
	offer := func(o ActionOption, c UserChange) {
		c.Action = o.Action
		if viewer.Check(u, c) == Allowed {
			options = append(options, &o)
		}
	}
	for _, action := range UserActions {
		switch action {
		case AssignOrganization, RemoveOrganization:
			organizations := u.Organizations
			if action == AssignOrganization {
				organizations = u.ViewerOrganizations
			}
			for _, o := range organizations {
				offer(ActionOption{Action: action, Organization: o}, UserChange{OrganizationID: o.ID})
			}
		case AssignRole, RemoveRole:
			for _, o := range u.Organizations {
				offer(
					ActionOption{Action: action, Organization: o, Role: new(portal.AdministratorExternal)},
					UserChange{OrganizationID: o.ID, Role: portal.AdministratorExternal},
				)
			}
			offer(
				ActionOption{Action: action, Role: new(portal.AdministratorInternal)},
				UserChange{Role: portal.AdministratorInternal},
			)
		case DeleteUser, ResetSecondFactor, RequestFactorReset, ConfirmFactorReset, CancelFactorReset:
			offer(ActionOption{Action: action}, UserChange{})
		case ResendInvite, SendNewInvite:
			if u.Account != portal.AccessActive {
				// One invitation to the portal includes all applications.
				offer(ActionOption{Action: action}, UserChange{})
				continue
			}
			fallthrough
		default:
			for _, application := range portal.Applications {
				for _, o := range u.Organizations {
					offer(
						ActionOption{Action: action, Organization: o, Application: &application},
						UserChange{OrganizationID: o.ID, Application: application},
					)
				}
			}
		}
	}
	return options
}
