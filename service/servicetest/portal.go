package servicetest

import (
	"context"
	"time"

	"strand/domain/account"
	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/registration"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/upstream/transport"
)

// AcceptInvitation returns the answer of the test.
func (s *SIS) AcceptInvitation(
	ctx context.Context, idToken string, application portal.Service,
) (useradmin.Decision, *registration.OwnAccess, error) {
	return answers[useradmin.Decision, *registration.OwnAccess](ctx, s, "AcceptInvitation", idToken, application)
}

// AcceptLicence returns the answer of the test.
func (s *SIS) AcceptLicence(ctx context.Context, idToken, versionID string) (*inventory.SoftwareVersion, error) {
	return answer[*inventory.SoftwareVersion](ctx, s, "AcceptLicence", idToken, versionID)
}

// Account returns the answer of the test.
func (s *SIS) Account(ctx context.Context, idToken string) (*account.Entry, error) {
	return answer[*account.Entry](ctx, s, "Account", idToken)
}

// AddComment returns the answer of the test.
func (s *SIS) AddComment(ctx context.Context, idToken string, c ticketing.TicketComment) (*ticketing.Ticket, error) {
	return answer[*ticketing.Ticket](ctx, s, "AddComment", idToken, c)
}

// AddMachine returns the answer of the test.
func (s *SIS) AddMachine(
	ctx context.Context, idToken, key, serialNumber, locationID string,
) (*inventory.Machine, error) {
	return answer[*inventory.Machine](ctx, s, "AddMachine", idToken, key, serialNumber, locationID)
}

// AuditLog returns the answer of the test.
func (s *SIS) AuditLog(
	ctx context.Context, idToken string, selection useradmin.AuditSelection,
) (*useradmin.AuditLogPage, error) {
	return answer[*useradmin.AuditLogPage](ctx, s, "AuditLog", idToken, selection)
}

// AuditLogWithOrganizations returns the answer of the test.
func (s *SIS) AuditLogWithOrganizations(
	ctx context.Context, idToken string, selection useradmin.AuditSelection,
) (*useradmin.AuditLogPage, []*useradmin.ManagedOrganization, error) {
	return answers[*useradmin.AuditLogPage, []*useradmin.ManagedOrganization](
		ctx, s, "AuditLogWithOrganizations", idToken, selection,
	)
}

// CancelAccessRequest returns the answer of the test.
func (s *SIS) CancelAccessRequest(
	ctx context.Context, idToken string, application portal.Service, organizationID string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	return answers[useradmin.Decision, *registration.OwnAccess](
		ctx, s, "CancelAccessRequest", idToken, application, organizationID,
	)
}

// CancelMembershipRequest returns the answer of the test.
func (s *SIS) CancelMembershipRequest(
	ctx context.Context, idToken string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	return answers[useradmin.Decision, *registration.OwnAccess](ctx, s, "CancelMembershipRequest", idToken)
}

// ChangePassword returns the answer of the test.
func (s *SIS) ChangePassword(ctx context.Context, idToken, present, next string) (*account.PasswordChange, error) {
	return answer[*account.PasswordChange](ctx, s, "ChangePassword", idToken, present, next)
}

// AssignTicket returns the answer of the test.
func (s *SIS) AssignTicket(
	ctx context.Context, idToken, ticketID string, assigneeID *string,
) (*ticketing.Ticket, error) {
	return answer[*ticketing.Ticket](ctx, s, "AssignTicket", idToken, ticketID, assigneeID)
}

// MarkTicketRead returns the answer of the test.
func (s *SIS) MarkTicketRead(
	ctx context.Context, idToken, ticketID string, until time.Time,
) (*ticketing.Ticket, error) {
	return answer[*ticketing.Ticket](ctx, s, "MarkTicketRead", idToken, ticketID, until)
}

// ChangeUser returns the answer of the test.
func (s *SIS) ChangeUser(
	ctx context.Context, idToken string, c useradmin.UserChange,
) (*useradmin.UserChangeResult, error) {
	return answer[*useradmin.UserChangeResult](ctx, s, "ChangeUser", idToken, c)
}

// CloseTicket returns the answer of the test.
func (s *SIS) CloseTicket(
	ctx context.Context, idToken, ticketID string, reason ticketing.CloseReason, comment string,
) (*ticketing.Ticket, error) {
	return answer[*ticketing.Ticket](ctx, s, "CloseTicket", idToken, ticketID, reason, comment)
}

// ConfirmSecondFactor returns the answer of the test.
func (s *SIS) ConfirmSecondFactor(ctx context.Context, idToken, oneTimeCode string) (*account.RecoveryCodes, error) {
	return answer[*account.RecoveryCodes](ctx, s, "ConfirmSecondFactor", idToken, oneTimeCode)
}

