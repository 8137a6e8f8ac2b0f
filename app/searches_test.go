package app_test

import (
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"strand/domain/quantity"
	"strand/test/polltest"
)

// shownResults is the number of results that visitors look at first.
const shownResults = 3

// searchedFor is a search of a visitor and what the visitor means.
type searchedFor struct {
	locale, site, query string
	// wanted are the ends of URLs of which one must be among the first results.
	wanted []string
	// fits is a cross-section that all of the first results must take; 0 for none.
	fits float64
}

// readSearches reads a table of searches: `locale site | query | ends of URLs`, or `fits 0.5` instead of URLs.
func readSearches(t *testing.T, file string) (all []searchedFor) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(line, " | ")
		if len(columns) != 3 {
			t.Fatalf("%s: %q has %d columns", file, line, len(columns))
		}
		var s searchedFor
		s.locale, s.site, _ = strings.Cut(strings.TrimSpace(columns[0]), " ")
		s.query = strings.TrimSpace(columns[1])
		s.wanted = strings.Fields(columns[2])
		if s.wanted[0] == "fits" {
			if s.fits, err = strconv.ParseFloat(s.wanted[1], 64); err != nil {
				t.Fatal(err)
			}
			s.wanted = nil
		}
		all = append(all, s)
	}
	return all
}

// TestSearches: searches of visitors in the sample content find what they mean. The second table has searches of the
// same kinds that the search was not tuned with.
//
// Rules: SRCH-4, SRCH-9, SRCH-15, SRCH-18, SRCH-20, SRCH-24.
func TestSearches(t *testing.T) {
	s := startWith(t, "../demo/content", screenOperation, "STRAND_CONTENT_DIR=../demo/content")
	built := map[string]bool{}
	for _, table := range []struct {
		file   string
		misses int
	}{
		{"testdata/searches.txt", 0},
		{"testdata/searches-aside.txt", 5},
	} {
		var missed []string
		searches := readSearches(t, table.file)
		for _, search := range searches {
			if index := search.locale + " " + search.site; !built[index] {
				polltest.Until(t, "the index of "+index+" is complete", func() bool {
					return !s.search(t, search.locale, search.site, "strand").IsIncomplete
				})
				built[index] = true
			}
			found := s.search(t, search.locale, search.site, search.query)
			if first := found.Results[:min(len(found.Results), shownResults)]; !search.isAnswered(t, s, first) {
				missed = append(missed, search.locale+" "+search.query+": "+strings.Join(first, " "))
			}
		}
		if len(missed) > table.misses {
			t.Errorf("%s: %d of %d searches miss:\n%s", table.file, len(missed), len(searches), strings.Join(missed, "\n"))
		}
	}
}

// foundSearch is an answer of the search.
type foundSearch struct {
	IsIncomplete bool
	// Results are the URLs of the results.
	Results []string
}

// search asks for the results of a query on a site.
func (s *strand) search(t *testing.T, locale, site, query string) foundSearch {
	t.Helper()
	path := "http://localhost/" + locale + "/search?q=" + url.QueryEscape(query)
	if site != "main" {
		path = "http://localhost/" + locale + "/" + site + "/search?q=" + url.QueryEscape(query)
	}
	var answer struct {
		Data struct {
			Resolve struct {
				Search struct {
					IsIncomplete bool
					Results      []struct{ URL string }
				}
			}
		}
	}
	body := s.query(t, `{ resolve(url: `+strconv.Quote(path)+`) { ... on PageResolution {
		search { isIncomplete results { url } } } } }`)
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%s: %v: %s", path, err, body)
	}
	found := foundSearch{IsIncomplete: answer.Data.Resolve.Search.IsIncomplete}
	for _, r := range answer.Data.Resolve.Search.Results {
		found.Results = append(found.Results, r.URL)
	}
	return found
}

// isAnswered reports whether the first results are what the visitor means.
func (f searchedFor) isAnswered(t *testing.T, s *strand, first []string) bool {
	t.Helper()
	if f.fits > 0 {
		isOther := func(url string) bool { return !s.takes(t, f.locale, url, f.fits) }
		return len(first) > 0 && !slices.ContainsFunc(first, isOther)
	}
	return slices.ContainsFunc(first, func(found string) bool {
		return slices.ContainsFunc(f.wanted, func(end string) bool { return strings.HasSuffix(found, end) })
	})
}

// takes reports whether the product at a URL has a range of cross-sections that includes one.
func (s *strand) takes(t *testing.T, locale, url string, area float64) bool {
	t.Helper()
	slug := url[strings.LastIndexByte(url, '/')+1:]
	var answer struct {
		Data struct {
			Product *struct {
				Specifications []struct{ Value, Unit string }
			}
		}
	}
	body := s.query(t, `{ product(slug: "`+slug+`", locale: "`+locale+`") { specifications { value unit } } }`)
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%s: %v: %s", slug, err, body)
	}
	if answer.Data.Product == nil {
		return false
	}
	for _, row := range answer.Data.Product.Specifications {
		low, high, ok := quantity.Parse(row.Value, row.Unit).Limits()
		if base, _ := quantity.Base(row.Unit); ok && base == "mm²" && low <= area && area <= high {
			return true
		}
	}
	return false
}
