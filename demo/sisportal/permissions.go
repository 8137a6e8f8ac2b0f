package sisportal

import (
	"strand/demo/sisusers"
	"strand/demo/sqllist"
	"strand/domain/portal"
)

// scope contains the organizations whose tickets, locations or machines a user may see: those in which the user has an
// active access to the application; employees of the group see all.
type scope struct {
	all           bool
	organizations []string
}

func scopeOf(u *sisusers.User, applications ...portal.Service) scope {
	return scope{all: u.IsEmployee, organizations: u.OrganizationsWith(applications...)}
}

// condition returns an SQL condition that limits a column of organization ids to the scope.
func (s scope) condition(column string) (string, []any) {
	if s.all {
		return "1", nil
	}
	return column + " IN (" + sqllist.Placeholders(len(s.organizations)) + ")", sqllist.Args(s.organizations)
}

// add adds this condition to others.
func (s scope) add(c *sqllist.Conditions, column string) {
	condition, args := s.condition(column)
	c.Add(condition, args...)
}
