package useradmin

// Decision is the result of checking an action, with the names of the outcomes in the contract of sis. All values
// except Allowed are refusals, and codes of user errors.
type Decision string

const (
	Allowed Decision = "DONE"
	// ActionForbidden means that the role of the acting user does not allow the action.
	ActionForbidden Decision = "FORBIDDEN"
	// UserNotFound means that the user does not exist or is not visible to the acting user. The two cases are not
	// distinguished.
	UserNotFound Decision = "NOT_FOUND"
	// OwnAccount means that users cannot change their own rights.
	OwnAccount Decision = "OWN_ACCOUNT"
	// ManagedInternally means that the account of an internal employee is managed in another system.
	ManagedInternally Decision = "MANAGED_INTERNALLY"
	// StateChanged means that the status of the user or the access does not allow the action, for example because
	// another administrator has already answered the request.
	StateChanged Decision = "STATE_CHANGED"
	// NotOffered means that no common organization has the application.
	NotOffered Decision = "APPLICATION_NOT_OFFERED"
	// OrganizationNotFound means that the organization is not one of the acting user's, or the user does not belong to
	// it.
	OrganizationNotFound Decision = "ORGANIZATION_NOT_FOUND"
	// RoleNotGrantable means that the acting user may not grant or remove the role.
	RoleNotGrantable Decision = "ROLE_NOT_GRANTABLE"
	// LastAdministrator means that an organization would lose its last administrator.
	LastAdministrator Decision = "LAST_ADMINISTRATOR"
)

// AlreadyExists is the result of inviting the e-mail address of a user whom the administrator can see.
const AlreadyExists Decision = "ALREADY_EXISTS"

// OrganizationRequired means that several organizations are possible, and the input has none.
const OrganizationRequired Decision = "ORGANIZATION_REQUIRED"

// KeyReused means that the idempotency key belongs to an action with another input (USER-28).
const KeyReused Decision = "KEY_REUSED"

// SecondAdministrator is the result of confirming an own request: another administrator must do it.
const SecondAdministrator Decision = "SECOND_ADMINISTRATOR"

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
	SecondAdministrator:  "Another administrator must confirm what you have asked for.",
}

// Message is the message of a refusal, in English.
func (d Decision) Message() string { return decisionMessages[d] }
