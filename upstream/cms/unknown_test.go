package cms

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"strand/upstream/transport"
)

// answering is a client of a CMS that always says the same, and what it logs.
func answering(t *testing.T, answer string) (tolerant, *bytes.Buffer) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	client, err := transport.New(transport.Options{System: "cms", URL: server.URL, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	log := &bytes.Buffer{}
	return tolerant{client, slog.New(slog.NewTextHandler(log, nil))}, log
}

// TestUnknownItems: a module or link of a type that the contract does not have is logged and skipped, and nothing else.
func TestUnknownItems(t *testing.T) {
	client, log := answering(t, `{"data":{"pages":[{"id":"p","title":"Page","modules":[
		{"__typename":"HologramModule","id":"new","depth":1.5},
		{"__typename":"HeroModule","id":"hero","heading":"Welcome","links":[
			{"__typename":"TelepathyLink","text":"New"},{"__typename":"PathLink","text":"Old","path":"/old"}]},
		{"__typename":"CallToActionModule","id":"cta","links":[]},
		{"__typename":"MarqueeModule","id":"newer"}]}]}}`)
	data, err := Pages(t.Context(), client, []string{"p"})
	if err != nil {
		t.Fatal(err)
	}
	page := data.Pages[0]
	if page.Title != "Page" || len(page.Modules) != 2 {
		t.Fatalf("%+v", page)
	}
	hero, ok := page.Modules[0].(*ModuleFieldsHeroModule)
	if !ok || hero.Id != "hero" || hero.Heading != "Welcome" || len(hero.Links) != 1 || linkRef(hero.Links[0]).Path != "/old" {
		t.Errorf("%+v", page.Modules[0])
	}
	if _, ok := page.Modules[1].(*ModuleFieldsCallToActionModule); !ok {
		t.Errorf("%T", page.Modules[1])
	}
	for _, name := range []string{"HologramModule", "TelepathyLink", "MarqueeModule"} {
		if strings.Count(log.String(), name) != 1 {
			t.Errorf("the log does not name %s once:\n%s", name, log.String())
		}
	}
}

func TestUnknownItems_KnownAnswers(t *testing.T) {
	client, log := answering(t, `{"data":{"pages":[{"id":"p","modules":[{"__typename":"HeroModule","id":"hero"}]}]}}`)
	if data, err := Pages(t.Context(), client, []string{"p"}); err != nil || len(data.Pages[0].Modules) != 1 || log.Len() > 0 {
		t.Errorf("%v %s", err, log)
	}
}

func TestUnknownItems_Malformed(t *testing.T) {
	for name, answer := range map[string]string{"another shape": `{"data":{"pages":"none"}}`, "a module without a type": `{"data":{"pages":[{"modules":[{"id":"x"}]}]}}`} {
		client, _ := answering(t, answer)
		_, err := Pages(t.Context(), client, []string{"p"})
		var failure *transport.Error
		if !errors.As(err, &failure) || failure.Kind != transport.KindMalformed || failure.Operation != "Pages" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
