package sisportal

import (
	"slices"
	"strings"

	"strand/demo/userstore"
	"strand/domain/portal"
)

// scope contains the organizations whose tickets, locations or machines a user may see: those in which the user has an
// active access to the application; employees of the group see all.
type scope struct {
	all           bool
	organizations []string
}

func scopeOf(u *userstore.User, applications ...portal.Service) scope {
	return scope{all: u.IsEmployee, organizations: u.OrganizationsWith(applications...)}
}

// condition returns an SQL condition that limits a column of organization ids to the scope.
func (s scope) condition(column string) (string, []any) {
	if s.all {
		return "1", nil
	}
	args := make([]any, len(s.organizations))
	for i, id := range s.organizations {
		args[i] = id
	}
	return column + " IN (" + strings.TrimSuffix(strings.Repeat("?,", len(args)), ",") + ")", args
}

// has reports whether an organization is in the scope.
func (s scope) has(organizationID string) bool {
	return s.all || slices.Contains(s.organizations, organizationID)
}
