package editing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"strand/domain/catalog"
	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/finding"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/website"
	"strand/service/website/visit"
)

// urlUse is a URL in a document, record and field.
type urlUse struct {
	document, record, field, url string
}

// finding returns a finding for the URL.
func (u urlUse) finding(kind finding.Kind, message string) finding.Finding {
	return finding.Finding{
		Kind:     kind,
		Document: u.document,
		Record:   u.record,
		Field:    u.field,
		Message:  message,
		URL:      u.url,
	}
}

// pageExamination is the result of examining a page.
type pageExamination struct {
	title    string
	findings []finding.Finding
	// external contains the URLs of other hosts, files those of images and files.
	external, files []urlUse
	// linked contains the ids of pages that the page links to.
	linked []string
	// shared contains the ids of the documents that all pages of the site use: site, header and footer.
	shared map[string]bool
	// parts are the labels of modules, header and footer by their id.
	parts map[string]string
	// isPartial is true if the page was not built completely: not found, protected, or a read failed.
	isPartial bool
}

// ofPage returns the findings of the page without those of shared documents.
func (p *pageExamination) ofPage() []finding.Finding {
	return slices.DeleteFunc(slices.Clone(p.findings), func(f finding.Finding) bool { return p.shared[f.Document] })
}

// nameParts names the modules of the findings, and header and footer.
func (p *pageExamination) nameParts() {
	for i := range p.findings {
		f := &p.findings[i]
		for _, id := range []string{f.Record, f.Document} {
			if name, ok := p.parts[id]; ok {
				f.Part = name
				break
			}
		}
	}
}

// examiner builds a page as visitors get it and records what was dropped, skipped or replaced (REPO-3).
type examiner struct {
	reports *Reports
	ctx     context.Context
	// public is the site context of visitors, in which links must work; siteContext is that of the preview.
	siteContext, public *site.Context
	page                pageExamination
	// dead caches whether paths of the group's sites are not found.
	dead map[string]bool
}

// examine builds the page at a path below a site's home page in a preview and returns its findings.
func (c *Reports) examine(ctx context.Context, sel *editor.Selection) (*pageExamination, error) {
	ctx, report := cache.WithNotes(ctx)
	origin := visit.Of(ctx)
	// The request has loaders of its own: values that were loaded before would add no findings.
	var failures failures
	own := &visit.Request{Scheme: origin.Scheme, Host: origin.Host, Editor: origin.Editor}
	ctx = visit.WithOperation(ctx, own, failures.add)
	url := sel.PublicURL(origin.Scheme, origin.Host)
	outside := visit.WithoutPreview(ctx)
	public, err := c.website.SiteContextOn(
		outside,
		origin.Scheme,
		site.HostOf(sel.Site, origin.Host),
		sel.Site,
		sel.Locale,
		sel.Context.Stage,
	)
	if err != nil {
		return nil, err
	}
	resolution, err := c.website.Resolve(visit.WithPreview(ctx, &sel.Context.Preview), url, sel.Context.Stage)
	if err != nil {
		return nil, err
	}
	e := &examiner{reports: c, ctx: ctx, public: public, dead: map[string]bool{}}
	e.page.shared, e.page.parts = sharedDocuments(public), map[string]string{}
	switch found := resolution.(type) {
	case *site.NotFoundResolution:
		e.siteContext, e.page.isPartial = found.SiteContext, true
		e.notePageMissing(found)
	case *site.PageResolution:
		e.siteContext = found.SiteContext
		if err := e.build(found); err != nil {
			return nil, err
		}
	default:
		e.page.isPartial = true
	}
	if e.siteContext != nil {
		e.examineNavigation()
	}
	for _, failure := range failures.all() {
		e.page.isPartial = true
		e.note(finding.Finding{Kind: finding.Unavailable, Message: failure.Error()})
	}
	foreign := e.foreignDocuments()
	for _, f := range finding.Of(report.Notes()) {
		if !foreign[f.Document] {
			e.note(f)
		}
	}
	e.page.nameParts()
	e.page.findings = finding.Unique(e.page.findings)
	return &e.page, nil
}

// failures collects the errors of parts that could not be read. It is safe for concurrent use.
type failures struct {
	mu   sync.Mutex
	errs []error
}

func (f *failures) add(_ context.Context, _ string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.errs = append(f.errs, err)
}

func (f *failures) all() []error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.errs)
}

// sharedDocuments returns the ids of the documents that all pages of a site use.
func sharedDocuments(siteCtx *site.Context) map[string]bool {
	shared := map[string]bool{}
	if n := siteCtx.Navigation(siteCtx.Site); n != nil {
		shared[siteCtx.Site.ID], shared[n.ID] = true, true
		if n.Footer != nil {
			shared[n.Footer.ID] = true
		}
	}
	return shared
}

