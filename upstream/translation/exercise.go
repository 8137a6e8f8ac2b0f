package translation

import (
	"context"

	"strand/upstream/exercise"
	"strand/upstream/transport"
)

// Features are the parts of the websites with the operations that they need.
var Features = []exercise.Feature{
	{Name: "orders of translations", Operations: []string{"Jobs", "CreateJob", "CancelJob"}},
	{Name: "prices of translations", Operations: []string{"Prices"}},
}

// Exercise asks for a job that does not exist: only mutations would tell the reference of one that does.
func Exercise(ctx context.Context, o transport.Options) (*exercise.Trial, error) {
	t, err := exercise.New(Contract, Operations, func() (*transport.Client, error) { return NewClient(o) })
	if err != nil {
		return nil, err
	}
	jobs := t.Run(ctx, "Jobs", map[string]any{"references": []string{"no-such-record"}})
	if jobs.Get("jobs.#").Int() > 0 {
		t.Fail("Jobs", "returns a job for an unknown reference")
	}
	t.Run(ctx, "Prices", map[string]any{"sourceLanguage": "en"})
	return t, nil
}
