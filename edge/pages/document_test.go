package pages

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"strand/edge/assets"
	"strand/edge/render"
	"strand/service/website/visit"
)

// closedPool returns a closed pool, which renders nothing.
func closedPool(t *testing.T) *render.Pool {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pool, err := render.Start(render.Options{Node: "/nonexistent", Script: program, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	pool.Close()
	return pool
}

// sendShell assembles a document and sends it to a client with the given headers.
func sendShell(t *testing.T, renderer *render.Pool, s *shell, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	p := &Handler{shells: shells{assets: &assets.Assets{}, renderer: renderer, log: log}, log: log}
	if s.url == "" {
		s.url = "http://localhost/de/products"
	}
	doc, err := p.shells.assemble(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/de/products", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	p.send(w, r, &visit.Request{}, doc)
	return w
}

func germanShell(status int) *shell {
	return &shell{
		status: status,
		screen: contentScreen,
		data:   render.ScreenData{Data: json.RawMessage(`{"resolve":{}}`)},
		locale: "de-CH",
		theme:  "Default",
		title:  "Produkte",
	}
}

const emptyRoot = `<div id="strand"></div>`

func TestUnrendered_BrowserRenders(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusNotFound} {
		w := sendShell(
			t,
			closedPool(t),
			germanShell(status),
			"Sec-Fetch-Dest",
			"document",
			"If-None-Match",
			`W/"x"`,
		)
		h := w.Header()
		if w.Code != status || h.Get("Cache-Control") != "no-store" || h.Get("Etag") != "" {
			t.Errorf("%d %v", w.Code, h)
		}
		if vary := strings.Join(h.Values("Vary"), ", "); !strings.Contains(vary, "Sec-Fetch-Dest") {
			t.Errorf("Vary: %s", vary)
		}
		for _, want := range []string{
			emptyRoot, `id="strand-data">{"screen":"ContentScreen"`, "<title>Produkte</title>",
		} {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("the browser cannot render without %s from %s", want, w.Body)
			}
		}
	}
}

func TestUnrendered_OtherClientsGetRetryAfter(t *testing.T) {
	for name, headers := range map[string][]string{"crawler": nil, "fetch": {"Sec-Fetch-Dest", "empty"}} {
		w := sendShell(t, closedPool(t), germanShell(http.StatusOK), headers...)
		h := w.Header()
		if w.Code != http.StatusServiceUnavailable || h.Get("Retry-After") == "" ||
			h.Get("Cache-Control") != "no-store" ||
			h.Get("Etag") != "" ||
			!strings.Contains(h.Get("Vary"), "Sec-Fetch-Dest") ||
			h.Get("Content-Language") != "de" {
			t.Errorf("%s: %d %v", name, w.Code, h)
		}
		for text, want := range map[string]bool{
			"etwas ist schiefgelaufen": true, "strand-data": false, "Produkte": false,
		} {
			if strings.Contains(w.Body.String(), text) != want {
				t.Errorf("%s: has %q: %t, want %t", name, text, !want, want)
			}
		}
	}
}

func TestRenderingDisabled_EveryClientGetsTheDocument(t *testing.T) {
	first := sendShell(t, nil, germanShell(http.StatusOK))
	etag, vary := first.Header().Get("Etag"), strings.Join(first.Header().Values("Vary"), ",")
	if first.Code != http.StatusOK || etag == "" || strings.Contains(vary, "Sec-Fetch-Dest") ||
		!strings.Contains(first.Body.String(), emptyRoot) {
		t.Errorf("%d %v", first.Code, first.Header())
	}
	again := sendShell(t, nil, germanShell(http.StatusOK), "If-None-Match", etag)
	if again.Code != http.StatusNotModified {
		t.Errorf("asked again: %d", again.Code)
	}
}

func TestUnrenderedTexts_OfEveryLanguage(t *testing.T) {
	for _, tag := range []string{"en", "de", "fr", "es", "pt", "cs", "hu", "ro", "sk", "ja", "zh"} {
		if text := unrenderedTexts[tag]; text.Title == "" || text.Advice == "" {
			t.Errorf("%s: %+v", tag, text)
		}
	}
}

func TestDocument_EscapesEmbeddedData(t *testing.T) {
	const hostile = `"></title></script><script>alert(1)</script>`
	s := germanShell(http.StatusOK)
	s.title, s.locale, s.theme, s.siteName = hostile, hostile, hostile, hostile
	data, err := json.Marshal(map[string]string{"text": hostile})
	if err != nil {
		t.Fatal(err)
	}
	s.data.Data = data
	s.url = hostile
	w := sendShell(t, nil, s)
	root, err := html.Parse(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode && n.Data == "script" {
			if len(n.Attr) == 0 || n.Attr[0].Val != "application/json" {
				t.Errorf("an injected script: %+v", n.Attr)
			}
			var v any
			if err := json.Unmarshal([]byte(n.FirstChild.Data), &v); err != nil {
				t.Errorf("%v in %s", err, n.FirstChild.Data)
			}
		}
		for c := range n.ChildNodes() {
			walk(c)
		}
	}
	walk(root)
}
