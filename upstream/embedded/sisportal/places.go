package sisportal

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"strand/upstream/embedded/sisportal/generated"
	"strand/upstream/embedded/userstore"
)

// scope contains the organizations whose tickets, locations and machines a user may see; employees of the group see
// all.
type scope struct {
	all           bool
	organizations []string
}

func scopeOf(u *userstore.User) scope {
	return scope{all: u.IsEmployee, organizations: u.Organizations}
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

const locationColumns = `l.id, l.name, l.city, l.country, o.id, o.name`

func scanLocation(rows interface{ Scan(...any) error }, more ...any) (*generated.Location, error) {
	l := &generated.Location{Organization: &generated.Organization{}}
	return l, rows.Scan(append(more, &l.ID, &l.Name, &l.City, &l.Country, &l.Organization.ID, &l.Organization.Name)...)
}

func (r root) Locations(ctx context.Context) ([]*generated.Location, error) {
	u, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	within, args := scopeOf(u).condition("o.id")
	rows, err := r.server.db.QueryContext(
		ctx,
		`SELECT `+locationColumns+` FROM locations l JOIN organizations o ON o.id = l.organization_id WHERE `+within+
			` ORDER BY o.name, l.name`,
		args...)
	if err != nil {
		return nil, fmt.Errorf("read the locations: %w", err)
	}
	return all(rows, func() (*generated.Location, error) { return scanLocation(rows) })
}

// all reads and closes all rows, since the next query waits for the connection.
func all[T any](rows *sql.Rows, scan func() (T, error)) ([]T, error) {
	defer rows.Close()
	found := []T{}
	for rows.Next() {
		row, err := scan()
		if err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, rows.Err()
}
