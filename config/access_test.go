package config_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/config"
)

// writePEM writes a certificate and its key into files.
func writePEM(t *testing.T) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{SerialNumber: big.NewInt(1)},
		&x509.Certificate{SerialNumber: big.NewInt(1)}, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	privateDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certificate, key = filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	for file, block := range map[string]*pem.Block{
		certificate: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: privateDER},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certificate, key
}

// TestAccess: headers and certificates are read from variables or files, in the file of settings, too.
func TestAccess(t *testing.T) {
	certificate, key := writePEM(t)
	content, err := os.ReadFile(certificate)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "strand.yaml")
	text := "pim_headers: x-api-key=a%20b%2C,tenant=c\npim_client_key_file: " + key + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(file, []string{
		"STRAND_PIM_CLIENT_CERT=" + string(content), "STRAND_PIM_CA_FILE=" + certificate,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Unknown) > 0 {
		t.Errorf("unknown: %v", c.Unknown)
	}
	headers := c.PIMAccess.HTTPHeaders()
	if headers.Get("X-Api-Key") != "a b," || headers.Get("Tenant") != "c" || len(headers) != 2 {
		t.Errorf("headers: %v", headers)
	}
	tls, err := c.PIMAccess.TLS()
	if err != nil || len(tls.Certificates) != 1 || tls.RootCAs == nil {
		t.Errorf("TLS: %+v, %v", tls, err)
	}
	if tls, err := c.CMSAccess.TLS(); tls != nil || err != nil {
		t.Errorf("another system: %+v, %v", tls, err)
	}
}

// TestSecurityAccess_Refused: wrong settings are refused by name, without their values.
func TestSecurityAccess_Refused(t *testing.T) {
	certificate, key := writePEM(t)
	for _, test := range []struct{ settings, want string }{
		{"STRAND_PIM_HEADERS=hush", "STRAND_PIM_HEADERS"},
		{"STRAND_PIM_HEADERS=a key=hush", "STRAND_PIM_HEADERS"},
		{"STRAND_PIM_HEADERS=key=hush%0d%0aX:%20y", "STRAND_PIM_HEADERS"},
		{"STRAND_PIM_HEADERS=key=%hush", "STRAND_PIM_HEADERS"},
		{"STRAND_PIM_HEADERS=host=hush", "STRAND_PIM_HEADERS"},
		{"STRAND_PIM_HEADERS=authorization=hush STRAND_PIM_TOKEN=hush", "STRAND_PIM_TOKEN"},
		{"STRAND_SIS_PORTAL_HEADERS=authorization=hush", "token of the customer"},
		{"STRAND_SEARCH_HEADERS=authorization=hush STRAND_SEARCH_USER=u", "STRAND_SEARCH_USER"},
		{"STRAND_PIM_CLIENT_CERT=hush", "STRAND_PIM_CLIENT_CERT"},
		{"STRAND_PIM_CLIENT_CERT_FILE=" + certificate, "STRAND_PIM_CLIENT_CERT"},
		{"STRAND_PIM_CLIENT_KEY_FILE=" + key, "STRAND_PIM_CLIENT_CERT"},
		{"STRAND_PIM_CA=hush", "authority"},
		{"STRAND_PIM_TOKEN=hush STRAND_PIM_TOKEN_FILE=" + key, "STRAND_PIM_TOKEN_FILE"},
		{"STRAND_PIM_TOKEN_FILE=/none/token", "no such file"},
		{"STRAND_SECRET_FILE=/none/token", "STRAND_SECRET_FILE"},
	} {
		c, err := config.Load("", strings.Fields(strings.ReplaceAll(test.settings, "a key", "a\u00a0key")))
		if err == nil {
			err = c.Validate()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", test.settings, err)
		}
	}
}

// TestLoad_SecretFiles: every secret can be read from a file, whose last line end is not part of it.
func TestLoad_SecretFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	const secret = "4f0c8a1e9b7d3526af80c1e2d4b69735"
	if err := os.WriteFile(file, []byte(secret+"\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load("", []string{
		"STRAND_SECRET_FILE=" + file, "STRAND_PREVIOUS_SECRETS_FILE=" + file, "STRAND_SEARCH_PASSWORD_FILE=" + file,
	})
	if err != nil || c.Secret != secret || len(c.PreviousSecrets) != 1 || c.SearchPassword != secret {
		t.Errorf("%v: %q, %d", err, string(c.Secret), len(c.PreviousSecrets))
	}
	if len(c.Unknown) > 0 || strings.Contains(fmt.Sprintf("%+v", *c), secret) {
		t.Errorf("unknown %v, or the secret is shown", c.Unknown)
	}
	if c, err = config.Load("", []string{"STRAND_ADDR_FILE=" + file}); err != nil || len(c.Unknown) != 1 {
		t.Errorf("a file for a setting that is no secret: %v", err)
	}
}

// TestLoad_RoleNames: names of roles may contain the characters of the format.
func TestLoad_RoleNames(t *testing.T) {
	c, err := config.Load("", []string{"STRAND_IDENTITY_ROLE_NAMES=cn%3Dadmins%2Cou%3Dkmx=kmx_a, service=kmx_b"})
	if err != nil || len(c.IdentityRoleNames) != 2 {
		t.Fatalf("%v, %v", c.IdentityRoleNames, err)
	}
	if name, role, ok := config.CutPair(c.IdentityRoleNames[0]); name != "cn=admins,ou=kmx" || role != "kmx_a" || !ok {
		t.Errorf("%q is %q (%t)", name, role, ok)
	}
	for _, wrong := range []string{"admins", "=a", "a=", "a=%zz"} {
		if _, err := config.Load("", []string{"STRAND_IDENTITY_ROLE_NAMES=" + wrong}); err == nil {
			t.Errorf("%s was accepted", wrong)
		}
	}
}
