package querylimit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/test/lineartest"
)

const testSDL = `
	directive @cost(weight: Int!) on FIELD_DEFINITION
	directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!],
	requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
	scalar _Any
	interface Named { name: String }
	type Dog implements Named { name: String barks: Boolean friends(first: Int = 3): [Animal!]!
	@listSize(slicingArguments: ["first"]) }
	type Cat implements Named { name: String meows: String friends(first: Int = 5): [Animal!]!
	@listSize(slicingArguments: ["first"]) owner: Person }
	union Animal = Dog | Cat
	type Person { name(upper: Boolean): String age: Int pets: PetConnection! @listSize(assumedSize: 4,
	sizedFields: ["edges"]) rows: [[Int!]!]! }
	type PetConnection { total: Int edges: [PetEdge!]! }
	type PetEdge { node: Animal }
	type Query {
		person: Person
		people(first: Int): [Person!]! @listSize(assumedSize: 7, slicingArguments: ["first"])
		pets(first: Int! = 20): PetConnection! @listSize(slicingArguments: ["first"], sizedFields: ["edges"])
		animals: [Animal!]!
		named: Named
		search(text: String): [Person!]! @cost(weight: 5)
		byNames(names: [String!]!, upper: Boolean): [Person!]!
		others(names: [String!]!): [Person!]! @listSize(assumedSize: 4)
		_entities(representations: [_Any!]!): [Animal]!
	}`

var testSchema = gqlparser.MustLoadSchema(&ast.Source{Input: testSDL})