// foreignDocuments returns the documents of the other sites: one call reads the navigations of all sites.
func (e *examiner) foreignDocuments() map[string]bool {
	foreign := map[string]bool{}
	for _, s := range e.public.Directory.Sites {
		if s.ID == e.public.Site.ID {
			continue
		}
		foreign[s.ID] = true
		if n := e.public.Navigation(s); n != nil {
			foreign[n.ID] = true
			if n.Footer != nil {
				foreign[n.Footer.ID] = true
			}
		}
	}
	return foreign
}

func (e *examiner) note(f finding.Finding) { e.page.findings = append(e.page.findings, f) }

// notePageMissing records the reason why a page is not found.
func (e *examiner) notePageMissing(n *site.NotFoundResolution) {
	tree, err := e.siteContext.Tree(e.siteContext.Site)
	if err == nil {
		if item := tree.Find(n.NotFound.URL); item != nil && item.Page != nil {
			e.page.title = item.Page.Title
			if _, ok := e.siteContext.LanguageOf(item.Page.Languages); !ok {
				e.note(finding.Finding{
					Kind:     finding.UnsupportedLanguage,
					Document: item.Page.ID,
					Message:  strings.Join(item.Page.Languages, ", "),
				})
				return
			}
			e.note(finding.Finding{Kind: finding.NotFound, Document: item.Page.ID, Message: n.NotFound.Message})
			return
		}
	}
	e.note(finding.Finding{Kind: finding.NotFound, Message: n.NotFound.Message})
}

// build reads all parts of a page.
func (e *examiner) build(p *site.PageResolution) error {
	if err := e.examineContent(p); err != nil {
		return err
	}
	if err := e.examineCatalog(p); err != nil {
		return err
	}
	story, err := e.reports.website.StoryEntry(e.ctx, p)
	if err != nil {
		return err
	}
	if s, ok := story.(*editorial.LocalizedStory); ok {
		bodies, err := e.reports.cms.Bodies(e.ctx, s.SiteContext, editorial.StoryBody, []string{s.ID})
		if err != nil {
			return err
		}
		e.page.title = s.Title
		e.noteFallback(s.ID, s.IsLanguageFallback(), s.Language)
		e.examineImage(s.ID, "", "teaserImage", s.TeaserImage)
		e.examineModules(s.ID, bodies[0].Modules)
	}
	release, err := e.reports.website.MediaReleaseEntry(e.ctx, p)
	if err != nil {
		return err
	}
	if m, ok := release.(*editorial.LocalizedMediaRelease); ok {
		bodies, err := e.reports.cms.Bodies(e.ctx, m.SiteContext, editorial.MediaReleaseBody, []string{m.ID})
		if err != nil {
			return err
		}
		e.page.title = m.Title
		e.noteFallback(m.ID, m.IsLanguageFallback(), m.Language)
		if m.PDF != nil {
			e.addFile(m.ID, "", "pdf", m.PDF.URL)
		}
		e.examineModules(m.ID, bodies[0].Modules)
	}
	return nil
}

func (e *examiner) noteFallback(document string, isFallback bool, language string) {
	if isFallback {
		e.note(finding.Finding{
			Kind:     finding.LanguageFallback,
			Document: document,
			Field:    "localizations",
			Message:  language,
		})
	}
}

// examineContent reads the content page.
func (e *examiner) examineContent(p *site.PageResolution) error {
	if p.Found.Item == nil || p.Found.Item.Page == nil {
		return nil
	}
	id := p.Found.Item.Page.ID
	e.page.title = p.Found.Item.Page.Title
	if _, ok := e.public.Page(id); !ok {
		// Link targets of a hidden page are hidden until it is published.
		e.public = e.siteContext
	}
	page, err := e.reports.website.Page(e.ctx, p.SiteContext, id)
	if err != nil || page == nil {
		return err
	}
	e.page.title, e.page.isPartial = page.Title, page.IsLocked
	if page.Image != nil {
		// Teasers show the image beside the title, so that it needs no alternative text.
		e.addFile(id, "", "image", page.Image.URL)
	}
	e.examineModules(id, page.Modules)
	if i := page.Injection; i != nil {
		product, err := e.reports.website.Assortment.Injected(e.ctx, i)
		if err != nil {
			return err
		}
		if product == nil {
			e.note(finding.Finding{Kind: finding.MissingReference, Document: id, Field: "injection", Message: i.Slug})
		}
	}
	return nil
}

