package visit

import (
	"context"
	"log/slog"
	"time"

	"strand/domain/site"
	"strand/internal/recovery"
)

const (
	// LoaderWait is the time for which loaders collect keys into one call: the fields of one level are resolved in
	// less. Only values that are not cached wait for it, and then for an upstream system.
	LoaderWait = time.Millisecond
	// MaxBatch is the maximum number of keys per call to an upstream system.
	MaxBatch = 100
)

// loaderKey identifies the loaders of a kind for a site context.
type loaderKey struct {
	// kind is a nil pointer of the type of the loaders.
	kind        any
	siteContext *site.Context
}

// Loaders returns the loaders of a type for a site context, created on first use. Each operation has its own, since it
// cancels its context when it ends and a page executes two at once.
func Loaders[L any](ctx context.Context, siteCtx *site.Context, create func() *L) *L {
	key := loaderKey{kind: (*L)(nil), siteContext: siteCtx}
	o := operationOf(ctx)
	o.mu.Lock()
	defer o.mu.Unlock()
	if l, ok := o.loaders[key]; ok {
		return l.(*L)
	}
	l := create()
	if o.loaders == nil {
		o.loaders = map[loaderKey]any{}
	}
	o.loaders[key] = l
	return l
}

// Fetch returns the function of a loader that reads a batch of keys. A panic becomes an error of the keys: a loader
// calls it on a goroutine of its own, where it would end the server. read returns values in the order of the keys, and
// an error for those that are missing.
func Fetch[V any](
	ctx context.Context, log *slog.Logger, read func(keys []string) ([]*V, error),
) func(keys []string) ([]*V, []error) {
	return func(keys []string) (values []*V, errs []error) {
		err := recovery.Do(ctx, log, "loader", func() (err error) {
			values, err = read(keys)
			return err
		})
		return values, missingErrors(values, err)
	}
}

// LoadAll returns the values of keys in order, with an error per key: the cached ones, and the others from a loader,
// which would wait for further keys.
func LoadAll[V any](
	keys []string, cached func(key string) (value V, isCached bool, err error), load func(keys []string) ([]V, []error),
) ([]V, []error) {
	values, errs := make([]V, len(keys)), make([]error, len(keys))
	var missing []string
	var positions []int
	for i, key := range keys {
		var isCached bool
		if values[i], isCached, errs[i] = cached(key); !isCached {
			missing, positions = append(missing, key), append(positions, i)
		}
	}
	if len(missing) == 0 {
		return values, errs
	}
	loaded, failed := load(missing)
	for k, i := range positions {
		values[i], errs[i] = loaded[k], failed[k]
	}
	return values, errs
}

// missingErrors assigns the error of a batch to the keys without a value: to all keys if there are no values.
func missingErrors[T any](values []*T, err error) []error {
	switch {
	case err == nil:
		return nil
	case len(values) == 0:
		return []error{err}
	}
	errs := make([]error, len(values))
	for i, v := range values {
		if v == nil {
			errs[i] = err
		}
	}
	return errs
}
