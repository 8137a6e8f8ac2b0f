package search

import (
	"slices"
	"strings"
	"testing"

	"strand/domain/site"
)

// testContext returns a site context of a site with a slug, in Swiss German.
func testContext(t *testing.T) *site.Context {
	t.Helper()
	languages := []*site.Language{{LanguageCode: "de"}}
	dir, err := site.NewDirectory(languages, []*site.Country{site.AllCountries(languages)}, []*site.Site{
		{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"strand.example"}},
		{ID: "diit", TechnicalName: "diit", Slug: "diit", Domains: []string{"strand.example/diit"}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return site.NewContext(site.ContextInput{
		Directory: dir, Site: dir.Site("diit"), Locale: site.Locale{LanguageCode: "de", CountryCode: "CH"},
		Scheme: "https", Host: "strand.example",
	}, nil)
}

// TestSelection_SearchQuery: the results of a page include those of all pages before it (SRCH-1).
func TestSelection_SearchQuery(t *testing.T) {
	siteCtx := testContext(t)
	q := ParseSelection("q=crimp&type=STORY&page=3").SearchQuery(siteCtx)
	if q.Text != "crimp" || q.Country != "CH" || q.Limit != 3*PageSize || q.Offset != 0 ||
		!slices.Equal(q.Kinds, []Kind{Story}) {
		t.Errorf("got %+v", q)
	}
	if got := ScopeOf(siteCtx); got != (Scope{Site: "diit", Language: "de"}) {
		t.Errorf("scope %+v", got)
	}
}

func TestSelection_LocalizedOverview(t *testing.T) {
	siteCtx := testContext(t)
	result := &Result{
		Total: 12, IsCorrected: true, IsIncomplete: true, ByKind: map[Kind]int{Page: 2, Story: 10},
		Hits: []Hit{
			{
				Document:    &Document{Kind: Story, Route: "/stories/wire"},
				MarkedTitle: Marked{{Text: "Wire", IsMatch: true}}, MarkedExcerpt: Marked{{Text: "…"}},
			},
			{Document: &Document{Kind: File, File: "/images/original/guide"}},
		},
	}
	more := func(o *Overview) string {
		if o.MoreURL == nil {
			return "none"
		}
		return *o.MoreURL
	}
	o := ParseSelection("q=wire&type=STORY").LocalizedOverview(siteCtx, result)
	if o.Query != "wire" || o.Total != 12 || !o.IsFiltered || !o.IsCorrected || !o.IsIncomplete ||
		o.ResetURL != "/de-ch/diit/search?q=wire" || more(o) != "/de-ch/diit/search?page=2&q=wire&type=STORY" {
		t.Errorf("got %+v, more at %s", o, more(o))
	}
	story, file := o.Results[0], o.Results[1]
	if story.URL() != "/de-ch/diit/stories/wire" || file.URL() != "/images/original/guide" || story.Type() != Story ||
		!story.TitleParts()[0].IsMatch || story.Excerpt()[0].Text != "…" {
		t.Errorf("got %+v and %+v", story, file)
	}
	var kinds []string
	for _, option := range o.Types {
		if option.Selected {
			kinds = append(kinds, option.Value)
		}
	}
	if got := strings.Join(kinds, " "); got != "STORY" {
		t.Errorf("selected kinds: %s", got)
	}
	all := ParseSelection("q=wire").LocalizedOverview(siteCtx, &Result{Total: 2, Hits: result.Hits})
	if more(all) != "none" || all.IsFiltered {
		t.Errorf("a complete list has more at %s", more(all))
	}
	last := ParseSelection("q=wire&page=20").LocalizedOverview(siteCtx, &Result{Total: 10_000, Hits: result.Hits})
	if more(last) != "none" {
		t.Errorf("the last page has more at %s", more(last))
	}
}

// TestDocument_Visibility: a document without countries is visible in all.
func TestDocument_Visibility(t *testing.T) {
	if got := (&Document{}).Visibility(); !slices.Equal(got, []string{EveryCountry}) {
		t.Errorf("got %v", got)
	}
	if got := (&Document{Countries: []string{"CH"}}).Visibility(); !slices.Equal(got, []string{"CH"}) {
		t.Errorf("got %v", got)
	}
}
