package pim

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"gopkg.in/yaml.v3"

	"strand/demo/pim/generated"
)

// text is a text by language; a text for all languages is under the empty language.
type text map[string]string

// UnmarshalYAML decodes a string or a map by language.
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

// furtherText is a text with its line in the file.
type furtherText struct {
	text
	line int
}

// UnmarshalYAML decodes a text.
func (t *furtherText) UnmarshalYAML(n *yaml.Node) error {
	t.line = n.Line
	return t.text.UnmarshalYAML(n)
}

// in returns the text in a language, else in English or German; nil for an empty text.
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
	// Updated is the time of the last change; nil if it is unknown.
	Updated *time.Time `yaml:"updated"`
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

// imageFile is the URL of an image, as a string alone for an image without a name.
type imageFile struct {
	Asset string `yaml:"asset"`
	Name  text   `yaml:"name"`
}

// UnmarshalYAML decodes a string or a map.
func (i *imageFile) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*i = imageFile{Asset: n.Value}
		return nil
	}
	type fields imageFile
	return n.Decode((*fields)(i))
}

type productFile struct {
	Slug           string              `yaml:"slug"`
	Name           text                `yaml:"name"`
	Brand          string              `yaml:"brand"`
	Short          text                `yaml:"short"`
	Long           text                `yaml:"long"`
	Images         []imageFile         `yaml:"images"`
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
	// Updated is the time of the last change; without it, that of the file counts.
	Updated *time.Time `yaml:"updated"`
	// Texts contains further texts, by the names of the contract's fields.
	Texts map[string]furtherText `yaml:",inline"`

	classification string
}

// productsFile contains the products of a classification.
type productsFile struct {
	Classification string `yaml:"classification"`
	// Updated is the time of the last change of the products that have none of their own.
	Updated  *time.Time     `yaml:"updated"`
	Products []*productFile `yaml:"products"`
}

// check returns an error for a text that the contract lacks.
func (f productsFile) check() error {
	for _, p := range f.Products {
		for name := range p.Texts {
			if field := productOfContract().Fields.ForName(name); field == nil || field.Type.Name() != "String" {
				return fmt.Errorf(
					"line %d: neither this file nor the contract has a field %q of products",
					p.Texts[name].line,
					name,
				)
			}
		}
	}
	return nil
}

var productOfContract = sync.OnceValue(func() *ast.Definition {
	return generated.NewExecutableSchema(generated.Config{}).Schema().Types["Product"]
})

type capabilityFile struct {
	ID    string `yaml:"id"`
	Name  text   `yaml:"name"`
	Image string `yaml:"image"`
}

// problem is a problem in a file.
type problem struct {
	file string
	// line starts at 1; 0 if it is unknown.
	line int
	text string
}

// sources contains the texts of files by name.
type sources map[string][]byte

// reader reads the files of the PIM.
type reader struct {
	texts    sources
	problems []problem
}

// decode parses a file; a missing or broken file yields the zero value.
func decode[T any](r *reader, file string) T {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return *new(T)
	}
	var value T
	if err == nil {
		value, err = parse[T](data)
	}
	if err != nil {
		r.problems = append(r.problems, problem{file: file, line: lineOf(err), text: err.Error()})
		return value
	}
	r.texts[file] = data
	return value
}

// parse parses a YAML document, in which unknown fields are errors; the zero value for an invalid or empty
// document.
func parse[T any](data []byte) (T, error) {
	var value T
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&value); err != nil && !errors.Is(err, io.EOF) {
		return *new(T), err
	}
	if checked, ok := any(value).(interface{ check() error }); ok {
		if err := checked.check(); err != nil {
			return *new(T), err
		}
	}
	return value, nil
}

var lineNumber = regexp.MustCompile(`line (\d+)`)

// lineOf returns the line in an error of the YAML decoder; 0 for none.
func lineOf(err error) int {
	if match := lineNumber.FindStringSubmatch(err.Error()); match != nil {
		line, _ := strconv.Atoi(match[1]) // the match consists of digits
		return line
	}
	return 0
}

// load reads the folder of the PIM. Broken files are left out and returned as problems; the error is for an unreadable
// folder.
func load(dir, assets string) (*catalog, sources, []problem, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, nil, nil, fmt.Errorf("read the catalogue in %s: not a readable folder", dir)
	}
	files, err := filepath.Glob(filepath.Join(dir, "products", "*.yaml"))
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read the catalogue in %s: %w", dir, err)
	}
	c := newCatalog(assets)
	r := &reader{texts: sources{}}
	classifications := decode[[]classificationFile](r, filepath.Join(dir, "classifications.yaml"))
	for i := range classifications {
		c.addClassification(&classifications[i])
	}
	c.capabilities = decode[[]capabilityFile](r, filepath.Join(dir, "capabilities.yaml"))
	slices.Sort(files)
	for _, file := range files {
		group := decode[productsFile](r, file)
		for _, p := range group.Products {
			p.classification = group.Classification
			p.Updated = cmp.Or(p.Updated, group.Updated)
			if !c.addProduct(p) {
				r.problems = append(
					r.problems,
					problem{file: file, text: fmt.Sprintf("product %q has no unique slug", p.Slug)},
				)
				continue
			}
			c.fileByProduct[p.Slug] = file
		}
	}
	if err := c.translate(r, dir); err != nil {
		return nil, nil, nil, err
	}
	for file, data := range r.texts {
		c.written[file] = sync.OnceValue(func() fileLines { return linesOf(data) })
	}
	return c, r.texts, r.problems, nil
}
