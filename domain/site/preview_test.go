package site

import (
	"testing"
	"time"
)

// Rules: EDIT-20.
func TestPreview_Satisfies(t *testing.T) {
	for _, test := range []struct {
		audience PreviewAudience
		opens    []Protection
	}{
		{PreviewAnonymous, []Protection{ProtectionNone}},
		{PreviewGatePassed, []Protection{ProtectionNone, ProtectionPassword}},
		{PreviewCustomer, []Protection{ProtectionNone, ProtectionCustomerRole}},
		{PreviewTicketing, []Protection{ProtectionNone, ProtectionCustomerRole}},
		{"ADMIN", []Protection{ProtectionNone}},
		{"", []Protection{ProtectionNone}},
	} {
		want := map[Protection]bool{}
		for _, p := range test.opens {
			want[p] = true
		}
		preview := &Preview{Audience: test.audience}
		for _, p := range []Protection{ProtectionNone, ProtectionPassword, ProtectionCustomerRole, "UNKNOWN"} {
			if got := preview.Satisfies(p); got != want[p] {
				t.Errorf("%q passes %s: %v", test.audience, p, got)
			}
		}
	}
}

// Rules: EDIT-10.
func TestContext_Now(t *testing.T) {
	present := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	moment := present.AddDate(0, 1, 0)
	for name, test := range map[string]struct {
		preview *Preview
		want    time.Time
	}{
		"no preview":                 {nil, present},
		"a preview without a moment": {&Preview{}, present},
		"a preview of a moment":      {&Preview{Moment: moment}, moment},
	} {
		siteCtx := &Context{ContextInput: ContextInput{Preview: test.preview}}
		if got := siteCtx.Now(present); !got.Equal(test.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
