package editor

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"strand/domain/site"
)

// Parameters of the URL of the editor area.
const (
	ParamSite     = "site"
	ParamLanguage = "language"
	ParamCountry  = "country"
	ParamStage    = "stage"
	ParamAudience = "audience"
	ParamRelease  = "release"
	ParamMoment   = "moment"
	ParamPage     = "page"

	// momentInput is the format of datetime inputs in browsers; it is parsed as UTC.
	momentInput = "2006-01-02T15:04"
	maxPage     = 1000
)

// Problem is the reason for which a parameter of the URL is not applied.
type Problem string

const (
	UnknownSite       Problem = "UNKNOWN_SITE"
	UnsupportedLocale Problem = "UNSUPPORTED_LOCALE"
	UnknownStage      Problem = "UNKNOWN_STAGE"
	UnknownAudience   Problem = "UNKNOWN_AUDIENCE"
	MalformedMoment   Problem = "MALFORMED_MOMENT"
	MalformedPage     Problem = "MALFORMED_PAGE"
)

// Selection is the state of the editor area that its URL contains: a preview context, a locale and a page.
type Selection struct {
	Context PreviewContext
	Site    *site.Site
	Locale  site.Locale
	// Page is the path below the site's home, `/` for the home page.
	Page string
	// Problems are the problems of invalid parameters, in order.
	Problems []Problem
}

// ParseSelection parses the query of the editor area's URL. language is the language of the editor area itself, and the
// default language of the preview. Invalid parameters keep their defaults and are reported.
func ParseSelection(dir *site.Directory, rawQuery, language string) *Selection {
	// ParseQuery omits malformed pairs.
	query, _ := url.ParseQuery(rawQuery)
	sel := &Selection{
		Site: dir.Main(),
		Page: "/",
		Context: PreviewContext{
			Stage:   site.Published,
			Preview: site.Preview{Audience: site.PreviewAnonymous},
		},
	}
	if id := query.Get(ParamSite); id != "" {
		if s := dir.Site(id); s != nil {
			sel.Site = s
		} else {
			sel.report(UnknownSite)
		}
	}
	sel.Context.SiteID = sel.Site.ID
	sel.readLocale(dir, query, language)
	sel.readContext(query)
	if page := query.Get(ParamPage); page != "" {
		if IsPagePath(page) {
			sel.Page = site.JoinPath("/", strings.Trim(page, "/"))
		} else {
			sel.report(MalformedPage)
		}
	}
	return sel
}

func (sel *Selection) report(p Problem) { sel.Problems = append(sel.Problems, p) }

// readLocale reads language and country; a country without the language is previewed in its default language.
func (sel *Selection) readLocale(dir *site.Directory, query url.Values, language string) {
	wanted := site.Locale{LanguageCode: query.Get(ParamLanguage), CountryCode: query.Get(ParamCountry)}
	isChosen := wanted.LanguageCode != ""
	if !isChosen {
		wanted.LanguageCode = language
	}
	if dir.Supports(sel.Site, wanted) {
		sel.Locale = wanted
		return
	}
	if isChosen || wanted.CountryCode != "" {
		sel.report(UnsupportedLocale)
	}
	sel.Locale = dir.DefaultLocale(sel.Site)
	if international := (site.Locale{LanguageCode: wanted.LanguageCode}); dir.Supports(sel.Site, international) {
		sel.Locale = international
	}
	if c := dir.Country(wanted.CountryCode); c != nil {
		if languages := dir.CountryLanguages(sel.Site, c); len(languages) > 0 {
			sel.Locale = site.Locale{LanguageCode: languages[0], CountryCode: c.CountryCode}
		}
	}
}

func (sel *Selection) readContext(query url.Values) {
	switch stage := site.Stage(query.Get(ParamStage)); stage {
	case "", site.Published:
	case site.Draft:
		sel.Context.Stage = site.Draft
	default:
		sel.report(UnknownStage)
	}
	switch audience := site.PreviewAudience(query.Get(ParamAudience)); {
	case audience.IsValid():
		sel.Context.Preview.Audience = audience
	case audience != "":
		sel.report(UnknownAudience)
	}
	sel.Context.NextRelease = query.Get(ParamRelease) == contextNext
	if text := query.Get(ParamMoment); text != "" {
		// RFC 3339 has no years before 1.
		if moment, err := time.Parse(momentInput, text); err == nil && moment.Year() > 0 {
			sel.Context.Preview.Moment = moment
		} else {
			sel.report(MalformedMoment)
		}
	}
}

// IsPagePath reports whether a text is a path without a query, in the form of the tree.
func IsPagePath(page string) bool {
	u, err := url.Parse(page)
	return err == nil && len(page) <= maxPage && strings.HasPrefix(page, "/") && u.Host == "" && u.RawQuery == "" &&
		u.Fragment == "" && !slices.Contains(strings.Split(page, "/"), "..")
}

// PathBelowHome returns the path below the home of a site for an unlocalized path; `/` for the home page.
func PathBelowHome(s *site.Site, unlocalized string) string {
	return site.JoinPath("/", strings.TrimPrefix(strings.TrimPrefix(unlocalized, s.HomePath()), "/"))
}

// sitePath is the localized path of the page on its site.
func (sel *Selection) sitePath() string {
	return site.LocalizedPath(sel.Locale, site.JoinPath(sel.Site.HomePath(), sel.Page))
}

// PreviewURL is the path of the page in the preview.
func (sel *Selection) PreviewURL() string { return sel.Context.Base() + sel.sitePath() }

// PublicURL is the public URL of the page; visited is the host of the editor area, with its port.
func (sel *Selection) PublicURL(scheme, visited string) string {
	return scheme + "://" + site.HostOf(sel.Site, visited) + sel.sitePath()
}
