package editing

import (
	"context"
	"strings"

	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/website/visit"
)

// Overview returns the editor area at a URL; nil for another screen, and for a caller who is not an editor.
func (r *Area) Overview(ctx context.Context, p *site.PageResolution) (*editor.Overview, error) {
	if p.Found.Screen != site.ScreenEditor {
		return nil, nil
	}
	req := visit.Of(ctx)
	req.MarkPrivate()
	if !req.Editor {
		return nil, nil
	}
	// A change while the tree is read comes after it, so that the editor area is read again.
	latest := r.latestChange()
	dir := p.SiteContext.Directory
	sel := editor.ParseSelection(dir, p.Found.URL.RawQuery, p.SiteContext.Locale.LanguageCode)
	tree, err := r.tree(ctx, dir, sel.Site, sel.Locale)
	if err != nil {
		return nil, err
	}
	isMissing, err := r.isHomePageMissing(ctx, dir, sel)
	if err != nil {
		return nil, err
	}
	overview := &editor.Overview{
		Selection:         sel,
		SiteTree:          tree,
		IsHomePageMissing: isMissing,
		SiteContext:       p.SiteContext,
	}
	if latest != nil {
		overview.LatestChange = &latest.ID
	}
	return overview, nil
}

// isHomePageMissing reports whether the previewed site has no home page for the country.
func (r *Area) isHomePageMissing(ctx context.Context, dir *site.Directory, sel *editor.Selection) (bool, error) {
	navigations, err := r.CMS.Navigations(ctx, dir, sel.Context.Stage, site.ContentLanguages(sel.Locale, ""))
	if err != nil {
		return false, err
	}
	n := navigations[sel.Site.ID]
	if n == nil {
		return true, nil
	}
	_, err = site.NewTree(n, sel.Locale.Country(), false)
	return err != nil, nil //nolint:nilerr // the missing home page is the only error of NewTree
}

// tree builds the tree of a site in a locale. Unreadable stories, media releases and page states are left
// out; only an unreadable navigation is an error.
func (r *Area) tree(
	ctx context.Context, dir *site.Directory, s *site.Site, l site.Locale,
) (*editor.Tree, error) {
	navigations, err := r.CMS.Navigations(ctx, dir, site.Draft, site.ContentLanguages(l, ""))
	if err != nil {
		return nil, err
	}
	n := navigations[s.ID]
	if n == nil {
		n = &site.Navigation{Site: s}
	}
	in := editor.TreeInput{
		Site:        site.NewFullTree(n),
		Language:    l.LanguageCode,
		Areas:       dir.AreaPaths(s),
		Report:      r.Reports.Of(s.ID, l),
		PageReports: r.Reports.PagesOf(s.ID, l),
	}
	siteCtx := draftContext(ctx, dir, s, l, navigations)
	in.Pages = readOrDegrade(ctx, func() (editor.DocumentStates, error) { return r.CMS.PageStates(ctx, dir) })
	in.StoryStates = readOrDegrade(ctx, func() (editor.DocumentStates, error) { return r.CMS.StoryStates(ctx, dir) })
	in.ReleaseStates = readOrDegrade(ctx, func() (editor.DocumentStates, error) {
		return r.CMS.MediaReleaseStates(ctx, dir)
	})
	stories := readOrDegrade(ctx, func() (*editorial.Stories, error) { return r.CMS.Stories(ctx, siteCtx) })
	if stories != nil {
		in.Stories = stories.All
	}
	in.MediaReleases = readOrDegrade(ctx, func() (editorial.MediaReleases, error) {
		return r.CMS.MediaReleases(ctx, siteCtx)
	})
	return editor.NewTree(in), nil
}

// draftContext returns the context of a site's drafts.
func draftContext(
	ctx context.Context, dir *site.Directory, s *site.Site, l site.Locale, navigations map[string]*site.Navigation,
) *site.Context {
	req := visit.Of(ctx)
	return site.NewContext(site.ContextInput{
		Directory: dir,
		Site:      s,
		Locale:    l,
		Stage:     site.Draft,
		Scheme:    req.Scheme,
		Host:      req.Host,
		Preview:   &site.Preview{Audience: site.PreviewAnonymous},
	}, navigations)
}

// readOrDegrade reads an optional part: if that fails, it marks the answer as degraded and returns the zero value.
func readOrDegrade[T any](ctx context.Context, read func() (T, error)) T {
	value, err := read()
	if err != nil {
		visit.Degrade(ctx, err)
	}
	return value
}

// treeOf builds the tree of a site by its id and a locale code.
func (r *Area) treeOf(ctx context.Context, siteID, code string) (*editor.Tree, *site.Directory, site.Locale, error) {
	dir, s, l, err := r.Website.SiteAndLocale(ctx, siteID, code)
	if err != nil {
		return nil, nil, site.Locale{}, err
	}
	tree, err := r.tree(ctx, dir, s, l)
	return tree, dir, l, err
}

// Nodes returns the nodes of a site's tree that the one given argument selects.
func (r *Area) Nodes(
	ctx context.Context, siteID, code string, parent, search *string, unpublished bool,
) ([]*editor.Node, error) {
	tree, _, _, err := r.treeOf(ctx, siteID, code)
	if err != nil {
		return nil, err
	}
	return nodesOf(tree, parent, search, unpublished)
}

// Diff compares the draft and the published document of a node of the tree; nil for a node without a
// document.
func (r *Area) Diff(ctx context.Context, siteID, code, node string) (*editor.DocumentDiff, error) {
	tree, dir, l, err := r.treeOf(ctx, siteID, code)
	if err != nil {
		return nil, err
	}
	n := tree.Node(node)
	if n == nil {
		return nil, apperr.New(apperr.NotFound, "node: not found in the tree, check the id")
	}
	if n.DocumentID == "" {
		return nil, nil
	}
	published, err := r.CMS.Document(ctx, dir, n.Kind, n.DocumentID, site.Published, l.LanguageCode)
	if err != nil {
		return nil, err
	}
	draft, err := r.CMS.Document(ctx, dir, n.Kind, n.DocumentID, site.Draft, l.LanguageCode)
	if err != nil {
		return nil, err
	}
	read := editor.DocumentReader{
		Figure:   r.CMS.Figures(ctx, l.LanguageCode, editor.References(published, draft)),
		PagePath: tree.PagePath,
	}
	changes := editor.Diff(published, draft)
	editor.ShowFigures(changes, read.Figure)
	return &editor.DocumentDiff{
		IsPublished: published != nil, Changes: changes, Differences: editor.Differences(published, draft, read),
	}, nil
}

// MaxSearch is the maximum length of a search text in the tree and in reports, in bytes.
const MaxSearch = 200

// nodesOf returns the nodes that the one given argument selects. It returns an error if several are given or none.
func nodesOf(tree *editor.Tree, parent, search *string, unpublished bool) ([]*editor.Node, error) {
	given := 0
	for _, is := range []bool{parent != nil, search != nil, unpublished} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, apperr.New(apperr.Invalid, "send exactly one of parent, search and unpublished")
	case unpublished:
		return tree.Unpublished(), nil
	case search != nil:
		if len(*search) > MaxSearch || strings.TrimSpace(*search) == "" {
			return nil, apperr.New(apperr.Invalid, "search: send 1 to %d bytes", MaxSearch)
		}
		return tree.Search(*search), nil
	}
	n := tree.Node(*parent)
	if n == nil {
		return nil, apperr.New(apperr.NotFound, "parent: not found in the tree, check the id")
	}
	return n.Children, nil
}
