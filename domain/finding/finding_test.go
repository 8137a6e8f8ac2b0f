package finding

import (
	"slices"
	"testing"
)

// TestUnique: findings are sorted by document, record and field, and each is reported once.
func TestUnique(t *testing.T) {
	a := Finding{Kind: InvalidValue, Document: "a"}
	link := Finding{Kind: InvalidValue, Document: "a", Record: "m1", Field: "links[0]"}
	other := Finding{Kind: InvalidValue, Document: "a", Record: "m1", Field: "links[0]", URL: "https://a.example"}
	b := Finding{Kind: MissingImage, Document: "b"}
	all := []Finding{b, other, link, a, link, b}
	if got := Unique(all); !slices.Equal(got, []Finding{a, link, other, b}) {
		t.Errorf("got %+v", got)
	}
	if all[0] != b {
		t.Error("the given findings were sorted")
	}
	if got := Unique(nil); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
}

// TestKind_IsOfSite: the report of a single page checks neither redirects nor what other systems serve.
func TestKind_IsOfSite(t *testing.T) {
	for kind, want := range map[Kind]bool{
		DeadFile: true, DeadExternalLink: true, OrphanPage: true, OutdatedTranslation: true, RedirectChain: true,
		RedirectLoop: true, DeadRedirect: true, InvalidValue: false, NotFound: false, Unavailable: false,
	} {
		if got := kind.IsOfSite(); got != want {
			t.Errorf("%s: %v", kind, got)
		}
	}
}
