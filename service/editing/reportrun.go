package editing

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"strand/domain/catalog"
	"strand/domain/editor"
	"strand/domain/finding"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/internal/recovery"
	"strand/service/website"
	"strand/service/website/visit"
)

const (
	// reportTime limits a report, reportPageTime one page of it.
	reportTime     = time.Hour
	reportPageTime = 20 * time.Second
	// reportPauseFactor is the pause after a page as a multiple of the time that the page took: visitors have priority,
	// and pages take longer on a busy server.
	reportPauseFactor = 2
	minReportPause    = 5 * time.Millisecond
	maxReportPause    = 5 * time.Second
	// maxReportFindings and maxReportLinks limit the findings and links that a report stores, maxReportProducts its
	// product pages per product type.
	maxReportFindings = 5000
	maxReportLinks    = 5000
	maxReportProducts = 20_000
)

// firstURLUse is the first use of a URL in the report.
type firstURLUse struct {
	urlUse
	path, title string
}

// contentReport is a running or finished report.
type contentReport struct {
	reports   *Reports
	selection editor.Selection
	origin    *visit.Request
	cancel    context.CancelFunc

	// linked contains the ids of pages that are link targets; files and external contain the URLs to check after
	// the pages, with their first use or index.
	linked   map[string]bool
	files    map[string]firstURLUse
	external map[string]int

	mu     sync.Mutex
	report editor.Report
	// seen contains the reported findings of shared documents, which every page would repeat.
	seen map[finding.Finding]bool
}

// snapshot returns a copy of the report's current state; nil for a nil report.
func (c *contentReport) snapshot() *editor.Report {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	snapshot := c.report
	// The page counts of the links change while the report runs.
	snapshot.ExternalLinks = slices.Clone(c.report.ExternalLinks)
	return &snapshot
}

// end sets the state at the end of the report, and compares a complete one with the earlier one; nil for none.
func (c *contentReport) end(state editor.ReportState, at time.Time, earlier *editor.Report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report.State, c.report.FinishedAt = state, at
	if state == editor.ReportDone && earlier != nil && len(c.report.Findings) < maxReportFindings {
		c.report.CompareWith(earlier)
	}
}

// context returns the context of one step. Each step has its own request, so that the values loaded for it are
// freed.
func (c *contentReport) context(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, reportPageTime)
	return visit.WithRequest(ctx, &visit.Request{Scheme: c.origin.Scheme, Host: c.origin.Host, Editor: true}), cancel
}

// step runs one step of the report and pauses afterwards.
func (c *contentReport) step(ctx context.Context, do func(ctx context.Context)) error {
	started := time.Now()
	limited, cancel := c.context(ctx)
	do(limited)
	cancel()
	c.mu.Lock()
	c.report.CheckedCount++
	c.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(max(reportPauseFactor*time.Since(started), minReportPause), maxReportPause)):
		return nil
	}
}

func (c *contentReport) countExpected(more int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report.TotalCount += more
}

func (c *contentReport) add(path, title string, found ...finding.Finding) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range found {
		if len(c.report.Findings) < maxReportFindings {
			c.report.Findings = append(c.report.Findings, editor.PageFinding{Finding: f, Path: path, Title: title})
		}
	}
}

// run makes the report.
func (c *contentReport) run(ctx context.Context) error {
	siteCtx, pages, err := c.pages(ctx)
	if err != nil {
		return err
	}
	table, err := c.reports.website.Redirects(ctx, siteCtx)
	if err != nil {
		return err
	}
	recommendations := recommendationsOf(siteCtx)
	c.countExpected(len(pages) + len(table.Redirects) + len(recommendations) + 1)
	c.seen = map[finding.Finding]bool{}
	for _, page := range pages {
		if err := c.step(ctx, func(ctx context.Context) { c.examinePage(ctx, page) }); err != nil {
			return err
		}
	}
	for _, redirect := range table.Redirects {
		check := func(ctx context.Context) { c.checkRedirect(ctx, siteCtx, table, redirect) }
		if err := c.step(ctx, check); err != nil {
			return err
		}
	}
	for _, r := range recommendations {
		if err := c.step(ctx, func(ctx context.Context) { c.checkRecommendation(ctx, siteCtx, r) }); err != nil {
			return err
		}
	}
	if err := c.step(ctx, func(ctx context.Context) { c.addSynonymFindings(ctx, siteCtx) }); err != nil {
		return err
	}
	if err := c.addTreeFindings(ctx, siteCtx); err != nil {
		return err
	}
	return c.checkURLs(ctx)
}

