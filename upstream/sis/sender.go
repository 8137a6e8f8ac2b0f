package sis

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/Khan/genqlient/graphql"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"strand/domain/form"
)

// fileTimeout bounds the sending of one file.
const fileTimeout = 10 * time.Minute

// Files are the uploads that come with submissions.
type Files interface {
	// Open gives the bytes of an upload.
	Open(id string) (io.ReadCloser, error)
}

// Sender hands submissions over to the public endpoint of sis.
type Sender struct {
	client graphql.Client
	// endpoint is the address below which files are put.
	endpoint string
	files    Files
	http     *http.Client
}

// NewSender makes a sender over a client of the public endpoint.
func NewSender(client graphql.Client, endpoint string, files Files) *Sender {
	return &Sender{client: client, endpoint: strings.TrimSuffix(endpoint, "/"), files: files,
		http: &http.Client{Transport: otelhttp.NewTransport(http.DefaultTransport), Timeout: fileTimeout}}
}

// Deliver sends a submission with its files. Sending it again changes nothing: sis knows it by its reference.
func (s *Sender) Deliver(ctx context.Context, f *form.Submission) error {
	for _, a := range f.Attachments {
		if err := s.put(ctx, a); err != nil {
			return err
		}
	}
	if err := s.create(ctx, f); err != nil {
		return fmt.Errorf("hand over %s: %w", f.Reference, err)
	}
	return nil
}

func (s *Sender) put(ctx context.Context, a form.Attachment) error {
	file, err := s.files.Open(a.ID)
	if err != nil {
		return fmt.Errorf("open the upload %s: %w", a.ID, err)
	}
	defer file.Close()
	r, err := http.NewRequestWithContext(ctx, http.MethodPut, s.endpoint+"/files/"+url.PathEscape(a.ID), file)
	if err != nil {
		return err
	}
	r.ContentLength = a.Size
	r.Header.Set("Content-Type", a.MediaType)
	answer, err := s.http.Do(r)
	if err != nil {
		return fmt.Errorf("send the upload %s: %w", a.ID, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 {
		return fmt.Errorf("send the upload %s: status %d", a.ID, answer.StatusCode)
	}
	return nil
}

func (s *Sender) create(ctx context.Context, f *form.Submission) error {
	v := values(f.Values)
	sender := &SenderInput{Locale: f.Locale, Site: f.Site, SubmittedAt: f.SubmittedAt}
	person := &PersonInput{FirstName: v["firstName"], LastName: v["lastName"], Email: v["email"], Telephone: v.optional("telephone"), Company: v["company"]}
	var err error
	switch f.Kind {
	case form.OSSRequest:
		_, err = CreateOssRequest(ctx, s.client, &OssRequestInput{Reference: f.Reference, Sender: sender, Person: person, Country: v["country"],
			Product: v["product"], SerialNumber: v["serialNumber"], Message: v["message"]})
	case form.ServiceRequest:
		_, err = CreateServiceRequest(ctx, s.client, serviceRequest(f, v, sender, person))
	case form.Whitepaper:
		_, err = CreateWhitepaperRequest(ctx, s.client, &WhitepaperRequestInput{Reference: f.Reference, Sender: sender, Person: person,
			Country: v["country"], Whitepaper: f.About, ConsentGiven: v["consent"] == "true"})
	case form.StoryFeedback:
		_, err = CreateStoryFeedback(ctx, s.client, &StoryFeedbackInput{Reference: f.Reference, Sender: sender, Story: f.About,
			Helpful: v["helpful"] == "yes", Comment: v.optional("comment")})
	default:
		err = fmt.Errorf("there is no request for the form %q", f.Kind)
	}
	return err
}

func serviceRequest(f *form.Submission, v values, sender *SenderInput, person *PersonInput) *ServiceRequestInput {
	request := &ServiceRequestInput{Reference: f.Reference, Sender: sender, Person: person,
		ContactAddress: &PostalAddressInput{Address: v["address"], ZipCode: v["zipCode"], City: v["city"], State: v["state"], Country: v["country"]},
		MachineName:    v["machineName"], SerialNumber: v["serialNumber"], Warranty: v.optional("warranty"), ServiceContract: v.optional("serviceContract"),
		RequestedService: v["requestedService"], RequestReason: v.optional("requestReason"), Subject: v["subject"], Description: v["description"],
		CaseId: v.optional("caseId"), Attachments: []*AttachmentInput{}}
	if v["hasReturnAddress"] == "true" {
		request.ReturnAddress = &PostalAddressInput{Address: v["returnAddress"], ZipCode: v["returnZipCode"], City: v["returnCity"],
			State: v["returnState"], Country: v["returnCountry"]}
	}
	for _, a := range f.Attachments {
		request.Attachments = append(request.Attachments, &AttachmentInput{Id: a.ID, FileName: a.FileName, MediaType: a.MediaType, Size: float64(a.Size)})
	}
	return request
}

// values are what was filled in.
type values map[string]string

// optional is nil for what was left empty.
func (v values) optional(name string) *string {
	if text := v[name]; text != "" {
		return &text
	}
	return nil
}
