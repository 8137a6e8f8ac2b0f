package editing

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"time"

	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/media"
	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/probe"
	"strand/internal/recovery"
	"strand/service/website"
	"strand/service/website/visit"
)

// ReportCMS reads the modules of stories and media releases, the states of pages and their translations, and the
// synonyms of the search.
type ReportCMS interface {
	Bodies(
		ctx context.Context, siteCtx *site.Context, kind editorial.BodyKind, ids []string,
	) ([]*editorial.Body, error)
	PageStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error)
	SearchSynonyms(ctx context.Context, dir *site.Directory, stage site.Stage) (*search.SynonymTable, error)
	TranslationTimes(ctx context.Context, dir *site.Directory) (map[string]*editor.Translations, error)
}

// Reports runs and stores content reports: at most one runs per site, and the last one of each site and
// locale is stored. It is safe for concurrent use.
type Reports struct {
	website *website.Sites
	cms     ReportCMS
	images  media.URLs
	probe   *probe.Prober
	now     func() time.Time
	log     *slog.Logger
	// ended is cancelled by Close, and with it all reports.
	ended context.Context
	end   context.CancelFunc
	work  sync.WaitGroup

	mu      sync.Mutex
	running map[string]*contentReport
	last    map[reportKey]*contentReport
	// complete contains the last complete report of each site, locale and stage, with which the next one is compared.
	complete map[completeKey]*editor.Report
	// pages contains the reports of single pages since the last report of their site.
	pages map[reportKey]editor.PageReports
}

// reportKey identifies a stored report.
type reportKey struct {
	siteID string
	locale site.Locale
}

// completeKey identifies the last complete report of a stage.
type completeKey struct {
	reportKey
	stage site.Stage
}

// ReportOptions contains what reports need.
type ReportOptions struct {
	// Website reads pages as visitors get them.
	Website *website.Sites
	CMS     ReportCMS
	Images  media.URLs
	// Probe requests files and external links.
	Probe *probe.Prober
	Now   func() time.Time
	Log   *slog.Logger
}

// NewReports returns an empty collection. The caller must call Close.
func NewReports(o ReportOptions) *Reports {
	ctx, cancel := context.WithCancel(context.Background())
	return &Reports{
		website:  o.Website,
		cms:      o.CMS,
		images:   o.Images,
		probe:    o.Probe,
		now:      o.Now,
		log:      o.Log,
		ended:    ctx,
		end:      cancel,
		running:  map[string]*contentReport{},
		last:     map[reportKey]*contentReport{},
		complete: map[completeKey]*editor.Report{},
		pages:    map[reportKey]editor.PageReports{},
	}
}

// Close cancels the running reports and waits for them.
func (c *Reports) Close() {
	c.end()
	c.work.Wait()
}

// Of returns the current state of the report of a site in a locale; nil if there is none.
func (c *Reports) Of(siteID string, l site.Locale) *editor.Report {
	c.mu.Lock()
	report := c.last[reportKey{siteID, l}]
	c.mu.Unlock()
	return report.snapshot()
}

// PagesOf returns the reports of single pages of a site in a locale since its last report.
func (c *Reports) PagesOf(siteID string, l site.Locale) editor.PageReports {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.pages[reportKey{siteID, l}])
}

// storePageReport stores whether a single page had findings, as the report of the site does: at the current
// time and in the report's stage. Partly readable pages, such as drafts and protected pages, are not stored.
func (c *Reports) storePageReport(sel *editor.Selection, found *pageExamination) {
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
func (c *Reports) removePageReport(sel *editor.Selection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pages[reportKey{sel.Site.ID, sel.Locale}], sel.Page)
}

// start begins a report. If one of the site is running, it returns that one and false.
func (c *Reports) start(origin *visit.Request, sel *editor.Selection) (_ *editor.Report, ok bool) {
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
		reports:   c,
		selection: *sel,
		cancel:    cancel,
		origin:    &visit.Request{Scheme: origin.Scheme, Host: origin.Host, Editor: true},
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

func (c *Reports) finish(report *contentReport, state editor.ReportState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.running, report.selection.Site.ID)
	key := completeKey{reportKey{report.selection.Site.ID, report.selection.Locale}, report.selection.Context.Stage}
	report.end(state, c.now(), c.complete[key])
	if state == editor.ReportDone {
		c.complete[key] = report.snapshot()
	}
}

// Cancel cancels the running report of a site and returns its current state; nil if none is running.
func (c *Reports) Cancel(siteID string) *editor.Report {
	c.mu.Lock()
	report := c.running[siteID]
	c.mu.Unlock()
	if report == nil {
		return nil
	}
	report.cancel()
	return report.snapshot()
}
