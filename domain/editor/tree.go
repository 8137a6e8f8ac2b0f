package editor

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/site"
)

// NodeKind is the kind of an entry of the editor's tree.
type NodeKind string

const (
	NodeGroup NodeKind = "GROUP"
	NodePage  NodeKind = "PAGE"
	// NodeArea is a file-based area of the site: products, services, the search.
	NodeArea NodeKind = "AREA"
	// NodeLink is a link to a target that is not a page of the site.
	NodeLink         NodeKind = "LINK"
	NodeStory        NodeKind = "STORY"
	NodeMediaRelease NodeKind = "MEDIA_RELEASE"
)

// Group is a part of the editor's tree.
type Group string

const (
	GroupHome          Group = "HOME"
	GroupNavigation    Group = "NAVIGATION"
	GroupHeader        Group = "HEADER"
	GroupFooter        Group = "FOOTER"
	GroupUnlisted      Group = "UNLISTED"
	GroupStories       Group = "STORIES"
	GroupMediaReleases Group = "MEDIA_RELEASES"
	GroupSystem        Group = "SYSTEM"
)

// Mark is a property of an entry of the tree that editors should notice (EDIT-16).
type Mark string

const (
	// MarkDraftOnly marks documents that were never published.
	MarkDraftOnly Mark = "DRAFT_ONLY"
	// MarkChanged marks documents with unpublished changes.
	MarkChanged Mark = "CHANGED"
	// MarkHidden marks items that are hidden in the navigation.
	MarkHidden Mark = "HIDDEN"
	// MarkRestricted marks items that are restricted to countries.
	MarkRestricted Mark = "RESTRICTED"
	// MarkGated marks pages that are protected, by themselves or by a page above.
	MarkGated Mark = "GATED"
	// MarkUntranslated marks documents without content in the language of the tree.
	MarkUntranslated Mark = "UNTRANSLATED"
	// MarkContentError marks documents with findings in the last content report, of the site or of the page alone.
	MarkContentError Mark = "CONTENT_ERROR"
)

// Node is an entry of the editor's tree of a site.
type Node struct {
	// ID identifies the entry in its tree. It stays the same as long as the navigation contains the item.
	ID    string
	Kind  NodeKind
	Group Group
	// Title is in the language of the tree, or in a fallback language; empty for a group.
	Title string
	// Path is the path below the site's home; empty for entries without a page on the site.
	Path string
	// Target is the target of a link that is not a page of the site.
	Target    string
	Marks     []Mark
	Countries []string
	// DocumentID is the id of the page, story or media release; empty for none.
	DocumentID string
	// ChangedAt is the time of the draft's last change; zero if unknown.
	ChangedAt time.Time
	Children  []*Node
	Parent    *Node
}

// TreeInput is the input of NewTree, all of it in the stage draft.
type TreeInput struct {
	// Site contains every item of the navigation, see site.NewFullTree.
	Site *site.Tree
	// Language is the language for MarkUntranslated.
	Language      string
	Stories       []*editorial.Story
	MediaReleases []*editorial.MediaRelease
	// Pages, StoryStates and ReleaseStates are the states by document id.
	Pages, StoryStates, ReleaseStates DocumentStates
	// Report is the last content report of the site in the locale; nil for none.
	Report *Report
	// PageReports are the reports of single pages since then.
	PageReports PageReports
	// Areas are the paths of the site's file-based areas, such as `/products`.
	Areas []string
}

// Tree is the content tree of a site for editors: every item of its navigation, hidden and restricted ones included,
// and all stories and media releases.
type Tree struct {
	// Groups are the groups that have entries.
	Groups []*Node
	byID   map[string]*Node
	byPath map[string]*Node
}

