package edge

import (
	"net/http"

	"strand/domain/site"
)

// localeCookieAge is "effectively permanent" (spec §9): browsers keep no cookie for longer than 400 days.
const localeCookieAge = 400 * 24 * 60 * 60

// switchLocale serves GET /api/locale?locale=de-CH&url=/en/about: it remembers the locale for the site, and the language
// before as the one to fall back to (spec §9), and leads to the same page. It is a link like any other, so that it works without JavaScript.
func (p *pages) switchLocale(w http.ResponseWriter, r *http.Request) {
	req := p.visitors.request(r)
	dir, err := p.cms.Directory(r.Context(), site.Published)
	if err != nil {
		http.Error(w, "The languages cannot be read now; please try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	locale, ok := site.ParseLocale(r.URL.Query().Get("locale"))
	path := r.URL.Query().Get("url")
	if !ok || len(path) == 0 || path[0] != '/' {
		http.Error(w, "This address needs a locale, such as de-CH, and a url that starts with a slash.", http.StatusBadRequest)
		return
	}
	address, err := dir.Parse(req.Scheme + "://" + req.Host + path)
	if err != nil {
		http.Error(w, "The url is malformed.", http.StatusBadRequest)
		return
	}
	if !dir.Supports(address.Site, locale) {
		http.Error(w, "This site is not offered in the locale "+locale.Code()+".", http.StatusBadRequest)
		return
	}
	remember := func(name, value string) {
		http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: localeCookieAge, SameSite: http.SameSiteLaxMode, Secure: req.Scheme == "https"})
	}
	remember(CookieLocale+address.Site.TechnicalName, locale.Code())
	// Whoever leaves a language can read it: it stands in for what the new one lacks.
	if dir.HasLocale(address) && address.Locale.LanguageCode != locale.LanguageCode {
		remember(CookieFallbackLanguage, address.Locale.LanguageCode)
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, address.In(locale), http.StatusFound)
}
