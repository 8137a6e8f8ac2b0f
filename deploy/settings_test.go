package deploy

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"strand/config"
)

// TestSettings: every variable in the files that install the server is a setting.
func TestSettings(t *testing.T) {
	var known []string
	for _, s := range config.Settings() {
		known = append(known, s.Variable)
	}
	for _, file := range []string{
		"../Dockerfile", "../compose.yaml", "compose.env.example", "helm/strand/values.yaml",
		"helm/strand/templates/deployment.yaml",
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
