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

	"strand/internal/sqlite"
)

// MachineModels is the content of `content/identity/machines.yaml`, from which sample machines are generated.
type MachineModels struct {
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

// ReadMachineModels reads the models in a folder; nil if there are none.
func ReadMachineModels(dir string) (*MachineModels, error) {
	data, err := os.ReadFile(filepath.Join(dir, "machines.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	m := &MachineModels{}
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
	models, err := ReadMachineModels(dir)
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
	locations, err := s.Locations(ctx)
	if err != nil {
		return err
	}
	if err := s.completeMachines(ctx, models); err != nil {
		return fmt.Errorf("complete the sample machines: %w", err)
	}
	if _, err := s.AddMachines(ctx, models, sampleID, locations, models.Samples); err != nil {
		return err
	}
	return sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
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
func (s *Store) completeMachines(ctx context.Context, models *MachineModels) error {
	return sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT `+machineColumns+machineTables)
		if err != nil {
			return err
		}
		all, err := machines(rows)
		if err != nil {
			return err
		}
		for _, m := range all {
			for _, model := range models.Models {
				delivered, err := time.Parse(time.DateOnly, m.DeliveredOn)
				if model.Product != m.ProductSlug || err != nil {
					continue
				}
				made := models.machine(random(m.ID), s.now(), model)
				if _, err := tx.ExecContext(ctx, `UPDATE machines
					SET product_line = ?, warranty_until = ?, contract_name = ?, contract_until = ?, options = ?,
					software = ? WHERE id = ?`,
					made.ProductLine, delivered.AddDate(2, 0, 0).Format(time.DateOnly), made.ContractName,
					made.ContractUntil, list(made.Options), list(made.Software), m.ID); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// machinesPerWrite is the number of machines per transaction.
const machinesPerWrite = 20_000

// Locations returns the ids of all locations.
func (s *Store) Locations(ctx context.Context) ([]string, error) {
	ids, err := queryAll(ctx, s.db, scanText, `SELECT id FROM locations ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read the locations: %w", err)
	}
	return ids, nil
}

// AddMachines adds a number of machines, distributed over the locations. Their ids have a prefix; existing ids are
// skipped.
func (s *Store) AddMachines(
	ctx context.Context,
	models *MachineModels,
	prefix string,
	locations []string,
	count int,
) (added int, err error) {
	if len(locations) == 0 || len(models.Models) == 0 {
		return 0, nil
	}
	lowest := 100_000
	if prefix == sampleID {
		lowest = 30_000
	}
	for first := 0; first < count; first += machinesPerWrite {
		err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
			insert, err := tx.PrepareContext(
				ctx,
				`INSERT INTO machines (id, location_id, name, serial_number, product_slug, product_line, delivered_on,
					warranty_until,
				contract_name, contract_until, retired_on, options, software) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
				?, ?) ON CONFLICT DO NOTHING`,
			)
			if err != nil {
				return err
			}
			defer insert.Close()
			for i := first; i < min(first+machinesPerWrite, count); i++ {
				r := random(fmt.Sprint(prefix, i))
				model := models.Models[r.IntN(len(models.Models))]
				m := models.machine(r, s.now(), model)
				// The serial numbers are distinct, and neighbours differ.
				serial := fmt.Sprintf("%s-%05d", model.Prefix, lowest+i*7919%count)
				result, err := insert.ExecContext(
					ctx,
					fmt.Sprintf("%s%07d", prefix, i+1),
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
				)
				if err != nil {
					return err
				}
				if n, err := result.RowsAffected(); err == nil {
					added += int(n)
				}
			}
			return addListColumns(ctx, tx)
		})
		if err != nil {
			return added, fmt.Errorf("add machines: %w", err)
		}
	}
	return added, nil
}

// maxAge is the age of the oldest sample machine, in days.
const maxAge = 9 * 365

// machine generates a machine of a model: about 40 % are in warranty, some have a service contract, a few are
// retired.
func (models *MachineModels) machine(
	r *rand.Rand,
	now time.Time,
	model struct{ Product, Name, Line, Prefix string },
) *Machine {
	m := &Machine{
		Name:        model.Name,
		ProductSlug: model.Product,
		ProductLine: model.Line,
		Options:     []string{},
		Software:    []InstalledSoftware{},
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
		m.Software = append(m.Software, InstalledSoftware{line.Package, line.Versions[r.IntN(len(line.Versions))]})
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
