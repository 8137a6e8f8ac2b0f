package finding

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
)

// TestKind_Severity: each kind has a severity.
//
// Rules: REPO-15.
func TestKind_Severity(t *testing.T) {
	for kind, want := range map[Kind]Severity{
		DeadLink: Error, HiddenImage: Error, MissingImage: Warning, NullText: Warning, OrphanPage: Note,
	} {
		if got := kind.Severity(); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
	kinds := declaredKinds(t)
	if len(kinds) < 30 || len(kinds) != len(severities) {
		t.Errorf("%d kinds, %d with a severity", len(kinds), len(severities))
	}
	for _, kind := range kinds {
		if !slices.Contains(Severities, kind.Severity()) {
			t.Errorf("%s has no severity", kind)
		}
	}
}

// declaredKinds returns the kinds that the package declares.
func declaredKinds(t *testing.T) (kinds []Kind) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "finding.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) == 0 {
			return true
		}
		ident, isIdent := spec.Type.(*ast.Ident)
		literal, isLiteral := spec.Values[0].(*ast.BasicLit)
		if isIdent && isLiteral && ident.Name == "Kind" {
			value, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, Kind(value))
		}
		return true
	})
	return kinds
}