// examineCatalog reads the catalogue entry at the URL.
func (e *examiner) examineCatalog(p *site.PageResolution) error {
	entry, err := e.reports.website.Assortment.Entry(e.ctx, p)
	if err != nil {
		return err
	}
	switch found := entry.(type) {
	case *catalog.LocalizedProduct:
		e.page.title = found.Name
		full, err := e.reports.website.Assortment.Detailed(e.ctx, p.SiteContext, found.Type(), found.Slug)
		if err != nil || full == nil {
			return err
		}
		for i, image := range full.Detail.Images {
			e.examineImage(found.Slug, "", fmt.Sprintf("images[%d]", i), image)
		}
		for i, h := range full.Detail.Highlights {
			e.examineImage(found.Slug, "", fmt.Sprintf("highlights[%d].image", i), h.Image)
		}
		for i, d := range full.Detail.Documents {
			e.addFile(found.Slug, "", fmt.Sprintf("documents[%d]", i), d.URL)
		}
		e.examineFigures(found, full.Detail)
	case *catalog.Overview:
		if found.Classification != nil {
			e.page.title = found.Classification.Name
		}
	}
	return nil
}

// examineFigures examines the values that filters by number leave out.
func (e *examiner) examineFigures(p *catalog.LocalizedProduct, detail *catalog.Detail) {
	note := func(field, message string) {
		e.note(finding.Finding{
			Kind: finding.UnfilterableValue, Document: p.Slug, Field: field, Message: message,
		})
	}
	for _, row := range catalog.UnfilterableRows(detail.Specifications) {
		note(fmt.Sprintf("specifications[%d]", row.Index), row.String())
	}
	for i, v := range detail.Variants {
		for _, row := range catalog.UnfilterableRows(v.Own) {
			note(fmt.Sprintf("variants[%d].specifications[%d]", i, row.Index), row.String())
		}
	}
	index, _, err := e.reports.website.Assortment.Catalogue.Index(e.ctx, p.Type(), p.SiteContext.Locale.LanguageCode)
	if err != nil {
		e.note(finding.Finding{
			Kind: finding.Unavailable, Document: p.Slug, Message: "the list of products could not be read",
		})
		return
	}
	for _, name := range index.OtherMeasures(p.Slug) {
		note("specifications", name+" (another measure than in most products)")
	}
}

// examineModules examines the links and images of modules.
func (e *examiner) examineModules(document string, modules []editorial.Module) {
	maps.Copy(e.page.parts, editor.ModuleLabels(modules))
	editorial.WalkReferences(modules, func(ref editorial.Reference) {
		field := ref.Field()
		switch {
		case ref.Link != nil:
			e.examineLink(document, ref.Record, field, ref.Link.Ref)
		case ref.Image != nil:
			e.examineImage(document, ref.Record, field, ref.Image)
		case ref.File != nil:
			e.addFile(document, ref.Record, field, ref.File.URL)
		case ref.Text != nil:
			e.examineText(document, ref.Record, field, *ref.Text)
		}
	})
}

// examineNavigation examines the links of header and footer. The navigation reader has already recorded empty links and
// items without a page.
func (e *examiner) examineNavigation() {
	n := e.public.Navigation(e.public.Site)
	if n == nil {
		return
	}
	e.page.parts[n.ID] = editor.ModuleLabel("HeaderNavigation")
	if tree, err := e.public.Tree(e.public.Site); err == nil {
		for _, items := range [][]*site.Item{tree.Items, tree.TopItems} {
			e.examineItems(n.ID, items)
		}
	}
	if n.Footer == nil {
		return
	}
	e.page.parts[n.Footer.ID] = editor.ModuleLabel("FooterNavigation")
	for i, section := range n.Footer.Sections {
		for j, l := range section.Links {
			e.examineLink(n.Footer.ID, "", fmt.Sprintf("sections[%d].links[%d]", i, j), l)
		}
	}
	for i, l := range n.Footer.LegalLinks {
		e.examineLink(n.Footer.ID, "", fmt.Sprintf("legalLinks[%d]", i), l)
	}
	if l := n.Footer.ContactLink; !l.IsEmpty() {
		e.examineLink(n.Footer.ID, "", "contactLink", l)
	}
}

// examineItems examines the links of menu items.
func (e *examiner) examineItems(document string, items []*site.Item) {
	for _, i := range items {
		if ref := i.LinkRef(); !ref.IsEmpty() {
			e.examineLink(document, i.ID, "", ref)
		}
		if i.Marketing != nil && !i.Marketing.Link.IsEmpty() {
			e.examineLink(document, i.ID, "marketingSection.link", i.Marketing.Link)
		}
		e.examineItems(document, i.Items)
		for _, section := range i.Sections {
			e.examineItems(document, section.Items)
		}
	}
}

