package graph

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/search"
	"strand/domain/site"
)

// verbatimFields are the fields of public types whose value is no text of the content: addresses, technical names, what
// visitors typed, names of people. Their values, and all below them, are the same in all countries (LOC-19).
var verbatimFields = setOf(
	"AlternateVersion.hreflang",
	"Brand.pimId",
	"ChoiceFacet.parameter",
	"Classification.route", "Classification.site", "Classification.slug",
	"Capability.site", "Capability.slug",
	"ContactModule.email", "ContactModule.name", "ContactModule.phone",
	"Event.site", "Event.slug",
	"FigureFacet.fitsParameter", "FigureFacet.minParameter", "FigureFacet.maxParameter", "FigureFacet.finderParameter",
	"FigureFacet.invalidParameters", "FigureFacet.sortLowest", "FigureFacet.sortHighest", "FigureFacet.fits",
	"FigureFacet.min", "FigureFacet.max",
	"File.fileName", "File.slug", "FormDocument.fileName",
	"FormCondition.field", "FormCondition.value",
	"FormField.group", "FormField.messageId", "FormField.name", "FormField.options", "FormField.pattern",
	"FormField.shownWhen",
	"FormModule.site", "FormValue.name", "FormValue.value",
	"HashLocation.hash",
	"Image.srcset", "Image.srcsetPattern",
	"Injection.slug",
	"InvestorColumn.key",
	"Language.languageCode", "Language.languageTag",
	"Link.externalUrl", "Link.pageParameters", "Link.path", "Link.productSlug", "Link.serviceSlug",
	"ListingOption.value",
	"Locale.languageTag", "Locale.openGraphCode", "Locale.sisCode", "Locale.urlCode", "LocaleVersion.urlCode",
	"Location.phone", "Location.slug",
	"MediaRelease.site", "MediaRelease.slug",
	"NavigationItem.path", "NavigationItem.target",
	"NewsFeedItem.site",
	"Page.cmsType", "Page.site", "Page.slug",
	"PageResolution.path", "NotFoundResolution.message", "NotFoundResolution.searchText",
	"PortalNavigationItem.role",
	"Position.site",
	"Product.route", "Product.site", "Product.slug",
	"ProductDocument.fileName",
	"ProductListing.sortedBy",
	"ProductRequest.requested", "ProductRequestPage.requested",
	"QuoteModule.author",
	"RequestOffice.phone",
	"SearchLink.text", // a query, as in the URL of the link
	"SearchOverview.query",
	"Site.domains", "Site.inventoryRole", "Site.slug", "Site.technicalName",
	"Story.site", "Story.slug", "StoryContact.name", "StoryContact.phone", "StoryContact.site", "StoryContact.slug",
	"StoryLabel.slug",
	"StoryOverview.authors",
	"SystemRedirect.previousUrl",
	"TopNavigationItem.path", "TopNavigationItem.target",
	"UserError.code", "UserError.field",
)

// verbatimTypes are the types whose values, and all below them, are those of users and editors.
var verbatimTypes = setOf("EditorArea", "PortalEntry", "User")

func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// spell spells the texts of an operation as the country of their locale does (LOC-19).
func (e *Executor) spell(opCtx *graphql.OperationContext) {
	next := opCtx.ResolverMiddleware
	s := speller{executor: e}
	opCtx.ResolverMiddleware = func(ctx context.Context, resolve graphql.Resolver) (any, error) {
		value, err := next(ctx, resolve)
		if err != nil {
			return value, err
		}
		switch text := value.(type) {
		case string:
			return s.spell(ctx, text), nil
		case *string:
			if text != nil && site.IsSpelledByCountry(*text) {
				spelled := s.spell(ctx, *text)
				return &spelled, nil
			}
		case []string:
			return spellAll(text, func(one string) string { return s.spell(ctx, one) }), nil
		case [][]string:
			rows := make([][]string, len(text))
			for i, row := range text {
				rows[i] = spellAll(row, func(one string) string { return s.spell(ctx, one) })
			}
			return rows, nil
		}
		return value, nil
	}
}

