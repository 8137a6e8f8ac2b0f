package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/config"
)

func TestLoad_Order(t *testing.T) {
	file := filepath.Join(t.TempDir(), "strand.yaml")
	if err := os.WriteFile(file, []byte("addr: \":9000\"\ncache_size: 64\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(file, []string{"STRAND_CACHE_SIZE=128", "STRAND_TRUSTED_PROXIES=10.0.0.0/8, 192.168.0.0/16", "HOME=/"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr != ":9000" || c.CacheSize != 128 || c.AdminAddr != "127.0.0.1:9090" || len(c.TrustedProxies) != 2 {
		t.Errorf("got %+v", c)
	}
}

func TestLoad_WrongValues(t *testing.T) {
	for _, test := range []struct{ variable, setting, value, allowed string }{
		{"STRAND_ADDR=nowhere", "addr", "nowhere", "host:port"},
		{"STRAND_LOG_LEVEL=loud", "log_level", "loud", "none, error, warn, info, debug"},
		{"STRAND_CMS_URL=ftp://x", "cms_url", "ftp://x", "http or https"},
		{"STRAND_CACHE_SIZE=0", "cache_size", "0", "a whole number from 8"},
		{"STRAND_UPSTREAM_TIMEOUT=3", "upstream_timeout", "3", "duration"},
		{"STRAND_EMBEDDED_CMS_ADDR=0.0.0.0:8092", "embedded_cms_addr", "0.0.0.0:8092", "loopback"},
		{"STRAND_PRODUCTION=perhaps", "production", "perhaps", "true or false"},
		{"STRAND_TRUSTED_PROXIES=everybody", "trusted_proxies", "everybody", "10.0.0.0/8"},
	} {
		_, err := config.Load("", []string{test.variable})
		if err == nil {
			t.Errorf("%s was accepted", test.variable)
			continue
		}
		for _, want := range []string{test.setting, test.value, test.allowed} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not name %q", test.variable, err, want)
			}
		}
	}
}

func TestLoad_UnknownSettingInFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "strand.yaml")
	if err := os.WriteFile(file, []byte("adr: \":9000\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(file, nil); err == nil || !strings.Contains(err.Error(), "adr") {
		t.Errorf("got %v, want an error that names the setting", err)
	}
}

func TestSecret_IsNeverShown(t *testing.T) {
	c, err := config.Load("", []string{"STRAND_CMS_TOKEN=hush"})
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("%v %+v %s", c, *c, c.CMSToken); strings.Contains(text, "hush") {
		t.Errorf("the token is shown in %s", text)
	}
}

func TestEverySettingIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	settings, err := os.ReadFile("defaults.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(settings), "\n") {
		key, _, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if !strings.Contains(string(text), "`STRAND_"+strings.ToUpper(key)+"` | ") {
			t.Errorf("docs/configuration.md says nothing of %s", key)
		}
	}
}

func TestUnknownVariablesAreNamed(t *testing.T) {
	c, err := config.Load("", []string{"STRAND_ADRR=:80", "HOME=/root"})
	if err != nil || len(c.Unknown) != 1 || c.Unknown[0] != "STRAND_ADRR" {
		t.Errorf("%v, %v", c.Unknown, err)
	}
}
