package cms

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"strand/domain/catalog"
	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/finding"
	"strand/domain/form"
	"strand/domain/investor"
	"strand/domain/optional"
	"strand/domain/site"
	"strand/internal/cache"
)

// mapper maps records of the CMS to domain types in a site context.
type mapper struct {
	siteContext *site.Context
	// pageID is the id of the page that contains the modules; empty for other documents.
	pageID string
	// document is the id of the mapped document, part the label of the mapped module, for findings.
	document, part string
	// addFinding receives what is dropped, skipped or replaced; nil if findings are not collected.
	addFinding func(finding.Finding)
}

// findingCollector returns a function that adds findings to the report of a context, if findings are collected, and
// logs what has an unknown type and is left out (MSG-27).
func findingCollector(ctx context.Context, log *slog.Logger) func(finding.Finding) {
	isCollecting := cache.CollectsNotes(ctx)
	return func(f finding.Finding) {
		if f.Kind == finding.UnknownType {
			log.WarnContext(
				ctx,
				"cms_item_skipped",
				slog.String("document", f.Document),
				slog.String("record", f.Record),
				slog.String("type", f.Message),
			)
		}
		if isCollecting {
			cache.AddNote(ctx, f)
		}
	}
}

// note adds a finding of a module.
func (m mapper) note(kind finding.Kind, record, field, message string) {
	if m.addFinding != nil {
		m.addFinding(finding.Finding{
			Kind: kind, Document: m.document, Record: record, Part: m.part, Field: field, Message: message,
		})
	}
}

// noteItem adds a finding of an item of a module.
func (m mapper) noteItem(kind finding.Kind, record string, index int, field string) {
	if m.addFinding != nil {
		m.note(kind, record, fmt.Sprintf("items[%d].%s", index, field), "")
	}
}

func (m mapper) modules(from []ModuleFields) []editorial.Module {
	modules := make([]editorial.Module, 0, len(from))
	for _, f := range from {
		m.part = editor.ModuleLabel(f.GetTypename())
		if module := m.module(f); module != nil {
			modules = append(modules, module)
		}
	}
	return modules
}

