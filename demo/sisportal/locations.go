package sisportal

import (
	"context"
	"fmt"

	"strand/demo/sisportal/generated"
	"strand/domain/portal"
	"strand/internal/database"
)

const locationColumns = `l.id, l.name, l.city, l.country, o.id, o.name`

func scanLocation(row database.Row, more ...any) (*generated.Location, error) {
	l := &generated.Location{Organization: &generated.Organization{}}
	return l, row.Scan(append(more, &l.ID, &l.Name, &l.City, &l.Country, &l.Organization.ID, &l.Organization.Name)...)
}

func (r root) Locations(ctx context.Context) ([]*generated.Location, error) {
	condition, args := scopeOf(caller(ctx), portal.Ticketing, portal.Inventory).condition("o.id")
	locations, err := database.All(
		ctx,
		r.server.db,
		func(row database.Row) (*generated.Location, error) { return scanLocation(row) },
		`SELECT `+locationColumns+` FROM locations l JOIN organizations o ON o.id = l.organization_id WHERE `+condition+
			` ORDER BY o.name, l.name`,
		args...)
	if err != nil {
		return nil, fmt.Errorf("read the locations: %w", err)
	}
	return locations, nil
}
