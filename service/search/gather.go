package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"strand/client/src/i18n/messages"
	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/location"
	"strand/domain/media"
	"strand/domain/optional"
	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/catalogue"
)

const (
	// batchSize is the number of documents or products per call.
	batchSize = 50
	// maxText is the maximum size of a document's text in bytes.
	maxText = 64 << 10
)

// CMS reads the pages and other content that the search finds.
type CMS interface {
	Bodies(
		ctx context.Context, siteCtx *site.Context, kind editorial.BodyKind, ids []string,
	) ([]*editorial.Body, error)
	Directory(ctx context.Context, stage site.Stage) (*site.Directory, error)
	Locations(ctx context.Context, siteCtx *site.Context) (location.Locations, error)
	Navigations(
		ctx context.Context, dir *site.Directory, stage site.Stage, languages []string,
	) (map[string]*site.Navigation, error)
	Pages(ctx context.Context, siteCtx *site.Context, ids []string) ([]*editorial.Page, error)
	SearchSynonyms(ctx context.Context, dir *site.Directory, stage site.Stage) (*search.SynonymTable, error)
}

// PIM reads the hierarchies of products and services.
type PIM interface {
	Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error)
}

// Readers are the sources of documents. They are the readers of the pages, so that the index is as current as the
// pages.
type Readers struct {
	CMS CMS
	// Editorial has the published stories and media releases.
	Editorial Editorial
	PIM       PIM
	// Catalogue has the products.
	Catalogue *catalogue.Indexes
	// Images builds the URLs of files.
	Images media.URLs
	Log    *slog.Logger
}

// Editorial reads the published stories and media releases.
type Editorial interface {
	Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error)
	MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error)
}

// errOutdated is returned with all documents of the present index of the catalogue, which is read again soon. They
// replace earlier ones, since their texts are those of this index; with cache.ErrIncomplete, it lacks products.
var errOutdated = errors.New("the index of the catalogue is outdated")

// source is a system with a kind of documents.
type source struct {
	name string
	// gather returns the documents of a scope, with an error if some are missing.
	gather func(context.Context, search.Scope) ([]*search.Document, error)
	// isCatalogue means that more can be gathered when the catalogue has grown.
	isCatalogue bool
}

func (r Readers) sources() []source {
	return []source{
		// The products are last, because they are the most documents: if the first gathering is interrupted, it has
		// the others.
		{name: "pages", gather: r.pages},
		{name: "requests", gather: r.requests},
		{"services", r.catalog(catalog.TypeService, search.Service), true},
		{name: "stories", gather: r.stories},
		{name: "people", gather: r.people},
		{name: "media releases", gather: r.mediaReleases},
		{"products", r.catalog(catalog.TypeProduct, search.Product), true},
	}
}

// siteContext is the site context of an anonymous user of a site in an international locale.
func (r Readers) siteContext(ctx context.Context, scope search.Scope) (*site.Context, *site.Navigation, error) {
	dir, err := r.CMS.Directory(ctx, site.Published)
	if err != nil {
		return nil, nil, err
	}
	s := dir.Site(scope.Site)
	if s == nil {
		return nil, nil, fmt.Errorf("unknown site %q", scope.Site)
	}
	l := site.Locale{LanguageCode: scope.Language}
	navigations, err := r.CMS.Navigations(ctx, dir, site.Published, site.ContentLanguages(l, ""))
	if err != nil {
		return nil, nil, err
	}
	n := navigations[s.ID]
	if n == nil {
		n = &site.Navigation{Site: s}
	}
	return site.NewContext(
		site.ContextInput{Directory: dir, Site: s, Locale: l, Stage: site.Published},
		navigations,
	), n, nil
}

// pages gathers content pages with their public files and locations. Protected pages and pages hidden from search are
// not included. A page that does not exist in the language is found by its title in the navigation, and by its texts in
// the language in which visitors see it (SRCH-4).
func (r Readers) pages(ctx context.Context, scope search.Scope) ([]*search.Document, error) {
	siteCtx, navigation, err := r.siteContext(ctx, scope)
	if err != nil {
		return nil, err
	}
	var placed []site.ReachablePage
	for _, p := range site.ReachablePages(navigation) {
		if siteCtx.IsListed(p.Item) {
			placed = append(placed, p)
		}
	}
	var docs []*search.Document
	var incomplete error
	for part := range slices.Chunk(placed, batchSize) {
		ids := convert.All(part, func(p site.ReachablePage) string { return p.Item.Page.ID })
		pages, err := r.CMS.Pages(ctx, siteCtx, ids)
		found := slices.ContainsFunc(pages, func(p *editorial.Page) bool { return p != nil })
		if err != nil && !isPartial(err, found) {
			return nil, err
		}
		incomplete = cmp.Or(incomplete, err)
		for i, page := range pages {
			if page == nil || page.HideFromSearch || page.Language.IsUnavailable {
				continue
			}
			more, err := r.page(ctx, siteCtx, page, part[i])
			if err != nil {
				return nil, err
			}
			docs = append(docs, more...)
		}
	}
	return docs, incomplete
}

