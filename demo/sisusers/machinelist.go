package sisusers

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"strand/internal/database"
)

// AddMachineListColumns writes the columns for lists of machines where they are missing: where sort_name is empty.
func AddMachineListColumns(ctx context.Context, tx *sql.Tx) error {
	type machine struct {
		id, name, serial, product      string
		location, locationName, city   string
		organization, organizationName string
	}
	incomplete, err := database.All(ctx, tx, func(row database.Row) (m machine, err error) {
		err = row.Scan(&m.id, &m.name, &m.serial, &m.product, &m.location, &m.locationName, &m.city, &m.organization,
			&m.organizationName)
		return m, err
	}, `SELECT m.id, m.name, m.serial_number, m.product_slug, l.id, l.name, l.city, o.id, o.name FROM machines m
		JOIN locations l ON l.id = m.location_id JOIN organizations o ON o.id = l.organization_id
		WHERE m.sort_name = ''`)
	if err != nil {
		return fmt.Errorf("read the machines without columns for lists: %w", err)
	}
	for _, m := range incomplete {
		if _, err := tx.ExecContext(
			ctx,
			`UPDATE machines SET organization_id = ?, sort_name = ?, sort_location = ?, search_text = ? WHERE id = ?`,
			m.organization,
			collated(m.name)+"\n"+m.serial,
			collated(m.organizationName)+"\n"+collated(m.locationName)+"\n"+m.location,
			strings.ToLower(strings.Join([]string{m.name, m.serial, m.product, m.locationName, m.city}, "\n")),
			m.id,
		); err != nil {
			return fmt.Errorf("write the columns for lists of the machine %s: %w", m.id, err)
		}
	}
	return nil
}

// collatedDigits is the number of digits to which numbers in sort keys are filled up.
const collatedDigits = 8

// collated returns a sort key for names: case-insensitive, without accents, and with numbers by their value.
func collated(text string) string {
	var b strings.Builder
	var number []rune
	endNumber := func() {
		if len(number) > 0 {
			b.WriteString(strings.Repeat("0", max(0, collatedDigits-len(number))) + string(number))
			number = nil
		}
	}
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		if r >= '0' && r <= '9' {
			number = append(number, r)
			continue
		}
		endNumber()
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	endNumber()
	return b.String()
}