// reportPage is a page to examine.
type reportPage struct {
	path     string
	audience site.PreviewAudience
}

// pages returns all pages of a site: navigation, stories, media releases and the catalogue.
func (c *contentReport) pages(ctx context.Context) (*site.Context, []reportPage, error) {
	ctx, cancel := c.context(ctx)
	defer cancel()
	preview := &site.Preview{Audience: site.PreviewAnonymous}
	s := c.selection.Site
	host := site.HostOf(s, c.origin.Host)
	siteCtx, err := c.reports.website.SiteContextOn(
		visit.WithPreview(ctx, preview),
		c.origin.Scheme,
		host,
		s,
		c.selection.Locale,
		c.selection.Context.Stage,
	)
	if err != nil {
		return nil, nil, err
	}
	tree, err := siteCtx.Tree(s)
	if err != nil {
		return nil, nil, err
	}
	var pages []reportPage
	seen := map[string]bool{}
	add := func(path string, audience site.PreviewAudience) {
		if !seen[path] {
			seen[path] = true
			pages = append(pages, reportPage{path, audience})
		}
	}
	// addDocument adds the page of a document; of two with the same address, the first one is shown.
	addDocument := func(id, path string, audience site.PreviewAudience) {
		if seen[path] {
			c.add(path, "", finding.Finding{
				Kind: finding.InvalidValue, Document: id, Field: "slug",
				Message: "another one has the same address", URL: path,
			})
		}
		add(path, audience)
	}
	for _, item := range tree.Pages() {
		addDocument(item.Page.ID, editor.PathBelowHome(s, item.UnlocalizedURL()), audienceOf(item.Gate()))
	}
	stories, err := c.reports.website.Stories(ctx, siteCtx)
	if err != nil {
		return nil, nil, err
	}
	for _, story := range stories.All {
		addDocument(story.ID, story.Route(), site.PreviewAnonymous)
	}
	releases, err := c.reports.website.MediaReleases(ctx, siteCtx)
	if err != nil {
		return nil, nil, err
	}
	for _, release := range releases {
		addDocument(release.ID, release.Route(), site.PreviewAnonymous)
	}
	for _, kind := range catalog.Types {
		tree, err := c.reports.website.Assortment.Tree(ctx, siteCtx, kind)
		if err != nil {
			return nil, nil, err
		}
		add("/"+kind.Area(), site.PreviewAnonymous)
		for _, c := range tree.All() {
			add(c.Route, site.PreviewAnonymous)
		}
		filed, err := c.reports.website.Assortment.Slugs(ctx, siteCtx, kind, maxReportProducts)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range filed {
			if at := tree.Find(f.ClassificationSlug); at != nil && catalog.IsProductSlug(f.Slug) {
				add(catalog.ProductRoute(at, f.Slug), site.PreviewAnonymous)
			}
		}
		left, err := c.reports.website.Assortment.LeftOut(ctx, kind, siteCtx.Locale.LanguageCode, maxReportProducts)
		if err != nil {
			return nil, nil, err
		}
		for _, l := range left {
			c.add("", l.Slug, l.Finding())
		}
	}
	return siteCtx, pages, nil
}

// audienceOf returns a preview audience that passes a gate; anonymous for nil.
func audienceOf(gate *site.PageRef) site.PreviewAudience {
	if gate == nil {
		return site.PreviewAnonymous
	}
	if gate.Protection == site.ProtectionCustomerRole {
		return site.PreviewCustomer
	}
	return site.PreviewGatePassed
}

