package portal

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"strand/domain/site"
)

// ManagedOrganization is an organization of an administrator.
type ManagedOrganization struct {
	ID, Name  string
	SubRegion string
	// Country is an ISO 3166-1 alpha-2 code.
	Country, City string
	// MemberCount is how many users belong to it, invited ones included.
	MemberCount int
	// Applications are those that its users may be given.
	Applications []Service
	// View is where it is shown; nil for none. It is set by the resolvers.
	View *site.View
}

// URL is the organization's page in the portal.
func (o *ManagedOrganization) URL(v *site.View) string {
	return v.On(v.Directory.Main(), organizationsFolder+url.PathEscape(o.ID))
}

// Offers reports whether users of the organization may be given an application.
func (o *ManagedOrganization) Offers(application Service) bool {
	return slices.Contains(o.Applications, application)
}

// Access is a user's access to an application.
type Access struct {
	Application Service
	Status      AccessStatus
	// Edition is that of Artemis; empty for other applications.
	Edition ArtemisUserType
	// RequestedBy and RequestedAt are those of the request; nil for an access that was not requested.
	RequestedBy *Person
	RequestedAt *time.Time
	// Reason is why a request was denied, for its user to read; empty for none.
	Reason string
	// ExpiresAt is when an invitation expires; nil for other statuses.
	ExpiresAt *time.Time
	ChangedAt *time.Time
}

// ManagedUser is a user as an administrator sees them: organizations that the two do not have in common, and accesses
// that no common organization offers, are left out (USER-4).
type ManagedUser struct {
	ID                  string
	FirstName, LastName string
	Email               string
	// Status is that of the user as a whole; Account is that of the account: invited, invite expired or active.
	Status, Account AccessStatus
	Role            AdministratorRole
	IsEmployee      bool
	SubRegion       string
	Country, City   string
	Organizations   []*ManagedOrganization
	Accesses        []*Access
	// RequestedBy and RequestedAt are those of the oldest open request, else those of the invitation; nil for neither.
	RequestedBy *Person
	RequestedAt *time.Time
	// InviteExpiresAt is when the invitation to the portal expires; nil for an account that was accepted.
	InviteExpiresAt *time.Time
	// LastAdministratorOf are the ids of the organizations that would have no administrator without this user.
	LastAdministratorOf []string
	// Audit are the newest entries of the audit log; nil where they were not read.
	Audit *AuditPart
	// View is where the user is shown, and ViewerID and ViewerRole say to whom; they are set by the resolvers.
	View       *site.View
	ViewerID   string
	ViewerRole ActorRole
	// ViewerOrganizations are those of the administrator to whom the user is shown.
	ViewerOrganizations []*ManagedOrganization
}

// FullName is the first and the last name.
func (u *ManagedUser) FullName() string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

// URL is the user's page in the portal.
func (u *ManagedUser) URL(v *site.View) string {
	return v.On(v.Directory.Main(), managedUserPath(u.ID))
}

// Kind is what kind of user an action would be taken on.
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

// Access is the user's access to an application; one of the status AccessNone where there is none.
func (u *ManagedUser) Access(application Service) *Access {
	for _, a := range u.Accesses {
		if a.Application == application {
			return a
		}
	}
	return &Access{Application: application}
}

// OfferedApplications are those that a common organization offers, in the order of Applications.
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
	return slices.ContainsFunc(u.Organizations, func(o *ManagedOrganization) bool { return o.Offers(application) })
}

func (u *ManagedUser) belongsTo(organizationID string) bool {
	return hasOrganization(u.Organizations, organizationID)
}

func hasOrganization(all []*ManagedOrganization, id string) bool {
	return slices.ContainsFunc(all, func(o *ManagedOrganization) bool { return o.ID == id })
}

