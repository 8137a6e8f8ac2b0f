package querylimit

import (
	"context"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/internal/apperr"
)

const (
	extensionName = "QueryLimit"
	// maxErrors is the number of reported errors of a document.
	maxErrors = 20
)

// Guard checks the operations of a gqlgen server. It is safe for concurrent use.
type Guard struct {
	limits    Limits
	costs     *costs
	documents *documents
	limit     func(ctx context.Context) *Cost
}

// Options configure a guard.
type Options struct {
	Limits Limits
	// IsPinned reports which documents are never evicted from the cache; nil for none.
	IsPinned func(text string) bool
	// MaxSize is the highest value of a slicing argument that the resolvers accept: higher values count as this one.
	MaxSize int64
	// Limit returns the cost limit of an operation; nil means that its cost is not counted.
	Limit func(ctx context.Context) *Cost
	// SuggestsNames adds similar names to the errors of a document. It takes more time than all other work for an
	// invalid document.
	SuggestsNames bool
}

// Server contains the methods of a gqlgen server that a guard needs: *handler.Server and *executor.Executor have
// them. Their methods for the validation rules have different names.
type Server interface {
	Use(extension graphql.HandlerExtension)
	SetQueryCache(cache graphql.Cache[*ast.QueryDocument])
	SetParserTokenLimit(limit int)
	SetDisableSuggestion(value bool)
}

// Install makes a server use a guard, and returns it. setRules is the server's method that sets the validation rules.
func Install(server Server, setRules func(func() *rules.Rules), schema *ast.Schema, o Options) *Guard {
	g := &Guard{o.Limits, newCosts(schema, o.MaxSize), newDocuments(o.IsPinned), o.Limit}
	server.SetQueryCache(g.documents)
	server.SetParserTokenLimit(o.Limits.Tokens)
	server.SetDisableSuggestion(!o.SuggestsNames)
	if o.SuggestsNames {
		setRules(rules.NewDefaultRules)
	} else {
		setRules(withoutSuggestions)
	}
	server.Use(g)
	return g
}

// withoutSuggestions returns the validation rules of the GraphQL specification, without suggestions of similar names.
func withoutSuggestions() *rules.Rules {
	all := rules.NewDefaultRules()
	for _, replaced := range []core.Rule{
		{Name: rules.KnownArgumentNamesRule.Name, RuleFunc: rules.KnownArgumentNamesRuleWithoutSuggestions.RuleFunc},
		{Name: rules.KnownTypeNamesRule.Name, RuleFunc: rules.KnownTypeNamesRuleWithoutSuggestions.RuleFunc},
		{Name: rules.ValuesOfCorrectTypeRule.Name, RuleFunc: rules.ValuesOfCorrectTypeRuleWithoutSuggestions.RuleFunc},
	} {
		all.ReplaceRule(replaced.Name, replaced.RuleFunc)
	}
	return all
}

// ExtensionName names the extension.
func (g *Guard) ExtensionName() string { return extensionName }

// Validate does nothing: any schema is allowed.
func (g *Guard) Validate(graphql.ExecutableSchema) error { return nil }

var _ interface {
	graphql.OperationParameterMutator
	graphql.OperationContextMutator
} = (*Guard)(nil)

// MutateOperationParameters measures an operation before it is validated, unless its document is cached.
func (g *Guard) MutateOperationParameters(ctx context.Context, params *graphql.RawParams) *gqlerror.Error {
	limit := measureVariables(params.Variables, g.limits)
	if _, isValid := g.documents.Get(ctx, params.Query); limit == nil && !isValid {
		limit = g.measure(params.Query)
	}
	if limit == nil {
		return nil
	}
	return limit.refusal()
}

// measure parses a document and counts its parts. Syntax errors are left to the executor, which reports their
// location.
func (g *Guard) measure(text string) *exceeded {
	if len(text) > g.limits.Bytes {
		return &exceeded{"bytes", g.limits.Bytes}
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, g.limits.Tokens)
	if err != nil && strings.Contains(err.Error(), "exceeded token limit") {
		return &exceeded{"tokens", g.limits.Tokens}
	}
	if err != nil {
		return nil
	}
	return measure(doc, g.limits)
}

// MutateOperationContext refuses an operation above its cost limit.
func (g *Guard) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	limit := g.limit(ctx)
	if limit == nil {
		return nil
	}
	estimated := g.costs.of(op.Operation, op.Variables)
	stats := Stats{Estimated: estimated.Objects, Limit: limit.Objects}
	op.Stats.SetExtension(extensionName, stats)
	switch {
	case estimated.Objects > limit.Objects:
		err := &gqlerror.Error{Message: "the operation exceeds the cost limit: ask for less at a time"}
		err.Extensions = map[string]any{"code": string(apperr.TooComplex), "cost": stats}
		return err
	case estimated.Values > limit.Values:
		return (&exceeded{"values to answer", int(limit.Values)}).refusal()
	}
	return nil
}

// Stats are the fields of `extensions.cost` in an answer.
type Stats struct {
	Estimated int64 `json:"estimated"`
	// Actual is the cost of what was returned; nil if it was not counted.
	Actual *int64 `json:"actual,omitempty"`
	Limit  int64  `json:"limit"`
}

// StatsOf returns the cost and the limit of an operation that was not refused.
func StatsOf(op *graphql.OperationContext) (Stats, bool) {
	stats, ok := op.Stats.GetExtension(extensionName).(Stats)
	return stats, ok
}

// FirstErrors returns the errors of a document that are reported.
func FirstErrors(all gqlerror.List) gqlerror.List { return slices.Clip(all[:min(len(all), maxErrors)]) }
