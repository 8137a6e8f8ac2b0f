package previews

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"strand/domain/editor"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/edge/visitor"
	"strand/service/servicetest"
)

// TestHandler: a link opens the pages and the graph of its own site in its context, and nothing else.
func TestHandler(t *testing.T) {
	key := signedtoken.NewKey("0123456789abcdef0123456789abcdef")
	sites := visitor.Sites{Reader: servicetest.New(t).CMS}
	visitors := visitor.Reader{Sites: sites, Editors: editor.NewLogin("secret", key)}
	shows := func(name string) func(visitor.Reader) http.Handler {
		return func(v visitor.Reader) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				req := v.Request(r)
				_, _ = io.WriteString(w, name+" "+r.URL.Path+" "+string(req.Preview.Stage)+" "+req.PreviewOrigin)
			})
		}
	}
	h := Handler{Sites: sites, Visitors: visitors, Pages: shows("page"), Graph: shows("graph")}
	previewed := editor.PreviewContext{
		SiteID: servicetest.Main, Stage: site.Draft, Preview: site.Preview{Audience: site.PreviewAnonymous},
	}
	previewed.Token, _ = visitors.Editors.PreviewToken(previewed.String(), time.Now())
	link := previewed.Base()
	for path, want := range map[string]struct {
		status int
		text   string
	}{
		link + "/en/about":         {http.StatusOK, "page /en/about DRAFT http://localhost"},
		link + "/graphql":          {http.StatusOK, "graph /graphql DRAFT http://localhost"},
		link + "/api/locale":       {http.StatusNotFound, "only pages have a preview"},
		link + "x/en":              {http.StatusUnauthorized, "the preview link has expired"},
		editor.PreviewPrefix + "x": {http.StatusUnauthorized, "only editors may open a preview"},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
		if w.Code != want.status || !strings.Contains(w.Body.String(), want.text) ||
			w.Header().Get("Cache-Control") == "" || w.Header().Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: %d %s %v", path, w.Code, w.Body, w.Header())
		}
	}
}
