package selected

import (
	"os"
	"slices"
	"testing"

	"gopkg.in/yaml.v3"
)

// languages are the fields in batches that depend on the languages of a product, which are read with its listing.
var languages = []string{"canonicalUrl", "contentLanguage", "isLanguageFallback", "nameLanguage"}

// TestProductDetails: the fields of the details are those that gqlgen resolves for all products at once. One that is
// missing here would cost a call of its own.
func TestProductDetails(t *testing.T) {
	text, err := os.ReadFile("../../gqlgen.yml")
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Models map[string]struct {
			Fields map[string]struct{ Batch bool }
		}
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	var batched []string
	for name, field := range config.Models["Product"].Fields {
		if field.Batch && !slices.Contains(languages, name) {
			batched = append(batched, name)
		}
	}
	slices.Sort(batched)
	listed := slices.Sorted(slices.Values(productDetails))
	if !slices.Equal(batched, listed) {
		t.Errorf("in batches %q, listed %q", batched, listed)
	}
}
