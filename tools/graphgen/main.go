// Graphgen generates the code of the graph as `gqlgen generate` does, with fewer goroutines: gqlgen starts one for each
// element of every list and for each field with a resolver, also if there is nothing to wait for, as in the sixty rows
// of a specification or the seven fields of a picture (docs/decisions/0060-fewer-goroutines-of-gqlgen.md).
//
//	go run ./tools/graphgen
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen"
	"github.com/99designs/gqlgen/codegen/config"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "graphgen:", err)
		os.Exit(1)
	}
}

func run() error {
	c, err := config.LoadConfigFromDefaultLocations()
	if err != nil {
		return err
	}
	// gqlgen logs every field with a resolver.
	log.SetOutput(io.Discard)
	var p plugin
	if err := api.Generate(c, api.AddPlugin(&p)); err != nil {
		return err
	}
	return p.replaceCalls(c.Exec.DirName)
}

// plugin knows the lists whose code is changed, by the names of their functions.
type plugin struct{ lists map[string]bool }

func (*plugin) Name() string { return "fewer goroutines" }

// computedTypes have resolvers that compute values without a loader, at most from the directory of the sites, which is
// in memory: gqlgen calls them one after another.
var computedTypes = []string{
	"Brand", "BreadcrumbEntry", "Country", "File", "FormField", "Image", "Language", "Locale", "Location",
	"ProductDocument", "ProductListing", "ProductVideo",
}

// GenerateCode is called before gqlgen writes its files.
func (p *plugin) GenerateCode(data *codegen.Data) error {
	for _, name := range computedTypes {
		object := data.Objects.ByName(name)
		if object == nil {
			return fmt.Errorf("the graph has no type %s", name)
		}
		object.DisableConcurrency = true
	}
	p.lists = listsInOrder(data)
	return nil
}

// inOrder is a file of the generated package.
//
//go:embed inorder.go.txt
var inOrder []byte

// call is how gqlgen calls the function that starts a goroutine for each element, in the function of a list.
var call = regexp.MustCompile(`(?m)^func \(ec \*executionContext\) ([^(]+)\(` +
	`[^\n]*\n(?:[^}\n][^\n]*\n)*?\tret := (graphql\.MarshalSliceConcurrently\(ctx, len\(v\), 0, false, )func`)

// replaceCalls replaces the calls in the generated files of a folder.
func (p *plugin) replaceCalls(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.generated.go"))
	if err != nil {
		return err
	}
	replaced := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var result bytes.Buffer
		end := 0
		for _, match := range call.FindAllSubmatchIndex(text, -1) {
			if !p.lists[string(text[match[2]:match[3]])] {
				continue
			}
			result.Write(text[end:match[4]])
			result.WriteString("marshalInOrder(ctx, len(v), ")
			end = match[5]
			replaced++
		}
		result.Write(text[end:])
		if err := os.WriteFile(file, result.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if replaced == 0 {
		return errors.New("gqlgen does not call MarshalSliceConcurrently any more")
	}
	return os.WriteFile(filepath.Join(folder, "inorder.generated.go"), inOrder, 0o644)
}

// listsInOrder returns the names of the functions that write lists of types without resolvers.
func listsInOrder(data *codegen.Data) map[string]bool {
	waiting := typesWithResolvers(data)
	lists := map[string]bool{}
	for _, reference := range data.ReferencedTypes {
		if reference.IsSlice() && !waiting[reference.Definition.Name] {
			lists[reference.MarshalFunc()] = true
		}
	}
	return lists
}

// typesWithResolvers returns the names of the types of which a field, or a field of a field, has a resolver: their
// elements must wait for each other, so that a loader gets the keys of all.
func typesWithResolvers(data *codegen.Data) map[string]bool {
	found := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for _, object := range data.Objects {
			isWaiting := func(field *codegen.Field) bool {
				return field.IsConcurrent() || found[field.TypeReference.Definition.Name]
			}
			if found[object.Name] || !slices.ContainsFunc(object.Fields, isWaiting) {
				continue
			}
			found[object.Name], changed = true, true
			for _, abstract := range data.Schema.GetImplements(object.Definition) {
				found[abstract.Name] = true
			}
		}
	}
	return found
}
