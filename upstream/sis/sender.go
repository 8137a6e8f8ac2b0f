package sis

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/form"
	"strand/domain/optional"
	"strand/domain/productrequest"
	"strand/internal/outbox"
	"strand/upstream/transport"
)

// Sender delivers submissions to the public endpoint of sis.
type Sender struct {
	client graphql.Client
	sender *transport.FileSender
	files  transport.Files
}

// refusals contains the codes of GraphQL errors with which sis refuses an input permanently.
// GRAPHQL_VALIDATION_FAILED is a mistake in the operation: it affects every submission until the next release of
// either side, so that it is a failure and not a refusal.
var refusals = []string{"BAD_USER_INPUT", "INVALID_INPUT", "VALIDATION_ERROR", "UNPROCESSABLE_ENTITY"}

// ClassifyError classifies an error of Deliver. Only permanent errors are refusals; deliveries with other errors are
// retried.
func ClassifyError(err error) outbox.Classification {
	var failure *transport.Error
	if !errors.As(err, &failure) {
		return outbox.Classification{}
	}
	v := outbox.Classification{RetryAfter: failure.RetryAfter}
	switch failure.Kind {
	case transport.KindGraphQL, transport.KindInvalidRequest:
		v.Refused = slices.Contains(refusals, failure.Code)
	case transport.KindStatus:
		passing := []int{http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests}
		// A misconfigured endpoint has the same status for every submission, so that it is not a refusal.
		isClientError := failure.Status >= 400 && failure.Status < 500
		v.Refused = isClientError && !slices.Contains(passing, failure.Status) && errors.As(err, new(*fileError))
	}
	return v
}

// fileError reports that a file of a submission could not be sent.
type fileError struct{ cause error }

func (e *fileError) Error() string { return e.cause.Error() }
func (e *fileError) Unwrap() error { return e.cause }

// NewSender returns a sender that uses a client of the public endpoint; the options are those of the client.
func NewSender(client graphql.Client, o transport.Options, files transport.Files) *Sender {
	return &Sender{client: client, sender: transport.NewFileSender(System, o), files: files}
}

// Deliver sends a submission with its files. It is idempotent, since sis identifies submissions by reference.
func (s *Sender) Deliver(ctx context.Context, f *form.Submission) error {
	for _, a := range f.Attachments {
		if err := s.sender.Send(ctx, s.files, a.ID, a.MediaType, a.Size); err != nil {
			return &fileError{err}
		}
	}
	if err := s.create(ctx, f); err != nil {
		return fmt.Errorf("deliver %s: %w", f.Reference, err)
	}
	return nil
}

func (s *Sender) create(ctx context.Context, f *form.Submission) error {
	v := values(f.Values)
	sender := &SenderInput{Locale: f.Locale, Site: f.Site, SubmittedAt: f.SubmittedAt}
	person := &PersonInput{
		FirstName: v["firstName"],
		LastName:  v["lastName"],
		Email:     v["email"],
		Telephone: v.optional("telephone"),
		Company:   v["company"],
	}
	var err error
	switch f.Kind {
	case form.OSSRequest:
		_, err = CreateOssRequest(
			ctx,
			s.client,
			&OssRequestInput{
				Reference:    f.Reference,
				Sender:       sender,
				Person:       person,
				Country:      v["country"],
				Product:      v["product"],
				SerialNumber: v["serialNumber"],
				Message:      v["message"],
			},
		)
	case form.ServiceRequest:
		_, err = CreateServiceRequest(ctx, s.client, serviceRequest(f, v, sender, person))
	case form.Whitepaper:
		_, err = CreateWhitepaperRequest(ctx, s.client, &WhitepaperRequestInput{
			Reference:    f.Reference,
			Sender:       sender,
			Person:       person,
			Country:      v["country"],
			Whitepaper:   f.About,
			ConsentGiven: v["consent"] == "true",
		})
	case form.StoryFeedback, form.ProductFeedback:
		input := &StoryFeedbackInput{
			Reference: f.Reference,
			Sender:    sender,
			Helpful:   v["helpful"] == "yes",
			Comment:   v.optional("comment"),
		}
		if f.Kind == form.ProductFeedback {
			input.Product = &f.About
		} else {
			input.Story = &f.About
		}
		_, err = CreateStoryFeedback(ctx, s.client, input)
	case form.ProductRequest:
		_, err = CreateProductRequest(ctx, s.client, productRequest(f, v, sender))
	case form.Application:
		_, err = CreateApplication(ctx, s.client, &ApplicationInput{
			Reference:     f.Reference,
			Sender:        sender,
			Position:      f.About,
			PositionTitle: optional.Text(f.Subject),
			Name:          v["name"],
			Email:         v["email"],
			Telephone:     v.optional("telephone"),
			Message:       v.optional("message"),
			Attachments:   attachments(f),
		})
	default:
		err = fmt.Errorf("the form %q has no operation", f.Kind)
	}
	return err
}

