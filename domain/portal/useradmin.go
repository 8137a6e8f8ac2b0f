package portal

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"strand/domain/site"
)

// ManagedOrganization is an organization as an administrator sees it.
type ManagedOrganization struct {
	ID, Name  string
	SubRegion string
	// Country is an ISO 3166-1 alpha-2 code.
	Country, City string
	// MemberCount is the number of members, invited ones included.
	MemberCount int
	// Applications are the applications that its members can have access to.
	Applications []Service
	// SiteContext is the site context in which the organization is shown, set by the resolvers; nil for none.
	SiteContext *site.Context
}

// URL is the URL of the organization's page in the portal.
func (o *ManagedOrganization) URL(siteCtx *site.Context) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), organizationsFolder+url.PathEscape(o.ID))
}

// OffersApplication reports whether members of the organization can have access to an application.
func (o *ManagedOrganization) OffersApplication(application Service) bool {
	return slices.Contains(o.Applications, application)
}

// Access is a user's access to an application.
type Access struct {
	Application Service
	Status      AccessStatus
	// Edition is the edition of Artemis; empty for other applications.
	Edition WireFlowEdition
	// RequestedBy and RequestedAt are nil for an access that was not requested.
	RequestedBy *Person
	RequestedAt *time.Time
	// Reason is the reason for the denial of a request, shown to the user; empty for none.
	Reason string
	// ExpiresAt is the expiry of an invitation; nil for other statuses.
	ExpiresAt *time.Time
	ChangedAt *time.Time
}

// ManagedUser is a user as an administrator sees them: organizations that the two do not have in common, and accesses
// to applications that no common organization offers, are left out (USER-4).
type ManagedUser struct {
	ID                  string
	FirstName, LastName string
	Email               string
	// Status is the status of the user as a whole, Account that of the account: invited, invite expired or active.
	Status, Account AccessStatus
	Role            AdministratorRole
	IsEmployee      bool
	SubRegion       string
	Country, City   string
	Organizations   []*ManagedOrganization
	Accesses        []*Access
	// RequestedBy and RequestedAt belong to the oldest open request, else to the invitation; nil for neither.
	RequestedBy *Person
	RequestedAt *time.Time
	// InviteExpiresAt is the expiry of the invitation to the portal; nil if the invitation was accepted.
	InviteExpiresAt *time.Time
	// LastAdministratorOf are the ids of the organizations that would have no administrator without this user.
	LastAdministratorOf []string
	// Audit contains the newest entries of the audit log; nil if they were not read.
	Audit *AuditLogPage
	// SiteContext is the site context in which the user is shown, ViewerID and ViewerRole identify the viewing
	// administrator. The resolvers set them.
	SiteContext *site.Context
	ViewerID    string
	ViewerRole  ActorRole
	// ViewerOrganizations are the organizations of the viewing administrator.
	ViewerOrganizations []*ManagedOrganization
}

// FullName is the first and the last name.
func (u *ManagedUser) FullName() string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

// URL is the URL of the user's page in the portal.
func (u *ManagedUser) URL(siteCtx *site.Context) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), managedUserPath(u.ID))
}

// Kind is the kind of target that the user is.
func (u *ManagedUser) Kind() TargetKind {
	switch {
	case u.Role == AdministratorInternal:
		return TargetInternalAdmin
	case u.IsEmployee:
		return TargetEmployee
	case u.Role == AdministratorExternal:
		return TargetExternalAdmin
	}
	return TargetCustomer
}

// Access returns the user's access to an application; one with the status AccessNone if there is none.
func (u *ManagedUser) Access(application Service) *Access {
	for _, a := range u.Accesses {
		if a.Application == application {
			return a
		}
	}
	return &Access{Application: application}
}

// OfferedApplications are the applications of the common organizations, in the order of Applications.
func (u *ManagedUser) OfferedApplications() []Service {
	var offered []Service
	for _, application := range Applications {
		if u.isOffered(application) {
			offered = append(offered, application)
		}
	}
	return offered
}

func (u *ManagedUser) isOffered(application Service) bool {
	return slices.ContainsFunc(
		u.Organizations,
		func(o *ManagedOrganization) bool { return o.OffersApplication(application) },
	)
}

func (u *ManagedUser) belongsTo(organizationID string) bool {
	return hasOrganization(u.Organizations, organizationID)
}

func hasOrganization(all []*ManagedOrganization, id string) bool {
	return slices.ContainsFunc(all, func(o *ManagedOrganization) bool { return o.ID == id })
}

// UserChange is an action on a user with its parameters.
type UserChange struct {
	// Key is the idempotency key: a repetition with the same key changes nothing and has the same result.
	Key    string
	UserID string
	Action UserAction
	// Application is set for actions on an access; empty for actions on the account.
	Application Service
	// OrganizationID is set for AssignOrganization and RemoveOrganization.
	OrganizationID string
	// Role is set for AssignRole and RemoveRole.
	Role AdministratorRole
	// Edition is set for EditAccess, and for Artemis with AddApplication and GrantAccess.
	Edition WireFlowEdition
	// Reason is the reason for which a request is denied.
	Reason string
}

// Administrator is a user who takes actions on others.
type Administrator struct {
	UserID string
	Role   ActorRole
	// Organizations are the organizations of the administrator.
	Organizations []*ManagedOrganization
}

// RelationTo returns the relation to a user; nil is a user that the administrator cannot see.
func (a *Administrator) RelationTo(u *ManagedUser) Relation {
	switch {
	case u == nil:
		return RelationForeign
	case u.ID == a.UserID:
		return RelationSelf
	case len(u.Organizations) == 0:
		return RelationForeign
	}
	return RelationCommon
}

