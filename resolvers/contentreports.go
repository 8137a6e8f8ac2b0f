package resolvers

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"strand/domain/catalog"
	"strand/domain/editor"
	"strand/domain/finding"
	"strand/domain/site"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/internal/probe"
	"strand/internal/recovery"
)

const (
	// reportTime limits a report, reportPageTime one page of it.
	reportTime     = time.Hour
	reportPageTime = 20 * time.Second
	// reportRest is the pause after a page as a multiple of the time that the page took: visitors have priority,
	// and pages take longer on a busy server.
	reportRest         = 2
	shortestReportRest = 5 * time.Millisecond
	longestReportRest  = 5 * time.Second
	// maxReportFindings and maxReportLinks limit the findings and links that a report stores, maxReportPages its
	// product pages.
	maxReportFindings = 5000
	maxReportLinks    = 5000
	maxReportProducts = 20_000
)

// ContentReports runs and stores content reports: at most one runs per site, and the last one of each site and
// locale is stored. It is safe for concurrent use.
type ContentReports struct {
	probe *probe.Prober
	now   func() time.Time
	log   *slog.Logger
	// ended is cancelled by Close, and with it all reports.
	ended context.Context
	end   context.CancelFunc
	work  sync.WaitGroup

	mu      sync.Mutex
	running map[string]*contentReport
	last    map[reportKey]*contentReport
	// pages contains the reports of single pages since the last report of their site.
	pages map[reportKey]editor.PageReports
}

// reportKey identifies a stored report.
type reportKey struct {
	siteID string
	locale site.Locale
}

// NewContentReports returns an empty collection. The caller must call Close.
func NewContentReports(p *probe.Prober, now func() time.Time, log *slog.Logger) *ContentReports {
	ctx, cancel := context.WithCancel(context.Background())
	return &ContentReports{
		probe:   p,
		now:     now,
		log:     log,
		ended:   ctx,
		end:     cancel,
		running: map[string]*contentReport{},
		last:    map[reportKey]*contentReport{},
		pages:   map[reportKey]editor.PageReports{},
	}
}

// Close cancels the running reports and waits for them.
func (c *ContentReports) Close() {
	c.end()
	c.work.Wait()
}

// Of returns the current state of the report of a site in a locale; nil if there is none.
func (c *ContentReports) Of(siteID string, l site.Locale) *editor.Report {
	c.mu.Lock()
	report := c.last[reportKey{siteID, l}]
	c.mu.Unlock()
	return report.snapshot()
}

// PagesOf returns the reports of single pages of a site in a locale since its last report.
func (c *ContentReports) PagesOf(siteID string, l site.Locale) editor.PageReports {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.pages[reportKey{siteID, l}])
}

// examined stores whether a single examined page had findings, as the report of the site does: at the present
// moment and in the report's stage. Partly readable pages, such as drafts and protected pages, are not stored.
func (c *ContentReports) examined(a *editor.Area, found *pageExamination) {
	key := reportKey{a.Site.ID, a.Locale}
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.last[key]
	if !a.Context.Preview.Moment.IsZero() || found.isPartial ||
		last != nil && last.area.Context.Stage != a.Context.Stage {
		return
	}
	if c.pages[key] == nil {
		c.pages[key] = editor.PageReports{}
	}
	c.pages[key][a.Page] = len(found.ofPage()) > 0
}

// forget removes the report of a single page, because the site's report is newer.
func (c *ContentReports) forget(a *editor.Area) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pages[reportKey{a.Site.ID, a.Locale}], a.Page)
}