// UserChange is an action on a user with what it needs.
type UserChange struct {
	// Key identifies the attempt: a repetition with the same key changes nothing and has the same result.
	Key    string
	UserID string
	Action UserAction
	// Application is that of the actions on an access; empty for actions on the account.
	Application Service
	// OrganizationID is that of AssignOrganization and RemoveOrganization.
	OrganizationID string
	// Role is that of AssignRole and RemoveRole.
	Role AdministratorRole
	// Edition is that of EditAccess, and of Artemis for AddApplication and GrantAccess.
	Edition ArtemisUserType
	// Reason is why a request is denied.
	Reason string
}

// Administrator is a user who takes actions on others.
type Administrator struct {
	UserID string
	Role   ActorRole
	// Organizations are those that the administrator belongs to.
	Organizations []*ManagedOrganization
}

// RelationTo is the relation to a user that is visible to the administrator; nil for one that is not.
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

// Check decides whether an administrator may make a change to a user: by the transition table, and by what the table
// cannot know.
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
			return NotYourOrganization
		}
		if u.belongsTo(c.OrganizationID) {
			return StateChanged
		}
	case RemoveOrganization:
		if !u.belongsTo(c.OrganizationID) {
			return NotYourOrganization
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

// stateFor is the state of what a change is about: of an access, or of the account where an invitation to the portal is
// sent again.
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
		// The internal role is for employees, and only its holders grant it.
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
	// Application is that of an action on an access; nil for one on the account.
	Application *Service
	// Organization is that of an action on a membership; nil for others.
	Organization *ManagedOrganization
	// Role is that of an action on a role; AdministratorNone for others.
	Role *AdministratorRole
}

// IsDestructive reports whether the action is to be confirmed.
func (o *ActionOption) IsDestructive() bool { return o.Action.IsDestructive() }

// Actions are what the viewer may do to the user now, in the order of UserActions.
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
				// One invitation has all applications.
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

// AuditEntry is an entry of the audit log: what an administrator did to a user.
type AuditEntry struct {
	ID     string
	At     time.Time
	Actor  *Person
	Action UserAction
	// IsUndo marks the undo of an action.
	IsUndo bool
	UserID string
	// UserName is the name at that time.
	UserName string
	// Organization, Application, Before, After and Reason are nil for none.
	Organization  *string
	Application   *Service
	Before, After *string
	Reason        *string
}

// AuditEntriesOfPage is how many entries of the audit log the page of a user or an organization has.
const AuditEntriesOfPage = 20

// AuditSelection is a part of the audit log: of a user, of an organization, or of all that an administrator may read.
type AuditSelection struct {
	UserID, OrganizationID string
	First                  int
	After                  string
}

// AuditPart is a part of the audit log, the newest entries first.
type AuditPart struct {
	Entries     []*AuditEntry
	Cursors     []string
	HasNextPage bool
}

// UserChangeResult is the result of an action on a user.
type UserChangeResult struct {
	Outcome Decision
	// User is the user after it; nil where the administrator may not see the user (any more).
	User *ManagedUser
	// UndoID undoes a destructive action until UndoUntil; empty for others.
	UndoID    string
	UndoUntil time.Time
}

// AlreadyExists is the outcome of an invitation to the address of a user whom the administrator can see.
const AlreadyExists Decision = "ALREADY_EXISTS"

// Messages of decisions, in English; the client has the translations by their codes.
var decisionMessages = map[Decision]string{
	NotPermitted:        "Your roles do not allow this.",
	UserNotFound:        "The user does not exist or you have no permission to see them.",
	OwnAccount:          "You cannot change your own rights.",
	ManagedInternally:   "The account of an employee is managed internally.",
	StateChanged:        "The status of the user has changed meanwhile.",
	NotOffered:          "The organization does not have this application.",
	NotYourOrganization: "The organization does not exist or is not yours.",
	RoleNotGrantable:    "You cannot grant or remove this role.",
	LastAdministrator:   "An organization cannot lose its last administrator.",
	AlreadyExists:       "The user already exists.",
}

// Message is the message of a refusal, in English.
func (d Decision) Message() string { return decisionMessages[d] }
