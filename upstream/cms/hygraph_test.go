package cms

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/Khan/genqlient/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/test/upstreamtest"
	"strand/upstream/contract"
)

// setupOperation is an operation of the set-up of a Hygraph project (adoption/hygraph).
type setupOperation struct {
	OperationName string
	Params        struct {
		APIID           string `json:"apiId"`
		APIIDPlural     string `json:"apiIdPlural"`
		ParentAPIID     string `json:"parentApiId"`
		Type            string
		ComponentAPIID  string   `json:"componentApiId"`
		ComponentAPIIDs []string `json:"componentApiIds"`
		Enumeration     string   `json:"enumerationApiId"`
		IsList          bool
		IsRequired      bool
		IsLocalized     bool
		Values          []struct {
			APIID string `json:"apiId"`
		}
		ReverseField struct {
			ModelAPIID string `json:"modelApiId"`
		}
	}
}

var hygraphScalars = map[string]string{
	"STRING": "String", "INT": "Int", "FLOAT": "Float", "BOOLEAN": "Boolean", "DATETIME": "DateTime", "DATE": "Date",
	"RICHTEXT": "RichText", "LOCATION": "Location",
}

// hygraphPart is what Hygraph gives a list of records or components.
const hygraphPart = "skip: Int, after: String, before: String, first: Int, last: Int, locales: [Locale!], " +
	"forceParentLocale: Boolean"