// start begins a report. If one of the site is running, it returns that one and false.
func (c *ContentReports) start(r *Resolver, origin *Request, a *editor.Area) (_ *editor.Report, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if running := c.running[a.Site.ID]; running != nil {
		return running.snapshot(), false
	}
	if c.ended.Err() != nil {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(c.ended, reportTime)
	report := &contentReport{
		Resolver: r,
		reports:  c,
		area:     *a,
		cancel:   cancel,
		origin:   Request{Scheme: origin.Scheme, Host: origin.Host, Editor: true},
		linked:   map[string]bool{},
		files:    map[string]firstUse{},
		external: map[string]int{},
		report: editor.Report{
			SiteID:    a.Site.ID,
			Locale:    a.Locale,
			Stage:     a.Context.Stage,
			State:     editor.ReportRunning,
			StartedAt: c.now(),
		},
	}
	c.running[a.Site.ID], c.last[reportKey{a.Site.ID, a.Locale}] = report, report
	delete(c.pages, reportKey{a.Site.ID, a.Locale})
	c.work.Add(1)
	recovery.Go(ctx, c.log, "content_report", func() {
		defer c.work.Done()
		defer cancel()
		state := editor.ReportFailed
		defer func() { c.finish(report, state) }()
		err := report.run(ctx)
		switch {
		case err == nil:
			state = editor.ReportDone
		case ctx.Err() != nil && errors.Is(context.Cause(ctx), context.Canceled):
			state = editor.ReportCancelled
		default:
			c.log.WarnContext(ctx, "content_report_failed", "site", a.Site.ID, "error", err)
		}
	})
	return report.snapshot(), true
}

func (c *ContentReports) finish(report *contentReport, state editor.ReportState) {
	report.mu.Lock()
	report.report.State, report.report.FinishedAt = state, c.now()
	report.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.running, report.area.Site.ID)
}

// cancel cancels the running report of a site and returns its present state; nil if none is running.
func (c *ContentReports) cancel(siteID string) *editor.Report {
	c.mu.Lock()
	report := c.running[siteID]
	c.mu.Unlock()
	if report == nil {
		return nil
	}
	report.cancel()
	return report.snapshot()
}

// firstUse is the first use of a URL in the report.
type firstUse struct {
	use
	path, title string
}

// contentReport is a running or finished report.
type contentReport struct {
	*Resolver
	reports *ContentReports
	area    editor.Area
	origin  Request
	cancel  context.CancelFunc

	// linked contains the ids of pages that are link targets; files and external contain the URLs to check after
	// the pages, with their first use or index.
	linked   map[string]bool
	files    map[string]firstUse
	external map[string]int

	mu     sync.Mutex
	report editor.Report
	// seen contains the reported findings of shared documents, which every page would repeat.
	seen map[finding.Finding]bool
}

// snapshot returns a copy of the report's present state; nil for a nil report.
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

// context returns the context of one step. Each step has its own request, so that the values loaded for it are
// freed.
func (c *contentReport) context(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, reportPageTime)
	return WithRequest(ctx, &Request{Scheme: c.origin.Scheme, Host: c.origin.Host, Editor: true}), cancel
}

// step runs one step of the report and pauses afterwards.
func (c *contentReport) step(ctx context.Context, do func(ctx context.Context)) error {
	began := time.Now()
	limited, cancel := c.context(ctx)
	do(limited)
	cancel()
	c.mu.Lock()
	c.report.CheckedCount++
	c.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(max(reportRest*time.Since(began), shortestReportRest), longestReportRest)):
		return nil
	}
}

