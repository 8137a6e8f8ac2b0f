package editing

import (
	"slices"
	"testing"
	"time"

	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// TestMoments: the coming moments of a site; documents that cannot be read are left out.
//
// Rules: EDIT-21.
func TestMoments(t *testing.T) {
	soon := time.Now().Add(time.Hour)
	day := time.Now().AddDate(0, 1, 0).UTC().Format(time.DateOnly)
	for name, test := range map[string]struct {
		fails string
		want  []editor.MomentKind
	}{
		"all": {"", []editor.MomentKind{
			editor.StoryPublished, editor.MediaReleasePublished, editor.EventBegins, editor.EventOver,
		}},
		"without events": {"cms.Events", []editor.MomentKind{editor.StoryPublished, editor.MediaReleasePublished}},
		"without stories": {"cms.Stories", []editor.MomentKind{
			editor.MediaReleasePublished, editor.EventBegins, editor.EventOver,
		}},
	} {
		from := servicetest.New(t).
			Story(&editorial.Story{ID: "story", Title: "Story", PublicationDate: soon}).
			MediaRelease(&editorial.MediaRelease{
				ID: "release", Title: "Results", PublicationDate: soon.Add(time.Hour),
			}).
			Event(&editorial.Event{ID: "fair", Title: "Fair", StartDate: day, EndDate: day})
		if test.fails != "" {
			from.Fail(test.fails)
		}
		ctx, v := servicetest.NewVisit(t.Context(), nil)
		v.Editor = true
		moments, err := newArea(t, from).Moments(ctx, servicetest.Main, "en")
		var got []editor.MomentKind
		for _, m := range moments {
			got = append(got, m.Kind)
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	ctx, _ := servicetest.NewVisit(t.Context(), nil)
	if _, err := newArea(t, servicetest.New(t)).Moments(ctx, "none", "en"); apperr.CodeOf(err) != apperr.NotFound {
		t.Errorf("an unknown site: %v", err)
	}
}
