package cache

import (
	"context"
	"errors"
	"testing"

	"strand/domain/finding"
)

// The findings of a load belong to its values, those of a document only to the value of this document.
//
// Rules: REPO-1, REPO-2.
func TestFindings(t *testing.T) {
	c, err := New(Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	loads := 0
	read := func(collects bool, key string) []finding.Finding {
		ctx, reads := WithReads(t.Context())
		if collects {
			ctx, reads = WithFindings(t.Context())
		}
		_, err := LoadMany(
			ctx,
			c,
			[]string{key, "other"},
			func(ctx context.Context, keys []string) (map[string]Loaded[int], error) {
				loads++
				loaded := map[string]Loaded[int]{}
				for _, k := range keys {
					AddFinding(ctx, finding.Finding{Kind: finding.EmptyLink, Document: k})
					loaded[k] = Loaded[int]{Value: 1, Document: k}
				}
				return loaded, nil
			},
		)
		if err != nil {
			t.Fatal(err)
		}
		return reads.Findings()
	}
	if found := read(false, "page"); len(found) > 0 {
		t.Errorf("a reader that does not collect findings gets %v", found)
	}
	for range 2 {
		if found := read(true, "page"); len(found) != 2 || found[0].Document != "other" || found[1].Document != "page" {
			t.Errorf("found %v", found)
		}
	}
	if loads != 1 {
		t.Errorf("%d loads", loads)
	}
	ctx, reads := WithFindings(t.Context())
	if _, ok := Get[int](ctx, c, "page"); !ok || len(reads.Findings()) != 1 ||
		reads.Findings()[0].Document != "page" {
		t.Errorf("of one value: %v", reads.Findings())
	}
}

// A failed load returns the findings of the answer.
func TestFindings_Failure(t *testing.T) {
	c, err := New(Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, reads := WithFindings(t.Context())
	_, err = Load(ctx, c, "page", func(ctx context.Context) (Loaded[int], error) {
		AddFinding(ctx, finding.Finding{Kind: finding.BrokenContract, Document: "page"})
		return Loaded[int]{}, errors.New("nothing is left")
	})
	if err == nil || len(reads.Findings()) != 1 {
		t.Errorf("%v, found %v", err, reads.Findings())
	}
}