func (r Readers) page(
	ctx context.Context,
	siteCtx *site.Context,
	page *editorial.Page,
	at site.ReachablePage,
) ([]*search.Document, error) {
	route := site.JoinPath("/", strings.TrimPrefix(at.Item.UnlocalizedURL(), siteCtx.Site.HomePath()))
	language := foreign(search.ScopeOf(siteCtx), page.Language.LanguageCode)
	title, titleLanguage := stripBrands(siteCtx, page.Title), language
	var keywords []string
	if menu := at.Item.Title; menu != page.Title && menu != "" {
		if keywords = []string{menu}; language != "" {
			title, titleLanguage, keywords = menu, "", nil
		}
	}
	docs := []*search.Document{
		{
			ID:            "page:" + page.ID,
			Kind:          search.Page,
			Title:         title,
			TitleLanguage: titleLanguage,
			Description:   optional.OrEmpty(page.Description),
			Text:          cut(editorial.Text(page.Modules)),
			TextLanguage:  language,
			Keywords:      keywords,
			Image:         page.Image,
			Route:         route,
			Countries:     at.Countries,
		},
	}
	for _, d := range editorial.Downloads(page.Modules) {
		if d.File.Locale != nil && !strings.EqualFold(*d.File.Locale, siteCtx.Locale.LanguageCode) {
			continue
		}
		docs = append(
			docs,
			&search.Document{
				ID:          "file:" + d.File.URL,
				Kind:        search.File,
				Title:       stripBrands(siteCtx, d.Title),
				Description: title,
				Keywords: []string{
					d.File.FileName,
					d.File.Extension(),
				},
				File:      r.Images.Original(d.File.URL),
				Countries: at.Countries,

				TitleLanguage: language,
				TextLanguage:  titleLanguage,
			},
		)
	}
	if !slices.ContainsFunc(
		page.Modules,
		func(m editorial.Module) bool { _, ok := m.(*editorial.LocationsModule); return ok },
	) {
		return docs, nil
	}
	locations, err := r.locations(ctx, siteCtx, route, at.Countries)
	return append(docs, locations...), err
}

// locations gathers the locations on a page. They are found by their country, and by the names of their kind and of
// their functions.
func (r Readers) locations(
	ctx context.Context, siteCtx *site.Context, route string, countries []string,
) ([]*search.Document, error) {
	locations, err := r.CMS.Locations(ctx, siteCtx)
	if err != nil {
		return nil, err
	}
	texts := messages.In(siteCtx.Locale.LanguageCode)
	var docs []*search.Document
	for _, l := range locations {
		address := strings.Join(strings.Fields(optional.OrEmpty(l.Address)), " ")
		keywords := []string{texts.Text("search.type." + string(search.Location))}
		country := ""
		if c := siteCtx.Directory.Country(l.CountryCode); c != nil {
			country = c.DisplayName(siteCtx.Locale.LanguageCode)
			keywords = append(keywords, country)
			address = strings.TrimPrefix(address+", "+country, ", ")
		}
		functions := convert.All(l.Types, func(t location.Type) string {
			return texts.Text("locations.label." + string(t))
		})
		text := []string{optional.OrEmpty(l.Phone), optional.OrEmpty(l.Email)}
		for _, code := range l.ServedCountries {
			if c := siteCtx.Directory.Country(code); c != nil {
				text = append(text, c.DisplayName(siteCtx.Locale.LanguageCode))
			}
		}
		docs = append(docs, &search.Document{
			ID:          "location:" + l.ID,
			Kind:        search.Location,
			Category:    country,
			Title:       l.Name,
			Description: address,
			Text:        strings.TrimSpace(strings.Join(text, "\n")),
			Keywords:    keywords,
			Context:     strings.Join(functions, "\n"),
			Route:       route + "#location-" + l.Slug,
			Countries:   countries,
		})
	}
	return docs, nil
}

// offersArea reports whether a site has an area of the main site: it is the main site, or its navigation contains the
// area.
func offersArea(siteCtx *site.Context, area string) bool {
	if siteCtx.Site.IsMain {
		return true
	}
	tree, err := siteCtx.Tree(siteCtx.Site)
	return err == nil && tree.Find(site.URL{Segments: []string{area}}) != nil
}

// isPartial reports whether an error concerns only some records of a batch, so that the others can be indexed. If no
// record was found, the error is one of the whole source.
func isPartial(err error, found bool) bool { return found && errors.Is(err, cache.ErrIncomplete) }

// stripBrands removes the names of the site and of the group's brands from the end of a title (SRCH-6).
func stripBrands(siteCtx *site.Context, title string) string {
	names := []string{siteCtx.Site.Name}
	for _, b := range siteCtx.Directory.Brands {
		names = append(names, b.Name)
	}
	return search.StripBrand(title, names...)
}

// distinct keeps the first document of each id, because a file can be offered on several pages.
func distinct(docs []*search.Document) []*search.Document {
	seen := make(map[string]bool, len(docs))
	return slices.DeleteFunc(docs, func(d *search.Document) bool {
		isDuplicate := seen[d.ID]
		seen[d.ID] = true
		return isDuplicate
	})
}

func cut(text string) string {
	if len(text) > maxText {
		return strings.ToValidUTF8(text[:maxText], "")
	}
	return text
}
