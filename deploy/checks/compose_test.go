package checks

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// load loads compose.yaml with the profiles of some variables.
func load(t *testing.T, variables []byte, profiles ...string) *types.Project {
	t.Helper()
	file := filepath.Join(t.TempDir(), ".env")
	if err := os.WriteFile(file, variables, 0o600); err != nil {
		t.Fatal(err)
	}
	options, err := cli.NewProjectOptions(
		[]string{"../../compose.yaml"}, cli.WithProfiles(profiles),
		cli.WithEnvFiles(file), cli.WithDotEnv, cli.WithConsistency(true), cli.WithInterpolation(true),
		cli.WithResolvedPaths(true), cli.WithoutEnvironmentResolution,
	)
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return project
}

// checkConfined checks that a container can write to its volumes only, as an ordinary user.
func checkConfined(t *testing.T, service types.ServiceConfig) {
	t.Helper()
	if !service.ReadOnly || service.User != "65532:65532" || !slices.Contains(service.CapDrop, "ALL") ||
		!slices.Contains(service.SecurityOpt, "no-new-privileges:true") || len(service.Tmpfs) == 0 {
		t.Errorf("%s is not confined: %+v", service.Name, service)
	}
}

// TestCompose_Demo: the demo is one container that needs no settings, at ports of this computer alone.
func TestCompose_Demo(t *testing.T) {
	project := load(t, nil, "demo")
	if names := project.ServiceNames(); !slices.Equal(names, []string{"demo"}) {
		t.Fatalf("services %v", names)
	}
	service := project.Services["demo"]
	checkConfined(t, service)
	if service.Build.Target != "demo" || len(service.Environment) > 0 || len(service.Ports) != 2 {
		t.Errorf("%+v", service)
	}
	for _, port := range service.Ports {
		if port.HostIP != "127.0.0.1" {
			t.Errorf("the published passwords are reachable from other computers: %+v", port)
		}
	}
}

// TestCompose: compose.yaml follows the specification of compose, its server is confined and waits for what it uses,
// and its files exist.
func TestCompose(t *testing.T) {
	example, err := os.ReadFile("../compose.env.example")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(example), "\nCOMPOSE_PROFILES=own\n") {
		t.Error("without the profile in .env nothing starts")
	}
	passwords := "\nPOSTGRES_PASSWORD=p@ss/w:d?x\nVALKEY_PASSWORD=secret\nBUCKET_SECRET=hidden\n"
	project := load(t, append(example, passwords...), "own")
	if names := project.ServiceNames(); !slices.Equal(slices.Sorted(slices.Values(names)), []string{
		"bucket", "collector", "grafana", "opensearch", "postgres", "prometheus", "strand", "valkey",
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
	checkConfined(t, strand)
	if bucket := strand.Environment["STRAND_S3_URL"]; bucket == nil ||
		*bucket != "http://strand:hidden@bucket:7070/strand" ||
		*project.Services["bucket"].Environment["ROOT_SECRET_KEY"] != "hidden" {
		t.Errorf("the bucket %v", bucket)
	}
	for _, name := range []string{"postgres", "valkey", "bucket", "opensearch"} {
		if strand.DependsOn[name].Condition != types.ServiceConditionHealthy {
			t.Errorf("the server does not wait for %s", name)
		}
	}
	for name, service := range project.Services {
		// The server has the check of its image; the image of the collector has no program for one.
		if service.HealthCheck == nil && name != "strand" && name != "collector" {
			t.Errorf("%s has no health check", name)
		}
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

// TestCompose_Commands: what a shell of a container starts, with a password and without.
func TestCompose_Commands(t *testing.T) {
	folder := t.TempDir()
	for _, program := range []string{"valkey-server", "versitygw"} {
		script := "#!/bin/sh\nprintf '<%s>' \"$@\"\n"
		if err := os.WriteFile(filepath.Join(folder, program), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	start := func(command []string, variables types.MappingWithEquals) (string, error) {
		// Not below the root of this machine.
		for i := range command {
			command[i] = strings.ReplaceAll(command[i], "/data", folder)
		}
		c := exec.CommandContext(t.Context(), command[0], command[1:]...)
		c.Env = []string{"PATH=" + folder + ":" + os.Getenv("PATH")}
		for name, value := range variables {
			if value != nil {
				c.Env = append(c.Env, name+"="+*value)
			}
		}
		out, err := c.CombinedOutput()
		return string(out), err
	}
	with := load(t, []byte("VALKEY_PASSWORD='p\"a s$s'\n"), "own").Services
	out, err := start(with["valkey"].Command, with["valkey"].Environment)
	if err != nil || !strings.HasPrefix(out, "<--save><><--maxmemory>") ||
		!strings.HasSuffix(out, "<--requirepass><p\"a s$s>") {
		t.Errorf("valkey: %v %s", err, out)
	}
	out, err = start(with["bucket"].Entrypoint, with["bucket"].Environment)
	if _, missing := os.Stat(filepath.Join(folder, "strand")); err != nil || missing != nil ||
		!strings.HasSuffix(out, "<posix><"+folder+">") {
		t.Errorf("the bucket: %v %s", err, out)
	}
	without := load(t, nil, "own").Services
	out, err = start(without["valkey"].Command, without["valkey"].Environment)
	if err == nil || !strings.Contains(out, "set VALKEY_PASSWORD") {
		t.Errorf("valkey without a password: %v %s", err, out)
	}
}
