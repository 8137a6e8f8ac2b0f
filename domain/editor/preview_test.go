package editor

import (
	"strings"
	"testing"
	"time"

	"strand/domain/site"
)

// Rules: EDIT-9.
func TestPreviewContext(t *testing.T) {
	moment := time.Date(2026, 12, 24, 18, 30, 0, 0, time.UTC)
	for segment, want := range map[string]PreviewContext{
		"komax~published~anonymous~current~now": {
			SiteID:  "komax",
			Stage:   site.Published,
			Preview: site.Preview{Audience: site.PreviewAnonymous},
		},
		"main~draft~gate_passed~next~20261224T183000Z": {
			SiteID:      "main",
			Stage:       site.Draft,
			NextRelease: true,
			Preview:     site.Preview{Audience: site.PreviewGatePassed, Moment: moment},
		},
	} {
		if got := want.String(); got != segment {
			t.Errorf("segment %q, want %q", got, segment)
		}
		got, ok := ParsePreviewContext(segment)
		if !ok || got != want {
			t.Errorf("%q: %+v %v", segment, got, ok)
		}
	}
}

// Rules: EDIT-9.
func TestParsePreviewContext_Malformed(t *testing.T) {
	for _, segment := range []string{
		"", "komax", "~published~anonymous~current~now", "komax~published~anonymous~current",
		"komax~PUBLISHED~anonymous~current~now", "komax~live~anonymous~current~now",
		"komax~published~admin~current~now", "komax~published~anonymous~last~now",
		"komax~published~anonymous~current~tomorrow", "komax~published~anonymous~current~20261324T183000Z",
		"komax~published~anonymous~current~now~more",
		strings.Repeat("x", 300) + "~published~anonymous~current~now",
	} {
		if c, ok := ParsePreviewContext(segment); ok {
			t.Errorf("%q is accepted: %+v", segment, c)
		}
	}
}
