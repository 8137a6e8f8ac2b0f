package cache_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"strand/internal/cache"
)

// Two keys are equal only if their kinds and parts are equal.
func TestSecurityKey_Property(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"", "a", ":", "(", ")", "1", "(1:a)", "2:", "\x00", "ü", "en:http://localhost/"}
	seen := map[string][]string{}
	for range 50_000 {
		parts := make([]string, random.IntN(4))
		for i := range parts {
			for range random.IntN(4) {
				parts[i] += pieces[random.IntN(len(pieces))]
			}
		}
		key := cache.Key("kind", parts...)
		if other, ok := seen[key]; ok && !slices.Equal(other, parts) {
			t.Fatalf("%q and %q have the key %q", parts, other, key)
		}
		seen[key] = parts
	}
}

// The number of unconfirmed entries is bounded, and they displace no other entries.
func TestSecurityCache_UnconfirmedBounded(t *testing.T) {
	c, err := cache.New(cache.Options{MaxBytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx := context.Background()
	load := func(key string, loaded cache.Loaded[string]) {
		t.Helper()
		loaded.Value = key
		_, err := cache.Load(ctx, c, key, func(context.Context) (cache.Loaded[string], error) { return loaded, nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	load("confirmed", cache.Loaded[string]{})
	load("confirmed later", cache.Loaded[string]{Unconfirmed: true})
	c.Purge(cache.Everything)
	load("confirmed", cache.Loaded[string]{})
	load("confirmed later", cache.Loaded[string]{})
	const asked = 3 * cache.MaxUnconfirmed
	for n := range asked {
		load("unconfirmed "+strconv.Itoa(n), cache.Loaded[string]{Unconfirmed: n%2 == 0, Negative: n%2 == 1})
	}
	kept := 0
	for n := range asked {
		if _, ok := cache.Peek[string](c, "unconfirmed "+strconv.Itoa(n)); ok {
			kept++
		}
	}
	if kept == 0 || kept > cache.MaxUnconfirmed || c.Unconfirmed() > cache.MaxUnconfirmed {
		t.Errorf(
			"%d of %d are stored, %d counted; at most %d are allowed",
			kept,
			asked,
			c.Unconfirmed(),
			cache.MaxUnconfirmed,
		)
	}
	if _, ok := cache.Peek[string](c, "unconfirmed "+strconv.Itoa(asked-1)); !ok {
		t.Error("the last one is not stored")
	}
	for _, key := range []string{"confirmed", "confirmed later"} {
		if _, ok := cache.Peek[string](c, key); !ok {
			t.Errorf("%q was evicted", key)
		}
	}
}
