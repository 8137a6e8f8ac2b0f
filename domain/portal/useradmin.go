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

// Access is a user's access to an application as a member of an organization.
type Access struct {
	// Organization is the organization of the membership; nil for an access that the identity server granted.
	Organization *ManagedOrganization
	Application  Service
	Status       AccessStatus
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
	// IsDecidedInternally marks an open request on which only internal administrators can decide: the organization has
	// no other external administrator.
	IsDecidedInternally bool
}

// Membership is the membership of a user in an organization.
type Membership struct {
	OrganizationID string
	// IsAdministrator is true if the user has the external administrator role in the organization.
	IsAdministrator bool
}

// AdministeredOrganizations returns the ids of the organizations in which a user can act as administrator (ROLE-15):
// those of the memberships with the external administrator role; all of the user's organizations for the internal role.
func AdministeredOrganizations(role AdministratorRole, memberships []Membership) []string {
	var ids []string
	for _, m := range memberships {
		if role == AdministratorInternal || m.IsAdministrator {
			ids = append(ids, m.OrganizationID)
		}
	}
	return ids
}

// ManagedUser is a user as an administrator sees them: organizations that the viewer does not administer, with the
// user's role and accesses in them, and accesses to applications that the organization does not offer, are left out
// (USER-2).
type ManagedUser struct {
	ID                  string
	FirstName, LastName string
	Email               string
	// Status is the status of the user as a whole, Account that of the account: invited, invite expired or active.
	Status, Account AccessStatus
	// Role is the internal role, else the external one if the user has it in one of Organizations.
	Role          AdministratorRole
	IsEmployee    bool
	SubRegion     string
	Country, City string
	Organizations []*ManagedOrganization
	// AdministratorOf are the ids of the Organizations in which the user has the external administrator role.
	AdministratorOf []string
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
	// ViewerOrganizations are the organizations that the viewer administers.
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
func (u *ManagedUser) Access(organizationID string, application Service) *Access {
	for _, a := range u.Accesses {
		if a.Application == application && a.Organization != nil && a.Organization.ID == organizationID {
			return a
		}
	}
	return &Access{Application: application}
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
	// OrganizationID is the organization of the membership, access or external role that changes. For accesses and
	// roles it can be left out if the user has only one organization that it can mean.
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
	// Organizations are the organizations that the administrator administers (AdministeredOrganizations).
	Organizations []*ManagedOrganization
}

// Administers reports whether the administrator administers an organization.
func (a *Administrator) Administers(organizationID string) bool {
	return (a.Role == ActorExternalAdmin || a.Role == ActorInternalAdmin) &&
		hasOrganization(a.Organizations, organizationID)
}

// RelationTo returns the relation to a user; nil is a user that the administrator cannot see.
func (a *Administrator) RelationTo(u *ManagedUser) Relation {
	switch {
	case u == nil:
		return RelationForeign
	case u.ID == a.UserID:
		return RelationSelf
	case len(a.common(u)) == 0:
		return RelationForeign
	}
	return RelationCommon
}

// common returns the user's organizations that the administrator administers.
func (a *Administrator) common(u *ManagedUser) []*ManagedOrganization {
	var common []*ManagedOrganization
	for _, o := range u.Organizations {
		if hasOrganization(a.Organizations, o.ID) {
			common = append(common, o)
		}
	}
	return common
}

// WithOrganization completes a change of an access or of the external role with the organization that it can mean, if
// there is only one: of the common organizations, for an access those that offer the application.
func (a *Administrator) WithOrganization(u *ManagedUser, c UserChange) UserChange {
	if u == nil || c.OrganizationID != "" || !c.isOfOrganization() {
		return c
	}
	candidates := a.common(u)
	if c.Application != "" && len(candidates) > 1 {
		candidates = slices.DeleteFunc(candidates, func(o *ManagedOrganization) bool {
			return !o.OffersApplication(c.Application)
		})
	}
	if len(candidates) == 1 {
		c.OrganizationID = candidates[0].ID
	}
	return c
}

// isOfOrganization reports whether the change concerns an access or a role in one of the user's organizations.
func (c UserChange) isOfOrganization() bool {
	return !transitions[c.Action].ofAccount && c.Application != "" ||
		(c.Action == AssignRole || c.Action == RemoveRole) && c.Role == AdministratorExternal
}

// Check decides whether an administrator may make a change to a user: by the transition table, and by conditions on
// organizations, roles and editions that are not in the table.
func (a *Administrator) Check(u *ManagedUser, c UserChange) Decision {
	relation := a.RelationTo(u)
	if relation == RelationForeign {
		return Decide(c.Action, a.Role, relation, TargetCustomer, AccessNone)
	}
	c = a.WithOrganization(u, c)
	state := u.Status
	if !transitions[c.Action].ofAccount {
		state = u.stateFor(c)
	}
	decision := Decide(c.Action, a.Role, relation, u.Kind(), state)
	if decision == Allowed || decision == StateChanged {
		// Without its organization, the state is unknown.
		if inOrganization := a.checkOrganization(u, c); inOrganization != Allowed {
			return inOrganization
		}
	}
	if decision != Allowed {
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
		if !hasOrganization(a.common(u), c.OrganizationID) {
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
		if !u.isOffered(c.OrganizationID, c.Application) {
			return NotOffered
		}
	case EditAccess:
		if !HasEditions(c.Application) {
			return StateChanged
		}
	}
	return Allowed
}

// checkOrganization decides whether the organization of a change of an access or of the external role is known, and
// administered by the administrator.
func (a *Administrator) checkOrganization(u *ManagedUser, c UserChange) Decision {
	common := a.common(u)
	isOffered := func(o *ManagedOrganization) bool { return o.OffersApplication(c.Application) }
	switch {
	case !c.isOfOrganization():
		return Allowed
	case c.OrganizationID != "" && hasOrganization(common, c.OrganizationID):
		return Allowed
	case c.OrganizationID != "":
		return OrganizationNotFound
	case c.Application != "" && !slices.ContainsFunc(common, isOffered):
		return NotOffered
	}
	return OrganizationRequired
}

func (u *ManagedUser) isOffered(organizationID string, application Service) bool {
	return slices.ContainsFunc(
		u.Organizations,
		func(o *ManagedOrganization) bool { return o.ID == organizationID && o.OffersApplication(application) },
	)
}

// stateFor returns the state that a change depends on: the status of the access, or of the account for a repeated
// invitation to the portal.
func (u *ManagedUser) stateFor(c UserChange) AccessStatus {
	if c.Application == "" {
		return u.Account
	}
	return u.Access(c.OrganizationID, c.Application).Status
}

func (a *Administrator) checkRole(u *ManagedUser, c UserChange) Decision {
	has := u.Role == c.Role
	if c.Role == AdministratorExternal {
		has = slices.Contains(u.AdministratorOf, c.OrganizationID)
	}
	switch {
	case c.Role != AdministratorExternal && c.Role != AdministratorInternal:
		return RoleNotGrantable
	case c.Role == AdministratorInternal && (a.Role != ActorInternalAdmin || !u.IsEmployee):
		// Only employees can have the internal role, and only internal administrators can grant it.
		return RoleNotGrantable
	case c.Action == AssignRole && (has || u.Role == AdministratorInternal) || c.Action == RemoveRole && !has:
		return StateChanged
	case c.Action == RemoveRole && slices.Contains(u.LastAdministratorOf, c.OrganizationID):
		return LastAdministrator
	}
	return Allowed
}

// ActionOption is an action that the viewer may take on a user now.
type ActionOption struct {
	Action UserAction
	// Application is set for an action on an access; nil for one on the account.
	Application *Service
	// Organization is set for an action on a membership, on an access or on the external role; nil for others.
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
			for _, o := range u.Organizations {
				offer(
					ActionOption{Action: action, Organization: o, Role: new(AdministratorExternal)},
					UserChange{OrganizationID: o.ID, Role: AdministratorExternal},
				)
			}
			offer(
				ActionOption{Action: action, Role: new(AdministratorInternal)},
				UserChange{Role: AdministratorInternal},
			)
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

// AuditEntry is an entry of the audit log: an action of an administrator on a user.
type AuditEntry struct {
	ID    string
	At    time.Time
	Actor *Person
	// ActorEmail and UserEmail are the e-mail addresses at the time of the action; nil in entries of earlier versions.
	ActorEmail *string
	Action     UserAction
	// IsUndo marks the undo of an action.
	IsUndo bool
	UserID string
	// UserName is the name at the time of the action.
	UserName  string
	UserEmail *string
	// Organization, Application, Before, After and Reason are nil for none.
	Organization *string
	Application  *Service
	// Role and Applications are those of an invitation; nil for other actions.
	Role          *AdministratorRole
	Applications  []Service
	Before, After *string
	Reason        *string
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

// AlreadyExists is the result of inviting the e-mail address of a user whom the administrator can see.
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
	OrganizationRequired: "Please select the organization.",
	KeyReused:            "Something else was sent with the same key, so that nothing was changed.",
	AlreadyExists:        "The user already exists.",
}

// OrganizationRequired means that several organizations are possible, and the input has none.
const OrganizationRequired Decision = "ORGANIZATION_REQUIRED"

// KeyReused means that the idempotency key belongs to an action with another input (USER-28).
const KeyReused Decision = "KEY_REUSED"

// Message is the message of a refusal, in English.
func (d Decision) Message() string { return decisionMessages[d] }
