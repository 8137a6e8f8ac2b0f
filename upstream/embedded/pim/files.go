package pim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// text is a text by language; one that is the same everywhere stands under the empty language.
type text map[string]string

// UnmarshalYAML reads a string or a map by language.
func (t *text) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*t = text{"": n.Value}
		return nil
	}
	byLanguage := map[string]string{}
	if err := n.Decode(&byLanguage); err != nil {
		return fmt.Errorf("line %d: a text is a string or a map by language", n.Line)
	}
	*t = byLanguage
	return nil
}

// in is the text in a language, English or German where there is none; nil for no text at all.
func (t text) in(language string) *string {
	for _, l := range []string{language, "", "en", "de"} {
		if s, ok := t[l]; ok {
			return &s
		}
	}
	return nil
}

type classificationFile struct {
	ID          string   `yaml:"id"`
	Type        string   `yaml:"type"`
	Slug        string   `yaml:"slug"`
	Parent      string   `yaml:"parent"`
	Name        text     `yaml:"name"`
	Description text     `yaml:"description"`
	Image       string   `yaml:"image"`
	Countries   []string `yaml:"countries"`
}

type specificationFile struct {
	Name   text   `yaml:"name"`
	Value  text   `yaml:"value"`
	Unit   string `yaml:"unit"`
	System string `yaml:"system"`
}

type variantFile struct {
	ID             string              `yaml:"id"`
	Metric         text                `yaml:"metric"`
	Imperial       text                `yaml:"imperial"`
	Specifications []specificationFile `yaml:"specifications"`
}

type highlightFile struct {
	Name       text   `yaml:"name"`
	Short      text   `yaml:"short"`
	Long       text   `yaml:"long"`
	Image      string `yaml:"image"`
	Video      string `yaml:"video"`
	VideoImage string `yaml:"videoImage"`
}

type documentFile struct {
	Name      text     `yaml:"name"`
	Language  string   `yaml:"language"`
	Type      text     `yaml:"type"`
	Asset     string   `yaml:"asset"`
	Filename  string   `yaml:"filename"`
	Size      *float64 `yaml:"size"`
	Thumbnail string   `yaml:"thumbnail"`
}

type moduleFile struct {
	Name        text   `yaml:"name"`
	Description text   `yaml:"description"`
	Image       string `yaml:"image"`
	Product     string `yaml:"product"`
}

type productFile struct {
	Slug           string              `yaml:"slug"`
	Name           text                `yaml:"name"`
	Brand          string              `yaml:"brand"`
	Short          text                `yaml:"short"`
	Long           text                `yaml:"long"`
	Images         []string            `yaml:"images"`
	Specifications []specificationFile `yaml:"specifications"`
	Variants       []variantFile       `yaml:"variants"`
	Capabilities   []string            `yaml:"capabilities"`
	Related        map[string][]string `yaml:"related"`
	Highlights     []highlightFile     `yaml:"highlights"`
	Documents      []documentFile      `yaml:"documents"`
	Video          string              `yaml:"video"`
	VideoImage     string              `yaml:"videoImage"`
	Modules        []moduleFile        `yaml:"modules"`
	Benefits       []text              `yaml:"benefits"`
	Details        []text              `yaml:"details"`

	classification string
}

type capabilityFile struct {
	ID    string `yaml:"id"`
	Name  text   `yaml:"name"`
	Image string `yaml:"image"`
}

// load reads the folder of the PIM. A file that cannot be read is left out and among the problems; the error is for a
// folder that cannot be read at all.
func load(dir, assets string) (*catalog, []error, error) {
	c := newCatalog(assets)
	var problems []error
	read := func(file string, into any) {
		data, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err == nil {
			decoder := yaml.NewDecoder(strings.NewReader(string(data)))
			decoder.KnownFields(true)
			err = decoder.Decode(into)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", file, err))
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "products", "*.yaml"))
	if err != nil {
		return nil, nil, fmt.Errorf("read the catalogue in %s: %w", dir, err)
	}
	var classifications []classificationFile
	read(filepath.Join(dir, "classifications.yaml"), &classifications)
	for i := range classifications {
		c.addClassification(&classifications[i])
	}
	read(filepath.Join(dir, "capabilities.yaml"), &c.capabilities)
	slices.Sort(files)
	for _, file := range files {
		var group struct {
			Classification string         `yaml:"classification"`
			Products       []*productFile `yaml:"products"`
		}
		read(file, &group)
		for _, p := range group.Products {
			p.classification = group.Classification
			if !c.addProduct(p) {
				problems = append(problems, fmt.Errorf("%s: product %q has no slug of its own", file, p.Slug))
			}
		}
	}
	return c, problems, nil
}
