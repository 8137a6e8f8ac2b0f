package resolvers

import (
	"context"
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
	// reportTime bounds a report, reportPageTime one page of it.
	reportTime     = time.Hour
	reportPageTime = 20 * time.Second
	// reportRest is how much longer than the work on a page the pause after it is: visitors come first. Pages take longer on
	// a busy server, and so the pauses do.
	reportRest         = 2
	shortestReportRest = 5 * time.Millisecond
	longestReportRest  = 5 * time.Second
	// maxReportFindings and maxReportLinks bound what is kept of a report, maxReportPages how many products it has.
	maxReportFindings = 5000
	maxReportLinks    = 5000
	maxReportProducts = 20_000
)

// ContentReports are the content reports of sites: at most one of each site runs, and the last one of each site and locale
// is kept. It is safe for concurrent use.
type ContentReports struct {
	probe *probe.Prober
	now   func() time.Time
	log   *slog.Logger
	// ended ends all reports.
	ended context.Context
	end   context.CancelFunc
	work  sync.WaitGroup

	mu      sync.Mutex
	running map[string]*contentReport
	last    map[reportKey]*contentReport
	// pages are the reports of single pages since the last one of the site.
	pages map[reportKey]editor.PageReports
}

// reportKey is what a report is kept by.
type reportKey struct {
	siteID string
	locale site.Locale
}

// NewContentReports makes an empty collection. Close it.
func NewContentReports(p *probe.Prober, now func() time.Time, log *slog.Logger) *ContentReports {
	ctx, cancel := context.WithCancel(context.Background())
	return &ContentReports{
		probe: p, now: now, log: log, ended: ctx, end: cancel,
		running: map[string]*contentReport{}, last: map[reportKey]*contentReport{},
		pages: map[reportKey]editor.PageReports{},
	}
}

// Close cancels the reports that run and waits for them.
func (c *ContentReports) Close() {
	c.end()
	c.work.Wait()
}

// Of is the report of a site in a locale as it is now; nil for none.
func (c *ContentReports) Of(siteID string, l site.Locale) *editor.Report {
	c.mu.Lock()
	report := c.last[reportKey{siteID, l}]
	c.mu.Unlock()
	return report.snapshot()
}

// PagesOf are the reports of single pages of a site in a locale since its last report.
func (c *ContentReports) PagesOf(siteID string, l site.Locale) editor.PageReports {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.pages[reportKey{siteID, l}])
}

// examined keeps whether something was found on a page that was examined alone, as the report of the site does it: now, and
// in its stage. A page that is not shown as a whole says nothing: it may be a draft, or protected.
func (c *ContentReports) examined(a *editor.Area, found *examined) {
	key := reportKey{a.Site.ID, a.Locale}
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.last[key]
	if !a.Context.Preview.Moment.IsZero() || found.isPartial || last != nil && last.area.Context.Stage != a.Context.Stage {
		return
	}
	if c.pages[key] == nil {
		c.pages[key] = editor.PageReports{}
	}
	c.pages[key][a.Page] = len(found.ofPage()) > 0
}

// forget drops what is known of a single page: the report of the site is newer.
func (c *ContentReports) forget(a *editor.Area) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pages[reportKey{a.Site.ID, a.Locale}], a.Page)
}

// start begins a report; not ok where one of the site runs, which is returned then.
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
		Resolver: r, reports: c, area: *a, cancel: cancel,
		origin: Request{Scheme: origin.Scheme, Host: origin.Host, Editor: true},
		linked: map[string]bool{}, files: map[string]firstUse{}, external: map[string]int{},
		report: editor.Report{
			SiteID: a.Site.ID, Locale: a.Locale, Stage: a.Context.Stage, State: editor.ReportRunning, StartedAt: c.now(),
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
		case ctx.Err() != nil && context.Cause(ctx) == context.Canceled:
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

// cancel ends the running report of a site and returns it as it is; nil where none runs.
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

// firstUse is the first place where an address was found.
type firstUse struct {
	use
	path, title string
}

// contentReport is a report that is being made, or was.
type contentReport struct {
	*Resolver
	reports *ContentReports
	area    editor.Area
	origin  Request
	cancel  context.CancelFunc

	// What is gathered for the end: the ids of pages that something links to, files and addresses by where they were found.
	linked   map[string]bool
	files    map[string]firstUse
	external map[string]int

	mu     sync.Mutex
	report editor.Report
	// seen are the findings of no single page, which each page has.
	seen map[finding.Finding]bool
}

// snapshot is the report as it is now; nil for none.
func (c *contentReport) snapshot() *editor.Report {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	snapshot := c.report
	// The counts of links change.
	snapshot.ExternalLinks = slices.Clone(c.report.ExternalLinks)
	return &snapshot
}

// context is that of one step: nothing that it reads is kept in memory for the next.
func (c *contentReport) context(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, reportPageTime)
	return WithRequest(ctx, &Request{Scheme: c.origin.Scheme, Host: c.origin.Host, Editor: true}), cancel
}

