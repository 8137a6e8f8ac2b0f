package sisusers

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"time"
)

// machineModels is the content of `content/identity/machines.yaml`, from which sample machines are generated.
type machineModels struct {
	// Samples is the number of machines at all locations.
	Samples int
	// Delivered contains the serial numbers of machines that are in no inventory yet, by product.
	Delivered map[string][]string
	Contracts []string
	Lines     map[string]struct {
		Package string
		// Versions contains the versions that may be installed, oldest first.
		Versions []string
		Options  []string
	}
	Models []struct{ Product, Name, Line, Prefix string }
}

// sampleID is the prefix of the ids of generated machines.
const sampleID = "mach-s"

// addMachines adds the machines of people.yaml with the data of their models, generated machines at all locations, and
// delivered machines that are in no inventory yet. The result is reproducible.
func (s *Store) addMachines(ctx context.Context, tx *sql.Tx, people *sample, models *machineModels) error {
	var locations []string
	for _, o := range people.Organizations {
		for _, l := range o.Locations {
			locations = append(locations, l.ID)
			for _, known := range l.Machines {
				m := models.machine(random(known.ID), known.Product, s.now())
				m.Name, m.SerialNumber, m.RetiredOn = known.Name, known.SerialNumber, ""
				if err := m.deliver(known.DeliveredOn); err != nil {
					return err
				}
				if err := insertMachine(ctx, tx, known.ID, &l.ID, m); err != nil {
					return err
				}
			}
		}
	}
	slices.Sort(locations)
	for i := range models.Samples {
		r := random(fmt.Sprint(sampleID, i))
		model := models.Models[r.IntN(len(models.Models))]
		m := models.machine(r, model.Product, s.now())
		// The serial numbers are distinct, and neighbours differ.
		m.SerialNumber = fmt.Sprintf("%s-%05d", model.Prefix, 30_000+i*7919%models.Samples)
		id := fmt.Sprintf("%s%07d", sampleID, i+1)
		if err := insertMachine(ctx, tx, id, &locations[i%len(locations)], m); err != nil {
			return err
		}
	}
	for product, serials := range models.Delivered {
		for _, serial := range serials {
			m := models.machine(random(serial), product, s.now())
			m.SerialNumber, m.RetiredOn, m.ContractName, m.ContractUntil = serial, "", "", ""
			if err := m.deliver(s.now().UTC().AddDate(0, 0, -20).Format(time.DateOnly)); err != nil {
				return err
			}
			if err := insertMachine(ctx, tx, "mach-"+serial, nil, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// insertMachine adds a machine; without a location it is in no inventory.
func insertMachine(ctx context.Context, tx *sql.Tx, id string, locationID *string, m *sampleMachine) error {
	if _, err := tx.ExecContext(
		ctx,
		`INSERT INTO machines (id, location_id, name, serial_number, product_slug, product_line, delivered_on,
			warranty_until, contract_name, contract_until, retired_on, options, software)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id,
		locationID,
		m.Name,
		m.SerialNumber,
		m.ProductSlug,
		m.ProductLine,
		m.DeliveredOn,
		m.WarrantyUntil,
		m.ContractName,
		m.ContractUntil,
		m.RetiredOn,
		list(m.Options),
		list(m.Software),
	); err != nil {
		return fmt.Errorf("add the machine %s: %w", m.SerialNumber, err)
	}
	return nil
}

// maxAge is the age of the oldest sample machine, in days.
const maxAge = 9 * 365

// sampleMachine is a generated machine. Days are ISO dates; empty means none.
type sampleMachine struct {
	Name, SerialNumber          string
	ProductSlug, ProductLine    string
	DeliveredOn, WarrantyUntil  string
	ContractName, ContractUntil string
	RetiredOn                   string
	Options                     []string
	Software                    []installedSoftware
}

// installedSoftware is a version of a package on a machine.
type installedSoftware struct {
	Package string `json:"package"`
	Version string `json:"version"`
}

// deliver sets the day of the delivery, with which a warranty of two years begins.
func (m *sampleMachine) deliver(day string) error {
	delivered, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return fmt.Errorf("read the delivery of a machine: %w", err)
	}
	m.DeliveredOn, m.WarrantyUntil = day, delivered.AddDate(2, 0, 0).Format(time.DateOnly)
	return nil
}

// machine generates a machine of a product: about 40 % are in warranty, some have a service contract, a few are
// retired.
func (models *machineModels) machine(r *rand.Rand, product string, now time.Time) *sampleMachine {
	m := &sampleMachine{ProductSlug: product}
	for _, model := range models.Models {
		if model.Product == product {
			m.Name, m.ProductLine = model.Name, model.Line
		}
	}
	age := 30 + r.IntN(maxAge)
	delivered := now.UTC().AddDate(0, 0, -age)
	m.DeliveredOn, m.WarrantyUntil = delivered.Format(time.DateOnly), delivered.AddDate(2, 0, 0).Format(time.DateOnly)
	if r.IntN(5) < 2 && len(models.Contracts) > 0 {
		m.ContractName = models.Contracts[r.IntN(len(models.Contracts))]
		m.ContractUntil = now.UTC().AddDate(0, 0, r.IntN(900)-180).Format(time.DateOnly)
	}
	line := models.Lines[m.ProductLine]
	for _, option := range line.Options {
		if r.IntN(2) == 0 {
			m.Options = append(m.Options, option)
		}
	}
	if len(line.Versions) > 0 {
		m.Software = append(m.Software, installedSoftware{line.Package, line.Versions[r.IntN(len(line.Versions))]})
	}
	if age > 4*365 && r.IntN(5) == 0 {
		m.RetiredOn = now.UTC().AddDate(0, 0, -r.IntN(4*365)).Format(time.DateOnly)
		m.ContractName, m.ContractUntil = "", ""
	}
	return m
}

// random returns a random source that depends on a name only.
func random(name string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// list returns values in JSON.
func list[T any](values []T) string {
	text, _ := json.Marshal(slices.Concat([]T{}, values)) // texts can always be encoded
	return string(text)
}
