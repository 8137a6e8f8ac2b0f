// Package forms validates and accepts the forms of the websites, and reads what requests for products are about and
// which office receives them.
package forms

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"strand/domain/editorial"
	"strand/domain/form"
	"strand/domain/media"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/internal/outbox"
	"strand/internal/ratelimit"
	"strand/internal/uploads"
	"strand/service/catalogue"
	"strand/service/website"
	"strand/service/website/visit"
)

const (
	// maxSubmissions limits the submissions of one IP address within submissionWindow.
	maxSubmissions   = 20
	submissionWindow = 10 * time.Minute
)

// Intake stores submissions and their files.
type Intake struct {
	// Outbox stores submissions until they are delivered.
	Outbox  *outbox.Outbox
	Uploads *uploads.Store
	// Limit limits the submissions of an IP address.
	Limit *ratelimit.Limiter
	// ConfirmsByMail reports that accepted product requests are confirmed by mail.
	ConfirmsByMail bool
}

// NewIntake returns an Intake that stores submissions in an outbox.
func NewIntake(o *outbox.Outbox, u *uploads.Store, limits ratelimit.Limits) *Intake {
	return &Intake{Outbox: o, Uploads: u, Limit: limits.New("forms", maxSubmissions, submissionWindow)}
}

// Submissions validates and accepts submissions. It is safe for concurrent use.
type Submissions struct {
	*Intake
	Website *website.Sites
	// Requests addresses requests for products to offices.
	Requests *ProductRequests
	Images   media.URLs
	// SigningKey derives idempotency keys.
	SigningKey signedtoken.Key
	// Now returns the current time.
	Now func() time.Time
	Log *slog.Logger
}