// step does a part of the report and rests afterwards.
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
	view, pages, err := c.pages(ctx)
	if err != nil {
		return err
	}
	redirects, err := c.CMS.Redirects(ctx, view)
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
		if err := c.step(ctx, func(ctx context.Context) { c.redirect(ctx, view, redirect) }); err != nil {
			return err
		}
	}
	if err := c.tree(ctx, view); err != nil {
		return err
	}
	return c.addresses(ctx)
}

// reportPage is a page to examine.
type reportPage struct {
	path     string
	audience site.PreviewAudience
}

// pages are all that a site shows: those of its navigation, stories, media releases and the catalogue.
func (c *contentReport) pages(ctx context.Context) (*site.View, []reportPage, error) {
	ctx, cancel := c.context(ctx)
	defer cancel()
	preview := &site.Preview{Audience: site.PreviewAnonymous}
	s := c.area.Site
	host := site.HostOf(s, c.origin.Host)
	view, err := c.viewOn(withPreview(ctx, preview), c.origin.Scheme, host, s, c.area.Locale, c.area.Context.Stage)
	if err != nil {
		return nil, nil, err
	}
	tree, err := view.Tree(s)
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
	stories, err := c.stories(ctx, view)
	if err != nil {
		return nil, nil, err
	}
	for _, story := range stories.All {
		add(story.Route(), site.PreviewAnonymous)
	}
	releases, err := c.mediaReleases(ctx, view)
	if err != nil {
		return nil, nil, err
	}
	for _, release := range releases {
		add(release.Route(), site.PreviewAnonymous)
	}
	for _, kind := range catalog.Types {
		tree, err := c.Resolver.tree(ctx, view, kind)
		if err != nil {
			return nil, nil, err
		}
		add("/"+kind.Area(), site.PreviewAnonymous)
		for _, root := range tree.Roots {
			for _, slug := range root.Slugs() {
				add(tree.Find(slug).Route, site.PreviewAnonymous)
			}
		}
		filed, err := c.PIM.Filed(ctx, kind, view.Locale.LanguageCode, maxReportProducts)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range filed {
			if at := tree.Find(f.ClassificationSlug); at != nil {
				add(catalog.ProductRoute(at, f.Slug), site.PreviewAnonymous)
			}
		}
	}
	return view, pages, nil
}

// audienceOf is one that passes a gate; nil is no gate.
func audienceOf(gate *site.PageRef) site.PreviewAudience {
	if gate == nil {
		return site.PreviewAnonymous
	}
	if gate.Protection == site.ProtectionCustomerRole {
		return site.PreviewCustomer
	}
	return site.PreviewGatePassed
}

