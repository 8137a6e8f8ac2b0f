// Package portal contains what all parts of the customer portal share: its users with their roles, its services and
// access to them, the URLs of its pages, and the pages of its lists.
package portal

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The roles of the portal. A role string of an identity server may contain more than the name, such as its path in a
// directory (PORT-2).
const (
	RoleDelegatedAdminInternal = "kmx_delegatedadmin_intern"
	RoleDelegatedAdminExternal = "kmx_delegatedadmin_extern"
	// RoleEmployee marks an internal employee, whose account is managed internally.
	RoleEmployee = "kmx_employee_intern"
)

// User is a signed-in user.
type User struct {
	ID, Email           string
	FirstName, LastName string
	Roles               []string
	// SessionID is the id of the session at the identity server; empty if the token has none.
	SessionID string
	// SignedInAt is the time at which the user last entered the password at the identity server; zero if the token has
	// none.
	SignedInAt time.Time
}

// RecentLogin is the time after a login in which a user may change the second factor.
const RecentLogin = 5 * time.Minute

// loginSkew is the tolerated difference by which the clock of the identity server is ahead of ours.
const loginSkew = time.Minute

// HasRecentLogin reports whether the user entered the password at most RecentLogin ago. A token alone, which may be
// stolen, changes no credentials.
func (u *User) HasRecentLogin(now time.Time) bool {
	age := now.Sub(u.SignedInAt)
	return age >= -loginSkew && age <= RecentLogin
}

// Populated reports whether the user's data is loaded, as opposed to a user who is not known yet.
func (u *User) Populated() bool { return u.ID != "" }

// FullName is the first and the last name.
func (u *User) FullName() string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

// Initials are the first letters of the names in upper case (ACC-4).
func (u *User) Initials() string {
	var b strings.Builder
	for _, name := range []string{u.FirstName, u.LastName} {
		if r, size := utf8.DecodeRuneInString(strings.TrimSpace(name)); size > 0 {
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

// HasRole reports whether one of the role strings contains a role.
func (u *User) HasRole(role string) bool {
	for _, r := range u.Roles {
		if strings.Contains(r, role) {
			return true
		}
	}
	return false
}

// IsDelegatedAdminInternal reports whether the user administers the users of all organizations.
func (u *User) IsDelegatedAdminInternal() bool { return u.HasRole(RoleDelegatedAdminInternal) }

// IsDelegatedAdminExternal reports whether the user administers the users of their own organizations.
func (u *User) IsDelegatedAdminExternal() bool { return u.HasRole(RoleDelegatedAdminExternal) }

// IsEmployee reports whether the user is an internal employee.
func (u *User) IsEmployee() bool { return u.HasRole(RoleEmployee) }

// IsActive reports whether a user may use a service of the portal itself.
func (u *User) IsActive(s Service) bool {
	switch {
	case u == nil:
		return false
	case s == UserAdmin:
		return u.AdministratorRole() != AdministratorNone
	}
	return u.StatusByRoles(s) == AccessActive
}
