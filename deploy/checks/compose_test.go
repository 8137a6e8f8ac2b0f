package checks

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
)

// TestCompose: compose.yaml follows the specification of compose, its server is confined, and its files exist.
func TestCompose(t *testing.T) {
	folder := t.TempDir()
	variables := filepath.Join(folder, ".env")
	example, err := os.ReadFile("../compose.env.example")
	if err != nil {
		t.Fatal(err)
	}
	passwords := "\nPOSTGRES_PASSWORD=p@ss/w:d?x\nVALKEY_PASSWORD=secret\n"
	if err := os.WriteFile(variables, append(example, passwords...), 0o600); err != nil {
		t.Fatal(err)
	}
	options, err := cli.NewProjectOptions(
		[]string{"../../compose.yaml"},
		cli.WithEnvFiles(variables), cli.WithDotEnv, cli.WithConsistency(true), cli.WithInterpolation(true),
		cli.WithResolvedPaths(true), cli.WithoutEnvironmentResolution,
	)
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if names := project.ServiceNames(); !slices.Equal(slices.Sorted(slices.Values(names)), []string{
		"collector", "grafana", "opensearch", "postgres", "prometheus", "strand", "valkey",
	}) {
		t.Errorf("services %v", names)
	}
	strand := project.Services["strand"]
	// Any password works: it is in no URL.
	database, password := strand.Environment["STRAND_DATABASE_URL"], strand.Environment["PGPASSWORD"]
	if database == nil || password == nil || strings.Contains(*database, "p@ss") || *password != "p@ss/w:d?x" ||
		*project.Services["postgres"].Environment["POSTGRES_PASSWORD"] != *password {
		t.Errorf("the database %v with the password %v", database, password)
	}
	if !strand.ReadOnly || strand.User != "65532:65532" || !slices.Contains(strand.CapDrop, "ALL") ||
		!slices.Contains(strand.SecurityOpt, "no-new-privileges:true") {
		t.Errorf("the server is not confined: %+v", strand)
	}
	for name, service := range project.Services {
		for _, volume := range service.Volumes {
			if volume.Type != "bind" {
				continue
			}
			if _, err := os.Stat(volume.Source); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