// hygraphSchema returns the content API that Hygraph makes of a new project after the operations of the set-up.
func hygraphSchema(operations []setupOperation) string {
	var b strings.Builder
	b.WriteString(`scalar DateTime scalar Date scalar RichTextAST
		enum Stage { DRAFT PUBLISHED }
		enum SystemDateTimeFieldVariation { BASE LOCALIZATION COMBINED }
		interface Node { id: ID! stage: Stage! }
		interface Entity { id: ID! stage: Stage! }
		type Location { latitude: Float! longitude: Float! distance(from: LocationInput!): Float! }
		input LocationInput { latitude: Float! longitude: Float! }
		type RichText { raw: RichTextAST! html: String! markdown: String! text: String! }
		type Aggregate { count: Int! }
		type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String
			pageSize: Int }
	`)
	fields, localized := map[string]string{}, map[string]bool{"Asset": true}
	plurals := map[string]string{"Asset": "Assets"}
	models, components := []string{"Asset"}, []string{}
	filters, orders, unions := map[string]string{}, map[string]string{}, ""
	filters["Asset"] = "handle: String handle_in: [String]"
	locales := "en"
	add := func(parent, name, arguments, of string, isList, isRequired bool) {
		switch {
		case isList:
			of = "[" + of + "!]!"
		case isRequired:
			of += "!"
		}
		if arguments != "" {
			arguments = "(" + arguments + ")"
		}
		fields[parent] += fmt.Sprintf(" %s%s: %s\n", name, arguments, of)
	}
	for _, o := range operations {
		p := o.Params
		parts := "locales: [Locale!], forceParentLocale: Boolean"
		if p.IsList {
			parts = hygraphPart
		}
		scalar := hygraphScalars[p.Type]
		switch o.OperationName {
		case "createLocale":
			locales += " " + p.APIID
		case "createEnumeration":
			fmt.Fprintf(&b, "enum %s {", p.APIID)
			for _, v := range p.Values {
				b.WriteString(" " + v.APIID)
			}
			b.WriteString(" }\n")
		case "createModel":
			models, plurals[p.APIID] = append(models, p.APIID), p.APIIDPlural
		case "createComponent":
			components = append(components, p.APIID)
		case "createSimpleField":
			add(p.ParentAPIID, p.APIID, "", scalar, p.IsList, p.IsRequired)
			if scalar != "RichText" && scalar != "Location" && !p.IsList {
				filters[p.ParentAPIID] += fmt.Sprintf(" %s: %s %s_in: [%s]", p.APIID, scalar, p.APIID, scalar)
				orders[p.ParentAPIID] += fmt.Sprintf(" %s_ASC %s_DESC", p.APIID, p.APIID)
			}
		case "createEnumerableField":
			add(p.ParentAPIID, p.APIID, "", p.Enumeration, p.IsList, p.IsRequired)
			filters[p.ParentAPIID] += fmt.Sprintf(" %s: %s %s_in: [%s]", p.APIID, p.Enumeration, p.APIID, p.Enumeration)
		case "createRelationalField":
			add(p.ParentAPIID, p.APIID, parts, p.ReverseField.ModelAPIID, p.IsList, false)
		case "createComponentField":
			add(p.ParentAPIID, p.APIID, parts, p.ComponentAPIID, p.IsList, p.IsRequired)
		case "createComponentUnionField":
			union := p.ParentAPIID + p.APIID + "Union"
			unions += "union " + union + " = " + strings.Join(p.ComponentAPIIDs, " | ") + "\n"
			add(p.ParentAPIID, p.APIID, parts, union, p.IsList, false)
		}
		localized[p.ParentAPIID] = localized[p.ParentAPIID] || p.IsLocalized
	}
	fields["Asset"] += `handle: String! fileName: String! mimeType: String size: Float width: Float height: Float
		url(transformation: String): String!`
	b.WriteString("enum Locale { " + locales + " }\n" + unions)
	query := ""
	for _, m := range models {
		variation := "(variation: SystemDateTimeFieldVariation! = COMBINED)"
		system := fmt.Sprintf(`documentInStages(stages: [Stage!]! = [DRAFT, PUBLISHED], includeCurrent: Boolean! = false,
			inheritLocale: Boolean! = false): [%s!]!`, m)
		if localized[m] {
			system += fmt.Sprintf(` locale: Locale! localizations(locales: [Locale!]! = [en],
				includeCurrent: Boolean! = false): [%s!]!`, m)
		} else {
			variation = ""
		}
		fmt.Fprintf(&b, `type %[1]s implements Node & Entity { id: ID! stage: Stage! createdAt%[2]s: DateTime!
			updatedAt%[2]s: DateTime! publishedAt%[2]s: DateTime %[3]s
			%[4]s }
			type %[1]sEdge { node: %[1]s! cursor: String! }
			type %[1]sConnection { pageInfo: PageInfo! edges: [%[1]sEdge!]! aggregate: Aggregate! }
			input %[1]sWhereInput { id: ID id_in: [ID] %[5]s AND: [%[1]sWhereInput!] OR: [%[1]sWhereInput!]
				NOT: [%[1]sWhereInput!] }
			enum %[1]sOrderByInput { id_ASC id_DESC createdAt_ASC createdAt_DESC updatedAt_ASC updatedAt_DESC %[6]s }
		`, m, variation, system, fields[m], filters[m], orders[m])
		list := strings.ToLower(plurals[m][:1]) + plurals[m][1:]
		arguments := fmt.Sprintf(`where: %[1]sWhereInput, orderBy: %[1]sOrderByInput, skip: Int, after: String, before: String,
			first: Int, last: Int, stage: Stage! = PUBLISHED, locales: [Locale!]! = [en]`, m)
		query += fmt.Sprintf("%[1]s(%[2]s): [%[3]s!]!\n%[1]sConnection(%[2]s): %[3]sConnection!\n", list, arguments, m)
	}
	for _, c := range components {
		fmt.Fprintf(&b, "type %s implements Entity { id: ID! stage: Stage!\n%s }\n", c, fields[c])
	}
	return b.String() + "type Query { node(id: ID!): Node entities: [Entity!]\n" + query + "}\n"
}

// newProject returns the schema of a project that was set up by adoption/hygraph.
func newProject(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../adoption/hygraph/testdata/operations.json")
	if err != nil {
		t.Fatal(err)
	}
	var setup []setupOperation
	if err := json.Unmarshal(text, &setup); err != nil {
		t.Fatal(err)
	}
	return hygraphSchema(setup)
}