func (c *contentReport) expect(more int) {
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
	redirects, err := c.CMS.Redirects(ctx, siteCtx)
	if err != nil {
		return err
	}
	c.expect(len(pages) + len(redirects))
	c.seen = map[finding.Finding]bool{}
	for _, page := range pages {
		if err := c.step(ctx, func(ctx context.Context) { c.page(ctx, page) }); err != nil {
			return err
		}
	}
	for _, redirect := range redirects {
		if err := c.step(ctx, func(ctx context.Context) { c.redirect(ctx, siteCtx, redirect) }); err != nil {
			return err
		}
	}
	if err := c.tree(ctx, siteCtx); err != nil {
		return err
	}
	return c.addresses(ctx)
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
	s := c.area.Site
	host := site.HostOf(s, c.origin.Host)
	siteCtx, err := c.siteContextOn(
		withPreview(ctx, preview),
		c.origin.Scheme,
		host,
		s,
		c.area.Locale,
		c.area.Context.Stage,
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
	for _, item := range tree.Pages() {
		add(editor.PathBelowHome(s, item.UnlocalizedURL()), audienceOf(item.Gate()))
	}
	stories, err := c.stories(ctx, siteCtx)
	if err != nil {
		return nil, nil, err
	}
	for _, story := range stories.All {
		add(story.Route(), site.PreviewAnonymous)
	}
	releases, err := c.mediaReleases(ctx, siteCtx)
	if err != nil {
		return nil, nil, err
	}
	for _, release := range releases {
		add(release.Route(), site.PreviewAnonymous)
	}
	for _, kind := range catalog.Types {
		tree, err := c.Resolver.tree(ctx, siteCtx, kind)
		if err != nil {
			return nil, nil, err
		}
		add("/"+kind.Area(), site.PreviewAnonymous)
		for _, root := range tree.Roots {
			for _, slug := range root.Slugs() {
				add(tree.Find(slug).Route, site.PreviewAnonymous)
			}
		}
		filed, err := c.PIM.ProductSlugs(ctx, kind, siteCtx.Locale.LanguageCode, maxReportProducts)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range filed {
			if at := tree.Find(f.ClassificationSlug); at != nil {
				add(catalog.ProductRoute(at, f.Slug), site.PreviewAnonymous)
			}
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

// page examines one page and adds its findings.
func (c *contentReport) page(ctx context.Context, page reportPage) {
	area := c.area
	area.Page, area.Context.Preview = page.path, site.Preview{Audience: page.audience}
	var found *pageExamination
	err := recovery.Do(ctx, c.Log, "content_report_page", func() (err error) {
		found, err = c.examine(ctx, &area)
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
	c.reports.forget(&area)
	for _, id := range found.linked {
		c.linked[id] = true
	}
	for _, u := range found.files {
		if c.reports.probe.IsFile(u.url) {
			c.gather(u, page.path, found.title)
		} else if len(u.url) > 4 && u.url[:4] == "http" {
			c.otherHost(u, page.path)
		}
	}
	for _, u := range found.external {
		c.otherHost(u, page.path)
	}
}

// gather stores the first use of a file's URL; files are checked after the pages.
func (c *contentReport) gather(u use, path, title string) {
	if _, known := c.files[u.url]; !known && len(c.files) < maxReportLinks {
		c.files[u.url] = firstUse{u, path, title}
	}
}

// otherHost adds a URL of another host to the external links.
func (c *contentReport) otherHost(u use, path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, known := c.external[u.url]
	if !known {
		if len(c.external) >= maxReportLinks {
			return
		}
		i = len(c.report.ExternalLinks)
		c.external[u.url] = i
		c.report.ExternalLinks = append(c.report.ExternalLinks, editor.ExternalLink{URL: u.url, Path: path})
	}
	c.report.ExternalLinks[i].PageCount++
}

// redirect follows an editorial redirect as a visitor would and reports loops, chains and dead targets.
func (c *contentReport) redirect(ctx context.Context, siteCtx *site.Context, redirect *site.SystemRedirect) {
	origin := siteCtx.Scheme + "://" + siteCtx.Host
	if a, err := siteCtx.Directory.Parse(origin + redirect.PreviousURL); err != nil || a.Site.ID != siteCtx.Site.ID {
		// The report of its own site covers it.
		return
	}
	f := finding.Finding{Document: redirect.ID, Field: "target", URL: redirect.PreviousURL}
	kind, location, err := c.followLink(ctx, &site.Link{Ref: redirect.Target, SiteContext: siteCtx})
	if err != nil {
		return
	}
	h := c.hops(ctx, origin+redirect.PreviousURL, siteCtx.Stage)
	switch {
	case h.isLoop, location == siteCtx.Path(redirect.PreviousURL):
		// The server does not follow a redirect to its own URL.
		f.Kind = finding.RedirectLoop
	case kind == site.LinkNone, h.isDead:
		f.Kind = finding.DeadRedirect
	case h.permanent > 1:
		f.Kind = finding.RedirectChain
	default:
		return
	}
	f.Message = location
	c.add("", "", f)
}

// tree adds findings that need all pages: orphan pages and outdated translations.
func (c *contentReport) tree(ctx context.Context, siteCtx *site.Context) error {
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
	translations, err := c.CMS.TranslationTimes(ctx, siteCtx.Directory)
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
	states, err := c.CMS.PageStates(ctx, siteCtx.Directory)
	if err != nil {
		return err
	}
	placed := map[string]bool{}
	for _, s := range siteCtx.Directory.Sites {
		if n := siteCtx.Navigation(s); n != nil {
			n.EachPage(func(p *site.PageRef) { placed[p.ID] = true })
		}
	}
	for _, id := range slices.Sorted(maps.Keys(states)) {
		if !placed[id] && (siteCtx.Stage == site.Draft || states[id].IsPublished()) {
			c.add("", "", finding.Finding{Kind: finding.OrphanPage, Document: id})
		}
	}
	return nil
}

// addresses requests the files, and the external links on allowed hosts.
func (c *contentReport) addresses(ctx context.Context) error {
	external := c.snapshot().ExternalLinks
	asked := 0
	for _, l := range external {
		if c.reports.probe.MayAsk(l.URL) {
			asked++
		}
	}
	c.expect(len(c.files) + asked)
	for _, address := range slices.Sorted(maps.Keys(c.files)) {
		at := c.files[address]
		err := c.step(ctx, func(ctx context.Context) {
			status, err := c.reports.probe.File(ctx, address)
			if err == nil && (status == http.StatusNotFound || status == http.StatusGone) {
				c.add(at.path, at.title, at.finding(finding.DeadFile, fmt.Sprint(status)))
			}
		})
		if err != nil {
			return err
		}
	}
	for i, l := range external {
		if !c.reports.probe.MayAsk(l.URL) {
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

// startReport starts the report that the input describes.
func (r *Resolver) startReport(
	ctx context.Context, input model.StartContentReportInput,
) (*model.ContentReportPayload, error) {
	a, err := r.areaOf(ctx, input.Site, input.Locale)
	if err != nil {
		return nil, err
	}
	a.Context.Stage = input.Stage
	report, ok := r.Reports.start(r, requestOf(ctx), a)
	payload := &model.ContentReportPayload{Report: report, UserErrors: []*model.UserError{}}
	if !ok {
		payload.UserErrors = append(
			payload.UserErrors,
			reportProblem("RUNNING", "a report of this site is already running: wait for it or cancel it"),
		)
	}
	return payload, nil
}

// reportProblem returns a user error of starting or cancelling a report.
func reportProblem(code, message string) *model.UserError {
	return &model.UserError{Code: code, Message: message}
}

// findingConnection returns one page of findings.
func findingConnection(all []editor.PageFinding, first int, after *string) (*model.ContentFindingConnection, error) {
	page, err := paginate(pointers(all), findingID, first, after)
	if err != nil {
		return nil, err
	}
	c := &model.ContentFindingConnection{
		TotalCount: len(all),
		PageInfo:   page.info(),
		Edges:      []*model.ContentFindingEdge{},
	}
	for i, f := range page.items {
		c.Edges = append(c.Edges, &model.ContentFindingEdge{Cursor: page.cursors[i], Node: f})
	}
	return c, nil
}

// findingID returns an id that is unique among the findings of a report.
func findingID(f *editor.PageFinding) string {
	hash := fnv.New64a()
	_, _ = fmt.Fprintf(hash, "%q", *f) // Fprintf on a hash never fails
	return strconv.FormatUint(hash.Sum64(), 36)
}

// externalLinkConnection returns one page of external links.
func externalLinkConnection(
	all []editor.ExternalLink, first int, after *string,
) (*model.ExternalLinkConnection, error) {
	page, err := paginate(pointers(all), func(l *editor.ExternalLink) string { return l.URL }, first, after)
	if err != nil {
		return nil, err
	}
	c := &model.ExternalLinkConnection{
		TotalCount: len(all),
		PageInfo:   page.info(),
		Edges:      []*model.ExternalLinkEdge{},
	}
	for i, l := range page.items {
		c.Edges = append(c.Edges, &model.ExternalLinkEdge{Cursor: page.cursors[i], Node: l})
	}
	return c, nil
}
