package editor

import (
	"slices"
	"time"

	"strand/domain/site"
)

// shownChildren is the number of entries below an entry that are shown before the user requests more.
const shownChildren = 100

// Overview is the data of the editor area with the tree of its site.
type Overview struct {
	*Selection
	SiteTree *Tree
	// IsHomePageMissing is true if the site has no home page for the country of the preview: its visitors get an error.
	IsHomePageMissing bool
	// LatestChange is the id of the last change event before the tree was read; nil for none.
	LatestChange *string
	// SiteContext is the main site in the locale of the editor area.
	SiteContext *site.Context
}

// PreviewedSite is the site of the preview, with names in the language of the editor area.
func (o *Overview) PreviewedSite() *site.Site { return o.Site.Localize(o.SiteContext) }

// Stage is the stage of the preview.
func (o *Overview) Stage() site.Stage { return o.Context.Stage }

// Audience is the audience of the preview.
func (o *Overview) Audience() site.PreviewAudience { return o.Context.Preview.Audience }

// Audiences are the available audiences.
func (o *Overview) Audiences() []site.PreviewAudience { return site.PreviewAudiences }

// NextRelease reports whether the next release is previewed.
func (o *Overview) NextRelease() bool { return o.Context.NextRelease }

// Moment is the time of the preview; nil for the current time.
func (o *Overview) Moment() *time.Time {
	if o.Context.Preview.Moment.IsZero() {
		return nil
	}
	return &o.Context.Preview.Moment
}

// Node is the entry of the page in the tree; nil if the tree does not contain its path.
func (o *Overview) Node() *Node { return o.SiteTree.At(o.Page) }

// UnpublishedCount is the number of documents with unpublished changes.
func (o *Overview) UnpublishedCount() int { return len(o.SiteTree.Unpublished()) }

// VisibleTree returns the entries that are shown first: the groups, the navigation, and the entries above and around
// the page. Of many entries below one, only the first ones and the one above the page are included.
func (o *Overview) VisibleTree() []*Node {
	open := map[*Node]bool{}
	for n := o.Node(); n != nil; n = n.Parent {
		open[n] = true
	}
	var entries []*Node
	var add func(nodes []*Node)
	add = func(nodes []*Node) {
		for i, n := range nodes {
			if i >= shownChildren && !open[n] {
				continue
			}
			entries = append(entries, n)
			isNavigation := n.Kind == NodeGroup && slices.Contains([]Group{GroupHome, GroupNavigation}, n.Group)
			if open[n] || isNavigation {
				add(n.Children)
			}
		}
	}
	add(o.SiteTree.Groups)
	return entries
}

// ChildCount is the number of direct child entries.
func (n *Node) ChildCount() int { return len(n.Children) }

// Trail returns the titles of the entries above, without the group's.
func (n *Node) Trail() []string {
	trail := []string{}
	for above := n.Parent; above != nil && above.Kind != NodeGroup; above = above.Parent {
		trail = append(trail, above.Title)
	}
	slices.Reverse(trail)
	return trail
}
