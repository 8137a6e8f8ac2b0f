package resolvers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/httprate"

	"strand/domain/editorial"
	"strand/domain/form"
	"strand/domain/site"
	"strand/fault"
	"strand/gql/model"
	"strand/outbox"
	"strand/uploads"
)

const (
	// maxSubmissions is how often one address may send forms within submissionWindow.
	maxSubmissions   = 20
	submissionWindow = 10 * time.Minute
)

// Forms takes what visitors send: it checks it, keeps it, and says so.
type Forms struct {
	Outbox  *outbox.Outbox
	Uploads *uploads.Store
	limiter *httprate.RateLimiter
	log     *slog.Logger
}

// NewForms makes what takes forms.
func NewForms(o *outbox.Outbox, u *uploads.Store, log *slog.Logger) *Forms {
	return &Forms{Outbox: o, Uploads: u, limiter: httprate.NewRateLimiter(maxSubmissions, submissionWindow), log: log}
}

// allow says whether an address may send another form.
func (f *Forms) allow(ctx context.Context, address string) bool {
	// The limiter tells its counts in headers of a response, of which a field of the graph has none.
	return !f.limiter.OnLimit(noResponse{http.Header{}}, (&http.Request{}).WithContext(ctx), address)
}

// noResponse takes what is written to nobody.
type noResponse struct{ header http.Header }

func (n noResponse) Header() http.Header         { return n.header }
func (n noResponse) Write(b []byte) (int, error) { return len(b), nil }
func (n noResponse) WriteHeader(int)             {}

// submit takes one form.
func (r *Resolver) submit(ctx context.Context, in model.SubmitFormInput) (*model.SubmitFormPayload, error) {
	definition := form.Of(in.Kind)
	if definition == nil || !form.IsKey(in.IdempotencyKey) {
		return nil, fault.New(fault.Invalid, "idempotencyKey: 16 to 64 letters, figures, - or _, such as a UUID")
	}
	view, err := r.submittedFrom(ctx, in)
	if err != nil {
		return nil, err
	}
	reference := form.Reference(in.Kind, in.IdempotencyKey)
	if website, _ := in.Website.ValueOK(); website != nil && *website != "" {
		// Whoever fills in what people do not see learns nothing from the answer.
		r.Log.InfoContext(ctx, "a form was filled in by a machine and left out", "kind", in.Kind)
		return taken(reference, nil), nil
	}
	if !r.Forms.allow(ctx, requestOf(ctx).Address) {
		return nil, fault.New(fault.RateLimited, "too many forms were sent from here: try again in a few minutes")
	}
	about, _ := in.About.ValueOK()
	document, err := r.about(ctx, view, in.Kind, orEmpty(about))
	if err != nil {
		return nil, err
	}
	if earlier, err := r.Forms.Outbox.Find(ctx, in.Kind, in.IdempotencyKey); err != nil || earlier != nil {
		return taken(reference, document), err
	}
	given := make(map[string]string, len(in.Values))
	for _, v := range in.Values {
		given[v.Name] = v.Value
	}
	values, problems := definition.Check(given, func(code string) bool {
		c := view.Directory.Country(code)
		return c != nil && !c.Hidden && code != site.CountryAll
	})
	attachments, missing, err := r.attachments(ctx, values["attachments"])
	if err != nil {
		return nil, err
	}
	if problems = append(problems, missing...); len(problems) > 0 {
		return &model.SubmitFormPayload{UserErrors: userErrors(problems)}, nil
	}
	delete(values, "attachments")
	kept, isNew, err := r.Forms.Outbox.Accept(ctx, &form.Submission{Kind: in.Kind, Key: in.IdempotencyKey, Reference: reference, Locale: view.Locale.SISCode(),
		Site: view.Site.TechnicalName, About: orEmpty(about), Values: values, Attachments: attachments, SubmittedAt: r.Now().UTC()})
	if err != nil {
		return nil, err
	}
	r.Log.InfoContext(ctx, "form taken", "kind", in.Kind, "reference", kept.Reference, "new", isNew)
	return taken(reference, document), nil
}

// taken says that a submission is kept.
func taken(reference string, document *editorial.File) *model.SubmitFormPayload {
	return &model.SubmitFormPayload{Submission: &model.FormSubmission{Reference: reference, File: document}, UserErrors: []*model.UserError{}}
}

// submittedFrom is the view of the site that a form stands on.
func (r *Resolver) submittedFrom(ctx context.Context, in model.SubmitFormInput) (*site.View, error) {
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	s := dir.Main()
	if name, _ := in.Site.ValueOK(); name != nil {
		if s = dir.SiteNamed(*name); s == nil {
			return nil, fault.New(fault.Invalid, "site: there is none named %.40q", *name)
		}
	}
	return r.viewFor(ctx, s, &in.Locale, site.Published)
}

// attachments are the uploads that a submission names.
func (r *Resolver) attachments(ctx context.Context, ids string) ([]form.Attachment, []form.Problem, error) {
	var found []form.Attachment
	for id := range strings.SplitSeq(ids, ",") {
		if id = strings.TrimSpace(id); id == "" {
			continue
		}
		a, err := r.Forms.Uploads.Find(ctx, id)
		if missing := new(uploads.NotFoundError); errors.As(err, &missing) {
			return nil, []form.Problem{{Field: "attachments", Code: form.CodeInvalid, Message: "Please add the file again."}}, nil
		}
		if err != nil {
			return nil, nil, err
		}
		found = append(found, a)
	}
	return found, nil, nil
}

// about checks what a submission is about; the document that it hands out, nil for none.
func (r *Resolver) about(ctx context.Context, view *site.View, kind form.Kind, id string) (*editorial.File, error) {
	switch kind {
	case form.StoryFeedback:
		stories, err := r.stories(ctx, view)
		if err != nil {
			return nil, err
		}
		if stories.ByID(id) == nil {
			return nil, fault.New(fault.Invalid, "about: there is no story %.40q", id)
		}
	case form.Whitepaper:
		page, err := r.page(ctx, view, id)
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
		return nil, fault.New(fault.Invalid, "about: the page %.40q has no whitepaper", id)
	}
	return nil, nil
}

func userErrors(problems []form.Problem) []*model.UserError {
	errs := make([]*model.UserError, len(problems))
	for i, p := range problems {
		errs[i] = &model.UserError{Field: &p.Field, Code: p.Code, Message: p.Message}
	}
	return errs
}
