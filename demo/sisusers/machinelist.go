package sisusers

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"strand/demo/sqllist"
)

// addListColumns writes the columns for lists of machines where they are missing: where sort_name is empty.
func addListColumns(ctx context.Context, tx *sql.Tx) error {
	incomplete, err := sqllist.All(
		ctx, tx, scanMachine, `SELECT `+machineColumns+machineTables+`WHERE m.sort_name = ''`,
	)
	if err != nil {
		return fmt.Errorf("read the machines without columns for lists: %w", err)
	}
	update, err := tx.PrepareContext(ctx, `UPDATE machines
		SET organization_id = ?, sort_name = ?, sort_location = ?, search_text = ? WHERE id = ?`)
	if err != nil {
		return fmt.Errorf("write the columns for lists of machines: %w", err)
	}
	defer update.Close()
	for _, m := range incomplete {
		if _, err := update.ExecContext(
			ctx,
			m.OrganizationID,
			collated(m.Name)+"\n"+m.SerialNumber,
			collated(m.OrganizationName)+"\n"+collated(m.LocationName)+"\n"+m.LocationID,
			strings.ToLower(strings.Join(
				[]string{m.Name, m.SerialNumber, m.ProductSlug, m.LocationName, m.City}, "\n",
			)),
			m.ID,
		); err != nil {
			return fmt.Errorf("write the columns for lists of the machine %s: %w", m.ID, err)
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
