package graph

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"strand/config"
	"strand/domain/portal"
	"strand/internal/apperr"
	"strand/internal/querylimit"
	"strand/service/website/visit"
)

// fragmentKey distinguishes a fragment from an operation of the same name.
func fragmentKey(name string) string { return "fragment " + name }

// clientOperations returns the operations of the client, each with the fragments that it needs.
func clientOperations(t *testing.T) map[string]string {
	t.Helper()
	whole := &ast.QueryDocument{}
	sources := map[string]string{}
	err := filepath.WalkDir("../../client/src", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".graphql" || strings.Contains(path, "/playground/") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		doc, err := parser.ParseQuery(&ast.Source{Input: string(text)})
		if err != nil {
			return err
		}
		// Each definition ends where the next begins.
		runes := []rune(string(text))
		starts := map[int]string{}
		for _, op := range doc.Operations {
			starts[op.Position.Start] = op.Name
		}
		for _, f := range doc.Fragments {
			starts[f.Position.Start] = fragmentKey(f.Name)
		}
		for start, name := range starts {
			end := len(runes)
			for other := range maps.Keys(starts) {
				if other > start {
					end = min(end, other)
				}
			}
			sources[name] = string(runes[start:end])
		}
		whole.Operations = append(whole.Operations, doc.Operations...)
		whole.Fragments = append(whole.Fragments, doc.Fragments...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	operations := map[string]string{}
	for _, op := range whole.Operations {
		needed := map[string]bool{}
		var collect func(ast.SelectionSet)
		collect = func(set ast.SelectionSet) {
			for _, s := range set {
				switch s := s.(type) {
				case *ast.Field:
					collect(s.SelectionSet)
				case *ast.InlineFragment:
					collect(s.SelectionSet)
				case *ast.FragmentSpread:
					if !needed[s.Name] {
						needed[s.Name] = true
						collect(whole.Fragments.ForName(s.Name).SelectionSet)
					}
				}
			}
		}
		collect(op.SelectionSet)
		text := sources[op.Name]
		for name := range needed {
			text += "\n" + sources[fragmentKey(name)]
		}
		operations[op.Name] = text
	}
	return operations
}

// sample returns a value of a type; numbers are the highest list length.
func sample(schema *ast.Schema, t *ast.Type) any {
	if t.Elem != nil {
		return []any{sample(schema, t.Elem)}
	}
	kind := schema.Types[t.NamedType]
	switch {
	case kind.Kind == ast.Enum:
		return kind.EnumValues[0].Name
	case kind.Kind == ast.InputObject:
		fields := map[string]any{}
		for _, f := range kind.Fields {
			if f.Type.NonNull && f.DefaultValue == nil {
				fields[f.Name] = sample(schema, f.Type)
			}
		}
		return fields
	case kind.Name == "Int":
		return int64(100)
	case kind.Name == "Float":
		return 1.5
	case kind.Name == "Boolean":
		return true
	}
	return "text"
}

// Every operation of the client costs at most half of the limit of anonymous users, which is the lowest limit.
func TestCostOfClientOperations(t *testing.T) {
	c, err := config.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	e, _ := panickingExecutor(t)
	e.costs.Anonymous = c.QueryCostAnonymous / 2
	operations := clientOperations(t)
	if len(operations) < 70 {
		t.Errorf("%d operations", len(operations))
	}
	for name, text := range operations {
		doc, err := parser.ParseQuery(&ast.Source{Input: text})
		if err != nil {
			t.Fatal(err)
		}
		variables := map[string]any{}
		for _, v := range doc.Operations[0].VariableDefinitions {
			variables[v.Variable] = sample(e.schema, v.Type)
		}
		op := Operation{Query: text, Variables: variables}
		opCtx, refused := e.prepare(graphql.StartOperationTrace(t.Context()), &visit.Request{}, &op, true)
		if refused != nil {
			t.Errorf("%s: %s", name, refused.Body)
			continue
		}
		if cost, ok := querylimit.StatsOf(opCtx); !ok || cost.Estimated == 0 {
			t.Errorf("%s has no cost", name)
		}
	}
}

// Anonymous callers can read a product with its variants and their technical data, whichever field they ask for it.
func TestCostOfProducts(t *testing.T) {
	c, err := config.Load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	e, _ := panickingExecutor(t)
	e.costs.Anonymous = c.QueryCostAnonymous
	const technicalData = `{slug specifications{name value unit} variants{id name
		specifications{name value unit} imperial:specifications(system:IMPERIAL){name value unit}}}`
	slugs := func(n int) map[string]any { return map[string]any{"s": slices.Repeat([]any{"a"}, n)} }
	for _, test := range []struct {
		query     string
		variables map[string]any
		refused   bool
	}{
		{`{product(slug:"a")` + technicalData + `}`, nil, false},
		{`{products(slugs:["a"])` + technicalData + `}`, nil, false},
		{`query($s:[String!]!){products(slugs:$s)` + technicalData + `}`, slugs(1), false},
		{`query($s:[String!]!){products(slugs:$s)` + technicalData + `}`, slugs(7), false},
		{`query($s:[String!]!){products(slugs:$s)` + technicalData + `}`, slugs(100), true},
		{`query($s:[String!]!){products(slugs:$s){slug name images{url}}}`, slugs(100), false},
		{`{comparison(items:[{slug:"a"}]){columns{product{name} variant{specifications{name}}}}}`, nil, false},
		{`{capabilities{products{slug name}}}`, nil, false},
		{`{capabilities{products` + technicalData + `}}`, nil, true},
	} {
		op := Operation{Query: test.query, Variables: test.variables}
		_, refused := e.prepare(graphql.StartOperationTrace(t.Context()), &visit.Request{}, &op, true)
		if (refused != nil) != test.refused {
			t.Errorf("%s: refused %t, want %t", test.query, refused != nil, test.refused)
		}
	}
}

func TestCostLimit(t *testing.T) {
	e := &Executor{costs: CostLimits{Anonymous: 1, User: 2, Employee: 3, Editor: 4, Router: 5}}
	user, employee := &portal.User{ID: "u"}, &portal.User{ID: "e", Roles: []string{portal.RoleEmployee}}
	for _, test := range []struct {
		req  *visit.Request
		op   Operation
		want int64
	}{
		{&visit.Request{}, Operation{}, 1},
		{&visit.Request{User: user}, Operation{}, 2},
		{&visit.Request{User: employee}, Operation{}, 3},
		{&visit.Request{Editor: true}, Operation{}, 4},
		{&visit.Request{User: employee, Editor: true}, Operation{}, 4},
		{&visit.Request{}, Operation{isRouter: true}, 5},
		{&visit.Request{User: user}, Operation{isRouter: true}, 5},
	} {
		if got := e.costLimit(test.req, &test.op).Objects; got != test.want {
			t.Errorf("%+v: %d, want %d", test.op, got, test.want)
		}
	}
	for _, op := range []Operation{{isNamed: true}, {isOwn: true}} {
		if got := e.costLimit(&visit.Request{}, &op); got != nil {
			t.Errorf("%+v: %v", op, got)
		}
	}
	if got := (&Executor{}).costLimit(&visit.Request{}, &Operation{}); got != unlimited {
		t.Errorf("without a limit: %v", got)
	}
}

func TestForwardedCaller(t *testing.T) {
	for name, test := range map[string]struct {
		ip        string
		user      *portal.User
		forwarded []string
		want      string
	}{
		"a user":                     {"192.0.2.1", &portal.User{ID: "7"}, []string{"198.51.100.1"}, "user 7"},
		"an address from the router": {"192.0.2.1", nil, []string{"203.0.113.5, 198.51.100.1"}, "ip 198.51.100.1"},
		"an address from a proxy":    {"203.0.113.9", nil, []string{"198.51.100.1"}, "ip 203.0.113.9"},
		"no caller":                  {"192.0.2.1", nil, nil, ""},
		"nonsense":                   {"192.0.2.1", nil, []string{"unknown"}, ""},
		"an IPv6 network":            {"192.0.2.1", nil, []string{"2001:db8:1:2:3::1"}, "ip 2001:db8:1:2::/64"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest("POST", "/graphql", nil)
			r.RemoteAddr = "192.0.2.1:1234"
			for _, hops := range test.forwarded {
				r.Header.Add("X-Forwarded-For", hops)
			}
			got := forwardedCaller(r, &visit.Request{ClientIP: test.ip, User: test.user})
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// operation returns an operation whose fields resolve to a value.
func operation() *graphql.OperationContext {
	return &graphql.OperationContext{
		Operation:          &ast.OperationDefinition{Operation: ast.Query},
		ResolverMiddleware: func(ctx context.Context, next graphql.Resolver) (any, error) { return next(ctx) },
	}
}

func TestBound_LargeAnswer(t *testing.T) {
	opCtx := operation()
	b, release := (&Executor{}).bound(t.Context(), opCtx, errTimeOver)
	defer release()
	text := strings.Repeat("a", 1<<20)
	resolve := func(context.Context) (any, error) { return text, nil }
	fields := 0
	for ; fields < 100; fields++ {
		if _, err := opCtx.ResolverMiddleware(b.ctx, resolve); err != nil {
			if !errors.Is(err, errTooLarge) {
				t.Error(err)
			}
			break
		}
	}
	if fields != maxAnswer>>20 {
		t.Errorf("ended after %d fields of 1 MiB", fields)
	}
	if err := b.problem(0); apperr.CodeOf(err) != apperr.TooComplex {
		t.Error(err)
	}
	if b.ctx.Err() == nil {
		t.Error("the context of the operation was not cancelled")
	}
}

func TestBound_CallerDisconnects(t *testing.T) {
	opCtx := operation()
	ctx, cancel := context.WithCancel(t.Context())
	b, release := (&Executor{}).bound(ctx, opCtx, errTimeOver)
	defer release()
	cancel()
	<-b.ctx.Done()
	for b.ended.Load() == nil { // set right after the cancellation
		runtime.Gosched()
	}
	resolve := func(context.Context) (any, error) { t.Error("resolved"); return nil, nil }
	if _, err := opCtx.ResolverMiddleware(b.ctx, resolve); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// When the time for upstream systems is over, cached data is still returned.
func TestBound_UpstreamTimeout(t *testing.T) {
	opCtx := operation()
	ctx, cancel := context.WithTimeout(t.Context(), 1)
	defer cancel()
	b, release := (&Executor{}).bound(ctx, opCtx, errTimeOver)
	defer release()
	<-ctx.Done()
	value, err := opCtx.ResolverMiddleware(b.ctx, func(context.Context) (any, error) { return "known", nil })
	if value != "known" || err != nil || b.problem(0) != nil {
		t.Error(value, err, b.problem(0))
	}
}

// An operation that asks for more than can be done in time is the caller's error; one of the client, or a system that
// does not answer, is a failure that passes. No caller gets a defect of the server (500) for either.
func TestBound_TimeOver(t *testing.T) {
	for name, test := range map[string]struct {
		reason    error
		code      apperr.Code
		status    int
		retryTime string
	}{
		"a caller's operation":   {errTimeOver, apperr.TooComplex, http.StatusBadRequest, ""},
		"the client's operation": {errBusy, apperr.UpstreamUnavailable, http.StatusServiceUnavailable, "30"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e, _ := panickingExecutor(t)
				e.budget = time.Second
				opCtx := operation()
				b, release := e.bound(t.Context(), opCtx, test.reason)
				defer release()
				time.Sleep(2 * time.Second)
				synctest.Wait()
				resolve := func(context.Context) (any, error) { t.Error("resolved"); return nil, nil }
				if _, err := opCtx.ResolverMiddleware(b.ctx, resolve); !errors.Is(err, test.reason) {
					t.Error(err)
				}
				answer := e.refuse(b.ctx, e.present(b.ctx, b.problem(0)))
				if code := codeOf(answer.Errors[0]); code != test.code {
					t.Errorf("code %s", code)
				}
				w := httptest.NewRecorder()
				e.write(w, httptest.NewRequest(http.MethodPost, "/graphql", nil), mediaResponse, 0, answer)
				if w.Code != test.status || w.Header().Get("Retry-After") != test.retryTime {
					t.Errorf("%d %v", w.Code, w.Header())
				}
			})
		})
	}
}
