package telemetry

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// loggedEvent is what the code says of an event of the log.
type loggedEvent struct {
	levels, attributes map[string]bool
}

// eventReader collects the events that files log.
type eventReader struct {
	// constants are texts by the names of their constants.
	constants map[string]string
	events    map[string]*loggedEvent
	// attributes are the names of all attributes, also those of loggers.
	attributes map[string]bool
}

// position is the index of the name among the arguments of a method of a logger.
var position = map[string]int{
	"Debug": 0, "Info": 0, "Warn": 0, "Error": 0,
	"DebugContext": 1, "InfoContext": 1, "WarnContext": 1, "ErrorContext": 1, "Log": 2, "LogAttrs": 2,
}

var eventName = regexp.MustCompile(`^[a-z]+(_[a-z]+)+$|^request$`)

func (r *eventReader) text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, _ := strconv.Unquote(e.Value)
			return text
		}
	case *ast.SelectorExpr:
		return r.constants[e.Sel.Name]
	case *ast.Ident:
		return r.constants[e.Name]
	}
	return ""
}

// add adds an event with the attributes that its arguments name.
func (r *eventReader) add(name, level string, arguments []ast.Expr) {
	if !eventName.MatchString(name) {
		return
	}
	e := r.events[name]
	if e == nil {
		e = &loggedEvent{map[string]bool{}, map[string]bool{}}
		r.events[name] = e
	}
	if level != "" {
		e.levels[level] = true
	}
	for i := 0; i < len(arguments); i++ {
		if call, ok := arguments[i].(*ast.CallExpr); ok && len(call.Args) > 0 {
			if name := r.text(call.Args[0]); name != "" {
				e.attributes[name] = true
			}
			continue
		}
		if name := r.text(arguments[i]); name != "" {
			e.attributes[name] = true
			i++ // its value
		}
	}
	maps.Copy(r.attributes, e.attributes)
}

// texts returns all texts in an expression.
func texts(e ast.Expr) (found []string) {
	ast.Inspect(e, func(n ast.Node) bool {
		if pair, ok := n.(*ast.KeyValueExpr); ok {
			found = append(found, texts(pair.Value)...)
			return false
		}
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			found = append(found, text)
		}
		return true
	})
	return found
}

// read collects the events of a function: its variable `event` has the names that are no literals in calls.
func (r *eventReader) read(function *ast.FuncDecl) {
	var names []string
	ast.Inspect(function, func(n ast.Node) bool {
		if assigned, ok := n.(*ast.AssignStmt); ok && len(assigned.Lhs) == len(assigned.Rhs) {
			for i, to := range assigned.Lhs {
				if name, ok := to.(*ast.Ident); ok && name.Name == "event" {
					names = append(names, texts(assigned.Rhs[i])...)
				}
			}
		}
		return true
	})
	ast.Inspect(function, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		at, isLog := position[method.Sel.Name]
		level := strings.ToLower(strings.TrimSuffix(method.Sel.Name, "Context"))
		switch {
		case method.Sel.Name == "With":
			r.add("all_loggers", "", call.Args)
		case !isLog || len(call.Args) <= at:
		default:
			if strings.HasPrefix(level, "log") {
				level = ""
			}
			called := names
			if name := r.text(call.Args[at]); name != "" {
				called = []string{name}
			} else if variable, ok := call.Args[at].(*ast.Ident); !ok || variable.Name != "event" {
				return true
			}
			for _, name := range called {
				r.add(name, level, call.Args[at+1:])
			}
		}
		return true
	})
}

// readEvents returns the events that the server logs, by name, and the names of all attributes.
func readEvents(t *testing.T, root string) (map[string]*loggedEvent, map[string]bool) {
	t.Helper()
	var files []*ast.File
	skipped := []string{
		"node_modules", "bench", "campaign", "demo", "tools", "test", "generated", "upstreamtest", "gql",
	}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (slices.Contains(skipped, entry.Name()) || entry.Name()[0] == '.'):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"),
			strings.HasSuffix(path, "_campaign.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		files = append(files, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	r := &eventReader{map[string]string{}, map[string]*loggedEvent{}, map[string]bool{}}
	for _, file := range files {
		for _, declaration := range file.Decls {
			general, ok := declaration.(*ast.GenDecl)
			if !ok || general.Tok != token.CONST {
				continue
			}
			for _, spec := range general.Specs {
				for i, value := range spec.(*ast.ValueSpec).Values {
					if text := r.text(value); text != "" {
						r.constants[spec.(*ast.ValueSpec).Names[i].Name] = text
					}
				}
			}
		}
	}
	for _, file := range files {
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok {
				r.read(function)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool { // the begin and the end of an incident
			if pair, ok := n.(*ast.KeyValueExpr); ok {
				if key, ok := pair.Key.(*ast.Ident); ok && (key.Name == "Begin" || key.Name == "End") {
					r.add(r.text(pair.Value), map[string]string{"Begin": "error", "End": "info"}[key.Name], nil)
				}
			}
			return true
		})
	}
	delete(r.events, "all_loggers")
	return r.events, r.attributes
}

var code = regexp.MustCompile("`([^`]+)`")

func codesIn(cell string) map[string]bool {
	found := map[string]bool{}
	for _, match := range code.FindAllStringSubmatch(cell, -1) {
		found[match[1]] = true
	}
	return found
}

// TestEvents: docs/events.md has each event of the log, with its levels and attributes, when it is logged and what to
// do.
//
// Rules: ERR-38.
func TestEvents(t *testing.T) {
	text, err := os.ReadFile("../../docs/events.md")
	if err != nil {
		t.Fatal(err)
	}
	logged, attributes := readEvents(t, "../..")
	described := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 5 || !strings.HasPrefix(cells[0], "| `") {
			continue
		}
		name := strings.Trim(cells[0], "| `")
		event := logged[name]
		switch {
		case described[name]:
			t.Errorf("%s is described twice", name)
		case event == nil:
			t.Errorf("%s is described, but not logged", name)
			continue
		}
		described[name] = true
		var levels []string
		for _, level := range []string{"debug", "info", "warn", "error"} {
			if event.levels[level] {
				levels = append(levels, level)
			}
		}
		if want := strings.Join(levels, ", "); want != "" && cells[1] != want {
			t.Errorf("%s: level %s, logged as %s", name, cells[1], want)
		}
		listed := codesIn(cells[2])
		for attribute := range event.attributes {
			if !listed[attribute] && !listed[attribute+"_ms"] {
				t.Errorf("%s lacks the attribute %s", name, attribute)
			}
		}
		for attribute := range listed {
			if !attributes[attribute] && !attributes[strings.TrimSuffix(attribute, "_ms")] {
				t.Errorf("%s: no event has the attribute %s", name, attribute)
			}
		}
		if len(cells[3]) < 10 || len(strings.Trim(cells[4], "| ")) < 5 {
			t.Errorf("%s: say when it is logged and what to do", name)
		}
	}
	for name, event := range logged {
		if !described[name] {
			t.Errorf("docs/events.md lacks | `%s` | %s | %s", name,
				strings.Join(slices.Sorted(maps.Keys(event.levels)), ", "),
				fmt.Sprint(slices.Sorted(maps.Keys(event.attributes))))
		}
	}
}
