package querylimit

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/internal/apperr"
)

const (
	// maxCachedBytes is the total length of the cached documents' texts, in bytes, and maxDocuments their number. A
	// parsed document takes some forty times the memory of its text.
	maxCachedBytes = 2 << 20
	maxDocuments   = 1000
	// maxErrors is the number of reported errors of a document.
	maxErrors = 20
)

// Guard checks the operations of a gqlgen server. It is an extension, the cache of documents and the source of the
// validation rules; Install sets all three. It is safe for concurrent use.
type Guard struct {
	limits  Limits
	planner *planner
	// isPinned reports which documents are never evicted.
	isPinned func(text string) bool
	limit    func(ctx context.Context, op *graphql.OperationContext) Cost

	mu        sync.Mutex
	documents *simplelru.LRU[string, *document]
	size      int
	kept      map[string]*document
}

// document is a valid document with the costs of its operations.
type document struct {
	parsed *ast.QueryDocument
	plans  map[*ast.OperationDefinition]*plan
}

// Options configure a guard.
type Options struct {
	Limits Limits
	// IsPinned reports which documents are never evicted; nil for none.
	IsPinned func(text string) bool
	// MaxSize is the highest value of a slicing argument that the resolvers accept: higher values count as this one.
	MaxSize int64
	// Limit returns the cost limit of an operation. It is called after validation.
	Limit func(ctx context.Context, op *graphql.OperationContext) Cost
}

// Server contains the methods of a gqlgen server that a guard needs: *handler.Server and *executor.Executor have
// them. Their methods for the validation rules have different names.
type Server interface {
	Use(extension graphql.HandlerExtension)
	SetQueryCache(cache graphql.Cache[*ast.QueryDocument])
	SetParserTokenLimit(limit int)
	SetDisableSuggestion(value bool)
}

// Install makes a server use a guard. setRules is the server's method that sets the validation rules.
func Install(server Server, setRules func(func() *rules.Rules), schema *ast.Schema, o Options) *Guard {
	documents, err := simplelru.NewLRU[string, *document](maxDocuments, nil)
	if err != nil {
		panic(err) // maxDocuments is positive
	}
	g := &Guard{
		limits:    o.Limits,
		planner:   newPlanner(schema, o.MaxSize),
		isPinned:  o.IsPinned,
		limit:     o.Limit,
		documents: documents,
		kept:      map[string]*document{},
	}
	server.SetQueryCache(g)
	server.SetParserTokenLimit(o.Limits.Tokens)
	// Suggestions of similar names take more time than all other work for an invalid document.
	server.SetDisableSuggestion(true)
	setRules(validation)
	server.Use(g)
	return g
}

// validation returns the validation rules of the GraphQL specification, some of them replaced by faster ones.
func validation() *rules.Rules {
	all := rules.NewDefaultRules()
	for _, replaced := range []core.Rule{
		mergeRule,
		{Name: rules.KnownArgumentNamesRule.Name, RuleFunc: rules.KnownArgumentNamesRuleWithoutSuggestions.RuleFunc},
		{Name: rules.KnownTypeNamesRule.Name, RuleFunc: rules.KnownTypeNamesRuleWithoutSuggestions.RuleFunc},
		{Name: rules.ValuesOfCorrectTypeRule.Name, RuleFunc: rules.ValuesOfCorrectTypeRuleWithoutSuggestions.RuleFunc},
	} {
		all.ReplaceRule(replaced.Name, replaced.RuleFunc)
	}
	return all
}

// ExtensionName names the extension.
func (g *Guard) ExtensionName() string { return "QueryLimit" }

// Validate does nothing: any schema is allowed.
func (g *Guard) Validate(graphql.ExecutableSchema) error { return nil }

var _ interface {
	graphql.OperationParameterMutator
	graphql.OperationContextMutator
	graphql.Cache[*ast.QueryDocument]
} = (*Guard)(nil)

// MutateOperationParameters measures an operation before it is validated.
func (g *Guard) MutateOperationParameters(_ context.Context, params *graphql.RawParams) *gqlerror.Error {
	if _, err := measureVariables(params.Variables, g.limits); err != nil {
		return refusal(err)
	}
	if g.document(params.Query) != nil {
		return nil
	}
	if _, err := g.measure(params.Query); err != nil {
		return refusal(err)
	}
	return nil
}

