package editorial

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"strand/domain/listing"
)

var (
	technology, people = &Label{Slug: "technology", Name: "Technology"}, &Label{Slug: "people", Name: "People"}
	crimping, trials   = &Label{Slug: "crimping", Name: "Crimping"}, &Label{Slug: "testing", Name: "Testing"}
	anna, bert         = &StoryContact{Slug: "anna", Name: "Anna"}, &StoryContact{Slug: "bert", Name: "Bert"}
)

func day0(text string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return t
}

func sample() *Stories {
	return NewStories([]*Story{
		{
			ID:              "1",
			Slug:            "old",
			PublicationDate: day0("2024-12-31"),
			Category:        technology,
			Topics:          []*Label{crimping},
			Contacts:        []*StoryContact{anna},
			ProductSlugs:    []string{"alpha"},
		},
		{
			ID:              "2",
			Slug:            "new",
			PublicationDate: day0("2026-05-01"),
			Category:        technology,
			Topics:          []*Label{crimping, trials},
			Contacts:        []*StoryContact{anna, bert},
			IsVideo:         true,
			RelatedIDs:      []string{"4", "gone", "2"},
		},
		{
			ID:              "3",
			Slug:            "mid",
			PublicationDate: day0("2026-01-01"),
			Category:        people,
			Topics:          []*Label{trials},
			Contacts:        []*StoryContact{bert},
			ProductSlugs:    []string{"alpha", "beta"},
		},
		{ID: "4", Slug: "lone", PublicationDate: day0("2025-06-01")},
	}, []*Label{technology, people}, []*Label{trials, crimping}, []*StoryContact{bert, anna})
}

func slugs(stories []*Story) string {
	var names []string
	for _, s := range stories {
		names = append(names, s.Slug)
	}
	return strings.Join(names, " ")
}

// TestStories_Select checks the filters of the stories (FEED-1).
//
// Rules: FEED-1.
func TestStories_Select(t *testing.T) {
	for query, want := range map[string]string{
		"":                               "new mid lone old",
		"topic=crimping":                 "new old",
		"topic=crimping&topic=testing":   "new mid old",
		"category=technology":            "new old",
		"category=people&topic=crimping": "",
		"author=bert":                    "new mid",
		"year=2024":                      "old",
		"year=abc":                       "new mid lone old",
		"videos=true":                    "new",
		"videos=yes":                     "new mid lone old",
		"topic=unknown":                  "",
	} {
		if got := slugs(sample().Select(ParseStorySelection(query))); got != want {
			t.Errorf("%q: %q, not %q", query, got, want)
		}
	}
}

// TestStories_Related checks the order of related stories (FEED-6).
//
// Rules: FEED-6.
func TestStories_Related(t *testing.T) {
	s := sample()
	for slug, want := range map[string]string{
		"new":  "lone old mid", // the editors' selection, then a common topic and category, then a common topic
		"old":  "new",
		"lone": "",
	} {
		if got := slugs(s.Related(s.BySlug(slug), 3)); got != want {
			t.Errorf("after %s: %q, not %q", slug, got, want)
		}
	}
	if got := slugs(s.Related(s.BySlug("new"), 1)); got != "lone" {
		t.Errorf("one: %q", got)
	}
}

// TestStories_OfProduct checks the stories of a product (FEED-7).
//
// Rules: FEED-7.
func TestStories_OfProduct(t *testing.T) {
	if got := slugs(sample().OfProduct("alpha", 5)); got != "mid old" {
		t.Errorf("of alpha: %q", got)
	}
	if got := slugs(sample().OfProduct("alpha", 1)); got != "mid" {
		t.Errorf("the newest of alpha: %q", got)
	}
}

// TestStories_Overview checks the options of the filters (FEED-1).
//
// Rules: FEED-1.
func TestStories_Overview(t *testing.T) {
	o := sample().Overview("/en/stories", ParseStorySelection("topic=crimping"), "en")
	if o.Total != 2 || !o.IsFiltered || o.ResetURL != "/en/stories" || o.VideoCount != 1 {
		t.Errorf("%+v", o)
	}
	counts := func(options []listing.Option) map[string]int {
		n := map[string]int{}
		for _, c := range options {
			n[c.Value] = c.Count
		}
		return n
	}
	// The counts of a filter ignore its own selection, because topics are alternatives.
	if got := counts(o.Topics); !reflect.DeepEqual(got, map[string]int{"crimping": 2, "testing": 2}) {
		t.Errorf("topics %v", got)
	}
	if got := counts(o.Categories); !reflect.DeepEqual(got, map[string]int{"technology": 2}) {
		t.Errorf("categories %v", got)
	}
	if got := counts(o.Years); !reflect.DeepEqual(got, map[string]int{"2026": 1, "2024": 1}) {
		t.Errorf("years %v", got)
	}
	if got := counts(o.Authors); !reflect.DeepEqual(got, map[string]int{"anna": 2, "bert": 1}) {
		t.Errorf("authors %v", got)
	}
}

// TestStories_OverviewPages checks the pages; one beyond the last is the last (FEED-3).
//
// Rules: FEED-3.
func TestStories_OverviewPages(t *testing.T) {
	var many []*Story
	for i := range 2*StoriesPerPage + 1 {
		many = append(
			many,
			&Story{Slug: strings.Repeat("s", i+1), PublicationDate: day0("2026-01-01").AddDate(0, 0, -i)},
		)
	}
	s := NewStories(many, nil, nil, nil)
	for page, want := range map[string]struct {
		first          string
		n              int
		previous, next string
	}{
		"":       {"s", StoriesPerPage, "", "/s?page=2"},
		"page=2": {strings.Repeat("s", StoriesPerPage+1), StoriesPerPage, "/s", "/s?page=3"},
		"page=3": {strings.Repeat("s", 2*StoriesPerPage+1), 1, "/s?page=2", ""},
		"page=9": {strings.Repeat("s", 2*StoriesPerPage+1), 1, "/s?page=2", ""},
	} {
		o := s.Overview("/s", ParseStorySelection(page), "en")
		first := ""
		if len(o.Stories) > 0 {
			first = o.Stories[0].Slug
		}
		if first != want.first || len(o.Stories) != want.n || text(o.PreviousURL) != want.previous ||
			text(o.NextURL) != want.next {
			t.Errorf(
				"%q: %d stories from %q, %q, %q",
				page,
				len(o.Stories),
				first,
				text(o.PreviousURL),
				text(o.NextURL),
			)
		}
	}
}

func text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

// Rules: FEED-1.
func TestStorySelection_Query(t *testing.T) {
	const query = "?author=anna&category=a&category=b&page=2&topic=x&videos=true&year=2024"
	if got := ParseStorySelection(query[1:]).Query(); got != query {
		t.Errorf("%q became %q", query, got)
	}
}