func parsed(t *testing.T, text string) *ast.QueryDocument {
	t.Helper()
	doc, err := parser.ParseQuery(&ast.Source{Input: text})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// doublingFragments returns fragments of which each spreads the next one twice.
func doublingFragments(levels int) string {
	var b strings.Builder
	b.WriteString("{...F0}")
	for i := range levels {
		fmt.Fprintf(&b, "fragment F%d on Query{a:person{name}...F%d ...F%d}", i, i+1, i+1)
	}
	fmt.Fprintf(&b, "fragment F%d on Query{person{name}}", levels)
	return b.String()
}

// For each limit there is a document at the limit, and one just above it.
func TestMeasure_Refuses(t *testing.T) {
	limits := Limits{
		Fields:     10,
		Expanded:   50,
		Aliases:    3,
		Fragments:  6,
		Spreads:    12,
		Pairs:      1000,
		Depth:      5,
		Directives: 3,
		Values:     6,
		Operations: 2,
		NameLength: 8,
	}
	repeat := func(text string) func(n int) string {
		return func(n int) string { return "{" + strings.Repeat(text, n) + "}" }
	}
	for name, test := range map[string]struct {
		make func(n int) string
		most int
	}{
		"fields":  {repeat("person "), 10},
		"aliases": {repeat("a:person "), 3},
		"depth":   {func(n int) string { return strings.Repeat("{person", n) + strings.Repeat("}", n) }, 5},
		"depth by fragments": {func(n int) string {
			return "{person{...F}}fragment F on Person" + strings.Repeat("{pets", n-1) + strings.Repeat("}", n-1)
		}, 5},
		"directives": {func(n int) string { return "{person" + strings.Repeat("@a", n) + "}" }, 3},
		"directives spread": {
			func(n int) string { return "{...F" + strings.Repeat("@a", n) + "}fragment F on Query{person}" }, 3,
		},
		"inline fragments": {repeat("...{person}"), 10},
		"spreads": {
			func(n int) string { return "{" + strings.Repeat("...F ", n) + "}fragment F on Query{person}" }, 12,
		},
		"operations": {func(n int) string { return strings.Repeat("query{person}", n) }, 2},
		"fragments": {
			func(n int) string { return "{person}" + strings.Repeat("fragment F on Query{person}", n) }, 6,
		},
		"values":    {func(n int) string { return "{people(first:[" + strings.Repeat("1 ", n-1) + "])}" }, 6},
		"variables": {func(n int) string { return "query(" + strings.Repeat("$a:Int ", n) + "){person}" }, 6},
		"name":      {func(n int) string { return "{" + strings.Repeat("n", n) + "}" }, 8},
		"alias":     {func(n int) string { return "{" + strings.Repeat("n", n) + ":person}" }, 8},
		"expanded":  {doublingFragments, 3},
	} {
		t.Run(name, func(t *testing.T) {
			if err := measure(parsed(t, test.make(test.most)), limits); err != nil {
				t.Errorf("%d: %v", test.most, err)
			}
			if err := measure(parsed(t, test.make(test.most+1)), limits); err == nil {
				t.Errorf("%d are not refused", test.most+1)
			}
		})
	}
}

// Fields of one place in the answer are counted in pairs, since validation compares them so: again for every inline
// fragment around them and every operation.
func TestMeasure_Pairs(t *testing.T) {
	for query, want := range map[string]int{
		`{person{name age}}`:                                                             0,
		`{person{name name name}}`:                                                       3,
		`{person{name}person{name}}`:                                                     2,
		`{a:person{name}b:person{name}}`:                                                 0,
		`{animals{...on Dog{name}...on Cat{name}}}`:                                      2,
		`{animals{name...{name...{name}}}}`:                                              2 + 2*3,
		`{animals{...on Dog{friends{name name}}}}`:                                       1,
		`{animals{...on Dog{friends{name}friends{name}}}}`:                               2 + 2,
		`{person{...F...F}}fragment F on Person{name}`:                                   1,
		`{animals{name...F}}fragment F on Dog{name...{name}}`:                            1 + 2*3,
		`query A{person{...F}}query B{person{...F}}fragment F on Person{name name}`:      2,
		`{person{name}}fragment F on Person{name name}fragment G on Person{...F name}`:   1 + 3,
		`{person{name...F}}fragment F on Person{name name}fragment F on Person{age age}`: 1 + 2 + 1,
	} {
		limits := DefaultLimits
		for limits.Pairs = 0; measure(parsed(t, query), limits) != nil; limits.Pairs++ {
			if limits.Pairs > 100 {
				t.Fatal(query)
			}
		}
		if limits.Pairs != want {
			t.Errorf("%s: %d, want %d", query, limits.Pairs, want)
		}
	}
}

// Measuring takes memory in proportion to the text, whatever it repeats and whether it is refused.
func TestMeasure_Linear(t *testing.T) {
	unlimited := Limits{}
	for _, n := range []*int{
		&unlimited.Fields, &unlimited.Aliases, &unlimited.Fragments, &unlimited.Spreads, &unlimited.Pairs,
		&unlimited.Depth, &unlimited.Directives, &unlimited.Values, &unlimited.Operations, &unlimited.NameLength,
	} {
		*n = 1 << 40
	}
	unlimited.Expanded = DefaultLimits.Expanded
	for name, build := range map[string]func(n int) string{
		"one field":          func(n int) string { return "{person{" + strings.Repeat("name ", n) + "}}" },
		"objects":            func(n int) string { return "{" + strings.Repeat("a:person{name}", n) + "}" },
		"doubling fragments": doublingFragments,
		"nested":             func(n int) string { return strings.Repeat("{person", n) + strings.Repeat("}", n) },
		"values":             func(n int) string { return "{people(first:[" + strings.Repeat("1 ", n) + "])}" },
		"recursive fragments": func(n int) string {
			return "{...F}fragment F on Query{" + strings.Repeat("...F ", n) + "}"
		},
	} {
		for _, limits := range []Limits{unlimited, DefaultLimits} {
			lineartest.Check(
				t,
				name+strings.Repeat(" ", 20),
				func(n int) *ast.QueryDocument { return parsed(t, build(n)) },
				func(doc *ast.QueryDocument) { _ = measure(doc, limits) },
			)
		}
	}
}

func TestMeasureVariables(t *testing.T) {
	limits := Limits{NameLength: 8, VariableValues: 100, VariableDepth: 4, ListLength: 30}
	for text, ok := range map[string]bool{
		`{"a":` + strings.Repeat("[", 3) + strings.Repeat("]", 3) + `}`: true,
		`{"a":` + strings.Repeat("[", 5) + strings.Repeat("]", 5) + `}`: false,
		`{"a":[1` + strings.Repeat(",1", 29) + `]}`:                     true,
		`{"a":[1` + strings.Repeat(",1", 30) + `]}`:                     false,
		`{"a":{"b":[1` + strings.Repeat(",1", 30) + `]}}`:               false,
		`{"a":[[]` + strings.Repeat(`,{"b":1,"c":1,"d":[]}`, 20) + `]}`: true,
		`{"a":[[]` + strings.Repeat(`,{"b":1,"c":1,"d":[]}`, 25) + `]}`: false,
		`{"long names":1}`: false,
	} {
		var variables map[string]any
		if err := json.Unmarshal([]byte(text), &variables); err != nil {
			t.Fatal(err)
		}
		if err := measureVariables(variables, limits); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestCost(t *testing.T) {
	for _, test := range []struct {
		query     string
		variables string
		want      Cost
	}{
		{`{person{name age}}`, ``, Cost{1, 2}},
		{`{people{name}}`, ``, Cost{7, 7}},
		{`{people(first:3){name}}`, ``, Cost{3, 3}},
		{`query($n:Int){people(first:$n){name}}`, `{"n":4}`, Cost{4, 4}},
		{`query($n:Int){people(first:$n){name}}`, `{}`, Cost{7, 7}},
		{`query($n:Int=2){people(first:$n){name}}`, `{}`, Cost{2, 2}},
		{`query($n:Int){people(first:$n){name}}`, `{"n":5000000}`, Cost{1000, 1000}},
		{`query($n:Int){people(first:$n){name}}`, `{"n":-5}`, Cost{0, 0}},
		// The connection, and an edge and a node per entry.
		{`{pets(first:6){total edges{node{__typename}}}}`, ``, Cost{13, 7}},
		{`{pets{edges{node{__typename}}}}`, ``, Cost{41, 20}},
		{`{pets(first:6){...F}}fragment F on PetConnection{edges{node{__typename}}}`, ``, Cost{13, 6}},
		{`{person{pets{edges{node{__typename}}}}}`, ``, Cost{10, 4}},
		{`{people(first:2){pets{edges{node{...on Dog{friends{__typename}}}}}}}`, ``, Cost{44, 24}},
		// Each animal costs its own fields and those of the most expensive type.
		{
			`{animals{__typename ...on Dog{barks friends{__typename}}...on Cat{name meows owner{name}}}}`, ``,
			Cost{40, 50},
		},
		{
			`query($n:Int){animals{...on Dog{friends(first:$n){__typename}}...on Cat{owner{name}}}}`, `{"n":9}`,
			Cost{100, 90},
		},
		{
			`query($n:Int){animals{...on Dog{friends(first:$n){__typename}}...on Cat{owner{name}}}}`, `{"n":0}`,
			Cost{20, 10},
		},
		{`{search{name}}`, ``, Cost{50, 10}},
		{`{a:search{name} b:search{name}}`, ``, Cost{100, 20}},
		{`{person{rows}}`, ``, Cost{1, 100}},
		{`query($r:[_Any!]!){_entities(representations:$r){...on Cat{name}}}`, `{"r":[{},{},{}]}`, Cost{3, 3}},
		{`{_entities(representations:[{a:1},{a:2}]){...on Cat{name}}}`, ``, Cost{2, 2}},
		{`{__schema{types{name}}}`, ``, Cost{5000, 0}},
		{`{__type(name:"Cat"){name}}`, ``, Cost{1000, 0}},
		{`{a:__schema{types{name}} b:__schema{types{name}} c:__type(name:"Cat"){name}}`, ``, Cost{11000, 0}},
		// A list is as long as its list argument, if no other size is declared.
		{`{byNames(names:["a"]){name pets{edges{node{__typename}}}}}`, ``, Cost{10, 5}},
		{`query($n:[String!]!){byNames(names:$n){name}}`, `{"n":["a","b"]}`, Cost{2, 2}},
		{`query($a:String!){byNames(names:[$a,"b","c"]){name}}`, `{"a":"a"}`, Cost{3, 3}},
		{`{byNames(names:"a"){name}}`, ``, Cost{10, 10}},
		{`{others(names:["a"]){name}}`, ``, Cost{4, 4}},
	} {
		doc := parsed(t, test.query)
		if errs := validator.ValidateWithRules(testSchema, doc, withoutSuggestions()); len(errs) > 0 {
			t.Fatal(errs)
		}
		var variables map[string]any
		if test.variables != "" {
			if err := json.Unmarshal([]byte(test.variables), &variables); err != nil {
				t.Fatal(err)
			}
		}
		if got := newCosts(testSchema, 1000).of(doc.Operations[0], variables); got != test.want {
			t.Errorf("%s %s: %v, want %v", test.query, test.variables, got, test.want)
		}
	}
}

// Costs that would overflow are the largest cost.
func TestCost_Saturates(t *testing.T) {
	const levels = 40
	query := "{animals" + strings.Repeat(
		"{...on Cat{friends(first:1000)",
		levels,
	) + "{__typename}" + strings.Repeat(
		"}}",
		levels,
	) + "}"
	doc := parsed(t, query)
	if errs := validator.ValidateWithRules(testSchema, doc, withoutSuggestions()); len(errs) > 0 {
		t.Fatal(errs)
	}
	if got := newCosts(testSchema, 1000).of(doc.Operations[0], nil); got != (Cost{saturated, saturated}) {
		t.Error(got)
	}
}

// TestValidation: documents are validated by all rules of the specification, and by none that looks for similar names.
func TestValidation(t *testing.T) {
	used := withoutSuggestions().GetInner()
	if len(used) != len(rules.NewDefaultRules().GetInner()) {
		t.Errorf("%d rules", len(used))
	}
	for name, want := range map[string]core.RuleFunc{
		rules.OverlappingFieldsCanBeMergedRule.Name: rules.OverlappingFieldsCanBeMergedRule.RuleFunc,
		rules.MaxIntrospectionDepth.Name:            rules.MaxIntrospectionDepth.RuleFunc,
		rules.KnownArgumentNamesRule.Name:           rules.KnownArgumentNamesRuleWithoutSuggestions.RuleFunc,
		rules.KnownTypeNamesRule.Name:               rules.KnownTypeNamesRuleWithoutSuggestions.RuleFunc,
		rules.ValuesOfCorrectTypeRule.Name:          rules.ValuesOfCorrectTypeRuleWithoutSuggestions.RuleFunc,
	} {
		if got := used[name]; got == nil || reflect.ValueOf(got).Pointer() != reflect.ValueOf(want).Pointer() {
			t.Errorf("%s is another rule", name)
		}
	}
}

// The client's documents stay cached while others are evicted by their number and by the length of their texts.
func TestDocuments(t *testing.T) {
	doc, long := &ast.QueryDocument{}, strings.Repeat(" ", DefaultLimits.Bytes)
	d := newDocuments(func(text string) bool { return text == "client's" })
	d.Add(t.Context(), "client's", doc)
	for i := range maxDocuments + 1 {
		for range 2 {
			d.Add(t.Context(), fmt.Sprint(i), doc)
		}
	}
	if d.others.Contains("0") || !d.others.Contains("1") || d.others.Len() != maxDocuments {
		t.Errorf("%d documents", d.others.Len())
	}
	for i := range maxCachedBytes / len(long) {
		d.Add(t.Context(), fmt.Sprint(i)+long, doc)
	}
	if got := d.bytes.Load(); got > maxCachedBytes || got < maxCachedBytes/2 || d.others.Contains("1") {
		t.Errorf("%d bytes in %d documents", got, d.others.Len())
	}
	if got, ok := d.Get(t.Context(), "client's"); !ok || got != doc {
		t.Error("the client's document is not cached")
	}
}
