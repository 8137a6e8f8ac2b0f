package resolvers

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"strand/domain/editorial"
	"strand/domain/form"
	"strand/domain/site"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/internal/outbox"
	"strand/internal/ratelimit"
	"strand/internal/uploads"
)

const (
	// maxSubmissions limits the submissions of one IP address within submissionWindow.
	maxSubmissions   = 20
	submissionWindow = 10 * time.Minute
)

// Forms validates and stores form submissions.
type Forms struct {
	Outbox  *outbox.Outbox
	Uploads *uploads.Store
	// Limit limits the submissions of an IP address.
	Limit *ratelimit.Limiter
	// ConfirmsByMail reports that accepted product requests are confirmed by mail.
	ConfirmsByMail bool
}

// NewForms returns a Forms that stores submissions in an outbox.
func NewForms(o *outbox.Outbox, u *uploads.Store) *Forms {
	return &Forms{Outbox: o, Uploads: u, Limit: ratelimit.New(maxSubmissions, submissionWindow)}
}

// FormSubmission is a submission before validation, from the graph or from an HTML form.
type FormSubmission struct {
	Kind form.Kind
	// Key is the client's idempotency key; empty for an HTML form, see form.DeriveKey.
	Key string
	// Locale is the visitor's locale.
	Locale string
	// Site is the technical name of the form's site; empty means the main site.
	Site string
	// About is the id of the form's subject: the page of a whitepaper, or a story.
	About string
	// Values contains the field values by field name.
	Values map[string]string
	// Digests contains the digests of uploaded files by upload id. A repeated submission of the same files has new
	// upload ids.
	Digests map[string]string
	// Problems contains the problems found before validation, such as refused files.
	Problems []form.Problem
	// Website is the honeypot field, which is invisible to users and must stay empty.
	Website string
}

// SubmitResult is the result of a submission.
type SubmitResult struct {
	// Problems contains the validation errors. If there are any, nothing was stored.
	Problems []form.Problem
	// Reference identifies the stored submission for the visitor.
	Reference string
	// Document is the document that the visitor may download; nil for none.
	Document *editorial.File
	// Office is the office of a product request; nil for other forms.
	Office *form.Office
	// IsNew is false if a submission with the same key exists.
	IsNew bool
}

// Submit validates and stores a submission. Both the graph and HTML forms use it.
func (r *Resolver) Submit(ctx context.Context, s FormSubmission) (*SubmitResult, error) {
	definition := form.Of(s.Kind)
	if definition == nil {
		return nil, apperr.New(apperr.Invalid, "kind: there is no form %.40q, send a value of FormKind", s.Kind)
	}
	siteCtx, err := r.formSiteContext(ctx, s)
	if err != nil {
		return nil, err
	}
	offers := formOffer(siteCtx.Directory)
	if s.Kind == form.ProductRequest {
		// A request from a country that is not offered is not lost: the group's mailbox receives it (REQ-3).
		offers = form.OfferAny
	}
	values, problems := form.Check(definition.Fields, s.Values, offers)
	problems = append(problems, s.Problems...)
	key := s.Key
	if key == "" {
		key = form.DeriveKey(
			r.SigningKey.Secret(),
			s.Kind,
			siteCtx.Site.TechnicalName,
			s.About,
			s.withDigests(definition, values),
		)
	}
	reference := form.Reference(s.Kind, key)
	if s.Website != "" {
		// A filled honeypot gets the same response as a success, so that robots do not notice it.
		r.Log.InfoContext(ctx, "form_honeypot_filled", "kind", s.Kind)
		return &SubmitResult{Reference: reference}, nil
	}
	if !r.Forms.Limit.Allow(requestOf(ctx).ClientIP) {
		return nil, apperr.New(
			apperr.RateLimited,
			"too many forms were sent from this address: try again in a few minutes",
		)
	}
	document, err := r.about(ctx, siteCtx, s.Kind, s.About)
	if err != nil {
		return nil, err
	}
	if s.Key == "" && len(problems) > 0 {
		// Invalid values are removed, so that the key could equal that of a submission without them.
		return &SubmitResult{Problems: problems}, nil
	}
	if earlier, err := r.Forms.Outbox.Find(ctx, s.Kind, key); err != nil || earlier != nil {
		result := &SubmitResult{Reference: reference, Document: document}
		if earlier != nil {
			result.Office = earlier.Office
		}
		return result, err
	}
	var attachments []form.Attachment
	if files := form.FileField(definition.Fields); files != nil {
		var missing []form.Problem
		if attachments, missing, err = r.attachments(ctx, files, values[files.Name]); err != nil {
			return nil, err
		}
		problems = append(problems, missing...)
		delete(values, files.Name)
	}
	if len(problems) > 0 {
		return &SubmitResult{Problems: problems}, nil
	}
	submission := &form.Submission{
		Kind:        s.Kind,
		Key:         key,
		Reference:   reference,
		Locale:      siteCtx.Locale.SISCode(),
		Site:        siteCtx.Site.TechnicalName,
		About:       s.About,
		Values:      values,
		Attachments: attachments,
		SubmittedAt: r.Now().UTC(),
	}
	if s.Kind == form.ProductRequest {
		r.addressRequest(ctx, siteCtx, submission)
	}
	stored, isNew, err := r.Forms.Outbox.Accept(ctx, submission)
	if err != nil {
		return nil, err
	}
	r.Log.InfoContext(ctx, "form_accepted", "kind", s.Kind, "reference", stored.Reference, "new", isNew)
	return &SubmitResult{Reference: reference, Document: document, Office: stored.Office, IsNew: isNew}, nil
}

