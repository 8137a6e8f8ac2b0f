package cache

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// The notes of a load belong to its values, those of a document only to the value of this document.
//
// Rules: REPO-1.
func TestNotes(t *testing.T) {
	c, err := New(Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	loads := 0
	read := func(collects bool, key string) []Note {
		ctx, reads := WithReads(t.Context())
		if collects {
			ctx, reads = WithNotes(t.Context())
		}
		_, err := LoadMany(
			ctx,
			c,
			[]string{key, "other"},
			func(ctx context.Context, keys []string) (map[string]Loaded[int], error) {
				loads++
				loaded := map[string]Loaded[int]{}
				for _, k := range keys {
					AddNote(ctx, remark(k))
					loaded[k] = Loaded[int]{Value: 1, Document: k}
				}
				return loaded, nil
			},
		)
		if err != nil {
			t.Fatal(err)
		}
		return reads.Notes()
	}
	if found := read(false, "page"); len(found) > 0 {
		t.Errorf("a reader that does not collect notes gets %v", found)
	}
	for range 2 {
		found := read(true, "page")
		slices.SortFunc(found, func(a, b Note) int { return strings.Compare(a.About(), b.About()) })
		if len(found) != 2 || found[0].About() != "other" || found[1].About() != "page" {
			t.Errorf("found %v", found)
		}
	}
	if loads != 1 {
		t.Errorf("%d loads", loads)
	}
	ctx, reads := WithNotes(t.Context())
	if _, ok := Get[int](ctx, c, "page"); !ok || len(reads.Notes()) != 1 ||
		reads.Notes()[0].About() != "page" {
		t.Errorf("of one value: %v", reads.Notes())
	}
}

// A failed load returns the notes of the answer.
func TestNotes_Failure(t *testing.T) {
	c, err := New(Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, reads := WithNotes(t.Context())
	_, err = Load(ctx, c, "page", func(ctx context.Context) (Loaded[int], error) {
		AddNote(ctx, remark("page"))
		return Loaded[int]{}, errors.New("nothing is left")
	})
	if err == nil || len(reads.Notes()) != 1 {
		t.Errorf("%v, found %v", err, reads.Notes())
	}
}

// remark is a note about a document.
type remark string

func (r remark) About() string { return string(r) }
