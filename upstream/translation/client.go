// Package translation hands files over to a translation service and asks for what has become of them.
package translation

import (
	"context"
	"fmt"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/translation"
	"strand/upstream/contract"
	"strand/upstream/transport"
)

// System is the service's name in errors, logs and metrics.
const System = "translation"

// MaxJobs is how many jobs may be asked for at once.
const MaxJobs = 100

// NewClient makes a client of a translation service from the address, token, timeout and log of some options.
func NewClient(o transport.Options) (*transport.Client, error) {
	schema, err := contract.New(Contract)
	if err != nil {
		return nil, err
	}
	o.System, o.Contract = System, schema
	o.Groups = map[string]string{"Jobs": "jobs", "CreateJob": "jobs", "CancelJob": "jobs"}
	return transport.New(o)
}

// Service is a translation service. Its errors wrap a *transport.Error. It is safe for concurrent use.
type Service struct{ client graphql.Client }

// NewService makes a service over a client of it.
func NewService(client graphql.Client) *Service { return &Service{client} }

// Job is what has become of a file.
type Job struct {
	IsDone bool
	// File is the translated file of a job that is done.
	File []byte
	// Problem says why a job will never be done; empty for none.
	Problem string
}

// Order hands a file over. Handing it over again changes nothing: the service knows it by its order.
func (s *Service) Order(ctx context.Context, f *translation.File, encoded []byte) error {
	_, err := CreateJob(ctx, s.client, &JobInput{
		Reference:      f.Order,
		FileName:       f.Name(),
		SourceLanguage: f.SourceLanguage,
		TargetLanguage: f.TargetLanguage,
		File:           string(encoded),
	})
	if err != nil {
		return fmt.Errorf("order the translation %s: %w", f.Name(), err)
	}
	return nil
}

// Jobs asks for MaxJobs orders at most; one that the service does not know is left out.
func (s *Service) Jobs(ctx context.Context, orders []string) (map[string]Job, error) {
	data, err := Jobs(ctx, s.client, orders)
	if err != nil {
		return nil, fmt.Errorf("ask for translations: %w", err)
	}
	jobs := make(map[string]Job, len(data.Jobs))
	for _, j := range data.Jobs {
		job := Job{IsDone: j.State == JobStateDone}
		switch {
		case job.IsDone:
			job.File = []byte(j.File)
		case j.State == JobStateFailed:
			job.Problem = "the translation service cannot translate the file: " + j.Problem
		case j.State == JobStateCancelled:
			job.Problem = "the translation service has cancelled the order"
		}
		jobs[j.Reference] = job
	}
	return jobs, nil
}

// Cancel ends an order whose translation is no longer needed. An unknown order counts as ended.
func (s *Service) Cancel(ctx context.Context, order string) error {
	if _, err := CancelJob(ctx, s.client, order); err != nil {
		return fmt.Errorf("cancel the translation %s: %w", order, err)
	}
	return nil
}