// measure parses a document and counts its parts. Syntax errors are left to the executor, which reports their
// location.
func (g *Guard) measure(text string) (*measurement, error) {
	if len(text) > g.limits.Bytes {
		return nil, &limitError{"bytes", g.limits.Bytes}
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, g.limits.Tokens)
	if err != nil && strings.Contains(err.Error(), "exceeded token limit") {
		return nil, &limitError{"tokens", g.limits.Tokens}
	}
	if err != nil {
		return nil, nil
	}
	return measure(doc, g.limits)
}

func refusal(err error) *gqlerror.Error {
	if limit := new(limitError); errors.As(err, &limit) {
		return &gqlerror.Error{
			Message:    limit.Error() + ": ask for less at a time",
			Extensions: map[string]any{"code": string(apperr.TooComplex)},
		}
	}
	return gqlerror.Wrap(err)
}

// MutateOperationContext refuses an operation above its cost limit.
func (g *Guard) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	estimated := g.costOf(op)
	limit := g.limit(ctx, op)
	stats := Stats{Estimated: estimated.Objects, Limit: limit.Objects}
	op.Stats.SetExtension(g.ExtensionName(), stats)
	switch {
	case estimated.Objects > limit.Objects:
		err := &gqlerror.Error{Message: "the operation exceeds the cost limit: ask for less at a time"}
		err.Extensions = map[string]any{"code": string(apperr.TooComplex), "cost": stats}
		return err
	case estimated.Values > limit.Values:
		return refusal(&limitError{"values to answer", int(limit.Values)})
	}
	return nil
}

// Stats are the fields of `extensions.cost` in an answer.
type Stats struct {
	Estimated int64 `json:"estimated"`
	Limit     int64 `json:"limit"`
}

// StatsOf returns the cost and the limit of an operation that was not refused.
func StatsOf(op *graphql.OperationContext) (Stats, bool) {
	stats, ok := op.Stats.GetExtension("QueryLimit").(Stats)
	return stats, ok
}

func (g *Guard) costOf(op *graphql.OperationContext) Cost {
	if d := g.document(op.RawQuery); d != nil {
		if p := d.plans[op.Operation]; p != nil {
			return p.cost(op.Variables)
		}
	}
	// The document was evicted meanwhile.
	return g.planner.plan(op.Operation).cost(op.Variables)
}

func (g *Guard) document(text string) *document {
	g.mu.Lock()
	defer g.mu.Unlock()
	if d := g.kept[text]; d != nil {
		return d
	}
	d, _ := g.documents.Get(text)
	return d
}

// Get returns the parsed document of a text.
func (g *Guard) Get(_ context.Context, text string) (*ast.QueryDocument, bool) {
	d := g.document(text)
	if d == nil {
		return nil, false
	}
	return d.parsed, true
}

// Add stores a valid document. The costs of its operations are computed once if they do not depend on variables.
func (g *Guard) Add(_ context.Context, text string, parsed *ast.QueryDocument) {
	d := &document{parsed, make(map[*ast.OperationDefinition]*plan, len(parsed.Operations))}
	for _, op := range parsed.Operations {
		d.plans[op] = g.planner.plan(op)
	}
	isPinned := g.isPinned != nil && g.isPinned(text)
	g.mu.Lock()
	defer g.mu.Unlock()
	if isPinned {
		g.kept[text] = d
		return
	}
	if g.documents.Contains(text) {
		return
	}
	for g.documents.Len() > 0 && (g.size+len(text) > maxCachedBytes || g.documents.Len() >= maxDocuments) {
		oldest, _, _ := g.documents.RemoveOldest()
		g.size -= len(oldest)
	}
	g.documents.Add(text, d)
	g.size += len(text)
}

// FirstErrors returns the errors of a document that are reported.
func FirstErrors(all gqlerror.List) gqlerror.List { return slices.Clip(all[:min(len(all), maxErrors)]) }