// speller spells the texts of one operation.
type speller struct {
	executor *Executor
	// locales are the locales of fields with an argument that determines it.
	locales sync.Map
}

// spellAll returns the list itself if nothing changes.
func spellAll(texts []string, spell func(string) string) []string {
	if !slices.ContainsFunc(texts, site.IsSpelledByCountry) {
		return texts
	}
	return convert.All(texts, spell) // others may have the list, too
}

func (s *speller) spell(ctx context.Context, text string) string {
	if !site.IsSpelledByCountry(text) { // almost all texts
		return text
	}
	fc := graphql.GetFieldContext(ctx)
	name := fc.Field.Definition.Type.Name()
	if name != "String" && name != "HTML" {
		return text
	}
	locale, ok := s.localeOf(ctx, fc, text)
	switch {
	case !ok:
		return text
	case name == "HTML":
		return locale.SpellHTML(text)
	}
	return locale.Spell(text)
}

// localeOf returns the locale of a field with a text: that of the closest argument above. It reports false for a
// verbatim text, and for one whose locale no argument determines.
func (s *speller) localeOf(ctx context.Context, fc *graphql.FieldContext, text string) (site.Locale, bool) {
	below := ""
	for at := fc; at != nil; at = at.Parent {
		if strings.HasPrefix(below, "title") && isPerson(at.Result) ||
			below == "breadcrumb" && s.isAuthor(ctx, at.Result, text) {
			return site.Locale{}, false
		}
		if at.Field.Field == nil || at.Field.Definition == nil { // an item of a list, or the operation
			continue
		}
		d := at.Field.Definition
		if verbatimFields[at.Field.ObjectDefinition.Name+"."+d.Name] || verbatimTypes[d.Type.Name()] ||
			d.Directives.ForName("auth") != nil {
			return site.Locale{}, false
		}
		if locale, ok := s.argument(ctx, at); ok {
			return locale, true
		}
		below = d.Name
	}
	return site.Locale{}, false
}

// isPerson reports whether a value is a search result whose title is the name of a person.
func isPerson(value any) bool {
	if item, ok := value.(**search.LocalizedHit); ok { // of a list
		value = *item
	}
	hit, ok := value.(*search.LocalizedHit)
	return ok && hit != nil && hit.Kind == search.Person
}

// isAuthor reports whether a value is the resolution of the page of an author with a name.
func (s *speller) isAuthor(ctx context.Context, value any, name string) bool {
	page, ok := value.(*site.PageResolution)
	if !ok {
		return false
	}
	entry, err := s.executor.resolver.Website.StoryEntry(ctx, page)
	author, ok := entry.(*editorial.LocalizedStoryContact)
	return err == nil && ok && author != nil && author.Name == name
}

// argument returns the locale that an argument of a field determines.
func (s *speller) argument(ctx context.Context, fc *graphql.FieldContext) (site.Locale, bool) {
	code, ok := fc.Args["locale"].(string)
	if optional, isOptional := fc.Args["locale"].(*string); isOptional && optional != nil {
		code, ok = *optional, true
	}
	if ok {
		return site.ParseLocale(strings.ReplaceAll(code, "_", "-"))
	}
	url, ok := fc.Args["url"].(string)
	if !ok {
		return site.Locale{}, false
	}
	if found, ok := s.locales.Load(fc); ok {
		return found.(site.Locale), true
	}
	dir, err := s.executor.resolver.Website.Directory(ctx)
	if err != nil {
		return site.Locale{}, false
	}
	address, err := dir.Parse(url)
	if err != nil {
		return site.Locale{}, false
	}
	// The visitor's preferences only determine the locale of a redirect.
	locale := dir.LocaleOf(address, site.Preferences{})
	s.locales.Store(fc, locale)
	return locale, true
}