// page examines one page.
func (c *contentReport) page(ctx context.Context, page reportPage) {
	area := c.area
	area.Page, area.Context.Preview = page.path, site.Preview{Audience: page.audience}
	var found *examined
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

// gather keeps a file for the end.
func (c *contentReport) gather(u use, path, title string) {
	if _, known := c.files[u.url]; !known && len(c.files) < maxReportLinks {
		c.files[u.url] = firstUse{u, path, title}
	}
}

// otherHost lists an address of another host.
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

// redirect follows a redirect of editors as a visitor of the site does.
func (c *contentReport) redirect(ctx context.Context, view *site.View, redirect *site.SystemRedirect) {
	origin := view.Scheme + "://" + view.Host
	if a, err := view.Directory.Parse(origin + redirect.PreviousURL); err != nil || a.Site.ID != view.Site.ID {
		// It is in the report of its own site.
		return
	}
	f := finding.Finding{Document: redirect.ID, Field: "target", URL: redirect.PreviousURL}
	kind, location, err := c.follow(ctx, &site.Link{Ref: redirect.Target, View: view})
	if err != nil {
		return
	}
	h := c.hops(ctx, origin+redirect.PreviousURL, view.Stage)
	switch {
	case h.isLoop, location == view.Path(redirect.PreviousURL):
		// One that leads to its own address is not followed at all.
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

// tree finds what concerns pages as a whole: orphans and outdated translations.
func (c *contentReport) tree(ctx context.Context, view *site.View) error {
	ctx, cancel := c.context(ctx)
	defer cancel()
	tree, err := view.Tree(view.Site)
	if err != nil {
		return err
	}
	path := func(i *site.Item) string { return editor.PathBelowHome(view.Site, i.UnlocalizedURL()) }
	for _, i := range editor.Orphans(tree, c.linked) {
		c.add(path(i), i.Page.Title, finding.Finding{Kind: finding.OrphanPage, Document: i.Page.ID})
	}
	translations, err := c.CMS.TranslationTimes(ctx, view.Directory)
	if err != nil {
		return err
	}
	for _, i := range tree.Pages() {
		if t := translations[i.Page.ID]; t.IsOutdated(view.Locale.LanguageCode) {
			c.add(path(i), i.Page.Title, finding.Finding{
				Kind: finding.OutdatedTranslation, Document: i.Page.ID, Message: t.Source,
			})
		}
	}
	if !view.Site.IsMain {
		return nil
	}
	states, err := c.CMS.PageStates(ctx, view.Directory)
	if err != nil {
		return err
	}
	placed := map[string]bool{}
	for _, s := range view.Directory.Sites {
		if n := view.Navigation(s); n != nil {
			n.EachPage(func(p *site.PageRef) { placed[p.ID] = true })
		}
	}
	for _, id := range slices.Sorted(maps.Keys(states)) {
		if !placed[id] && (view.Stage == site.Draft || states[id].IsPublished()) {
			c.add("", "", finding.Finding{Kind: finding.OrphanPage, Document: id})
		}
	}
	return nil
}

// addresses asks for files, and for addresses of the hosts that may be asked.
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
				f.Message = "no answer"
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

// isGone reports whether a status says that nothing is there. Hosts that refuse robots or HEAD requests say nothing of it.
func isGone(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusTooManyRequests,
		http.StatusNotImplemented:
		return false
	}
	return status >= http.StatusBadRequest
}

// startReport begins the report that a caller wants.
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
		payload.UserErrors = append(payload.UserErrors, reportProblem("RUNNING", "a report of the site runs already"))
	}
	return payload, nil
}

// reportProblem is why a report is not started or cancelled.
func reportProblem(code, message string) *model.UserError {
	return &model.UserError{Code: code, Message: message}
}

// findingConnection is a part of some findings.
func findingConnection(all []editor.PageFinding, first int, after *string) (*model.ContentFindingConnection, error) {
	part, err := slicePart(pointers(all), findingID, first, after)
	if err != nil {
		return nil, err
	}
	c := &model.ContentFindingConnection{
		TotalCount: len(all), PageInfo: part.info(), Edges: []*model.ContentFindingEdge{},
	}
	for i, f := range part.items {
		c.Edges = append(c.Edges, &model.ContentFindingEdge{Cursor: part.cursors[i], Node: f})
	}
	return c, nil
}

// findingID tells the findings of a report apart.
func findingID(f *editor.PageFinding) string {
	hash := fnv.New64a()
	_, _ = fmt.Fprintf(hash, "%q", *f) // a hash takes everything
	return strconv.FormatUint(hash.Sum64(), 36)
}

// externalLinkConnection is a part of some links.
func externalLinkConnection(
	all []editor.ExternalLink, first int, after *string,
) (*model.ExternalLinkConnection, error) {
	part, err := slicePart(pointers(all), func(l *editor.ExternalLink) string { return l.URL }, first, after)
	if err != nil {
		return nil, err
	}
	c := &model.ExternalLinkConnection{
		TotalCount: len(all), PageInfo: part.info(), Edges: []*model.ExternalLinkEdge{},
	}
	for i, l := range part.items {
		c.Edges = append(c.Edges, &model.ExternalLinkEdge{Cursor: part.cursors[i], Node: l})
	}
	return c, nil
}
