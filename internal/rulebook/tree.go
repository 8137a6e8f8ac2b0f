package rulebook

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Tree contains the names of the Go code and the text files of the repository, which the book refers to.
type Tree struct {
	files fs.FS
	// names are the identifiers of the Go code, in the form of the book.
	names map[string]bool
	// tests are the folders that contain a Go test, by its name alone and with its package.
	tests map[string]map[string]bool
}

// ReadTree reads the files of a repository by their paths.
func ReadTree(files fs.FS, paths []string) (*Tree, error) {
	t := &Tree{files: files, names: map[string]bool{}, tests: map[string]map[string]bool{}}
	set := token.NewFileSet()
	for _, name := range paths {
		if path.Ext(name) != ".go" {
			continue
		}
		text, err := fs.ReadFile(files, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the file is deleted, but the deletion not committed yet
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("parse %s: %w", name, err)
		}
		t.add(path.Dir(name), file, strings.HasSuffix(name, "_test.go"))
	}
	return t, nil
}

func (t *Tree) add(dir string, file *ast.File, isTest bool) {
	pkg := path.Base(dir)
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if isTest && d.Recv == nil {
				t.addTest(name, dir)
				t.addTest(pkg+"."+name, dir)
				continue
			}
			if d.Recv != nil && len(d.Recv.List) == 1 {
				name = receiver(d.Recv.List[0].Type) + "." + name
			}
			t.names[pkg+"."+name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					t.names[pkg+"."+s.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range s.Names {
						t.names[pkg+"."+name.Name] = true
					}
				}
			}
		}
	}
}

func (t *Tree) addTest(name, dir string) {
	if t.tests[name] == nil {
		t.tests[name] = map[string]bool{}
	}
	t.tests[name][dir] = true
}

// receiver returns the name of the type that a method belongs to.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// Check returns an error for each reference of the book that is not found, and for each Go test whose name does not say
// which one is meant.
func (t *Tree) Check(b Book) []error {
	var problems []error
	for _, number := range b.Numbers() {
		rule := b[number]
		for _, name := range rule.Code {
			if !t.hasCode(name) {
				problems = append(
					problems,
					fmt.Errorf("line %d: rule %s: there is no code %s", rule.Line, number, name),
				)
			}
		}
		for _, name := range rule.Tests {
			if err := t.findTest(name); err != nil {
				problems = append(problems, fmt.Errorf("line %d: rule %s: %w", rule.Line, number, err))
			}
		}
	}
	return problems
}

func (t *Tree) hasCode(name string) bool {
	if !strings.Contains(name, "/") {
		return t.names[name]
	}
	file, identifier, isIdentifier := strings.Cut(name, "#")
	text, err := fs.ReadFile(t.files, file)
	if err != nil {
		return false
	}
	return !isIdentifier || regexp.MustCompile(`\b`+regexp.QuoteMeta(identifier)+`\b`).Match(text)
}

// findTest returns an error unless exactly one test has the name.
func (t *Tree) findTest(name string) error {
	if strings.Contains(name, "/") {
		if !t.hasTestFile(name) {
			return fmt.Errorf("there is no test %s", name)
		}
		return nil
	}
	switch dirs := slices.Sorted(maps.Keys(t.tests[name])); len(dirs) {
	case 0:
		return fmt.Errorf("there is no test %s", name)
	case 1:
		return nil
	default:
		return fmt.Errorf("several packages have a test %s: %s", name, strings.Join(dirs, ", "))
	}
}

func (t *Tree) hasTestFile(name string) bool {
	_, err := fs.Stat(t.files, name)
	return err == nil && (strings.Contains(path.Base(name), ".test.") || strings.Contains(path.Base(name), ".spec.") ||
		strings.HasPrefix(name, "bench/"))
}

// CheckCitations returns an error for each cited rule that the book lacks, and for each citation in the published
// schema, whose readers do not have the book.
func (t *Tree) CheckCitations(b Book, paths []string) []error {
	var problems []error
	for _, name := range paths {
		text, err := fs.ReadFile(t.files, name)
		if errors.Is(err, fs.ErrNotExist) || isFolder(t.files, name) {
			continue
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("read %s: %w", name, err))
			continue
		}
		if bytes.IndexByte(text, 0) >= 0 {
			continue // not a text file
		}
		for number, line := range b.Cited(text) {
			switch {
			case b[number] == nil:
				problems = append(problems, fmt.Errorf("%s:%d: unknown rule %s", name, line, number))
			case strings.HasPrefix(name, "schema/"):
				problems = append(
					problems,
					fmt.Errorf("%s:%d: the schema cites %s, which its readers cannot look up", name, line, number),
				)
			}
		}
	}
	return problems
}

func isFolder(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && info.IsDir()
}

// Repository returns the files of a checkout.
func Repository(dir string) fs.FS { return os.DirFS(dir) }
