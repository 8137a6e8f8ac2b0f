// Package portal has the rules of the customer portal: what users may do by their roles, which services
// they are registered for, tickets, machines, user administration, and what a password has to be like.
package portal

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The roles of the portal. A role string of an identity server may hold more than the name, such as its place in a
// directory (PORT-2).
const (
	RoleDelegatedAdminInternal = "kmx_delegatedadmin_intern"
	RoleDelegatedAdminExternal = "kmx_delegatedadmin_extern"
	// RoleEmployee is an internal employee's: the account is managed internally.
	RoleEmployee = "kmx_employee_intern"
)

// User is somebody who is signed in.
type User struct {
	ID, Email           string
	FirstName, LastName string
	Roles               []string
	// SessionID names what the identity server granted; empty where it does not say.
	SessionID string
	// SignedInAt is when the user last gave the password to the identity server; zero where it does not say.
	SignedInAt time.Time
}

// RecentLogin is how long after a login a user may change the second factor.
const RecentLogin = 5 * time.Minute

// loginSkew is how far the clock of the identity server may be ahead of ours.
const loginSkew = time.Minute

// HasRecentLogin reports whether the user gave the password to the identity server a moment ago. A token alone, which
// may be stolen, changes no credentials.
func (u *User) HasRecentLogin(now time.Time) bool {
	age := now.Sub(u.SignedInAt)
	return age >= -loginSkew && age <= RecentLogin
}

// FullName is the first and the last name.
func (u *User) FullName() string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

// Initials are the first letters of the names, in capitals (ACC-4).
func (u *User) Initials() string {
	var b strings.Builder
	for _, name := range []string{u.FirstName, u.LastName} {
		if r, size := utf8.DecodeRuneInString(strings.TrimSpace(name)); size > 0 {
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

// Has says whether a role string contains a role.
func (u *User) Has(role string) bool {
	for _, r := range u.Roles {
		if strings.Contains(r, role) {
			return true
		}
	}
	return false
}

// IsDelegatedAdminInternal says whether somebody administers the users of every organization.
func (u *User) IsDelegatedAdminInternal() bool { return u.Has(RoleDelegatedAdminInternal) }

// IsDelegatedAdminExternal says whether somebody administers the users of their own organizations.
func (u *User) IsDelegatedAdminExternal() bool { return u.Has(RoleDelegatedAdminExternal) }

// IsEmployee says whether somebody works for the group.
func (u *User) IsEmployee() bool { return u.Has(RoleEmployee) }

// Audience is whom a field of the graph is for.
type Audience string

const (
	// Customer is whoever is signed in.
	Customer Audience = "CUSTOMER"
	// TicketHolder is whoever's service tickets are active.
	TicketHolder Audience = "TICKETING"
	// InventoryHolder is a user whose inventory is active.
	InventoryHolder Audience = "INVENTORY"
	DelegatedAdmin  Audience = "DELEGATED_ADMIN"
	Employee        Audience = "EMPLOYEE"
	Editor          Audience = "EDITOR"
)

// Belongs says whether somebody is of an audience. Editors have no user account.
func (u *User) Belongs(a Audience) bool {
	switch a {
	case Customer:
		return u != nil
	case TicketHolder:
		return u != nil && u.IsActive(Ticketing)
	case InventoryHolder:
		return u != nil && u.IsActive(Inventory)
	case DelegatedAdmin:
		return u != nil && (u.IsDelegatedAdminInternal() || u.IsDelegatedAdminExternal())
	case Employee:
		return u != nil && u.IsEmployee()
	}
	return false
}