// examinePage examines one page and adds its findings.
func (c *contentReport) examinePage(ctx context.Context, page reportPage) {
	sel := c.selection
	sel.Page, sel.Context.Preview = page.path, site.Preview{Audience: page.audience}
	var found *pageExamination
	err := recovery.Do(ctx, c.reports.log, "content_report_page", func() (err error) {
		found, err = c.reports.examine(ctx, &sel)
		return err
	})
	if err != nil {
		c.add(page.path, "", finding.Finding{Kind: finding.Unavailable, Message: string(apperr.CodeOf(err))})
		return
	}
	for _, f := range found.findings {
		if found.shared[f.Document] && !c.seen[f] {
			c.seen[f] = true
			c.add("", "", f)
		}
	}
	c.add(page.path, found.title, found.ofPage()...)
	c.reports.removePageReport(&sel)
	for _, id := range found.linked {
		c.linked[id] = true
	}
	for _, u := range found.files {
		if c.reports.probe.IsFile(u.url) {
			c.addFile(u, page.path, found.title)
		} else if strings.HasPrefix(strings.ToLower(u.url), "http") {
			c.addExternalLink(u, page.path)
		}
	}
	for _, u := range found.external {
		c.addExternalLink(u, page.path)
	}
}

// addFile stores the first use of a file's URL; files are checked after the pages.
func (c *contentReport) addFile(u urlUse, path, title string) {
	if _, ok := c.files[u.url]; !ok && len(c.files) < maxReportLinks {
		c.files[u.url] = firstURLUse{u, path, title}
	}
}

// addExternalLink adds a URL of another host to the external links, or counts another page that uses it.
func (c *contentReport) addExternalLink(u urlUse, path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.external[u.url]
	if !ok {
		if len(c.external) >= maxReportLinks {
			return
		}
		i = len(c.report.ExternalLinks)
		c.external[u.url] = i
		c.report.ExternalLinks = append(c.report.ExternalLinks, editor.ExternalLink{URL: u.url, Path: path})
	}
	c.report.ExternalLinks[i].PageCount++
}

// checkRedirect follows an editorial redirect as a visitor would and reports loops, chains and dead targets. The report
// of its own site covers it. A redirect from a URL with a page, which is not used, is left out.
func (c *contentReport) checkRedirect(
	ctx context.Context,
	siteCtx *site.Context,
	table *site.RedirectTable,
	redirect *site.SystemRedirect,
) {
	ctx = visit.WithoutPreview(ctx)
	siteCtx, err := c.reports.website.SiteContextOn(
		ctx, siteCtx.Scheme, siteCtx.Host, siteCtx.Site, siteCtx.Locale, siteCtx.Stage)
	if err != nil {
		return
	}
	a, _, ok := siteCtx.Directory.ParsePreviousURL(redirect.PreviousURL, siteCtx.Host)
	if !ok || a.Site.ID != siteCtx.Site.ID {
		return
	}
	a.Scheme = siteCtx.Scheme
	at := siteCtx
	if a.Prefix != "" {
		at = siteCtx.At(a)
	} else {
		a.Prefix, a.Locale = siteCtx.Locale.URLCode(), siteCtx.Locale
	}
	if resolved, err := c.reports.website.LookUp(ctx, at, a); err != nil || !website.IsMissing(at.Directory, resolved) {
		return
	}
	f := finding.Finding{Document: redirect.ID, Field: "target", URL: redirect.PreviousURL}
	kind, location, err := c.reports.website.RedirectTarget(ctx, at, redirect.Target)
	if err != nil {
		return
	}
	chain, err := c.reports.website.FollowRedirects(ctx, at, table, a)
	if err != nil {
		return
	}
	switch {
	case chain.IsLoop:
		f.Kind = finding.RedirectLoop
	case !site.FollowsTo(kind, location), c.isDead(ctx, at, chain.Location):
		f.Kind = finding.DeadRedirect
	case chain.Count > 1:
		f.Kind = finding.RedirectChain
	default:
		return
	}
	f.Message = location
	c.add("", "", f)
}

