package pages

import (
	"context"
	"net/http"
	"time"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/service/website/visit"
)

// localeCookieAge is the longest lifetime that browsers accept: 400 days, in seconds.
const localeCookieAge = 400 * 24 * 60 * 60

// localeSwitch serves GET /api/locale?locale=de-CH&url=/en/about: it stores the locale for the site, and the previous
// language as the fallback language, in cookies and redirects to the same page, or to the home page if visitors of the
// country cannot open it. As a link it works without JavaScript.
type localeSwitch struct {
	visitor.Sites
	visitors visitor.Reader
	// isFound reports whether a visitor finds a page at an absolute URL.
	isFound func(context.Context, *visit.Request, string) bool
	// budget is how long it searches for the page.
	budget time.Duration
}

func (l localeSwitch) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req := l.visitors.Request(r)
	dir, err := l.Directory(r.Context())
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	locale, ok := site.ParseLocale(r.URL.Query().Get("locale"))
	path := r.URL.Query().Get("url")
	if !ok || !visitor.IsOwnPath(path) {
		respond.Error(
			w,
			r,
			apperr.New(
				apperr.Invalid,
				"This address needs a locale, such as de-CH, and a url that starts with a slash.",
			),
		)
		return
	}
	address, err := dir.Parse(req.Scheme + "://" + req.Host + path)
	if err != nil {
		respond.Error(w, r, apperr.New(apperr.Invalid, "The url is malformed."))
		return
	}
	if !dir.Supports(address.Site, locale) {
		respond.Error(w, r, apperr.New(apperr.Invalid, "This site is not offered in the locale %s.", locale.Code()))
		return
	}
	remember := func(name, value string) {
		http.SetCookie(w, &http.Cookie{
			Name:     name,
			Value:    value,
			Path:     "/",
			MaxAge:   localeCookieAge,
			SameSite: http.SameSiteLaxMode,
			Secure:   req.Scheme == "https",
		})
	}
	remember(visitor.CookieLocale+address.Site.TechnicalName, locale.Code())
	// The previous language becomes the fallback for content that the new one lacks: the visitor can read it.
	if dir.HasLocale(address) && address.Locale.LanguageCode != locale.LanguageCode {
		remember(visitor.CookieFallbackLanguage, address.Locale.LanguageCode)
	}
	w.Header().Set("Cache-Control", "private, no-store")
	l.visitors.VaryByPreferences(w.Header())
	if dir.HasLocale(address) {
		address.RawQuery = catalog.PlainQuery(address.RawQuery, address.Locale)
	}
	target := address.InLocale(locale)
	ctx, cancel := budget.Apply(budget.With(r.Context(), l.budget))
	defer cancel()
	if !l.isFound(ctx, req, address.AbsoluteURL(target)) {
		// The page is for other countries.
		target = site.LocalizedPath(locale, address.Home)
	}
	http.Redirect(w, r, target, http.StatusFound)
}
