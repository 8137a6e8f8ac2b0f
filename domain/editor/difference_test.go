package editor

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"strand/domain/convert"
	"strand/domain/figure"
)

// testReader has one fact and one page.
var testReader = DocumentReader{
	Figure: func(ref figure.Reference) (string, bool) { return "3,336", ref.Fact == "people" },
	PagePath: func(id string) string {
		if id == "p1" {
			return "/company"
		}
		return ""
	},
}

// marked writes runs with removed words in [-…-] and added ones in {+…+}.
func marked(runs []TextRun) string {
	return strings.Join(convert.All(runs, func(r TextRun) string {
		text := r.Text
		if r.Reference != "" {
			text += "(" + r.Reference + ")"
		}
		switch r.Kind {
		case RunAdded:
			return "{+" + text + "+}"
		case RunRemoved:
			return "[-" + text + "-]"
		}
		return text
	}), "")
}

// Rules: EDIT-23.
func TestCompareWords(t *testing.T) {
	for name, test := range map[string]struct{ before, after, want string }{
		"equal":       {"We build machines.", "We build machines.", "We build machines."},
		"a word":      {"We build good tools.", "We build better tools.", "We build [-good -]{+better +}tools."},
		"at the end":  {"We build", "We build machines", "We build {+machines+}"},
		"added":       {"", "New", "{+New+}"},
		"removed":     {"Old", "", "[-Old-]"},
		"other words": {"Old and tired", "A different sentence", "[-Old and tired-]{+A different sentence+}"},
		"spaces only": {"One two", "One\ntwo", "[-One two-]{+One\ntwo+}"},
		"a number":    {"About 1,000.5 m.", "About 1,000.6 m.", "About [-1,000.5 -]{+1,000.6 +}m."},
		"Japanese":    {"機械を作る", "機器を作る", "機[-械-]{+器+}を作る"},
		"a figure": {
			"With {{fact:people}} people", "With {{fact:people}} good people",
			"With 3,336(fact:people) {+good +}people",
		},
		"a figure in place of a number": {
			"With 3,336 people today", "With {{fact:people}} people today",
			"With [-3,336 -]{+3,336(fact:people)+}{+ +}people today",
		},
		"a dangling figure": {"", "About {{fact:gone}} people", "{+About +}{+(fact:gone)+}{+ people+}"},
	} {
		if got := marked(CompareWords(test.before, test.after, testReader.Figure)); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Long texts are compared in bounded time.
//
// Rules: EDIT-23.
func TestCompareWords_Bounds(t *testing.T) {
	before, after := strings.Repeat("a b c ", 100_000), strings.Repeat("c b d ", 100_000)
	if runs := CompareWords(before, after, testReader.Figure); len(runs) != 2 {
		t.Errorf("%d runs", len(runs))
	}
}

// Rules: EDIT-22.
func TestLabels(t *testing.T) {
	for got, want := range map[string]string{
		FieldLabel("openInNewTab"): "Open in new tab", FieldLabel("heading"): "Title",
		FieldLabel("columnCount"):       "Columns",
		ModuleLabel("TeaserGridModule"): "Teaser grid", EntryLabel("items", 2): "Item 2",
		EntryLabel("countries", 1): "Country 1", FieldLabel(""): "",
		strings.Join(FieldPlace("items[2].content.links[0]"), " › "): "Item 3 › Content › Link 1",
		strings.Join(FieldPlace("[].x[y]."), " › "):                  "X", strings.Join(FieldPlace(""), "-"): "",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

const (
	oldPicture = `{"id":"i1","handle":"dot","url":"https://m/dot.png","mimeType":"image/png","fileName":"dot.png",` +
		`"alternativeText":"A red dot"}`
	newPicture = `{"id":"i2","handle":"hall","url":"https://m/hall.png","mimeType":"image/png","fileName":"hall.png",` +
		`"alternativeText":"A blue dot"}`
)

// Rules: EDIT-22, EDIT-23.
func TestDifferences(t *testing.T) {
	document := func(modules string) string { return `{"title":"A","modules":[` + modules + `]}` }
	hero := func(fields string) string { return document(`{"__typename":"HeroModule","id":"1",` + fields + `}`) }
	grid := func(items string) string {
		return document(`{"__typename":"TeaserGridModule","items":[` + items + `]},{"__typename":"TeaserGridModule"}`)
	}
	for name, test := range map[string]struct {
		published, draft string
		want             []string
	}{
		"nothing": {hero(`"heading":"A"`), hero(`"heading":"A"`), nil},
		"a title": {
			hero(`"heading":"Good jobs"`), hero(`"heading":"Good work"`),
			[]string{"CHANGED Hero › Title: Good [-jobs-]{+work+}"},
		},
		"a switch": {
			`{"hideFromSearch":false}`, `{"hideFromSearch":true}`,
			[]string{"CHANGED Hide from search: [-No-]{+Yes+}"},
		},
		"a list": {
			`{"countries":[{"countryCode":"CH"}]}`, `{"countries":[{"countryCode":"CH"},{"countryCode":"DE"}]}`,
			[]string{"CHANGED Countries: CH {+· DE+}"},
		},
		"a picture is one difference": {
			hero(`"image":` + oldPicture), hero(`"image":` + newPicture),
			[]string{"CHANGED Hero › Image: A [-red -]{+blue +}dot (dot, hall) <hall|A blue dot>"},
		},
		"an alternative text": {
			hero(`"image":` + oldPicture), hero(`"image":` + strings.Replace(oldPicture, "red", "green", 1)),
			[]string{"CHANGED Hero › Image: A [-red -]{+green +}dot (dot, dot) <dot|A green dot>"},
		},
		"a removed picture": {
			hero(`"image":` + oldPicture), hero(`"image":null`),
			[]string{"REMOVED Hero › Image: [-A red dot-] (dot, )"},
		},
		"a document to download": {
			`{"file":{"handle":"a","fileName":"a.pdf"}}`, `{"file":{"handle":"b","fileName":"b.pdf"}}`,
			[]string{"CHANGED File: [-a-]{+b+}.pdf"},
		},
		"the target of a link": {
			hero(`"links":[{"__typename":"PathLink","text":"Go","path":"/a"}]`),
			hero(`"links":[{"__typename":"PageLink","text":"Go","page":{"id":"p1"},"openInNewTab":false}]`),
			[]string{"CHANGED Hero › Link 1: Go → /[-a-]{+company+} <Go>"},
		},
		"the address of a link": {
			hero(`"links":[{"__typename":"ExternalLink","text":"Go","url":"https://a.example"}]`),
			hero(`"links":[{"__typename":"ExternalLink","text":"Go","url":"https://b.example"}]`),
			[]string{"CHANGED Hero › Link 1: Go → https://[-a-]{+b+}.example <Go>"},
		},
		"another page": {
			hero(`"link":{"__typename":"PageLink","text":"Go","page":{"id":"p0"},"openInNewTab":false}`),
			hero(`"link":{"__typename":"PageLink","text":"Go","page":{"id":"p1"},"openInNewTab":true}`),
			[]string{
				"CHANGED Hero › Link: Go → [-p0-]{+/company+} <Go>",
				"CHANGED Hero › Link › Open in new tab: [-No-]{+Yes+}",
			},
		},
		"an entry": {
			grid(`{"title":"One","text":"Old text of one"},{"title":"Two"}`),
			grid(`{"title":"One","text":"New text of one"},{"title":"Two"}`),
			[]string{"CHANGED Teaser grid 1 › Item 1 › Text: [-Old -]{+New +}text of one"},
		},
		"an added entry is one difference": {
			grid(`{"title":"One"},{"title":"Two","text":"2"}`),
			grid(`{"title":"Zero","text":"None","image":` + newPicture + `},` +
				`{"title":"One"},{"title":"Two","text":"2"}`),
			[]string{"ADDED Teaser grid 1 › Item 1: {+Zero\nNone+} (, hall) <hall|Zero|None>"},
		},
		"several removed entries are one difference": {
			grid(`{"title":"One"},{"overline":"No. 2","title":"Two"},{"text":"Three"},{"title":"Four"}`),
			grid(`{"title":"One"},{"title":"Four"}`),
			[]string{"REMOVED Teaser grid 1 › Item 2 – Item 3: [-Item 2: Two\nItem 3: Three-]"},
		},
		"removed modules are one difference unless others are between them": {
			document(`{"__typename":"QuoteModule","quote":"A"},{"__typename":"ImageModule"},` +
				`{"__typename":"QuoteModule","quote":"B"},{"__typename":"HeroModule"}`),
			document(`{"__typename":"ImageModule"}`),
			[]string{"REMOVED Quote 1: [-A-]", "REMOVED Quote 2 – Hero: [-Quote 2: B\nHero-]"},
		},
		"a link to a page in rich text": {
			document(`{"__typename":"RichTextModule","content":{"html":"<p>Read <a href=\"/a\">this</a></p>"}}`),
			document(`{"__typename":"RichTextModule","content":{"html":"<p>Read <a href=\"page:p1\">this</a></p>"}}`),
			[]string{"CHANGED Rich text › Content: Read this (→ /[-a-]{+company+}) <Read this>"},
		},
		"rich text": {
			document(`{"__typename":"RichTextModule","content":{"html":"<p>Read <a href=\"/a\">this</a></p><p>Now</p>"}}`),
			document(`{"__typename":"RichTextModule","content":{"html":"<p>Read <a href=\"/b\">this</a></p><p>Now</p>"}}`),
			[]string{"CHANGED Rich text › Content: Read this (→ /[-a-]{+b+})\nNow <Read this|Now>"},
		},
		"never published": {`null`, document(`{"__typename":"QuoteModule","quote":"Well","layout":"Split"}`), []string{
			"ADDED Title: {+A+}", "ADDED Quote: {+Well+}",
		}},
		"malformed": {
			`{"modules":[null,3]}`, `{"modules":{"a":1},"image":[[null]]}`,
			[]string{"REMOVED  1 –  2: [- 1\n 2-]"},
		},
	} {
		var published, draft map[string]any
		if err := json.Unmarshal([]byte(test.published), &published); err != nil {
			t.Fatal(name, err)
		}
		if err := json.Unmarshal([]byte(test.draft), &draft); err != nil {
			t.Fatal(name, err)
		}
		if got := convert.All(Differences(published, draft, testReader), written); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// written writes a difference in a line; what it is found by only if it is not its text.
func written(d Difference) string {
	line := fmt.Sprintf("%s %s: %s", d.Kind, strings.Join(d.Place, " › "), marked(d.Text))
	if d.OldImage != nil || d.NewImage != nil {
		var was, is string
		if d.OldImage != nil {
			was = d.OldImage.ID
		}
		if d.NewImage != nil {
			is = d.NewImage.ID
		}
		line += fmt.Sprintf(" (%s, %s)", was, is)
	}
	if found := strings.Join(d.VisibleTexts, "|"); found != "" && found != draftOf(d.Text) {
		line += " <" + found + ">"
	}
	return line
}

// draftOf returns the text of the draft, with a line for each part.
func draftOf(runs []TextRun) string {
	var text strings.Builder
	for _, run := range runs {
		if run.Kind != RunRemoved {
			text.WriteString(run.Text)
		}
	}
	return strings.ReplaceAll(text.String(), "\n", "|")
}
