package translation

import (
	"path/filepath"
	"testing"
	"time"

	"strand/domain/editorial"
	"strand/domain/translation"
	"strand/internal/database"
)

// TestPages_CompletedMeanwhile: a reset that is completed while the CMS is read counts, although the CMS has answered
// with the state before it.
func TestPages_CompletedMeanwhile(t *testing.T) {
	now := time.Unix(100, 0)
	s := &Service{store: newStore(t, database.Location{File: filepath.Join(t.TempDir(), "a.db")})}
	r := targetRow{page: "a", language: "fr", source: "en", phase: reset}
	if err := s.store.insertReset(t.Context(), r, now); err != nil {
		t.Fatal(err)
	}
	pages, err := s.withPending(t.Context(), func() (map[string]*translation.Page, error) {
		r.phase = done
		target := &translation.Target{TranslationTarget: editorial.TranslationTarget{
			Language: "fr", TranslationState: editorial.InProgress,
		}}
		return map[string]*translation.Page{"a": {ID: "a", Targets: []*translation.Target{target}}},
			s.store.update(t.Context(), r, now)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := pages["a"].Targets[0].TranslationState; got != editorial.MarkedForTranslation {
		t.Errorf("got %s", got)
	}
}
