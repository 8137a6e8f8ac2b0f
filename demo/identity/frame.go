package identity

import (
	"net/http"
	"net/url"
)

const (
	// siteName is the name of the website, whose brand the pages have.
	siteName = "Strand Group"
	// privacyPath and supportPath are paths of the website, after the language.
	privacyPath = "/privacy"
	supportPath = "/contact"
	// languageParameter is the query parameter with the language that the visitor chose.
	languageParameter = "locale"
	// The typeface of the website: western European characters, and the rest of Latin.
	textFont     = "archivo-latin-wght-normal.woff2"
	textFontMore = "archivo-latin-ext-wght-normal.woff2"
)

// frame is what all pages have around their content.
type frame struct {
	Language     string
	SiteName     string
	SiteURL      string
	LanguageText string
	// Languages are the page in the other languages; empty for a page that cannot be shown again.
	Languages    []languageLink
	ShowPassword string
	FooterLinks  []link
	Footer       string
}

// languageLink shows the page in another language, whose name is in that language.
type languageLink struct {
	Code, Name, URL string
	IsCurrent       bool
}

func (p *pages) frameOf(r *http.Request, texts localizedTexts, isResult bool) frame {
	f := frame{
		Language:     texts.Language,
		SiteName:     siteName,
		SiteURL:      texts.site,
		LanguageText: texts.Get("language.choose"),
		ShowPassword: texts.Get("password.show"),
		FooterLinks: []link{
			{texts.site, texts.Get("site.back")},
			{texts.site + privacyPath, texts.Get("site.privacy")},
			{texts.site + supportPath, texts.Get("site.support")},
		},
		Footer: texts.Get("footer"),
	}
	if isResult {
		return f
	}
	for _, code := range p.catalog.Languages() {
		query := r.URL.Query()
		query.Set(languageParameter, code)
		f.Languages = append(f.Languages, languageLink{
			Code:      code,
			Name:      p.catalog.ByID[code]["language.name"],
			URL:       r.URL.Path + "?" + query.Encode(),
			IsCurrent: code == texts.Language,
		})
	}
	return f
}

// siteURL returns the URL of the website's home page in a language: of the website that started the login, or of the
// one at which the visitor wants to continue. URLs that do not belong to the portal are ignored.
func (p *pages) siteURL(r *http.Request, login *authRequest, language string) string {
	from := r.URL.Query().Get("goto")
	if login != nil {
		from = login.GetRedirectURI()
	}
	if !p.store.client.isAllowedRedirect(from) {
		from = p.store.client.home()
	}
	u, err := url.Parse(from)
	if err != nil || u.Host == "" {
		return pathOf("signed-out")
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/" + language}).String()
}