// module maps a module; nil for an empty module or one of an unknown type.
func (m mapper) module(from ModuleFields) editorial.Module {
	switch f := from.(type) {
	case *ModuleFieldsHeroModule:
		return &editorial.HeroModule{
			ID:       f.Id,
			Layout:   string(f.Layout),
			Overline: optional.Text(f.Overline),
			Title:    optional.Text(f.Heading),
			Lead:     optional.Text(f.Lead),
			Image:    image(f.Image),
			Links:    m.links(f.Id, f.Links),
		}
	case *ModuleFieldsRichTextModule:
		if f.Content == nil || f.Content.Html == "" {
			m.note(finding.EmptyModule, f.Id, "content", "")
		}
		return &editorial.RichTextModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Content:     m.richText(f.Content),
		}
	case *ModuleFieldsMediaTextModule:
		return &editorial.MediaTextModule{
			ID:            f.Id,
			AnchorTitle:   optional.Text(f.AnchorTitle),
			Overline:      optional.Text(f.Overline),
			Title:         optional.Text(f.Heading),
			Content:       m.richText(f.Content),
			Image:         image(f.Image),
			MediaPosition: string(f.MediaPosition),
			Links:         m.links(f.Id, f.Links),
		}
	case *ModuleFieldsImageModule:
		if f.Image == nil {
			m.note(finding.EmptyModule, f.Id, "image", "")
			return nil
		}
		return &editorial.ImageModule{
			ID:      f.Id,
			Image:   image(f.Image),
			Caption: optional.Text(f.Caption),
			Width:   string(f.Width),
		}
	case *ModuleFieldsGalleryModule:
		return m.gallery(f)
	case *ModuleFieldsVideoModule:
		return m.video(f)
	case *ModuleFieldsTeaserGridModule:
		return m.teaserGrid(f)
	case *ModuleFieldsKeyFiguresModule:
		module := &editorial.KeyFiguresModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
		}
		for n, i := range f.Items {
			if i.Value == "" { // its reference dangles
				m.noteItem(finding.EmptyModule, f.Id, n, "value")
				continue
			}
			module.Items = append(module.Items, editorial.KeyFigure{
				Value: i.Value,
				Unit:  optional.Text(i.Unit),
				Label: i.Label,
			})
		}
		return module
	case *ModuleFieldsStepsModule:
		module := &editorial.StepsModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
		}
		for _, i := range f.Items {
			module.Items = append(module.Items, editorial.Step{
				Mark:  optional.Text(i.Mark),
				Title: i.Title,
				Text:  optional.Text(i.Text),
			})
		}
		return module
	case *ModuleFieldsAccordionModule:
		module := &editorial.AccordionModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
		}
		for _, i := range f.Items {
			item := editorial.AccordionItem{ID: i.Id, Title: i.Title}
			if i.Content != nil {
				item.Content = editorial.RichText{Source: i.Content.Html, SiteContext: m.siteContext}
			}
			module.Items = append(module.Items, item)
		}
		return module
	case *ModuleFieldsTableModule:
		return m.table(f)
	case *ModuleFieldsDownloadsModule:
		return m.downloads(f)
	case *ModuleFieldsQuoteModule:
		return &editorial.QuoteModule{
			ID:     f.Id,
			Quote:  f.Quote,
			Author: f.Author,
			Role:   optional.Text(f.Role),
			Image:  image(f.Image),
		}
	case *ModuleFieldsBrandsModule:
		return m.brands(f)
	case *ModuleFieldsCallToActionModule:
		return &editorial.CallToActionModule{
			ID:              f.Id,
			Title:           optional.Text(f.Heading),
			Text:            optional.Text(f.Text),
			BackgroundColor: string(f.BackgroundColor),
			Links:           m.links(f.Id, f.Links),
		}
	case *ModuleFieldsContactModule:
		return &editorial.ContactModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Heading),
			Text:        optional.Text(f.Text),
			Name:        optional.Text(f.Name),
			Role:        optional.Text(f.Role),
			Phone:       optional.Text(f.Phone),
			Email:       optional.Text(f.Email),
			Image:       image(f.Image),
			Link:        m.link(f.Id, "link", f.Link),
		}
	case *ModuleFieldsStoriesModule:
		module := &editorial.StoriesModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
			Limit:       f.Limit,
			SiteContext: m.siteContext,
		}
		if f.Category != nil {
			module.Category = f.Category.Slug
		}
		if f.Topic != nil {
			module.Topic = f.Topic.Slug
		}
		return module
	case *ModuleFieldsMediaReleasesModule:
		return &editorial.MediaReleasesModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
			Limit:       f.Limit,
			SiteContext: m.siteContext,
		}
	case *ModuleFieldsFormModule:
		if form.Of(form.Kind(constant(string(f.Kind)))) == nil {
			m.note(finding.UnknownType, f.Id, "kind", string(f.Kind))
			return nil
		}
		module := &editorial.FormModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
			Text:        optional.Text(f.Text),
			Kind:        form.Kind(constant(string(f.Kind))),
			Localized:   site.Localized{SiteContext: m.siteContext},
		}
		if f.Document != nil {
			module.Document = &editorial.FormDocument{
				About: m.pageID,
				File:  *file(f.Document, ""),
				Cover: image(f.Cover),
			}
		}
		return module
	case *ModuleFieldsInvestorTableModule:
		if !slices.Contains(investor.Kinds, investor.Kind(constant(string(f.Table)))) {
			m.note(finding.UnknownType, f.Id, "table", string(f.Table))
			return nil
		}
		return &editorial.InvestorTableModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
			Text:        optional.Text(f.Text),
			Kind:        investor.Kind(constant(string(f.Table))),
			SiteContext: m.siteContext,
		}
	case *ModuleFieldsLocationsModule:
		return &editorial.LocationsModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
		}
	case *ModuleFieldsPositionsModule:
		return &editorial.PositionsModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
		}
	case *ModuleFieldsFinancialCalendarModule:
		return &editorial.FinancialCalendarModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
			SiteContext: m.siteContext,
		}
	case *ModuleFieldsEventsModule:
		return &editorial.EventsModule{
			ID:          f.Id,
			AnchorTitle: optional.Text(f.AnchorTitle),
			Title:       optional.Text(f.Title),
			SiteContext: m.siteContext,
		}
	}
	return nil
}

