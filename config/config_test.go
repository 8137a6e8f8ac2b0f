package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"strand/config"
	"strand/demo"
)

func TestLoad_Order(t *testing.T) {
	file := filepath.Join(t.TempDir(), "strand.yaml")
	if err := os.WriteFile(file, []byte("addr: \":9000\"\ncache_size: 64\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(
		file,
		[]string{"STRAND_CACHE_SIZE=128", "STRAND_TRUSTED_PROXIES=10.0.0.0/8, 192.168.0.0/16", "HOME=/"},
	)
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr != ":9000" || c.CacheSize != 128 || c.AdminAddr != "127.0.0.1:9090" || len(c.TrustedProxies) != 2 {
		t.Errorf("got %+v", c)
	}
}

// Every kind of value is read from the file and from the environment.
func TestLoad_Kinds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "strand.yaml")
	text := "production: true\nrenderers: 4\nupstream_timeout: 5s\ncms_token: t\nlog_level: WARN\ntrusted_proxies: [10.0.0.0/8, 192.168.0.0/16]\n" +
		"report_external_origins:\n  - http://localhost:9000\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	fromFile, err := config.Load(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	fromEnvironment, err := config.Load(
		"",
		[]string{"STRAND_PRODUCTION=true", "STRAND_RENDERERS=4", "STRAND_UPSTREAM_TIMEOUT=5s",
			"STRAND_CMS_TOKEN=t", "STRAND_LOG_LEVEL=warn", "STRAND_TRUSTED_PROXIES=10.0.0.0/8, 192.168.0.0/16",
			"STRAND_REPORT_EXTERNAL_ORIGINS=http://localhost:9000"},
	)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(fromFile, fromEnvironment) {
		t.Errorf("file %+v\nenvironment %+v", fromFile, fromEnvironment)
	}
	c := fromFile
	if !c.Production || c.Renderers != 4 || c.UpstreamTimeout != 5*time.Second || c.CMSToken != "t" ||
		c.LogLevel != "warn" ||
		len(c.TrustedProxies) != 2 || c.DrainDelay != time.Second ||
		len(c.ReportOrigins) != 1 {
		t.Errorf("%+v", c)
	}
}

// TestLoad_LogLevels: levels are set by name or number (CONST-25).
//
// Rules: CONST-25.
func TestLoad_LogLevels(t *testing.T) {
	for value, want := range map[string]string{
		"0": "none", "25": "error", "50": "warn", "75": "info", "100": "debug", "Warn": "warn", "none": "none",
	} {
		c, err := config.Load("", []string{"STRAND_LOG_LEVEL=" + value, "STRAND_SIS_DEBUG_LEVEL=" + value})
		if err != nil || c.LogLevel != want || c.SISDebugLevel != want {
			t.Errorf("%s: %+v, %v", value, c, err)
		}
	}
}

// Rules: CONST-25.
func TestLoad_WrongValues(t *testing.T) {
	for _, test := range []struct{ variable, setting, value, allowed string }{
		{"STRAND_ADDR=nowhere", "addr", "nowhere", "host:port"},
		{"STRAND_LOG_LEVEL=loud", "log_level", "loud", "none (0), error (25), warn (50), info (75), debug (100)"},
		{"STRAND_LOG_LEVEL=60", "log_level", "60", "by name or number"},
		{"STRAND_CMS_URL=ftp://x", "cms_url", "ftp://x", "http or https"},
		{"STRAND_CACHE_SIZE=0", "cache_size", "0", "a whole number from 8"},
		{"STRAND_UPSTREAM_TIMEOUT=3", "upstream_timeout", "3", "duration"},
		{"STRAND_PRODUCTION=perhaps", "production", "perhaps", "true or false"},
		{"STRAND_TRUSTED_PROXIES=everybody", "trusted_proxies", "everybody", "10.0.0.0/8"},
		{"STRAND_DATA_DIR=", "data_dir", "", "must not be empty"},
		{"STRAND_DRAIN_DELAY=10m", "drain_delay", "10m", "from 0s to 5m"},
		{"STRAND_SECRET=too-short-and-hidden", "secret", "[hidden]", "at least 32 characters"},
		{
			"STRAND_REPORT_EXTERNAL_ORIGINS=localhost:8080", "report_external_origins", "localhost:8080",
			"origins such as",
		},
	} {
		_, err := config.Load("", []string{test.variable})
		if err == nil {
			t.Errorf("%s was accepted", test.variable)
			continue
		}
		var wrong *config.Error
		if !errors.As(err, &wrong) || wrong.Setting != test.setting || wrong.Value != test.value {
			t.Errorf("%s: %v", test.variable, err)
		}
		for _, want := range []string{test.setting, test.value, test.allowed} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not contain %q", test.variable, err, want)
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
		t.Errorf("got %v, want an error with the name of the setting", err)
	}
}

