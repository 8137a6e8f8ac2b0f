// Package translation orders translations of files from a translation service and reads the results.
package translation

import (
	"context"
	"fmt"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/translation"
	"strand/upstream/contract"
	"strand/upstream/transport"
)

// System is the name of the service in errors, logs and metrics.
const System = "translation"

// MaxJobs is the maximum number of jobs per call of Jobs.
const MaxJobs = 100

// NewClient returns a client of a translation service with the URL, token, timeout and log of the options.
func NewClient(o transport.Options) (*transport.Client, error) {
	schema, err := contract.New(Contract)
	if err != nil {
		return nil, err
	}
	o.System, o.Contract = System, schema
	o.Groups = map[string]string{"Jobs": "jobs", "CreateJob": "jobs", "CancelJob": "jobs", "Prices": "prices"}
	return transport.New(o), nil
}

// Service is a translation service. Its errors wrap a *transport.Error. It is safe for concurrent use.
type Service struct{ client graphql.Client }

// NewService returns a service that uses a client.
func NewService(client graphql.Client) *Service { return &Service{client} }

// Job is the state of an order.
type Job struct {
	IsDone bool
	// File is the translated file of a finished job.
	File []byte
	// Problem is the reason why a job will never finish; empty for none.
	Problem string
}

// Order orders the translation of a file. It is idempotent, since the service identifies jobs by order.
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

// Jobs reads the jobs of up to MaxJobs orders; unknown orders are left out.
func (s *Service) Jobs(ctx context.Context, orders []string) (map[string]Job, error) {
	data, err := Jobs(ctx, s.client, orders)
	if err != nil {
		return nil, fmt.Errorf("read the translation jobs: %w", err)
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

// Prices reads the prices of translations from a language. Invalid ones are left out.
func (s *Service) Prices(ctx context.Context, source string) ([]translation.Price, error) {
	data, err := Prices(ctx, s.client, source)
	if err != nil {
		return nil, fmt.Errorf("read the prices of translations: %w", err)
	}
	prices := []translation.Price{}
	for _, p := range data.Prices {
		if price := translation.Price(*p); price.IsValid() {
			prices = append(prices, price)
		}
	}
	return prices, nil
}

// Cancel cancels an order. An unknown order is not an error.
func (s *Service) Cancel(ctx context.Context, order string) error {
	if _, err := CancelJob(ctx, s.client, order); err != nil {
		return fmt.Errorf("cancel the translation %s: %w", order, err)
	}
	return nil
}