// Form is a submission before validation, from the graph or from an HTML form.
type Form struct {
	Kind form.Kind
	// Key is the client's idempotency key; empty for an HTML form, see form.DeriveKey.
	Key string
	// Locale is the visitor's locale.
	Locale string
	// Site is the technical name of the form's site; empty means the main site.
	Site string
	// About is the id of the form's subject: the page of a whitepaper or a position, a story, or the slug of a product.
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

// Result is the result of a submission.
type Result struct {
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
func (r *Submissions) Submit(ctx context.Context, s Form) (*Result, error) {
	definition := form.Of(s.Kind)
	if definition == nil {
		return nil, apperr.New(apperr.Invalid, "kind: there is no form %.40q, send a value of FormKind", s.Kind)
	}
	siteCtx, err := r.formSiteContext(ctx, s)
	if err != nil {
		return nil, err
	}
	if !siteCtx.Directory.Has(site.PartSubmissions) {
		return nil, apperr.New(apperr.NotFound, "this website has no forms")
	}
	offers := Offers(siteCtx.Directory)
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
		return &Result{Reference: reference}, nil
	}
	if !r.Limit.Allow(ctx, visit.Of(ctx).ClientIP) {
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
		return &Result{Problems: problems}, nil
	}
	if earlier, err := r.Outbox.Find(ctx, s.Kind, key); err != nil || earlier != nil {
		result := &Result{Reference: reference, Document: document}
		if earlier != nil {
			result.Office = earlier.Office
		}
		return result, err
	}
	submission := &form.Submission{
		Kind:        s.Kind,
		Key:         key,
		Reference:   reference,
		Locale:      siteCtx.Locale.SISCode(),
		Site:        siteCtx.Site.TechnicalName,
		About:       s.About,
		SubmittedAt: r.Now().UTC(),
	}
	if s.Kind == form.Application {
		isClosed, err := r.forPosition(ctx, siteCtx, submission)
		if err != nil {
			return nil, err
		}
		if isClosed {
			return &Result{Problems: []form.Problem{closedProblem}}, nil
		}
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
		return &Result{Problems: problems}, nil
	}
	submission.Values, submission.Attachments = values, attachments
	if s.Kind == form.ProductRequest {
		r.Requests.Address(ctx, siteCtx, submission)
	}
	stored, isNew, err := r.Outbox.Accept(ctx, submission)
	if err != nil {
		return nil, err
	}
	r.Log.InfoContext(ctx, "form_accepted", "kind", s.Kind, "reference", stored.Reference, "new", isNew)
	return &Result{Reference: reference, Document: document, Office: stored.Office, IsNew: isNew}, nil
}

// closedProblem is the problem of an application for a position that was closed meanwhile (JOB-3).
var closedProblem = form.Problem{Code: form.CodeClosed, Message: "This position accepts no applications any more."}

// forPosition sets the title of the position that an application is for, and reports whether the position is closed.
func (r *Submissions) forPosition(
	ctx context.Context, siteCtx *site.Context, submission *form.Submission,
) (isClosed bool, err error) {
	page, err := r.Website.Page(ctx, siteCtx, submission.About)
	if err != nil {
		return false, err
	}
	if page == nil || page.Position == nil {
		return false, apperr.New(apperr.Invalid, "about: the page describes no position")
	}
	submission.Subject = page.Title
	return page.Position.ClosedAt(r.Now()), nil
}

// withDigests returns the values with upload ids replaced by the digests of the files.
func (s Form) withDigests(definition *form.Definition, values map[string]string) map[string]string {
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

// Download returns the document that a page offers after a submission, and its download URL; nil if there is none.
func (r *Submissions) Download(
	ctx context.Context,
	s Form,
) (document *editorial.File, url string, err error) {
	siteCtx, err := r.formSiteContext(ctx, s)
	if err != nil {
		return nil, "", err
	}
	if document, err = r.about(ctx, siteCtx, s.Kind, s.About); err != nil || document == nil {
		return nil, "", err
	}
	return document, r.Images.Download(document.URL, document.IsProtected), nil
}

// formSiteContext returns the site context of the form's site.
func (r *Submissions) formSiteContext(ctx context.Context, s Form) (*site.Context, error) {
	dir, err := r.Website.Directory(ctx)
	if err != nil {
		return nil, err
	}
	formSite := dir.Main()
	if s.Site != "" {
		if formSite = dir.SiteNamed(s.Site); formSite == nil {
			return nil, apperr.New(apperr.Invalid, "site: there is no site named %.40q", s.Site)
		}
	}
	return r.Website.SiteContextFor(ctx, formSite, &s.Locale, site.Published)
}

// attachments returns the uploads that a field of files refers to, and a problem for each one that is missing.
func (r *Submissions) attachments(
	ctx context.Context,
	field *form.Field,
	value string,
) ([]form.Attachment, []form.Problem, error) {
	var found []form.Attachment
	for _, id := range form.FileIDs(value) {
		a, err := r.Uploads.Find(ctx, id)
		if missing := new(uploads.NotFoundError); errors.As(err, &missing) {
			return nil, []form.Problem{
				{Field: field.Name, Code: form.CodeInvalid, Message: "Please add the file again."},
			}, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if !field.Files.Accepts(a.MediaType) {
			return nil, []form.Problem{{Field: field.Name, Code: form.CodeInvalid, Message: field.Message}}, nil
		}
		found = append(found, a)
	}
	return found, nil, nil
}

// about validates the subject of a submission and returns the document that it offers; nil for none.
func (r *Submissions) about(
	ctx context.Context,
	siteCtx *site.Context,
	kind form.Kind,
	id string,
) (*editorial.File, error) {
	switch kind {
	case form.StoryFeedback:
		stories, err := r.Website.Stories(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		if stories.ByID(id) == nil {
			return nil, apperr.New(apperr.Invalid, "about: there is no story %.40q", id)
		}
	case form.ProductFeedback:
		product, err := r.Website.Assortment.Product(ctx, siteCtx, id)
		if err != nil && !catalogue.IsNotFound(err) {
			return nil, err
		}
		if product == nil {
			return nil, apperr.New(apperr.Invalid, "about: there is no product %.40q", id)
		}
	case form.Whitepaper:
		page, err := r.Website.Page(ctx, siteCtx, id)
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

// Offers returns the countries and languages that forms offer.
func Offers(dir *site.Directory) form.Offer {
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