func TestSecret_Redacted(t *testing.T) {
	c, err := config.Load("", []string{"STRAND_CMS_TOKEN=hush"})
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("%v %+v %s", c, *c, c.CMSToken); strings.Contains(text, "hush") {
		t.Errorf("the token is shown in %s", text)
	}
}

// The generated files are up to date.
func TestGeneratedFiles(t *testing.T) {
	const how = "is outdated: run go generate ./config"
	settings := config.Settings(&demo.Config{})
	text, err := os.ReadFile("../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	if want, err := config.InsertSettings(string(text), settings); err != nil || want != string(text) {
		t.Errorf("docs/configuration.md %s (%v)", how, err)
	}
	schema, err := os.ReadFile("../docs/configuration.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if want, err := config.JSONSchema(settings); err != nil || string(want) != string(schema) {
		t.Errorf("docs/configuration.schema.json %s (%v)", how, err)
	}
}

// Every setting is described in full, and its default is an allowed value.
func TestSettings(t *testing.T) {
	seen := map[string]bool{}
	settings := config.Settings(&demo.Config{})
	usage := config.Usage(settings)
	for _, s := range settings {
		if s.Section == "" || !strings.HasSuffix(s.Help, ".") || seen[s.Key] || !strings.Contains(usage, s.Variable) {
			t.Errorf("%+v", s)
		}
		seen[s.Key] = true
		if _, _, err := demo.Load("", []string{s.Variable + "=" + s.Default}); err != nil {
			t.Errorf("the default: %v", err)
		}
	}
}

func TestLoad_UnknownVariables(t *testing.T) {
	c, err := config.Load("", []string{"STRAND_ADRR=:80", "HOME=/root"})
	misspelt := config.UnknownVariable{Name: "STRAND_ADRR", Similar: "STRAND_ADDR"}
	if err != nil || len(c.Unknown) != 1 || c.Unknown[0] != misspelt {
		t.Errorf("%v, %v", c.Unknown, err)
	}
}

// A list of secrets is read from the file and from the environment, and refused as a whole without showing it.
func TestLoad_Secrets(t *testing.T) {
	first, second := strings.Repeat("1", 32), strings.Repeat("2", 32)
	file := filepath.Join(t.TempDir(), "strand.yaml")
	text := "previous_secrets: [\"" + first + "\", \"" + second + "\"]\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []config.Secret{config.Secret(first), config.Secret(second)}
	for from, load := range map[string]func() (*config.Config, error){
		"the file": func() (*config.Config, error) { return config.Load(file, nil) },
		"the environment": func() (*config.Config, error) {
			return config.Load("", []string{"STRAND_PREVIOUS_SECRETS=" + first + ", " + second})
		},
	} {
		if c, err := load(); err != nil || !reflect.DeepEqual(c.PreviousSecrets, want) {
			t.Errorf("%s: %v", from, err)
		}
	}
	_, err := config.Load("", []string{"STRAND_PREVIOUS_SECRETS=" + first + ",confidential"})
	if err == nil || strings.Contains(err.Error(), "confidential") || strings.Contains(err.Error(), first) {
		t.Errorf("a short secret: %v", err)
	}
}
