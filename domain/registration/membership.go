package registration

import (
	"time"

	"strand/domain/form"
	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/useradmin"
)

// Membership is how a user without an organization becomes a member of one (PORT-22): by a request for a company.
type Membership struct {
	// Company is that of the request as the user typed it; without a request, that of the profile.
	Company string
	// Access is AccessPending or AccessDeclined; AccessNone without a request.
	Access portal.AccessStatus
	// RequestedAt is nil without a request.
	RequestedAt *time.Time
	// NotifiedAt is the time of the last mail to those who decide; nil without an open request.
	NotifiedAt *time.Time
	// Reason is the reason of a denied request; empty for none.
	Reason string
}

// RemindAfter is the time between two mails about a request to those who decide.
const RemindAfter = 24 * time.Hour

// MembershipFields are the input fields of a request.
var MembershipFields = []form.Field{form.NewField("company", form.Text, "", "organization", "company")}

// CheckCompany trims the name of a company and returns its problems.
func CheckCompany(company string) (string, []form.Problem) {
	values, problems := form.Check(MembershipFields, map[string]string{"company": company}, form.OfferAny)
	return values["company"], append(problems, portal.CheckNames(MembershipFields, values, "company")...)
}

// Status is Unregistered, Pending or Declined.
func (m *Membership) Status() Status {
	if status, isKnown := registrationStatuses[m.Access]; isKnown {
		return status
	}
	return Unregistered
}

// Fields are the input fields of a request.
func (*Membership) Fields() []form.Field { return MembershipFields }

// DeclineReason is the reason for which the last request was denied; nil for none.
func (m *Membership) DeclineReason() *string { return optional.Text(m.Reason) }

// RemindableAt is the time from which the user can send a reminder; nil without an open request.
func (m *Membership) RemindableAt() *time.Time {
	if m.Access != portal.AccessPending || m.NotifiedAt == nil {
		return nil
	}
	return new(m.NotifiedAt.Add(RemindAfter))
}

// CanRemind reports whether the user can send a reminder.
func (m *Membership) CanRemind(now time.Time) bool {
	at := m.RemindableAt()
	return at != nil && !now.Before(*at)
}

// CheckRequest decides whether a user may request the membership in a company, and whether those who decide get a mail.
// A request that is repeated reminds them; before that is possible again, it changes nothing. m is nil for a user with
// an organization.
func (m *Membership) CheckRequest(company string, now time.Time) (d useradmin.Decision, withMail bool) {
	switch {
	case m == nil:
		return useradmin.StateChanged, false
	case m.Access != portal.AccessPending:
		return useradmin.Allowed, true
	case m.Company != company:
		return useradmin.StateChanged, false
	}
	return useradmin.Allowed, m.NotifiedAt == nil || m.CanRemind(now)
}
