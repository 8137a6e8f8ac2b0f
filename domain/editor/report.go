package editor

import (
	"slices"
	"time"

	"strand/domain/finding"
	"strand/domain/site"
)

// ReportState is how far the content report of a site is.
type ReportState string

const (
	ReportRunning   ReportState = "RUNNING"
	ReportDone      ReportState = "DONE"
	ReportCancelled ReportState = "CANCELLED"
	// ReportFailed is a report that ended early, because the content could not be read or its time was over.
	ReportFailed ReportState = "FAILED"
)

// PageFinding is a finding with the page that it is of.
type PageFinding struct {
	finding.Finding
	// Path is the page's, below the site's home; empty for what is of no single page, such as the navigation.
	Path string
	// Title is the page's; empty where it is not known.
	Title string
}

// ExternalLink is an address of another host that pages lead to.
type ExternalLink struct {
	URL string
	// Path is the first page with the link, PageCount how many have it.
	Path      string
	PageCount int
	// Status is the HTTP status that the host answered with; 0 where it was not asked or did not answer.
	Status int
}

// Report is the content report of a site in a locale.
type Report struct {
	SiteID string
	Locale site.Locale
	Stage  site.Stage
	State  ReportState
	// CheckedCount is how many of TotalCount pages, redirects and files are checked. The total grows as files are found.
	CheckedCount, TotalCount int
	StartedAt                time.Time
	// FinishedAt is zero while the report runs.
	FinishedAt    time.Time
	Findings      []PageFinding
	ExternalLinks []ExternalLink
}

// FindingCount is how many findings there are of a kind.
type FindingCount struct {
	Kind  finding.Kind
	Count int
}

// Counts are the kinds that were found, the most frequent first.
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

// Of are the findings of a kind; of all kinds for an empty one.
func (r *Report) Of(kind finding.Kind) []PageFinding {
	if kind == "" {
		return r.Findings
	}
	var found []PageFinding
	for _, f := range r.Findings {
		if f.Kind == kind {
			found = append(found, f)
		}
	}
	return found
}

// PageReports says of pages that were examined alone, by their path below the site's home, whether something was found on
// them. They are newer than the report of the site.
type PageReports map[string]bool

// concerned are the paths of the pages, and the ids of the documents, that something was found on.
func (r *Report) concerned(newer PageReports) (paths, documents map[string]bool) {
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

// Orphans are the pages in no menu of a site that none of the linked pages is: no one finds them. The pages that the system
// shows by itself are none of them.
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
