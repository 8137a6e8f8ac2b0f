package resolvers

import (
	"context"
	"strings"

	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/apperr"
)

// editorOverview returns the editor area at a URL; nil for another screen, and for a caller who is not an editor.
func (r *Resolver) editorOverview(ctx context.Context, p *site.PageResolution) (*editor.Overview, error) {
	if p.Found.Screen != site.ScreenEditor {
		return nil, nil
	}
	req := requestOf(ctx)
	req.markPrivate()
	if !req.Editor {
		return nil, nil
	}
	// A change while the tree is read comes after it, so that the editor area is read again.
	latest := r.latestEditorialChange()
	dir := p.SiteContext.Directory
	sel := editor.ParseSelection(dir, p.Found.URL.RawQuery, p.SiteContext.Locale.LanguageCode)
	tree, err := r.editorTree(ctx, dir, sel.Site, sel.Locale)
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
func (r *Resolver) isHomePageMissing(ctx context.Context, dir *site.Directory, sel *editor.Selection) (bool, error) {
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

// editorTree builds the tree of a site in a locale. Unreadable stories, media releases and page states are left
// out; only an unreadable navigation is an error.
func (r *Resolver) editorTree(
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
		Areas:       site.AreaPaths(s),
		Report:      r.Reports.Of(s.ID, l),
		PageReports: r.Reports.PagesOf(s.ID, l),
	}
	req := requestOf(ctx)
	siteCtx := site.NewContext(site.ContextInput{
		Directory: dir,
		Site:      s,
		Locale:    l,
		Stage:     site.Draft,
		Scheme:    req.Scheme,
		Host:      req.Host,
		Preview:   &site.Preview{Audience: site.PreviewAnonymous},
	}, navigations)
	in.Pages = readOrDegrade(ctx, r, func() (editor.DocumentStates, error) { return r.CMS.PageStates(ctx, dir) })
	in.StoryStates = readOrDegrade(ctx, r, func() (editor.DocumentStates, error) { return r.CMS.StoryStates(ctx, dir) })
	in.ReleaseStates = readOrDegrade(ctx, r, func() (editor.DocumentStates, error) {
		return r.CMS.MediaReleaseStates(ctx, dir)
	})
	stories := readOrDegrade(ctx, r, func() (*editorial.Stories, error) { return r.CMS.Stories(ctx, siteCtx) })
	if stories != nil {
		in.Stories = stories.All
	}
	in.MediaReleases = readOrDegrade(ctx, r, func() (editorial.MediaReleases, error) {
		return r.CMS.MediaReleases(ctx, siteCtx)
	})
	return editor.NewTree(in), nil
}

// readOrDegrade reads an optional part: if that fails, it marks the answer as degraded and returns the zero value.
func readOrDegrade[T any](ctx context.Context, r *Resolver, read func() (T, error)) T {
	value, err := read()
	if err != nil {
		r.degrade(ctx, err)
	}
	return value
}

// editorTreeOf builds the tree of a site by its id and a locale code.
func (r *Resolver) editorTreeOf(ctx context.Context, siteID, code string) (*editor.Tree, site.Locale, error) {
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, site.Locale{}, err
	}
	s, l, err := siteAndLocale(dir, siteID, code)
	if err != nil {
		return nil, site.Locale{}, err
	}
	tree, err := r.editorTree(ctx, dir, s, l)
	return tree, l, err
}

// editorDiff compares the draft and the published document of a node of the tree; nil for a node without a
// document.
func (r *Resolver) editorDiff(ctx context.Context, siteID, code, node string) (*editor.DocumentDiff, error) {
	tree, l, err := r.editorTreeOf(ctx, siteID, code)
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
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	published, err := r.CMS.Document(ctx, dir, n.Kind, n.DocumentID, site.Published, l.LanguageCode)
	if err != nil {
		return nil, err
	}
	draft, err := r.CMS.Document(ctx, dir, n.Kind, n.DocumentID, site.Draft, l.LanguageCode)
	if err != nil {
		return nil, err
	}
	return &editor.DocumentDiff{IsPublished: published != nil, Changes: editor.Diff(published, draft)}, nil
}

// maxSearch is the maximum length of a search text in the tree, in bytes.
const maxSearch = 200

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
		if len(*search) > maxSearch || strings.TrimSpace(*search) == "" {
			return nil, apperr.New(apperr.Invalid, "search: send 1 to %d bytes", maxSearch)
		}
		return tree.Search(*search), nil
	}
	n := tree.Node(*parent)
	if n == nil {
		return nil, apperr.New(apperr.NotFound, "parent: not found in the tree, check the id")
	}
	return n.Children, nil
}
