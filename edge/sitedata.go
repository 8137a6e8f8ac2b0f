package edge

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"strand/edge/encoding"
	"strand/edge/render"
	"strand/internal/budget"
	"strand/resolvers"
)

// siteDataSuffix below a site's home is the address of what all its pages share: names, navigation, footer. Browsers load it
// once per visit instead of with every page, and keep it by the version in its query.
const siteDataSuffix = "/_site.json"

// siteDataOperation queries the same fields of a site as the screens.
const siteDataOperation = "SiteDataScreen"

// browserState is the state of a page as browsers get it: without its site, which is at an address of its own. What is not
// complete, or belongs to one visitor, is left as it is.
func browserState(state render.State, homeURL string) (render.State, error) {
	if homeURL == "" || state.Partial || state.Outage != nil || state.Form != nil || state.Data == nil {
		return state, nil
	}
	site, rest, err := cutSite(state.Data)
	if err != nil || site == nil {
		return state, err
	}
	state.Data = rest
	state.SiteURL = strings.TrimSuffix(homeURL, "/") + siteDataSuffix + "?v=" + versionOf(site)
	return state, nil
}

// cutSite cuts `resolve.site` out of an answer; a nil site where there is none.
func cutSite(data json.RawMessage) (site, rest json.RawMessage, err error) {
	var answer struct {
		Resolve map[string]json.RawMessage `json:"resolve"`
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		return nil, nil, fmt.Errorf("read the site of a page: %w", err)
	}
	site, ok := answer.Resolve["site"]
	if !ok || bytes.Equal(site, []byte("null")) {
		return nil, data, nil
	}
	delete(answer.Resolve, "site")
	if rest, err = json.Marshal(answer); err != nil {
		return nil, nil, fmt.Errorf("write a page without its site: %w", err)
	}
	return site, rest, nil
}

// versionOf names the content of a site's data.
func versionOf(site json.RawMessage) string {
	sum := sha256.Sum256(site)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// siteData sends the data of the site whose home is at a path.
func (p *pages) siteData(w http.ResponseWriter, r *http.Request, req *resolvers.Request, home string) {
	ctx, cancel := budget.Apply(budget.With(r.Context(), p.budget))
	defer cancel()
	if home == "" {
		home = "/"
	}
	a := &screenResult{shown: screen{name: siteDataOperation}, url: req.Scheme + "://" + req.Host + home}
	a.answer = p.graph.Shared(ctx, req, p.graph.Named(siteDataOperation, a.variables()), false)
	if err := a.read(); err != nil {
		respondJSONError(w, r, err)
		return
	}
	site, _, err := cutSite(a.answer.Data)
	if err != nil {
		respondJSONError(w, r, err)
		return
	}
	if site == nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	// The version names this content: it never changes. An older version is answered with the current content.
	if r.URL.Query().Get("v") == versionOf(site) && !a.isPartial {
		h.Set("Cache-Control", "private, max-age=31536000, immutable")
	}
	encoding.Send(w, r, http.StatusOK, site)
}