// NewTree builds the tree of a site.
func NewTree(in TreeInput) *Tree {
	b := treeBuilder{in: in, tree: &Tree{byID: map[string]*Node{}, byPath: map[string]*Node{}}}
	b.foundOnPaths, b.foundOnDocuments = in.Report.affected(in.PageReports)
	b.group(GroupHome, b.items(in.Site.HomeItems))
	b.group(GroupNavigation, b.items(in.Site.Items))
	b.group(GroupHeader, b.items(in.Site.TopItems))
	unlisted, system := b.unlisted()
	b.group(GroupFooter, b.footer())
	b.group(GroupUnlisted, unlisted)
	b.group(GroupStories, b.stories())
	b.group(GroupMediaReleases, b.releases())
	b.group(GroupSystem, append(system, b.areas()...))
	return b.tree
}

// Node returns the entry with an id, or nil.
func (t *Tree) Node(id string) *Node { return t.byID[id] }

// At returns the entry with a path below the site's home, or nil.
func (t *Tree) At(path string) *Node { return t.byPath[path] }

// PagePath returns the path of a page by its id; empty for a page that is not in the tree.
func (t *Tree) PagePath(id string) (path string) {
	for _, n := range t.byID {
		// A page can be in several menus.
		if n.Kind == NodePage && n.DocumentID == id && (path == "" || n.Path < path) {
			path = n.Path
		}
	}
	return path
}

// Search returns the entries whose title or path contains a text, ignoring case, in the order of the tree.
func (t *Tree) Search(text string) []*Node {
	text = strings.ToLower(strings.TrimSpace(text))
	var found []*Node
	t.walk(func(n *Node) {
		if n.Kind != NodeGroup && (strings.Contains(strings.ToLower(n.Title), text) || strings.Contains(n.Path, text)) {
			found = append(found, n)
		}
	})
	return found
}

// Unpublished returns one entry for each document with unpublished changes, the newest first.
func (t *Tree) Unpublished() []*Node {
	seen := map[string]bool{}
	var found []*Node
	t.walk(func(n *Node) {
		if n.DocumentID != "" && !seen[n.DocumentID] &&
			(slices.Contains(n.Marks, MarkDraftOnly) || slices.Contains(n.Marks, MarkChanged)) {
			seen[n.DocumentID] = true
			found = append(found, n)
		}
	})
	slices.SortStableFunc(found, func(a, b *Node) int { return b.ChangedAt.Compare(a.ChangedAt) })
	return found
}

func (t *Tree) walk(visit func(*Node)) {
	var all func([]*Node)
	all = func(nodes []*Node) {
		for _, n := range nodes {
			visit(n)
			all(n.Children)
		}
	}
	all(t.Groups)
}

type treeBuilder struct {
	in   TreeInput
	tree *Tree
	// foundOnPaths and foundOnDocuments are the paths and documents with findings in the content reports.
	foundOnPaths, foundOnDocuments map[string]bool
}

func (b *treeBuilder) group(group Group, nodes []*Node) {
	if len(nodes) == 0 {
		return
	}
	g := &Node{ID: string(group), Kind: NodeGroup, Group: group, Children: nodes}
	b.tree.Groups = append(b.tree.Groups, g)
	b.addToIndex(g)
}

// addToIndex indexes an entry and its descendants by id and path.
func (b *treeBuilder) addToIndex(n *Node) {
	if b.foundOnPaths[n.Path] || b.foundOnDocuments[n.DocumentID] {
		n.Marks = append(n.Marks, MarkContentError)
	}
	b.tree.byID[n.ID] = n
	if n.Path != "" {
		if _, taken := b.tree.byPath[n.Path]; !taken {
			b.tree.byPath[n.Path] = n
		}
	}
	for _, child := range n.Children {
		child.Parent, child.Group = n, n.Group
		// An entry can be in two groups, for example a page in the navigation and in the footer.
		child.ID = string(n.Group) + ":" + child.ID
		b.addToIndex(child)
	}
}

func (b *treeBuilder) items(items []*site.Item) []*Node {
	return convert.All(items, b.item)
}

