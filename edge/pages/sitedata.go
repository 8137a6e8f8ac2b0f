package pages

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	"strand/domain/site"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/edge/respond"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/internal/recovery"
	"strand/service/website/visit"
)

// siteDataSuffix is the suffix of a site home's path for the path of the site data: names, navigation, footer.
// Browsers load it once per visit instead of with every page, and cache it by the version in its query.
const siteDataSuffix = "/_site.json"

// siteOperation is the operation for the data that all pages of a site in a locale share.
const siteOperation = "Site"

// executeSite executes the operation of the site whose home is at a path.
func (p *Handler) executeSite(ctx context.Context, req *visit.Request, home string) *graph.Answer {
	url := req.Scheme + "://" + req.Host + home
	return p.graph.ExecutePart(ctx, req, p.graph.ClientOperation(siteOperation, map[string]any{"url": url}))
}

// startSite starts the operation of the site of a URL, so that it is executed at the same time as that of the screen.
// The function waits for the answer, for the home of the site that the screen was resolved to.
func (p *Handler) startSite(
	ctx context.Context, req *visit.Request, url string,
) (siteAt func(home string) *graph.Answer) {
	expected := p.homeOf(ctx, url)
	started := make(chan *graph.Answer, 1)
	if expected != "" {
		go func() {
			defer close(started)
			_ = recovery.Do(ctx, p.log, "site_data", func() error { // reported, and executed again
				started <- p.executeSite(ctx, req, expected)
				return nil
			})
		}()
	}
	return func(home string) *graph.Answer {
		if home == expected {
			if answer := <-started; answer != nil {
				return answer
			}
		}
		return p.executeSite(ctx, req, home)
	}
}

// homeOf returns the path of the home of a URL's site in the URL's locale; empty if the URL has no locale, or cannot be
// resolved now.
func (p *Handler) homeOf(ctx context.Context, url string) string {
	dir, err := p.Directory(ctx)
	if err != nil {
		return ""
	}
	address, err := dir.Parse(url)
	if err != nil || !dir.HasLocale(address) {
		return ""
	}
	return site.LocalizedPath(address.Locale, address.Home)
}

// checkSite returns the error of an answer without a site; nil for an answer with one.
func checkSite(answer *graph.Answer) error {
	// The operation selects nothing else, and a site is not nullable.
	if bytes.HasPrefix(answer.Data, []byte(`{"siteAt":{`)) {
		return nil
	}
	return cmp.Or(answer.Err(), errors.New("the operation "+siteOperation+" answered no site"))
}

// siteURL returns the path of the site's data for browsers, below the base path of a preview; empty if the data is
// incomplete, so that it must be embedded.
func (d *Payload) siteURL(base string) string {
	if d.site == nil || len(d.site.Errors) > 0 {
		return ""
	}
	return base + strings.TrimSuffix(d.Site.HomeURL, "/") + siteDataSuffix + "?v=" + d.site.DataBody().Version()
}

// forBrowsers returns the data of a page with the path of the site's data instead of that data. Without a path it
// returns the data unchanged.
func forBrowsers(data render.ScreenData, siteURL string) render.ScreenData {
	if siteURL != "" {
		data.Site, data.SiteURL = nil, siteURL
	}
	return data
}

// siteData sends the data of the site whose home is at a path.
func (p *Handler) siteData(w http.ResponseWriter, r *http.Request, req *visit.Request, home string) {
	ctx, cancel := budget.Apply(budget.With(r.Context(), p.Budget))
	defer cancel()
	if home == "" {
		home = "/"
	}
	if p.homeOf(ctx, req.Scheme+"://"+req.Host+home) != home {
		http.NotFound(w, r)
		return
	}
	answer := p.executeSite(ctx, req, home)
	if err := checkSite(answer); err != nil {
		respond.JSONError(w, r, err)
		return
	}
	body := answer.DataBody()
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	// The version is a hash of the content, so it is immutable. Other versions get the current content.
	isComplete := len(answer.Errors) == 0 && !cache.IsDegraded(ctx)
	if r.URL.Query().Get("v") == body.Version() && isComplete && req.Preview == nil {
		h.Set("Cache-Control", "private, max-age=31536000, immutable")
	}
	body.Serve(w, r)
}