func serviceRequest(f *form.Submission, v values, sender *SenderInput, person *PersonInput) *ServiceRequestInput {
	request := &ServiceRequestInput{
		Reference: f.Reference,
		Sender:    sender,
		Person:    person,
		ContactAddress: &PostalAddressInput{
			Address: v["address"],
			ZipCode: v["zipCode"],
			City:    v["city"],
			State:   v["state"],
			Country: v["country"],
		},
		MachineName:      v["machineName"],
		SerialNumber:     v["serialNumber"],
		Warranty:         v.optional("warranty"),
		ServiceContract:  v.optional("serviceContract"),
		RequestedService: v["requestedService"],
		RequestReason:    v.optional("requestReason"),
		Subject:          v["subject"],
		Description:      v["description"],
		CaseId:           v.optional("caseId"),
		Attachments:      attachments(f),
	}
	if v["hasReturnAddress"] == "true" {
		request.ReturnAddress = &PostalAddressInput{
			Address: v["returnAddress"],
			ZipCode: v["returnZipCode"],
			City:    v["returnCity"],
			State:   v["returnState"],
			Country: v["returnCountry"],
		}
	}
	return request
}

func attachments(f *form.Submission) []*AttachmentInput {
	files := []*AttachmentInput{}
	for _, a := range f.Attachments {
		files = append(files, &AttachmentInput{
			Id:        a.ID,
			FileName:  a.FileName,
			MediaType: a.MediaType,
			Size:      float64(a.Size),
		})
	}
	return files
}

func productRequest(f *form.Submission, v values, sender *SenderInput) *ProductRequestInput {
	about := productrequest.ParseSubject(f.About)
	subject := values{"system": string(about.System), "user": f.User}
	if len(about.Machines) > 0 {
		subject["product"], subject["model"] = about.Machines[0].Product, about.Machines[0].Model
	}
	request := &ProductRequestInput{
		Reference:         f.Reference,
		Sender:            sender,
		Requested:         v[form.RequestedField],
		Name:              v["name"],
		Company:           v["company"],
		Email:             v["email"],
		Telephone:         v.optional("telephone"),
		Country:           v["country"],
		Message:           v.optional("message"),
		Product:           subject.optional("product"),
		Variant:           subject.optional("model"),
		MeasurementSystem: subject.optional("system"),
		User:              subject.optional("user"),
		CrossSection:      v.optional("crossSection"),
		Terminal:          v.optional("terminal"),
		YearlyQuantity:    v.optional("yearlyQuantity"),
	}
	if v["sendsSamples"] == "true" {
		request.SendsSamples = new(true)
	}
	for i, m := range about.Machines {
		if i > 0 {
			request.FurtherMachines = append(request.FurtherMachines, &RequestedMachineInput{
				Product: m.Product,
				Variant: optional.Text(m.Model),
			})
		}
	}
	if f.Office != nil {
		if !f.Office.IsGroup {
			request.Office = &f.Office.LocationID
		}
		request.OfficeEmail = f.Office.Email
	}
	return request
}

// values contains the field values of a form by name.
type values map[string]string

// optional returns nil for an empty value.
func (v values) optional(name string) *string { return optional.Text(v[name]) }
