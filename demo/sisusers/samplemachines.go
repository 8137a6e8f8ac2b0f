package sisusers

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// sampleMachine is a machine of content/identity/machines.yaml. Days are ISO dates, or counted from the first start; 0
// means none.
type sampleMachine struct {
	ID string
	// Location is nil for a delivered machine that is in no inventory yet.
	Location            *string
	Name, Product, Line string
	SerialNumber        string `yaml:"serialNumber"`
	// DeliveredOn is the day of the delivery, with which a warranty of two years begins; or else DeliveredAgo.
	DeliveredOn    string `yaml:"deliveredOn"`
	DeliveredAgo   int    `yaml:"deliveredAgo"`
	Contract       string
	ContractEndsIn int `yaml:"contractEndsIn"`
	RetiredAgo     int `yaml:"retiredAgo"`
	Options        []string
	Software       []installedSoftware
}

// installedSoftware is a version of a package on a machine.
type installedSoftware struct {
	Package string `json:"package"`
	Version string `json:"version"`
}

// addMachines adds the sample machines.
func (s *Store) addMachines(ctx context.Context, tx *sql.Tx, machines []sampleMachine) error {
	today := s.now().UTC()
	in := func(days int) string { return today.AddDate(0, 0, days).Format(time.DateOnly) }
	for _, m := range machines {
		delivered, contractUntil, retired := today.AddDate(0, 0, -m.DeliveredAgo), "", ""
		if m.DeliveredOn != "" {
			var err error
			if delivered, err = time.Parse(time.DateOnly, m.DeliveredOn); err != nil {
				return fmt.Errorf("read the delivery of the machine %s: %w", m.SerialNumber, err)
			}
		}
		if m.Contract != "" {
			contractUntil = in(m.ContractEndsIn)
		}
		if m.RetiredAgo != 0 {
			retired = in(-m.RetiredAgo)
		}
		if _, err := tx.ExecContext(
			ctx,
			`INSERT INTO machines (id, location_id, name, serial_number, product_slug, product_line, delivered_on,
				warranty_until, contract_name, contract_until, retired_on, options, software)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			m.ID,
			m.Location,
			m.Name,
			m.SerialNumber,
			m.Product,
			m.Line,
			delivered.Format(time.DateOnly),
			delivered.AddDate(2, 0, 0).Format(time.DateOnly),
			m.Contract,
			contractUntil,
			retired,
			list(m.Options),
			list(m.Software),
		); err != nil {
			return fmt.Errorf("add the machine %s: %w", m.SerialNumber, err)
		}
	}
	return nil
}

// list returns values in JSON.
func list[T any](values []T) string {
	text, _ := json.Marshal(slices.Concat([]T{}, values)) // texts can always be encoded
	return string(text)
}
