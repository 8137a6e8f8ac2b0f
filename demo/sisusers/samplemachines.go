package sisusers

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gopkg.in/yaml.v3"

	"strand/internal/database"
	"strand/internal/sqlite"
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

// readMachineModels reads the models in a folder; nil if there are none.
func readMachineModels(dir string) (*machineModels, error) {
	data, err := os.ReadFile(filepath.Join(dir, "machines.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	m := &machineModels{}
	if err == nil {
		err = yaml.Unmarshal(data, m)
	}
	if err != nil {
		return nil, fmt.Errorf("read the sample machines: %w", err)
	}
	return m, nil
}

// sampleID is the prefix of the ids of generated machines.
const sampleID = "mach-s"

// seedMachines adds generated machines at all locations to a store without generated machines. The result is
// reproducible.
func (s *Store) seedMachines(ctx context.Context, dir string) error {
	models, err := readMachineModels(dir)
	if err != nil || models == nil {
		return err
	}
	var isThere bool
	if err := s.db.QueryRowContext(
		ctx, `SELECT EXISTS (SELECT 1 FROM machines WHERE id >= ?1 AND id < ?1 || 'z')`, sampleID,
	).Scan(&isThere); err != nil ||
		isThere {
		return err
	}
	if err := s.completeMachines(ctx, models); err != nil {
		return fmt.Errorf("complete the sample machines: %w", err)
	}
	return sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		if err := s.addSampleMachines(ctx, tx, models); err != nil {
			return fmt.Errorf("add the sample machines: %w", err)
		}
		for _, model := range models.Models {
			for _, serial := range models.Delivered[model.Product] {
				m := models.machine(random(serial), s.now(), model)
				if _, err := tx.ExecContext(ctx, `INSERT INTO delivered_machines (serial_number, name, product_slug,
					product_line, delivered_on, warranty_until, options, software)
					VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, serial, m.Name, m.ProductSlug,
					m.ProductLine, s.now().UTC().AddDate(0, 0, -20).Format(time.DateOnly),
					s.now().UTC().AddDate(2, 0, -20).Format(time.DateOnly),
					list(m.Options), list(m.Software)); err != nil {
					return fmt.Errorf("add a delivered machine: %w", err)
				}
			}
		}
		return nil
	})
}

// completeMachines adds the data of their models to the machines of people.yaml.
func (s *Store) completeMachines(ctx context.Context, models *machineModels) error {
	return sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		type machine struct{ id, product, deliveredOn string }
		all, err := database.All(ctx, tx, func(row database.Row) (m machine, err error) {
			err = row.Scan(&m.id, &m.product, &m.deliveredOn)
			return m, err
		}, `SELECT id, product_slug, delivered_on FROM machines`)
		if err != nil {
			return err
		}
		for _, m := range all {
			for _, model := range models.Models {
				delivered, err := time.Parse(time.DateOnly, m.deliveredOn)
				if model.Product != m.product || err != nil {
					continue
				}
				made := models.machine(random(m.id), s.now(), model)
				if _, err := tx.ExecContext(ctx, `UPDATE machines
					SET product_line = ?, warranty_until = ?, contract_name = ?, contract_until = ?, options = ?,
					software = ? WHERE id = ?`,
					made.ProductLine, delivered.AddDate(2, 0, 0).Format(time.DateOnly), made.ContractName,
					made.ContractUntil, list(made.Options), list(made.Software), m.id); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// addSampleMachines adds machines, distributed over all locations.
func (s *Store) addSampleMachines(ctx context.Context, tx *sql.Tx, models *machineModels) error {
	locations, err := database.All(ctx, tx, database.Text, `SELECT id FROM locations ORDER BY id`)
	if err != nil || len(locations) == 0 || len(models.Models) == 0 {
		return err
	}
	for i := range models.Samples {
		r := random(fmt.Sprint(sampleID, i))
		model := models.Models[r.IntN(len(models.Models))]
		m := models.machine(r, s.now(), model)
		// The serial numbers are distinct, and neighbours differ.
		serial := fmt.Sprintf("%s-%05d", model.Prefix, 30_000+i*7919%models.Samples)
		if _, err := tx.ExecContext(
			ctx,
			`INSERT INTO machines (id, location_id, name, serial_number, product_slug, product_line, delivered_on,
				warranty_until, contract_name, contract_until, retired_on, options, software)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			fmt.Sprintf("%s%07d", sampleID, i+1),
			locations[i%len(locations)],
			m.Name,
			serial,
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
			return err
		}
	}
	return AddMachineListColumns(ctx, tx)
}

// maxAge is the age of the oldest sample machine, in days.
const maxAge = 9 * 365

// sampleMachine is a generated machine. Days are ISO dates; empty means none.
type sampleMachine struct {
	Name, ProductSlug, ProductLine string
	DeliveredOn, WarrantyUntil     string
	ContractName, ContractUntil    string
	RetiredOn                      string
	Options                        []string
	Software                       []installedSoftware
}

// installedSoftware is a version of a package on a machine.
type installedSoftware struct {
	Package string `json:"package"`
	Version string `json:"version"`
}

// machine generates a machine of a model: about 40 % are in warranty, some have a service contract, a few are
// retired.
func (models *machineModels) machine(
	r *rand.Rand,
	now time.Time,
	model struct{ Product, Name, Line, Prefix string },
) *sampleMachine {
	m := &sampleMachine{
		Name:        model.Name,
		ProductSlug: model.Product,
		ProductLine: model.Line,
		Options:     []string{},
		Software:    []installedSoftware{},
	}
	age := 30 + r.IntN(maxAge)
	delivered := now.UTC().AddDate(0, 0, -age)
	m.DeliveredOn, m.WarrantyUntil = delivered.Format(time.DateOnly), delivered.AddDate(2, 0, 0).Format(time.DateOnly)
	if r.IntN(5) < 2 && len(models.Contracts) > 0 {
		m.ContractName = models.Contracts[r.IntN(len(models.Contracts))]
		m.ContractUntil = now.UTC().AddDate(0, 0, r.IntN(900)-180).Format(time.DateOnly)
	}
	line := models.Lines[model.Line]
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

func list[T any](values []T) string {
	text, _ := json.Marshal(slices.Concat([]T{}, values)) // texts can always be encoded
	if len(values) == 0 {
		return "[]"
	}
	return string(text)
}
