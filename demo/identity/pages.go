package identity

import (
	"bytes"
	"context"
	"html/template"
	"net/http"
	"strings"
	"time"

	"golang.org/x/text/language"

	"strand/demo/texts"
	"strand/internal/ratelimit"
)

const (
	// maxPosts limits the forms that an IP address may send in postWindow.
	maxPosts   = 120
	postWindow = time.Minute
	// maxMails limits the mails that the pages send to a mailbox in mailWindow: anyone can enter its address.
	maxMails   = 20
	mailWindow = time.Hour
)

// pages serves the provider's HTML pages.
type pages struct {
	store    *store
	catalog  *texts.Catalog
	template *template.Template
	issuer   string
	posts    *ratelimit.Limiter
	mailings *ratelimit.Limiter
	// callback returns the URL at which a completed login request continues.
	callback func(ctx context.Context, id string) string
}

type link struct{ URL, Text string }

// button is another button of a form: the value of its action, and its text.
type button struct{ Action, Text string }

// page is a page of the provider: a form or a text.
type page struct {
	Title, Lead, Notice, Failure string
	Fields                       []field
	// Submit is the text of the form's button; empty for a page without a form. Action is the button's value; may
	// be empty.
	Submit, Action string
	Others         []button
	// Hidden contains the names and values of hidden fields.
	Hidden []field
	Links  []link
	Mails  []mailView
	// IsResult marks the result of a form; it cannot be shown again in another language.
	IsResult bool

	frame
}

func newPages(s *store, issuer string, callback func(context.Context, string) string) (http.Handler, error) {
	catalog, err := texts.Read(pageFiles, "pages/texts")
	if err != nil {
		return nil, err
	}
	t, err := template.ParseFS(pageFiles, "pages/page.html")
	if err != nil {
		return nil, err
	}
	p := &pages{
		store:    s,
		catalog:  catalog,
		template: t,
		issuer:   issuer,
		posts:    ratelimit.New(maxPosts, postWindow),
		mailings: ratelimit.New(maxMails, mailWindow),
		callback: callback,
	}
	mux := http.NewServeMux()
	mount := func(name string, h func(http.ResponseWriter, *http.Request, localizedTexts)) {
		mux.Handle(pathOf(name), p.localizedPage(h))
	}
	// The browser of a registration confirms the address without the password.
	mux.Handle(pathOf("register"), bindLogins(p.localizedPage(p.register)))
	mount("login", p.login)
	mount("code", p.secondFactor)
	mount("verify", p.verify)
	mount("invitation", p.invitation)
	mount("forgotten", p.forgottenPassword)
	mount("reset", p.resetPassword)
	mount("logout", p.logout)
	mount("signed-out", p.signedOut)
	mount("mail", p.mails)
	for _, name := range []string{"style.css", "page.js", textFont, textFontMore} {
		mux.HandleFunc("GET "+pathOf(name), func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "max-age=3600")
			http.ServeFileFS(w, r, pageFiles, "pages/"+name)
		})
	}
	return mux, nil
}

// localizedPage returns a handler for GET and POST in the visitor's preferred language.
func (p *pages) localizedPage(h func(http.ResponseWriter, *http.Request, localizedTexts)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost {
			w.Header().Set("Allow", "GET, HEAD, POST")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		texts := p.textsFor(r, nil)
		if r.Method == http.MethodPost && !p.posts.Allow(r.Context(), networkOf(r)) {
			p.show(
				w,
				r,
				texts,
				http.StatusTooManyRequests,
				page{Title: texts.Get("login.title"), Failure: texts.Get("tooMany")},
			)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		h(w, r, texts)
	})
}

// textsFor returns the texts in the language that the visitor chose on a page, that of the website, or that of the
// browser.
func (p *pages) textsFor(r *http.Request, login *authRequest) localizedTexts {
	wanted := []language.Tag{language.Make(r.URL.Query().Get(languageParameter))}
	if login != nil {
		wanted = append(wanted, login.request.UILocales...)
	}
	accepted, _, _ := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	texts := p.catalog.In(append(wanted, accepted...)...)
	return localizedTexts{texts, p.siteURL(r, login, texts.Language)}
}

func (p *pages) show(w http.ResponseWriter, r *http.Request, texts localizedTexts, status int, content page) {
	content.frame = p.frameOf(r, texts, content.IsResult)
	if i := firstWrong(content.Fields); i >= 0 {
		content.Fields[i].Focus = true
	}
	var b bytes.Buffer
	if err := p.template.Execute(&b, content); err != nil {
		p.store.log.ErrorContext(r.Context(), "identity_page_not_rendered", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	// form-action includes the portal: browsers also check the redirects after a form.
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; "+
		"base-uri 'none'; frame-ancestors 'none'; form-action 'self' "+strings.Join(p.store.client.origins(), " "))
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// firstWrong returns the index of the first invalid field, else of the first empty one; -1 for none.
func firstWrong(fields []field) int {
	empty := -1
	for i, f := range fields {
		if len(f.Errors) > 0 {
			return i
		}
		if empty < 0 && f.Value == "" {
			empty = i
		}
	}
	return empty
}

func (p *pages) fail(w http.ResponseWriter, r *http.Request, texts localizedTexts, content page, err error) {
	p.store.log.ErrorContext(r.Context(), "identity_form_failed", "path", r.URL.Path, "error", err)
	content.Failure = texts.Get("failed")
	p.show(w, r, texts, http.StatusInternalServerError, content)
}

func (p *pages) toSite(texts localizedTexts) []link {
	return []link{{p.home(), texts.Get("site.logIn")}, {texts.site, texts.Get("signedOut.continue")}}
}

// home returns the URL of the portal's home page.
func (p *pages) home() string {
	if home := p.store.client.home(); home != "" {
		return home
	}
	return pathOf("signed-out")
}
