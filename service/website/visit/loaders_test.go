package visit

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"strand/domain/site"
)

// TestFetch: the error of a batch is that of the keys without a value, and a panic that of all keys.
func TestFetch(t *testing.T) {
	a, refused := "a", errors.New("refused")
	for name, test := range map[string]struct {
		read func([]string) ([]*string, error)
		// has tells which of two keys have an error.
		has [2]bool
	}{
		"no error": {func([]string) ([]*string, error) { return []*string{&a, nil}, nil }, [2]bool{}},
		"one missing": {
			func([]string) ([]*string, error) { return []*string{&a, nil}, refused }, [2]bool{false, true},
		},
		"all missing":  {func([]string) ([]*string, error) { return nil, refused }, [2]bool{true, true}},
		"with a panic": {func([]string) ([]*string, error) { panic("broken") }, [2]bool{true, true}},
	} {
		t.Run(name, func(t *testing.T) {
			_, errs := Fetch(t.Context(), slog.New(slog.DiscardHandler), test.read)([]string{"a", "b"})
			for i, want := range test.has {
				var err error
				if len(errs) == 1 { // for all keys
					err = errs[0]
				} else if errs != nil {
					err = errs[i]
				}
				if (err != nil) != want {
					t.Errorf("key %d: %v", i, err)
				}
			}
		})
	}
}

// TestLoaders: fields of an operation share loaders for each site context; operations of a request do not.
func TestLoaders(t *testing.T) {
	type loaders struct{ name string }
	made := func(ctx context.Context, siteCtx *site.Context) *loaders {
		return Loaders(ctx, siteCtx, func() *loaders { return &loaders{"new"} })
	}
	req, en, de := &Request{}, &site.Context{}, &site.Context{}
	ctx, other := WithRequest(t.Context(), req), WithRequest(t.Context(), req)
	first := made(ctx, en)
	if made(ctx, en) != first {
		t.Error("the same operation and site context has other loaders")
	}
	if made(ctx, de) == first || made(other, en) == first {
		t.Error("another site context or operation has the same loaders")
	}
}
