package sisusers

import (
	"path/filepath"
	"slices"
	"testing"

	"strand/demo/sqllist"
	"strand/internal/sqlite"
)

// TestMigration_MachineLists: machines of an earlier version get their sort keys.
func TestMigration_MachineLists(t *testing.T) {
	dir := t.TempDir()
	db, err := sqlite.Open(filepath.Join(dir, "directory.db"), migrationsOf(t, "0000[1-6]_*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		`INSERT INTO organizations (id, name, country, sub_region, city) VALUES ('o', 'O', 'CH', '', '')`,
		`INSERT INTO locations (id, organization_id, name, address, postal_code, city, country)
			VALUES ('l', 'o', 'L', '', '', '', 'CH')`,
		`INSERT INTO machines (id, location_id, name, serial_number, product_slug, delivered_on) VALUES
			('c', 'l', 'Öl', 'S3', 'p', ''), ('b', 'l', 'Alpha 10', 'S2', 'p', ''),
			('a', 'l', 'alpha 9', 'S1', 'p', ''), ('e', 'l', 'Zug', 'S5', 'p', ''), ('d', 'l', 'Olm', 'S4', 'p', '')`,
	} {
		if _, err := db.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(Options{Dir: dir, ContentDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := sqllist.All(t.Context(), s.db, sqllist.Text,
		`SELECT id FROM machines WHERE organization_id = 'o' ORDER BY sort_name`)
	if want := []string{"a", "b", "c", "d", "e"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v (%v), want %v", got, err, want)
	}
}
