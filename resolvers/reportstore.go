package resolvers

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"maps"
	"strconv"
	"sync"
	"time"

	"strand/domain/editor"
	"strand/domain/site"
	"strand/gql/model"
	"strand/internal/probe"
	"strand/internal/recovery"
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

// storePageReport stores whether a single page had findings, as the report of the site does: at the current
// time and in the report's stage. Partly readable pages, such as drafts and protected pages, are not stored.
func (c *ContentReports) storePageReport(sel *editor.Selection, found *pageExamination) {
	key := reportKey{sel.Site.ID, sel.Locale}
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.last[key]
	if !sel.Context.Preview.Moment.IsZero() || found.isPartial ||
		last != nil && last.selection.Context.Stage != sel.Context.Stage {
		return
	}
	if c.pages[key] == nil {
		c.pages[key] = editor.PageReports{}
	}
	c.pages[key][sel.Page] = len(found.ofPage()) > 0
}

// removePageReport removes the report of a single page, because the site's report is newer.
func (c *ContentReports) removePageReport(sel *editor.Selection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pages[reportKey{sel.Site.ID, sel.Locale}], sel.Page)
}

// start begins a report. If one of the site is running, it returns that one and false.
func (c *ContentReports) start(r *Resolver, origin *Request, sel *editor.Selection) (_ *editor.Report, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if running := c.running[sel.Site.ID]; running != nil {
		return running.snapshot(), false
	}
	if c.ended.Err() != nil {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(c.ended, reportTime)
	report := &contentReport{
		resolver:  r,
		reports:   c,
		selection: *sel,
		cancel:    cancel,
		origin:    Request{Scheme: origin.Scheme, Host: origin.Host, Editor: true},
		linked:    map[string]bool{},
		files:     map[string]firstURLUse{},
		external:  map[string]int{},
		report: editor.Report{
			SiteID:    sel.Site.ID,
			Locale:    sel.Locale,
			Stage:     sel.Context.Stage,
			State:     editor.ReportRunning,
			StartedAt: c.now(),
		},
	}
	c.running[sel.Site.ID], c.last[reportKey{sel.Site.ID, sel.Locale}] = report, report
	delete(c.pages, reportKey{sel.Site.ID, sel.Locale})
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
			c.log.WarnContext(ctx, "content_report_failed", "site", sel.Site.ID, "error", err)
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
	delete(c.running, report.selection.Site.ID)
}

// cancel cancels the running report of a site and returns its current state; nil if none is running.
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

// startReport starts the report that the input describes.
func (r *Resolver) startReport(
	ctx context.Context, input model.StartContentReportInput,
) (*model.ContentReportPayload, error) {
	sel, err := r.editorSelection(ctx, input.Site, input.Locale)
	if err != nil {
		return nil, err
	}
	sel.Context.Stage = input.Stage
	report, ok := r.Reports.start(r, requestOf(ctx), sel)
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