// CreateRecoveryCodes returns the answer of the test.
func (s *SIS) CreateRecoveryCodes(ctx context.Context, idToken string) (*account.RecoveryCodes, error) {
	return answer[*account.RecoveryCodes](ctx, s, "CreateRecoveryCodes", idToken)
}

// CreateTicket returns the answer of the test.
func (s *SIS) CreateTicket(ctx context.Context, idToken string, d ticketing.TicketDraft) (*ticketing.Ticket, error) {
	return answer[*ticketing.Ticket](ctx, s, "CreateTicket", idToken, d)
}

// Home returns the answer of the test.
func (s *SIS) Home(
	ctx context.Context, idToken string, selection portalentry.HomeSelection,
) (*portalentry.HomeData, error) {
	return answer[*portalentry.HomeData](ctx, s, "Home", idToken, selection)
}

// ImportMachines returns the answer of the test.
func (s *SIS) ImportMachines(
	ctx context.Context, idToken, key string, lines []inventory.ImportLine,
) (int, []string, error) {
	return answers[int, []string](ctx, s, "ImportMachines", idToken, key, lines)
}

// InviteUser returns the answer of the test.
func (s *SIS) InviteUser(
	ctx context.Context, idToken string, i useradmin.Invitation,
) (*useradmin.UserChangeResult, error) {
	return answer[*useradmin.UserChangeResult](ctx, s, "InviteUser", idToken, i)
}

// LocationsAndMachines returns the answer of the test.
func (s *SIS) LocationsAndMachines(
	ctx context.Context, idToken, machineID string,
) ([]*inventory.Location, []*inventory.Machine, error) {
	return answers[[]*inventory.Location, []*inventory.Machine](ctx, s, "LocationsAndMachines", idToken, machineID)
}

// Machine returns the answer of the test.
func (s *SIS) Machine(ctx context.Context, idToken, id string) (*inventory.Machine, error) {
	return answer[*inventory.Machine](ctx, s, "Machine", idToken, id)
}

// MachinePage returns the answer of the test.
func (s *SIS) MachinePage(
	ctx context.Context, idToken, id, language string, withTickets bool,
) (*portalentry.MachinePage, error) {
	return answer[*portalentry.MachinePage](ctx, s, "MachinePage", idToken, id, language, withTickets)
}

// Machines returns the answer of the test.
func (s *SIS) Machines(
	ctx context.Context, idToken string, selection inventory.MachineSelection,
) (*inventory.MachineListPage, error) {
	return answer[*inventory.MachineListPage](ctx, s, "Machines", idToken, selection)
}

// MachinesWithChoices returns the answer of the test.
func (s *SIS) MachinesWithChoices(
	ctx context.Context, idToken string, selection inventory.MachineSelection,
) (*inventory.MachineListPage, []*inventory.Location, error) {
	return answers[*inventory.MachineListPage, []*inventory.Location](ctx, s, "MachinesWithChoices", idToken, selection)
}

// ManagedOrganizations returns the answer of the test.
func (s *SIS) ManagedOrganizations(ctx context.Context, idToken string) ([]*useradmin.ManagedOrganization, error) {
	return answer[[]*useradmin.ManagedOrganization](ctx, s, "ManagedOrganizations", idToken)
}

// ManagedUser returns the answer of the test.
func (s *SIS) ManagedUser(ctx context.Context, idToken, id string) (*useradmin.ManagedUser, error) {
	return answer[*useradmin.ManagedUser](ctx, s, "ManagedUser", idToken, id)
}

// ManagedUsersByEmail returns the answer of the test.
func (s *SIS) ManagedUsersByEmail(
	ctx context.Context, idToken string, emails []string, organizations []*useradmin.ManagedOrganization,
) ([]*useradmin.ManagedUser, error) {
	return answer[[]*useradmin.ManagedUser](ctx, s, "ManagedUsersByEmail", idToken, emails, organizations)
}

// OrganizationsWithRequests returns the answer of the test.
func (s *SIS) OrganizationsWithRequests(
	ctx context.Context, idToken string,
) ([]*useradmin.ManagedOrganization, map[string]int, error) {
	return answers[[]*useradmin.ManagedOrganization, map[string]int](ctx, s, "OrganizationsWithRequests", idToken)
}

// MoveMachine returns the answer of the test.
func (s *SIS) MoveMachine(ctx context.Context, idToken, id, locationID string) (*inventory.Machine, error) {
	return answer[*inventory.Machine](ctx, s, "MoveMachine", idToken, id, locationID)
}

// OrganizationPage returns the answer of the test.
func (s *SIS) OrganizationPage(ctx context.Context, idToken, id string) (*useradmin.OrganizationPage, error) {
	return answer[*useradmin.OrganizationPage](ctx, s, "OrganizationPage", idToken, id)
}