// TestHygraph_Contract: such a project lacks nothing of the contract but what a gateway adds for translations.
func TestHygraph_Contract(t *testing.T) {
	answer := upstreamtest.Introspection(t, newProject(t))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(answer)
	}))
	t.Cleanup(server.Close)
	found, err := contract.Compare(t.Context(), server.Client(), server.URL, "", Contract)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range found {
		if !d.IsNote && !strings.HasPrefix(d.Place, "Translat") && !strings.HasPrefix(d.Place, "Mutation") {
			t.Errorf("%s %s", d.Place, d.Problem)
		}
	}
}

// TestHygraph: a Hygraph project that was set up by adoption/hygraph answers the operations as they are sent, those for
// the rest of lists, too.
//
// Rules: CALL-25.
func TestHygraph(t *testing.T) {
	hygraph, err := gqlparser.LoadSchema(&ast.Source{Name: "hygraph.graphql", Input: newProject(t)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPager(smallPage)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{
		"PageTexts": pageTexts, "StoryRefs": StoryRefs_Operation, "StoryDocument": StoryDocument_Operation,
		"MediaReleaseDocument": MediaReleaseDocument_Operation, "PageStates": PageStates_Operation,
		"StoryStates": StoryStates_Operation, "MediaReleaseStates": MediaReleaseStates_Operation,
		"PagePassword": PagePassword_Operation, "PageTranslations": PageTranslations_Operation,
		"TranslationTimes": TranslationTimes_Operation,
	}
	for name, operation := range proxiedOperations {
		all[name] = operation
	}
	for name, operation := range all {
		t.Run(name, func(t *testing.T) {
			parts, err := p.Parts(&graphql.Request{OpName: name, Query: operation})
			if err != nil {
				t.Fatal(err)
			}
			check := func(request *graphql.Request) *ast.QueryDocument {
				document, errs := gqlparser.LoadQueryWithRules(hygraph, request.Query, rules.NewDefaultRules())
				if errs != nil {
					t.Fatalf("%v\n%s", errs, request.Query)
				}
				if n := len(request.Query); n > 10<<10 {
					t.Errorf("%d bytes, Hygraph's smallest plan accepts 10 KB", n)
				}
				return document
			}
			request := parts.First()
			document := check(request)
			answer, err := json.Marshal(fullAnswer(hygraph, document.Operations[0].SelectionSet, "Query"))
			if err != nil {
				t.Fatal(err)
			}
			if next := parts.Next(answer); next != nil {
				check(next)
			} else if strings.Contains(request.Query, fmt.Sprintf("first:%d", smallPage)) {
				t.Error("full lists are not read further")
			}
		})
	}
}

// fullAnswer returns an answer in which each list with a size has as many entries.
func fullAnswer(schema *ast.Schema, set ast.SelectionSet, typeName string) map[string]any {
	object := map[string]any{"__typename": typeName}
	var add func(ast.SelectionSet)
	add = func(set ast.SelectionSet) {
		for _, selected := range set {
			switch s := selected.(type) {
			case *ast.InlineFragment:
				if s.TypeCondition == typeName {
					add(s.SelectionSet)
				}
			case *ast.FragmentSpread:
				if s.Definition.TypeCondition == typeName {
					add(s.Definition.SelectionSet)
				}
			case *ast.Field:
				named := schema.Types[s.Definition.Type.Name()]
				if !named.IsCompositeType() {
					object[s.Alias] = s.Alias
					continue
				}
				types := schema.GetPossibleTypes(named)
				entry := func(i int) map[string]any {
					return fullAnswer(schema, s.SelectionSet, types[i%len(types)].Name)
				}
				if s.Definition.Type.Elem == nil {
					object[s.Alias] = entry(0)
					continue
				}
				list := []any{}
				for i := range smallPage {
					list = append(list, entry(i))
				}
				object[s.Alias] = list
			}
		}
	}
	add(set)
	return object
}
