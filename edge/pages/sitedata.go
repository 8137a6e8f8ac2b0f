package pages

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
	"strand/edge/respond"
	"strand/internal/budget"
	"strand/resolvers"
)

// siteDataSuffix is the suffix of a site home's path for the address of the site data: names, navigation, footer.
// Browsers load it once per visit instead of with every page, and cache it by the version in its query.
const siteDataSuffix = "/_site.json"

// siteDataOperation queries the same fields of a site as the screens.
const siteDataOperation = "SiteDataScreen"

// browserData returns the data of a page for browsers: without the site data, which has its own address, and
// without data for crawlers. Incomplete or private data is returned unchanged.
func browserData(data render.ScreenData, homeURL, base string) (render.ScreenData, error) {
	if homeURL == "" || data.Partial || data.Outage != nil || data.Form != nil || data.Data == nil {
		return data, nil
	}
	answer, err := readAnswer(data.Data)
	if err != nil {
		return data, err
	}
	site := answer.Resolve["site"]
	if !isObject(site) {
		return data, nil
	}
	delete(answer.Resolve, "site")
	if err := answer.Resolve.deleteAlternates(); err != nil {
		return data, err
	}
	if data.Data, err = json.Marshal(answer); err != nil {
		return data, fmt.Errorf("write the data of a page: %w", err)
	}
	data.SiteURL = base + strings.TrimSuffix(homeURL, "/") + siteDataSuffix + "?v=" + versionOf(site)
	return data, nil
}

// resolvedAnswer is the answer of a screen's operation.
type resolvedAnswer struct {
	Resolve object `json:"resolve"`
}

// object is a JSON object by field.
type object map[string]json.RawMessage

func readAnswer(data json.RawMessage) (resolvedAnswer, error) {
	var answer resolvedAnswer
	if err := json.Unmarshal(data, &answer); err != nil {
		return answer, fmt.Errorf("read the data of a page: %w", err)
	}
	return answer, nil
}

func isObject(value json.RawMessage) bool { return bytes.HasPrefix(value, []byte("{")) }

// change modifies the object in a field; it does nothing if there is none.
func (o object) change(field string, change func(object) error) error {
	if !isObject(o[field]) {
		return nil
	}
	var inner object
	if err := json.Unmarshal(o[field], &inner); err != nil {
		return fmt.Errorf("read %s: %w", field, err)
	}
	if err := change(inner); err != nil {
		return err
	}
	changed, err := json.Marshal(inner)
	o[field] = changed
	return err
}

// alternates is the field with the addresses in other languages. Crawlers read them in the markup of documents; the
// app does not use them.
const alternates = "alternateVersions"

func (o object) deleteAlternates() error {
	remove := func(o object) error {
		delete(o, alternates)
		return nil
	}
	for _, field := range []string{"page", "catalog", "stories", "mediaReleases"} {
		err := o.change(field, func(o object) error {
			delete(o, alternates)
			return o.change("classification", remove)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// versionOf returns the version of a site's data, a hash of its content.
func versionOf(site json.RawMessage) string {
	sum := sha256.Sum256(site)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// siteData sends the data of the site whose home is at a path.
func (p *Handler) siteData(w http.ResponseWriter, r *http.Request, req *resolvers.Request, home string) {
	ctx, cancel := budget.Apply(budget.With(r.Context(), p.budget))
	defer cancel()
	if home == "" {
		home = "/"
	}
	target, url := screen{name: siteDataOperation}, req.Scheme+"://"+req.Host+home
	result, err := newScreenResult(target, url, p.graph.ExecuteShared(ctx, req, p.operationOf(target, url), false))
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	answer, err := readAnswer(result.answer.Data)
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	site := answer.Resolve["site"]
	if !isObject(site) {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	// The version is a hash of the content, so it is immutable. Other versions get the current content.
	if r.URL.Query().Get("v") == versionOf(site) && !result.isPartial && req.Preview == nil {
		h.Set("Cache-Control", "private, max-age=31536000, immutable")
	}
	encoding.Send(w, r, http.StatusOK, site)
}