// OwnAccess returns the answer of the test.
func (s *SIS) OwnAccess(ctx context.Context, idToken string) (*registration.OwnAccess, error) {
	return answer[*registration.OwnAccess](ctx, s, "OwnAccess", idToken)
}

// PendingRequestCount returns the answer of the test.
func (s *SIS) PendingRequestCount(ctx context.Context, idToken string) (int, error) {
	return answer[int](ctx, s, "PendingRequestCount", idToken)
}

// RenameMachine returns the answer of the test.
func (s *SIS) RenameMachine(ctx context.Context, idToken, id, name string) (*inventory.Machine, error) {
	return answer[*inventory.Machine](ctx, s, "RenameMachine", idToken, id, name)
}

// RequestAccess returns the answer of the test.
func (s *SIS) RequestAccess(
	ctx context.Context, idToken, key string, application portal.Service, organizationID string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	return answers[useradmin.Decision, *registration.OwnAccess](
		ctx, s, "RequestAccess", idToken, key, application, organizationID,
	)
}

// RequestMembership returns the answer of the test.
func (s *SIS) RequestMembership(
	ctx context.Context, idToken, company string,
) (useradmin.Decision, *registration.OwnAccess, error) {
	return answers[useradmin.Decision, *registration.OwnAccess](ctx, s, "RequestMembership", idToken, company)
}

// EndSession returns the answer of the test.
func (s *SIS) EndSession(ctx context.Context, idToken, id string) ([]*account.Session, error) {
	return answer[[]*account.Session](ctx, s, "EndSession", idToken, id)
}

// EndSessions returns the answer of the test.
func (s *SIS) EndSessions(ctx context.Context, idToken string, exceptCurrent bool) ([]*account.Session, error) {
	return answer[[]*account.Session](ctx, s, "EndSessions", idToken, exceptCurrent)
}

// ResetSecondFactor returns the answer of the test.
func (s *SIS) ResetSecondFactor(ctx context.Context, idToken string) error {
	return s.record(ctx, "ResetSecondFactor", idToken)
}

// SaveRecoveryCodes returns the answer of the test.
func (s *SIS) SaveRecoveryCodes(ctx context.Context, idToken, id string) (*account.Profile, error) {
	return answer[*account.Profile](ctx, s, "SaveRecoveryCodes", idToken, id)
}

// RestoreMachine returns the answer of the test.
func (s *SIS) RestoreMachine(ctx context.Context, idToken, id string) (*inventory.Machine, error) {
	return answer[*inventory.Machine](ctx, s, "RestoreMachine", idToken, id)
}

// RetireMachine returns the answer of the test.
func (s *SIS) RetireMachine(ctx context.Context, idToken, id string) (*inventory.Machine, error) {
	return answer[*inventory.Machine](ctx, s, "RetireMachine", idToken, id)
}

// SendFile returns the answer of the test.
func (s *SIS) SendFile(ctx context.Context, idToken string, f *ticketing.TicketFile, _ transport.Files) error {
	return s.record(ctx, "SendFile", idToken, f)
}

// Software returns the answer of the test.
func (s *SIS) Software(ctx context.Context, idToken, language string) ([]*inventory.SoftwarePackage, error) {
	return answer[[]*inventory.SoftwarePackage](ctx, s, "Software", idToken, language)
}

// StartSecondFactor returns the answer of the test.
func (s *SIS) StartSecondFactor(ctx context.Context, idToken string) (*account.SecondFactorSetup, error) {
	return answer[*account.SecondFactorSetup](ctx, s, "StartSecondFactor", idToken)
}

// TicketsWithLocations returns the answer of the test.
func (s *SIS) TicketsWithLocations(
	ctx context.Context, idToken string, selection ticketing.TicketSelection,
) (*ticketing.TicketListPage, []*inventory.Location, error) {
	return answers[*ticketing.TicketListPage, []*inventory.Location](ctx, s, "TicketsWithLocations", idToken, selection)
}

// UndoUserChange returns the answer of the test.
func (s *SIS) UndoUserChange(ctx context.Context, idToken, id string) (*useradmin.UserChangeResult, error) {
	return answer[*useradmin.UserChangeResult](ctx, s, "UndoUserChange", idToken, id)
}

// UpdateProfile returns the answer of the test.
func (s *SIS) UpdateProfile(ctx context.Context, idToken string, p account.ProfileChange) (*account.Profile, error) {
	return answer[*account.Profile](ctx, s, "UpdateProfile", idToken, p)
}

// Users returns the answer of the test.
func (s *SIS) Users(
	ctx context.Context, idToken string, selection useradmin.UserSelection, withOptions bool,
) (*useradmin.UserListPage, *useradmin.UserFilterOptions, error) {
	return answers[*useradmin.UserListPage, *useradmin.UserFilterOptions](
		ctx, s, "Users", idToken, selection, withOptions,
	)
}