// withDigests returns the values with upload ids replaced by the digests of the files.
func (s FormSubmission) withDigests(definition *form.Definition, values map[string]string) map[string]string {
	files := form.FileField(definition.Fields)
	if files == nil || values[files.Name] == "" {
		return values
	}
	ids := form.FileIDs(values[files.Name])
	for i, id := range ids {
		if digest, ok := s.Digests[id]; ok {
			ids[i] = digest
		}
	}
	values = maps.Clone(values)
	values[files.Name] = strings.Join(ids, ",")
	return values
}

// FormDownload returns the document that a page offers after a submission, and its download URL; nil if there is none.
func (r *Resolver) FormDownload(
	ctx context.Context,
	s FormSubmission,
) (document *editorial.File, url string, err error) {
	siteCtx, err := r.formSiteContext(ctx, s)
	if err != nil {
		return nil, "", err
	}
	if document, err = r.about(ctx, siteCtx, s.Kind, s.About); err != nil || document == nil {
		return nil, "", err
	}
	url, err = (&fileResolver{r}).URL(ctx, document)
	return document, url, err
}

// formSiteContext returns the site context of the form's site.
func (r *Resolver) formSiteContext(ctx context.Context, s FormSubmission) (*site.Context, error) {
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	formSite := dir.Main()
	if s.Site != "" {
		if formSite = dir.SiteNamed(s.Site); formSite == nil {
			return nil, apperr.New(apperr.Invalid, "site: there is no site named %.40q", s.Site)
		}
	}
	return r.siteContextFor(ctx, formSite, &s.Locale, site.Published)
}

// attachments returns the uploads that a field of files refers to, and a problem for each one that is missing.
func (r *Resolver) attachments(
	ctx context.Context,
	field *form.Field,
	value string,
) ([]form.Attachment, []form.Problem, error) {
	var found []form.Attachment
	for _, id := range form.FileIDs(value) {
		a, err := r.Forms.Uploads.Find(ctx, id)
		if missing := new(uploads.NotFoundError); errors.As(err, &missing) {
			return nil, []form.Problem{
				{Field: field.Name, Code: form.CodeInvalid, Message: "Please add the file again."},
			}, nil
		}
		if err != nil {
			return nil, nil, err
		}
		found = append(found, a)
	}
	return found, nil, nil
}

// about validates the subject of a submission and returns the document that it offers; nil for none.
func (r *Resolver) about(
	ctx context.Context,
	siteCtx *site.Context,
	kind form.Kind,
	id string,
) (*editorial.File, error) {
	switch kind {
	case form.StoryFeedback:
		stories, err := r.stories(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		if stories.ByID(id) == nil {
			return nil, apperr.New(apperr.Invalid, "about: there is no story %.40q", id)
		}
	case form.Whitepaper:
		page, err := r.page(ctx, siteCtx, id)
		if err != nil {
			return nil, err
		}
		if page != nil {
			for _, m := range page.Modules {
				if f, ok := m.(*editorial.FormModule); ok && f.Kind == kind && f.Document != nil {
					return &f.Document.File, nil
				}
			}
		}
		return nil, apperr.New(apperr.Invalid, "about: the page %.40q has no whitepaper", id)
	}
	return nil, nil
}

func userErrors(problems []form.Problem) []*model.UserError {
	errs := make([]*model.UserError, len(problems))
	for i, p := range problems {
		errs[i] = &model.UserError{Code: p.Code, Message: p.Message}
		if p.Field != "" {
			errs[i].Field = &p.Field
		}
	}
	return errs
}

// formOffer returns the countries and languages that forms offer.
func formOffer(dir *site.Directory) form.Offer {
	return func(t form.Type, value string) bool {
		switch t {
		case form.Country:
			return dir.OffersCountry(value)
		case form.Language:
			return slices.Contains(site.LanguagesOf(dir.Main()), value)
		}
		return false
	}
}

// invalidKeyError returns the error for an invalid or guessable idempotency key.
func invalidKeyError() error {
	return apperr.New(apperr.Invalid, "idempotencyKey: send 16 to 64 letters, digits, - or _, such as a UUID")
}
