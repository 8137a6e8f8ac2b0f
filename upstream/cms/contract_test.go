package cms

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/upstream/contract"
)

// otherTargets are the fields with URLs that are not http(s) URLs only: the targets of links (site.ResolveTarget), and
// the paths of redirects.
var otherTargets = map[string]bool{"ExternalLink.url": true, "SystemRedirect.previousUrl": true}

// Each URL of the CMS is checked before it reaches the graph.
//
// Rules: CAT-8.
func TestContract_URLs(t *testing.T) {
	types, err := gqlparser.LoadSchema(&ast.Source{Input: Contract})
	if err != nil {
		t.Fatal(err)
	}
	isURL := regexp.MustCompile(`(?i)(url|uri|website|href|link)$`)
	for _, definition := range types.Types {
		if definition.BuiltIn {
			continue
		}
		for _, f := range definition.Fields {
			field := definition.Name + "." + f.Name
			isChecked := definition.Kind == ast.Object && f.Type.Name() == "String" && isURL.MatchString(f.Name)
			if !isChecked || otherTargets[field] {
				continue
			}
			if f.Directives.ForName("url") == nil {
				t.Errorf("%s may contain any text", field)
			}
		}
	}
}

// A URL that is not http(s) is removed and reported; an asset without a URL is no asset.
//
// Rules: CAT-8.
func TestSecurityContract_URLs(t *testing.T) {
	schema, err := contract.New(Contract)
	if err != nil {
		t.Fatal(err)
	}
	const operation = `{ locations { id website } pages { id modules { __typename
		... on VideoModule { id videoUrl thumbnail { url } } } } }`
	type module struct {
		TypeName  string `json:"__typename"`
		ID        string `json:"id"`
		VideoURL  any    `json:"videoUrl"`
		Thumbnail any    `json:"thumbnail"`
	}
	type location struct {
		ID      string `json:"id"`
		Website any    `json:"website"`
	}
	type page struct {
		ID      string   `json:"id"`
		Modules []module `json:"modules"`
	}
	type response struct {
		Locations []location `json:"locations"`
		Pages     []page     `json:"pages"`
	}
	for _, url := range []string{
		"javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", "\x01javascript:alert(1)",
		"data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd", "blob:https://a.example/b",
		"//evil.example", `\\evil.example`, "/path", "www.example.com", "https://", "https://user@evil.example/",
		"https://a b.example/", "https://a.example/\nb", "null",
	} {
		data, err := json.Marshal(response{
			Locations: []location{{"l", url}},
			Pages:     []page{{"p", []module{{"VideoModule", "m", url, map[string]string{"url": url}}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		cleaned, result, err := schema.Check(operation, data)
		if err != nil {
			t.Fatal(err)
		}
		var got response
		if err := json.Unmarshal(cleaned, &got); err != nil {
			t.Fatal(err)
		}
		shown := got.Pages[0].Modules[0]
		if got.Locations[0].Website != nil || shown.VideoURL != nil || shown.Thumbnail != nil {
			t.Errorf("%q: %s", url, cleaned)
		}
		if len(result.Invalid) != 3 || len(result.Violations) != 0 {
			t.Errorf("%q: %+v", url, result)
		}
	}
	const valid = `{"locations":[{"id":"l","website":"https://a.example/b"}],"pages":[]}`
	if got, result, err := schema.Check(operation, json.RawMessage(valid)); err != nil || string(got) != valid ||
		len(result.Invalid) != 0 {
		t.Errorf("got %s, %+v, %v", got, result, err)
	}
}