func (e *examiner) examineImage(document, record, field string, i *site.Image) {
	// A path without a host is the placeholder image of this server.
	if i == nil || strings.HasPrefix(i.URL, "/") {
		return
	}
	u := urlUse{document, record, field, i.URL}
	if reason := e.reports.images.Hidden(i); reason != "" {
		e.note(u.finding(finding.HiddenImage, reason))
	} else if e.reports.images.IsUntransformable(i) {
		e.note(u.finding(finding.UntransformableImage, i.MimeType))
	}
	if strings.TrimSpace(i.AlternativeText) == "" {
		e.note(u.finding(finding.MissingAlternativeText, ""))
	}
	e.page.files = append(e.page.files, u)
}

func (e *examiner) addFile(document, record, field, url string) {
	e.page.files = append(e.page.files, urlUse{document, record, field, url})
}

// examineText examines rich text: its links, and the elements that sanitizing removes.
func (e *examiner) examineText(document, record, field string, t editorial.RichText) {
	before, links := elementsOf(t.Source)
	for i, href := range links {
		ref := website.LinkRef(href)
		at := fmt.Sprintf("%s.links[%d]", field, i)
		if ref.IsEmpty() {
			e.note(finding.Finding{Kind: finding.EmptyLink, Document: document, Record: record, Field: at})
			continue
		}
		e.examineLink(document, record, at, ref)
	}
	after, _ := elementsOf(website.Sanitize(t.Source))
	var removed []string
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if name != "a" && after[name] < before[name] {
			removed = append(removed, name)
		}
	}
	if len(removed) > 0 {
		e.note(finding.Finding{
			Kind:     finding.CleanedText,
			Document: document,
			Record:   record,
			Field:    field,
			Message:  strings.Join(removed, ", "),
		})
	}
}

// elementsOf counts the elements of an HTML text by name and returns the targets of its links.
func elementsOf(source string) (count map[string]int, links []string) {
	count = map[string]int{}
	tokens := html.NewTokenizer(strings.NewReader(source))
	for {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			return count, links
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			count[token.Data]++
			if token.Data != "a" {
				continue
			}
			for _, attribute := range token.Attr {
				if attribute.Key == "href" {
					links = append(links, attribute.Val)
				}
			}
		}
	}
}

// examineLink examines where a link leads for visitors.
func (e *examiner) examineLink(document, record, field string, ref *site.LinkRef) {
	kind, target, err := e.reports.website.FollowLink(e.ctx, &site.Link{Ref: ref, SiteContext: e.public})
	if err != nil {
		e.note(finding.Finding{
			Kind:     finding.Unavailable,
			Document: document,
			Record:   record,
			Field:    field,
			Message:  "the catalogue could not be read",
		})
		return
	}
	u := urlUse{document, record, field, target}
	switch {
	case ref.PageID != "":
		if kind == site.LinkNone {
			u.url = ref.PageID
			e.note(u.finding(finding.DeadLink, ref.Text))
			return
		}
		e.page.linked = append(e.page.linked, ref.PageID)
	case ref.CatalogSlug() != "":
		if kind == site.LinkNone {
			e.note(u.finding(finding.ReplacedLink, ref.CatalogSlug()))
		}
	case kind == site.LinkNone:
		u.url = ref.ExternalURL + ref.Path
		e.note(u.finding(finding.ForbiddenLink, ref.Text))
	case kind == site.LinkAction, strings.HasPrefix(target, "#"):
	case strings.HasPrefix(target, "/"):
		if e.isDead(e.public.Scheme+"://"+site.HostOf(e.public.Site, e.public.Host)+target, target) {
			e.note(u.finding(finding.DeadLink, ref.Text))
		}
	case strings.HasPrefix(strings.ToLower(target), "http"):
		e.page.external = append(e.page.external, u)
	}
}

// isDead reports whether a URL of the group's sites is not found. A failed read is not a dead link.
func (e *examiner) isDead(url, path string) bool {
	if site.IsReservedPath(path) {
		return false
	}
	if dead, ok := e.dead[url]; ok {
		return dead
	}
	hops := e.reports.website.Follow(e.ctx, url, e.public.Stage)
	e.dead[url] = hops.IsDead
	if hops.PageID != "" {
		e.page.linked = append(e.page.linked, hops.PageID)
	}
	return hops.IsDead
}