func (b *treeBuilder) item(i *site.Item) *Node {
	n := &Node{ID: i.ID, Title: i.Title, Countries: i.Countries, Target: i.Target}
	switch {
	case i.Page != nil:
		n.Kind, n.DocumentID = NodePage, i.Page.ID
		n.Path = i.PathOn(b.in.Site.Site)
		if n.Title == "" {
			n.Title = i.Page.Title
		}
		if len(n.Countries) == 0 {
			n.Countries = i.Page.Countries
		}
		b.mark(n, b.in.Pages[i.Page.ID], i.Page.Languages)
	case i.UnlocalizedURL() != "":
		n.Kind, n.Path = NodeArea, i.PathOn(b.in.Site.Site)
	default:
		n.Kind = NodeLink
	}
	if i.Hidden {
		n.Marks = append(n.Marks, MarkHidden)
	}
	if len(n.Countries) > 0 {
		n.Marks = append(n.Marks, MarkRestricted)
	}
	if i.Gate() != nil {
		n.Marks = append(n.Marks, MarkGated)
	}
	n.Children = b.items(i.Items)
	for _, section := range i.Sections {
		n.Children = append(n.Children, b.items(section.Items)...)
	}
	return n
}

// mark adds the marks of a document's state; languages are those of the navigation, for an unknown state.
func (b *treeBuilder) mark(n *Node, state *DocumentState, languages []string) {
	if state != nil {
		n.ChangedAt, languages = state.UpdatedAt, state.Languages
		switch {
		case !state.IsPublished():
			n.Marks = append(n.Marks, MarkDraftOnly)
		case state.IsChanged():
			n.Marks = append(n.Marks, MarkChanged)
		}
	}
	if !slices.Contains(languages, b.in.Language) {
		n.Marks = append(n.Marks, MarkUntranslated)
	}
}

// unlisted returns the pages that are in no menu, and separately those that the system shows by itself.
func (b *treeBuilder) unlisted() (unlisted, system []*Node) {
	for _, i := range b.in.Site.Unlisted {
		if i.Page != nil && i.Page.Slug == site.ErrorSlug {
			system = append(system, b.item(i))
		} else {
			unlisted = append(unlisted, b.item(i))
		}
	}
	return unlisted, system
}

// footer returns the footer links to pages of the site.
func (b *treeBuilder) footer() []*Node {
	if b.in.Site.Footer == nil {
		return nil
	}
	var nodes []*Node
	add := func(links []*site.LinkRef) {
		for _, l := range links {
			if l == nil || l.PageID == "" {
				continue
			}
			item := b.in.Site.LinkedPage(l.PageID)
			if item == nil {
				continue
			}
			n := b.item(item)
			// Two footer links can have the same page.
			n.ID, n.Children = n.ID+"-"+strconv.Itoa(len(nodes)), nil
			if l.Text != "" {
				n.Title = l.Text
			}
			nodes = append(nodes, n)
		}
	}
	for _, section := range b.in.Site.Footer.Sections {
		add(section.Links)
	}
	add(b.in.Site.Footer.LegalLinks)
	return nodes
}

func (b *treeBuilder) stories() []*Node {
	var nodes []*Node
	for _, s := range b.in.Stories {
		n := &Node{ID: s.ID, Kind: NodeStory, Title: s.Title, Path: s.Route(), DocumentID: s.ID}
		b.mark(n, b.in.StoryStates[s.ID], s.Languages)
		nodes = append(nodes, n)
	}
	return nodes
}

func (b *treeBuilder) releases() []*Node {
	var nodes []*Node
	for _, m := range b.in.MediaReleases {
		n := &Node{ID: m.ID, Kind: NodeMediaRelease, Title: m.Title, Path: m.Route(), DocumentID: m.ID}
		b.mark(n, b.in.ReleaseStates[m.ID], m.Languages)
		nodes = append(nodes, n)
	}
	return nodes
}

// areas returns the file-based areas without an item in the navigation.
func (b *treeBuilder) areas() []*Node {
	var nodes []*Node
	for _, path := range b.in.Areas {
		if b.tree.At(path) == nil {
			nodes = append(nodes, &Node{ID: path, Kind: NodeArea, Title: path, Path: path})
		}
	}
	return nodes
}
