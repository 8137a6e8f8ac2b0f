package deploy

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"strand/config"
	"strand/demo"
)

// TestSettings: every variable in the files that install the server is a setting.
func TestSettings(t *testing.T) {
	var known []string
	for _, s := range config.Settings(&demo.Config{}) {
		known = append(known, s.Variable)
		if s.IsSecret {
			known = append(known, s.Variable+"_FILE")
		}
	}
	for _, file := range []string{
		"../Dockerfile", "../compose.yaml", "compose.env.example", "helm/strand/values.yaml",
		"helm/strand/templates/deployment.yaml", "helm/strand/templates/_helpers.tpl", "systemd/strand.service",
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`STRAND_[A-Z0-9_]+`).FindAllString(string(text), -1)
		for _, variable := range found {
			if !slices.Contains(known, variable) {
				t.Errorf("%s: %s is no setting", file, variable)
			}
		}
		if len(found) == 0 {
			t.Errorf("%s has no settings", file)
		}
	}
}

// TestSettings_Schema: the schema of the chart's values knows exactly the settings, and which can be in files.
func TestSettings_Schema(t *testing.T) {
	var variables, secrets []string
	for _, s := range config.Settings() {
		variables = append(variables, s.Variable)
		if s.IsSecret {
			variables, secrets = append(variables, s.Variable+"_FILE"), append(secrets, s.Variable)
		}
	}
	var schema struct {
		Defs struct {
			Variable struct{ AnyOf []struct{ Enum []string } }
			Secret   struct{ Enum []string }
		} `json:"$defs"`
	}
	text, err := os.ReadFile("helm/strand/values.schema.json")
	if err == nil {
		err = json.Unmarshal(text, &schema)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, lists := range map[string][2][]string{
		"variable": {variables, schema.Defs.Variable.AnyOf[1].Enum}, "secret": {secrets, schema.Defs.Secret.Enum},
	} {
		slices.Sort(lists[0])
		if !slices.Equal(lists[0], lists[1]) {
			t.Errorf("$defs.%s.enum of values.schema.json must be\n%q", name, lists[0])
		}
	}
}

// TestVersions: the files of a release have the same version.
func TestVersions(t *testing.T) {
	var own struct{ Version string }
	text, err := os.ReadFile("../package.json")
	if err == nil {
		err = json.Unmarshal(text, &own)
	}
	if err != nil || own.Version == "" {
		t.Fatal(own, err)
	}
	tag := "${VERSION:-v" + own.Version + "}"
	for file, wants := range map[string][]string{
		"helm/strand/Chart.yaml": {"\nversion: " + own.Version + "\n", "\nappVersion: v" + own.Version + "\n"},
		"../compose.yaml":        {"/strand:" + tag, "/strand-demo:" + tag},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s does not have %q", file, want)
			}
		}
	}
}