func (m mapper) gallery(f *ModuleFieldsGalleryModule) editorial.Module {
	module := &editorial.GalleryModule{
		ID:          f.Id,
		AnchorTitle: optional.Text(f.AnchorTitle),
		Title:       optional.Text(f.Title),
	}
	for n, i := range f.Items {
		if i.Image == nil {
			m.noteItem(finding.EmptyModule, f.Id, n, "image")
			continue
		}
		module.Items = append(
			module.Items,
			editorial.GalleryItem{Index: n, Image: image(i.Image), Caption: optional.Text(i.Caption)},
		)
	}
	if len(module.Items) == 0 {
		m.note(finding.EmptyModule, f.Id, "items", "")
		return nil
	}
	return module
}

func (m mapper) video(f *ModuleFieldsVideoModule) editorial.Module {
	if f.Video == nil && f.VideoUrl == "" {
		m.note(finding.EmptyModule, f.Id, "video", "")
		return nil
	}
	module := &editorial.VideoModule{
		ID:          f.Id,
		AnchorTitle: optional.Text(f.AnchorTitle),
		Title:       optional.Text(f.Title),
		Caption:     optional.Text(f.Caption),
		File:        file(f.Video, ""),
		VideoURL:    optional.Text(f.VideoUrl),
		Thumbnail:   image(f.Thumbnail),
	}
	if module.Thumbnail == nil {
		m.note(finding.MissingImage, f.Id, "thumbnail", "")
		module.Thumbnail = catalog.Placeholder(catalog.PlaceholderVideo)
	}
	if f.Transcript != nil {
		module.Transcript = &editorial.RichText{Source: f.Transcript.Html, SiteContext: m.siteContext}
	}
	if f.Duration > 0 {
		module.Duration = &f.Duration
	}
	return module
}

func (m mapper) teaserGrid(f *ModuleFieldsTeaserGridModule) editorial.Module {
	module := &editorial.TeaserGridModule{
		ID:          f.Id,
		AnchorTitle: optional.Text(f.AnchorTitle),
		Title:       optional.Text(f.Title),
		Lead:        optional.Text(f.Lead),
		Style:       string(f.Style),
		ColumnCount: f.ColumnCount,
		Link:        m.link(f.Id, "link", f.Link),
	}
	for n, i := range f.Items {
		module.Items = append(module.Items, editorial.Teaser{
			Overline: optional.Text(i.Overline),
			Title:    i.Title,
			Text:     optional.Text(i.Text),
			Image:    image(i.Image),
			Link:     m.itemLink(f.Id, n, i.Link),
		})
	}
	return module
}

func (m mapper) table(f *ModuleFieldsTableModule) editorial.Module {
	module := &editorial.TableModule{
		ID:          f.Id,
		AnchorTitle: optional.Text(f.AnchorTitle),
		Title:       optional.Text(f.Heading),
		Note:        optional.Text(f.Note),
	}
	for _, c := range f.Columns {
		module.Columns = append(
			module.Columns,
			editorial.TableColumn{Title: c.Title, Unit: optional.Text(c.Unit), Numeric: c.Numeric},
		)
	}
	for n, r := range f.Rows {
		if len(r.Cells) != len(module.Columns) && m.addFinding != nil {
			m.note(
				finding.CutRow,
				f.Id,
				fmt.Sprintf("rows[%d]", n),
				fmt.Sprintf("%d/%d", len(r.Cells), len(module.Columns)),
			)
		}
		// A row has exactly one cell per column: cells are cut or added.
		row := make([]string, len(module.Columns))
		copy(row, r.Cells)
		module.Rows = append(module.Rows, row)
	}
	return module
}

