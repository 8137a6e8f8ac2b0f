package visit

import (
	"context"

	"strand/internal/cache"
)

// ErrorReporter adds an error to the answer of an operation, at a field below the current one; an empty field means the
// current one.
type ErrorReporter func(ctx context.Context, field string, err error)

// Degrade adds an error to the answer for a part that could not be read. The answer is not cached as complete.
func Degrade(ctx context.Context, err error) { DegradeField(ctx, "", err) }

// DegradeField adds an error to the answer for a field below the current one that could not be read. The answer is not
// cached as complete.
func DegradeField(ctx context.Context, field string, err error) {
	if report := operationOf(ctx).report; report != nil {
		report(ctx, field, err)
	}
	cache.MarkDegraded(ctx)
}
