//go:build real

// Package identity signs customers in with identity servers of other vendors, in a real browser.
package identity

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"strand/test/real/peer"
	"strand/test/servertest"
)

// here is the folder of this test.
func here(t *testing.T) string { return filepath.Join(peer.Root(t), "test", "real", "identity") }

// product is the server under test, with sample systems in place of all others than the identity server.
type product struct {
	// origin is that of the websites, program the path of strand, which checks the settings in env.
	origin, program string
	env             []string
}

// startProduct starts the server with the settings of an identity server, in one process with the sample systems.
func startProduct(t *testing.T, port string, settings ...string) product {
	t.Helper()
	p := product{"http://localhost:" + port, peer.Build(t, "strand"), append(os.Environ(), settings...)}
	p.env = append(p.env, "STRAND_ADMIN_ADDR=127.0.0.1:0", "STRAND_ADDR=:"+port, "STRAND_RENDERERS=1",
		"STRAND_DATA_DIR="+t.TempDir(), "STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0")
	server := exec.Command(peer.Build(t, "strand-demo")) //nolint:gosec // built by the test
	server.Dir, server.Env = peer.Root(t), p.env
	peer.Start(t, server, 2*time.Minute, peer.Responds(p.origin+"/readyz"))
	return p
}

// check returns the lines of `strand check` about the identity server.
func (p product) check(t *testing.T, settings ...string) string {
	t.Helper()
	check := exec.Command(p.program, "check") //nolint:gosec // built by the test
	check.Dir, check.Env = peer.Root(t), append(p.env, settings...)
	output, _ := check.CombinedOutput() // it fails if any part fails
	var lines []string
	for line := range strings.Lines(string(output)) {
		if strings.HasPrefix(line, "identity") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// checkFails checks settings each of which is wrong, and compares the output with a part of it.
func (p product) checkFails(t *testing.T, wrong map[string]string) {
	t.Helper()
	for setting, want := range wrong {
		if found := p.check(t, setting); !strings.Contains(found, want) {
			t.Errorf("%s: %s", setting, found)
		}
	}
}

// journey runs journey.js.
func journey(t *testing.T, settings map[string]any) {
	t.Helper()
	data, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	chromium, err := exec.Command(filepath.Join(peer.Root(t), "e2e", "chromium.sh")).Output() //nolint:gosec // ours
	if err != nil {
		t.Skipf("no Chromium: %v", err)
	}
	run := exec.Command("node", filepath.Join(here(t), "journey.js"), string(data)) //nolint:gosec // ours
	run.Env = append(os.Environ(), "CHROMIUM_PATH="+strings.TrimSpace(string(chromium)))
	output, err := run.CombinedOutput()
	t.Logf("%s", output)
	if err != nil {
		t.Error(err)
	}
}

// role is the role of the customer in the portal.
const role = "kmx_int_serviceticketing_active"

// TestKeycloak: a realm with its defaults, the roles in realm_access.roles and a name of its own for a role.
func TestKeycloak(t *testing.T) {
	java := peer.Java(t, 21)
	const version = "26.7.3"
	dir := peer.Cache(t, "keycloak")
	home := filepath.Join(dir, "keycloak-"+version)
	if _, err := os.Stat(home); err != nil {
		peer.Unzip(t, peer.Maven(t, "org.keycloak:keycloak-quarkus-dist:"+version+":zip"), dir)
	}
	// Each run begins with an empty database.
	if err := os.RemoveAll(filepath.Join(home, "data")); err != nil {
		t.Fatal(err)
	}
	realm, err := os.ReadFile(filepath.Join(here(t), "realm.json"))
	if err != nil {
		t.Fatal(err)
	}
	website, port := servertest.FreePort(t), servertest.FreePort(t)
	imported := filepath.Join(home, "data", "import", "company-realm.json")
	if err := os.MkdirAll(filepath.Dir(imported), 0o750); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(realm), "ORIGIN", "http://localhost:"+website)
	if err := os.WriteFile(imported, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(home, "bin", "kc.sh")
	server := exec.Command(program, "start-dev", "--import-realm", //nolint:gosec // Keycloak
		"--http-host", "localhost", "--http-port", port)
	server.Env = append(os.Environ(), "JAVA_HOME="+java,
		"KC_BOOTSTRAP_ADMIN_USERNAME=admin", "KC_BOOTSTRAP_ADMIN_PASSWORD=admin")
	base := "http://localhost:" + port
	issuer := base + "/realms/company"
	peer.Start(t, server, 8*time.Minute, peer.Responds(issuer+"/.well-known/openid-configuration"))
	p := startProduct(t, website, "STRAND_IDENTITY_ISSUER="+issuer, "STRAND_IDENTITY_SCOPE=openid profile email",
		"STRAND_IDENTITY_ROLES_CLAIM=realm_access.roles", "STRAND_IDENTITY_ROLE_NAMES=service="+role)

	found := p.check(t)
	t.Log(found)
	if !strings.Contains(found, "identity     ok") {
		t.Error("the check fails")
	}
	p.checkFails(t, map[string]string{
		"STRAND_IDENTITY_CLIENT_ID=other":            "FAILED",
		"STRAND_ADDR=:1":                             "FAILED", // another origin
		"STRAND_IDENTITY_SCOPE=openid fr:idm:*":      "invalid_scope",
		"STRAND_IDENTITY_ISSUER=" + base + "/realms": "FAILED",
	})
	journey(t, map[string]any{
		"origin": p.origin, "issuer": issuer, "id": "user-customer", "user": "carla", "password": "right-password",
		"wrong": "Invalid username or password", "userField": "#username", "passwordField": "#password",
		"submit": "#kc-login", "lifetime": 60, "revokes": true, "logout": true,
		"endAtProvider": map[string]any{"admin": map[string]any{
			"token": map[string]any{
				"url": base + "/realms/master/protocol/openid-connect/token",
				"form": map[string]any{
					"grant_type": "password", "client_id": "admin-cli", "username": "admin", "password": "admin",
				},
			},
			"user": base + "/admin/realms/company/users/user-customer/logout",
		}},
	})
}

// TestOIDCProvider: a provider with the standard's endpoints only, and the roles in the groups of another scope.
func TestOIDCProvider(t *testing.T) {
	website, port := servertest.FreePort(t), servertest.FreePort(t)
	server := exec.Command("node", filepath.Join(here(t), "oidcProvider.js"), port, //nolint:gosec // ours
		"http://localhost:"+website)
	issuer := "http://localhost:" + port
	peer.Start(t, server, time.Minute, peer.Responds(issuer+"/.well-known/openid-configuration"))
	p := startProduct(t, website, "STRAND_IDENTITY_ISSUER="+issuer,
		"STRAND_IDENTITY_SCOPE=openid profile email directory",
		"STRAND_IDENTITY_ROLES_CLAIM=groups", "STRAND_IDENTITY_ROLE_NAMES=service="+role)

	found := p.check(t)
	t.Log(found)
	if !strings.Contains(found, "identity     ok") {
		t.Error("the check fails")
	}
	p.checkFails(t, map[string]string{
		"STRAND_IDENTITY_CLIENT_ID=other":               "FAILED",
		"STRAND_ADDR=:1":                                "FAILED", // another origin
		"STRAND_IDENTITY_SCOPE=openid profile fr:idm:*": "scopes_supported: fr:idm:*",
	})
	journey(t, map[string]any{
		"origin": p.origin, "issuer": issuer, "id": "user-customer", "user": "user-customer", "password": "any",
		"userField": "input[name=login]", "passwordField": "input[name=password]", "submit": "button[type=submit]",
		"confirm": "button[name=logout]", "lifetime": 60, "revokes": true, "logout": true,
		"endAtProvider": map[string]any{"page": issuer + "/session/end", "confirm": "button[name=logout]"},
	})
}