func (m mapper) downloads(f *ModuleFieldsDownloadsModule) editorial.Module {
	module := &editorial.DownloadsModule{
		ID:          f.Id,
		AnchorTitle: optional.Text(f.AnchorTitle),
		Title:       optional.Text(f.Title),
	}
	for n, i := range f.Items {
		if i.File == nil {
			m.noteItem(finding.EmptyModule, f.Id, n, "file")
			continue
		}
		module.Items = append(
			module.Items,
			editorial.Download{
				Index:     n,
				Title:     i.Title,
				File:      file(i.File, string(i.Language)),
				Thumbnail: image(i.Thumbnail),
			},
		)
	}
	if len(module.Items) == 0 {
		m.note(finding.EmptyModule, f.Id, "items", "")
		return nil
	}
	return module
}

func (m mapper) brands(f *ModuleFieldsBrandsModule) editorial.Module {
	module := &editorial.BrandsModule{
		ID:          f.Id,
		AnchorTitle: optional.Text(f.AnchorTitle),
		Title:       optional.Text(f.Title),
	}
	for n, i := range f.Items {
		var brand *site.Brand
		if i.Brand != nil {
			brand = m.siteContext.Directory.Brand(i.Brand.Id)
		}
		if brand == nil {
			m.noteItem(finding.MissingReference, f.Id, n, "brand")
			continue
		}
		module.Items = append(
			module.Items,
			editorial.BrandTeaser{
				Index: n,
				Brand: brand,
				Text:  optional.Text(i.Text),
				Link:  m.itemLink(f.Id, n, i.Link),
			},
		)
	}
	return module
}

func (m mapper) richText(from *ModuleFieldsContentRichText) editorial.RichText {
	if from == nil {
		return editorial.RichText{SiteContext: m.siteContext}
	}
	return editorial.RichText{Source: from.Html, SiteContext: m.siteContext}
}

func (m mapper) links(record string, from []LinkFields) []*site.Link {
	links := make([]*site.Link, 0, len(from))
	for n, f := range from {
		if ref := linkRef(f); ref.IsEmpty() {
			m.noteEmpty(record, f, func() string { return fmt.Sprintf("links[%d]", n) })
		} else {
			links = append(links, &site.Link{Ref: ref, SiteContext: m.siteContext, Index: n})
		}
	}
	return links
}

// link maps a link; nil for an empty link, which is skipped (NAV-29).
func (m mapper) link(record, field string, from LinkFields) *site.Link {
	ref := linkRef(from)
	if ref.IsEmpty() {
		m.noteEmpty(record, from, func() string { return field })
		return nil
	}
	return &site.Link{Ref: ref, SiteContext: m.siteContext}
}

// itemLink maps the link of an item of a module.
func (m mapper) itemLink(record string, index int, from LinkFields) *site.Link {
	ref := linkRef(from)
	if ref.IsEmpty() {
		m.noteEmpty(record, from, func() string { return fmt.Sprintf("items[%d].link", index) })
		return nil
	}
	return &site.Link{Ref: ref, SiteContext: m.siteContext}
}

// noteEmpty adds the finding of an empty link. A link that the editor has not set is not a finding.
func (m mapper) noteEmpty(record string, from LinkFields, field func() string) {
	if from != nil && m.addFinding != nil {
		m.note(finding.EmptyLink, record, field(), linkText(from))
	}
}