// Check decides whether an administrator may make a change to a user: by the transition table, and by conditions on
// organizations, roles and editions that are not in the table.
func (a *Administrator) Check(u *ManagedUser, c UserChange) Decision {
	relation := a.RelationTo(u)
	if relation == RelationForeign {
		return Decide(c.Action, a.Role, relation, TargetCustomer, AccessNone)
	}
	state := u.Status
	if !transitions[c.Action].ofAccount {
		state = u.stateFor(c)
	}
	if decision := Decide(c.Action, a.Role, relation, u.Kind(), state); decision != Allowed {
		return decision
	}
	switch c.Action {
	case AssignOrganization:
		if !hasOrganization(a.Organizations, c.OrganizationID) {
			return OrganizationNotFound
		}
		if u.belongsTo(c.OrganizationID) {
			return StateChanged
		}
	case RemoveOrganization:
		if !u.belongsTo(c.OrganizationID) {
			return OrganizationNotFound
		}
		if slices.Contains(u.LastAdministratorOf, c.OrganizationID) {
			return LastAdministrator
		}
	case AssignRole, RemoveRole:
		return a.checkRole(u, c)
	case DeleteUser:
		if len(u.LastAdministratorOf) > 0 {
			return LastAdministrator
		}
	case AddApplication, GrantAccess, AcceptRequest:
		if !u.isOffered(c.Application) {
			return NotOffered
		}
	case EditAccess:
		if !HasEditions(c.Application) {
			return StateChanged
		}
	}
	return Allowed
}

// stateFor returns the state that a change depends on: the status of the access, or of the account for a repeated
// invitation to the portal.
func (u *ManagedUser) stateFor(c UserChange) AccessStatus {
	if c.Application == "" {
		return u.Account
	}
	return u.Access(c.Application).Status
}

func (a *Administrator) checkRole(u *ManagedUser, c UserChange) Decision {
	switch {
	case c.Role != AdministratorExternal && c.Role != AdministratorInternal:
		return RoleNotGrantable
	case c.Role == AdministratorInternal && (a.Role != ActorInternalAdmin || !u.IsEmployee):
		// Only employees can have the internal role, and only internal administrators can grant it.
		return RoleNotGrantable
	case c.Action == AssignRole && u.Role != AdministratorNone || c.Action == RemoveRole && u.Role != c.Role:
		return StateChanged
	case c.Action == RemoveRole && len(u.LastAdministratorOf) > 0:
		return LastAdministrator
	}
	return Allowed
}

// ActionOption is an action that the viewer may take on a user now.
type ActionOption struct {
	Action UserAction
	// Application is set for an action on an access; nil for one on the account.
	Application *Service
	// Organization is set for an action on a membership; nil for others.
	Organization *ManagedOrganization
	// Role is set for an action on a role; nil for others.
	Role *AdministratorRole
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
			for _, role := range AdministratorRoles[1:] {
				offer(ActionOption{Action: action, Role: &role}, UserChange{Role: role})
			}
		case DeleteUser:
			offer(ActionOption{Action: action}, UserChange{})
		case ResendInvite, SendNewInvite:
			if u.Account != AccessActive {
				// One invitation to the portal includes all applications.
				offer(ActionOption{Action: action}, UserChange{})
				continue
			}
			fallthrough
		default:
			for _, application := range Applications {
				offer(ActionOption{Action: action, Application: &application}, UserChange{Application: application})
			}
		}
	}
	return options
}

// AuditEntry is an entry of the audit log: an action of an administrator on a user.
type AuditEntry struct {
	ID     string
	At     time.Time
	Actor  *Person
	Action UserAction
	// IsUndo marks the undo of an action.
	IsUndo bool
	UserID string
	// UserName is the name at the time of the action.
	UserName string
	// Organization, Application, Before, After and Reason are nil for none.
	Organization  *string
	Application   *Service
	Before, After *string
	Reason        *string
}

// AuditEntriesOfPage is the number of entries of the audit log on the page of a user or an organization.
const AuditEntriesOfPage = 20

// AuditSelection selects entries of the audit log: of a user, of an organization, or of all that the administrator may
// read.
type AuditSelection struct {
	UserID, OrganizationID string
	First                  int
	After                  string
}

// AuditLogPage is a page of the audit log, the newest entries first.
type AuditLogPage struct {
	Entries     []*AuditEntry
	Cursors     []string
	HasNextPage bool
}

// UserChangeResult is the result of an action on a user.
type UserChangeResult struct {
	Decision Decision
	// User is the user after the action; nil if the administrator cannot see the user, or cannot any more.
	User *ManagedUser
	// UndoID is the id to undo a destructive action with, until UndoUntil; empty for other actions.
	UndoID    string
	UndoUntil time.Time
}

// AlreadyExists is the result of inviting the email address of a user whom the administrator can see.
const AlreadyExists Decision = "ALREADY_EXISTS"

// decisionMessages are the English messages of refusals; the client has the translations by their codes.
var decisionMessages = map[Decision]string{
	ActionForbidden:      "Your roles do not allow this.",
	UserNotFound:         "The user does not exist or you have no permission to see them.",
	OwnAccount:           "You cannot change your own rights.",
	ManagedInternally:    "The account of an employee is managed internally.",
	StateChanged:         "The status of the user has changed meanwhile.",
	NotOffered:           "The organization does not have this application.",
	OrganizationNotFound: "The organization does not exist or is not yours.",
	RoleNotGrantable:     "You cannot grant or remove this role.",
	LastAdministrator:    "An organization cannot lose its last administrator.",
	AlreadyExists:        "The user already exists.",
}

// Message is the message of a refusal, in English.
func (d Decision) Message() string { return decisionMessages[d] }
