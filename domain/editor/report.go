package editor

import (
	"slices"
	"time"

	"strand/domain/finding"
	"strand/domain/site"
)

// ReportState is the state of a content report.
type ReportState string

const (
	ReportRunning   ReportState = "RUNNING"
	ReportDone      ReportState = "DONE"
	ReportCancelled ReportState = "CANCELLED"
	// ReportFailed is a report that ended early, because the content could not be read or the time limit was exceeded.
	ReportFailed ReportState = "FAILED"
)

// PageFinding is a finding with its page.
type PageFinding struct {
	finding.Finding
	// Path is the path of the page below the site's home; empty for a finding without a single page, such as one of the
	// navigation.
	Path string
	// Title is the title of the page; empty if unknown.
	Title string
}

// Place returns the labels of the CMS from the module to the field.
func (f PageFinding) Place() []string {
	place := FieldPlace(f.Field)
	if f.Part != "" {
		place = append([]string{f.Part}, place...)
	}
	return place
}

// ExternalLink is a URL of another host that pages link to.
type ExternalLink struct {
	URL string
	// Path is the first page with the link, PageCount the number of pages with it.
	Path      string
	PageCount int
	// Status is the HTTP status of the host's response; 0 if there was no request or no response.
	Status int
}

// Report is the content report of a site in a locale.
type Report struct {
	SiteID string
	Locale site.Locale
	Stage  site.Stage
	State  ReportState
	// CheckedCount is how many of TotalCount pages, redirects and files have been checked. The total grows when files
	// are found.
	CheckedCount, TotalCount int
	StartedAt                time.Time
	// FinishedAt is zero while the report runs.
	FinishedAt time.Time
	// ComparedWith is the end of the earlier report that Fixed compares with; zero for none.
	ComparedWith time.Time
	// Fixed contains findings of earlier reports that this one does not contain, the latest first.
	Fixed         []FixedFinding
	Findings      []PageFinding
	ExternalLinks []ExternalLink
}

// FindingCount is the number of findings of a kind.
type FindingCount struct {
	Kind  finding.Kind
	Count int
}

// Severity returns the severity of the kind.
func (c FindingCount) Severity() finding.Severity { return c.Kind.Severity() }

// Counts returns the numbers of findings by kind, the most frequent first.
func (r *Report) Counts() []FindingCount {
	counts := []FindingCount{}
	for _, f := range r.Findings {
		i := slices.IndexFunc(counts, func(c FindingCount) bool { return c.Kind == f.Kind })
		if i < 0 {
			counts = append(counts, FindingCount{Kind: f.Kind})
			i = len(counts) - 1
		}
		counts[i].Count++
	}
	slices.SortStableFunc(counts, func(a, b FindingCount) int { return b.Count - a.Count })
	return counts
}

// PageReports contains the reports of single pages, by path below the site's home: true if the page has findings. They
// are newer than the report of the site.
type PageReports map[string]bool

// affected returns the paths of the pages, and the ids of the documents, with findings.
func (r *Report) affected(newer PageReports) (paths, documents map[string]bool) {
	paths, documents = map[string]bool{}, map[string]bool{}
	for path, isFound := range newer {
		if isFound {
			paths[path] = true
		}
	}
	if r == nil {
		return paths, documents
	}
	for _, f := range r.Findings {
		if _, isExamined := newer[f.Path]; !isExamined || f.Kind.IsOfSite() {
			paths[f.Path], documents[f.Document] = true, true
		}
	}
	delete(paths, "")
	delete(documents, "")
	return paths, documents
}

// Orphans returns the pages that are in no menu of a site and that no other page links to, so that visitors cannot find
// them. Error pages are not included.
func Orphans(tree *site.Tree, linked map[string]bool) []*site.Item {
	var orphans []*site.Item
	var walk func(items []*site.Item)
	walk = func(items []*site.Item) {
		for _, i := range items {
			if i.Page != nil && i.Page.Slug != site.ErrorSlug && tree.Page(i.Page.ID) == i && !linked[i.Page.ID] {
				orphans = append(orphans, i)
			}
			walk(i.Items)
		}
	}
	walk(tree.Unlisted)
	return orphans
}