// isDead reports whether a location of the group's sites has no page.
func (c *contentReport) isDead(ctx context.Context, siteCtx *site.Context, location string) bool {
	a, ok := siteCtx.ParseOwnURL(location)
	if !ok || site.IsReservedPath(a.Path()) {
		return false
	}
	return c.reports.website.Follow(ctx, a.AbsoluteURL(a.InLocale(siteCtx.At(a).Locale)), siteCtx.Stage).IsDead
}

// addTreeFindings adds findings that need all pages: orphan pages and outdated translations.
func (c *contentReport) addTreeFindings(ctx context.Context, siteCtx *site.Context) error {
	ctx, cancel := c.context(ctx)
	defer cancel()
	tree, err := siteCtx.Tree(siteCtx.Site)
	if err != nil {
		return err
	}
	path := func(i *site.Item) string { return editor.PathBelowHome(siteCtx.Site, i.UnlocalizedURL()) }
	for _, i := range editor.Orphans(tree, c.linked) {
		c.add(path(i), i.Page.Title, finding.Finding{Kind: finding.OrphanPage, Document: i.Page.ID})
	}
	translations, err := c.reports.cms.TranslationTimes(ctx, siteCtx.Directory)
	if err != nil {
		return err
	}
	for _, i := range tree.Pages() {
		if t := translations[i.Page.ID]; t.IsOutdated(siteCtx.Locale.LanguageCode) {
			c.add(path(i), i.Page.Title, finding.Finding{
				Kind:     finding.OutdatedTranslation,
				Document: i.Page.ID,
				Message:  t.Source,
			})
		}
	}
	if !siteCtx.Site.IsMain {
		return nil
	}
	states, err := c.reports.cms.PageStates(ctx, siteCtx.Directory)
	if err != nil {
		return err
	}
	placed := map[string]bool{}
	for _, s := range siteCtx.Directory.Sites {
		if n := siteCtx.Navigation(s); n != nil {
			for item := range n.AllItems() {
				if item.Page != nil {
					placed[item.Page.ID] = true
				}
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(states)) {
		if !placed[id] && (siteCtx.Stage == site.Draft || states[id].IsPublished()) {
			c.add("", "", finding.Finding{Kind: finding.OrphanPage, Document: id})
		}
	}
	return nil
}

// checkURLs requests the files, and the external links on allowed hosts.
func (c *contentReport) checkURLs(ctx context.Context) error {
	external := c.snapshot().ExternalLinks
	requests := len(c.files)
	for _, l := range external {
		if c.reports.probe.IsAllowed(l.URL) {
			requests++
		}
	}
	c.countExpected(requests)
	for _, fileURL := range slices.Sorted(maps.Keys(c.files)) {
		first := c.files[fileURL]
		err := c.step(ctx, func(ctx context.Context) {
			status, err := c.reports.probe.File(ctx, fileURL)
			if err == nil && (status == http.StatusNotFound || status == http.StatusGone) {
				c.add(first.path, first.title, first.finding(finding.DeadFile, fmt.Sprint(status)))
			}
		})
		if err != nil {
			return err
		}
	}
	for i, l := range external {
		if !c.reports.probe.IsAllowed(l.URL) {
			continue
		}
		err := c.step(ctx, func(ctx context.Context) {
			status, err := c.reports.probe.External(ctx, l.URL)
			c.mu.Lock()
			c.report.ExternalLinks[i].Status = status
			c.mu.Unlock()
			if f := (finding.Finding{Kind: finding.DeadExternalLink, URL: l.URL}); err != nil {
				f.Message = "no response"
				c.add(l.Path, "", f)
			} else if isGone(status) {
				f.Message = fmt.Sprint(status)
				c.add(l.Path, "", f)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isGone reports whether a status means that the page does not exist. Statuses of hosts that refuse robots or HEAD
// requests do not.
func isGone(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusTooManyRequests,
		http.StatusNotImplemented:
		return false
	}
	return status >= http.StatusBadRequest
}
