package resolvers

import (
	"context"
	"errors"
	"maps"
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
	// maxSubmissions is how often one address may send forms within submissionWindow.
	maxSubmissions   = 20
	submissionWindow = 10 * time.Minute
)

// Forms takes what visitors send: it checks it, keeps it, and says so.
type Forms struct {
	Outbox  *outbox.Outbox
	Uploads *uploads.Store
	// Limit bounds how many one address may send.
	Limit *ratelimit.Limiter
}

// NewForms makes what takes forms.
func NewForms(o *outbox.Outbox, u *uploads.Store) *Forms {
	return &Forms{Outbox: o, Uploads: u, Limit: ratelimit.New(maxSubmissions, submissionWindow)}
}

// Sending is what somebody sends in a form: through the graph, or as a form of HTML.
type Sending struct {
	Kind form.Kind
	// Key is the sender's own; empty for a form of HTML, which has none: see form.DeriveKey.
	Key string
	// Locale is the visitor's.
	Locale string
	// Site is the technical name of the site that the form stands on; the main site where it is empty.
	Site string
	// About is what it is about: the page whose whitepaper is wanted, the story that is read.
	About string
	// Given is what was filled in, by field.
	Given map[string]string
	// Digests tell what files hold, by the ids of their uploads. The same files sent again are other uploads.
	Digests map[string]string
	// Found is what is wrong with it already, such as files that are not taken.
	Found []form.Problem
	// Website is what people do not see and leave empty.
	Website string
}

// Receipt says what became of a form.
type Receipt struct {
	// Problems are what is wrong with it: nothing was kept then.
	Problems []form.Problem
	// Reference is what to name the submission by.
	Reference string
	// Document is what is handed out for it; nil for nothing.
	Document *editorial.File
	// IsNew is false for a submission that is there already.
	IsNew bool
}

// Submit checks what somebody sends and keeps it. It is the one way in: the graph and the forms of HTML end here.
func (r *Resolver) Submit(ctx context.Context, s Sending) (*Receipt, error) {
	definition := form.Of(s.Kind)
	if definition == nil {
		return nil, apperr.New(apperr.Invalid, "kind: there is no form %.40q", s.Kind)
	}
	view, err := r.submittedFrom(ctx, s)
	if err != nil {
		return nil, err
	}
	values, problems := form.Check(definition.Fields, s.Given, offers(view.Directory))
	problems = append(problems, s.Found...)
	key := s.Key
	if key == "" {
		key = form.DeriveKey(r.Passes, s.Kind, view.Site.TechnicalName, s.About, s.withDigests(definition, values))
	}
	reference := form.Reference(s.Kind, key)
	if s.Website != "" {
		// Whoever fills in what people do not see learns nothing from the answer.
		r.Log.InfoContext(ctx, "a form was filled in by a machine and left out", "kind", s.Kind)
		return &Receipt{Reference: reference}, nil
	}
	if !r.Forms.Limit.Allow(requestOf(ctx).Address) {
		return nil, apperr.New(apperr.RateLimited, "too many forms were sent from here: try again in a few minutes")
	}
	document, err := r.about(ctx, view, s.Kind, s.About)
	if err != nil {
		return nil, err
	}
	if s.Key == "" && len(problems) > 0 {
		// What is wrong is left out of the values, so that the key could be that of a submission without it.
		return &Receipt{Problems: problems}, nil
	}
	if earlier, err := r.Forms.Outbox.Find(ctx, s.Kind, key); err != nil || earlier != nil {
		return &Receipt{Reference: reference, Document: document}, err
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
		return &Receipt{Problems: problems}, nil
	}
	kept, isNew, err := r.Forms.Outbox.Accept(ctx, &form.Submission{Kind: s.Kind, Key: key, Reference: reference, Locale: view.Locale.SISCode(),
		Site: view.Site.TechnicalName, About: s.About, Values: values, Attachments: attachments, SubmittedAt: r.Now().UTC()})
	if err != nil {
		return nil, err
	}
	r.Log.InfoContext(ctx, "form taken", "kind", s.Kind, "reference", kept.Reference, "new", isNew)
	return &Receipt{Reference: reference, Document: document, IsNew: isNew}, nil
}

// withDigests are the values with what files hold in place of their ids.
func (s Sending) withDigests(definition *form.Definition, values map[string]string) map[string]string {
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

// Handout is the document that a page hands out for a form, and where it is fetched; nil for none.
func (r *Resolver) Handout(ctx context.Context, s Sending) (document *editorial.File, address string, err error) {
	view, err := r.submittedFrom(ctx, s)
	if err != nil {
		return nil, "", err
	}
	if document, err = r.about(ctx, view, s.Kind, s.About); err != nil || document == nil {
		return nil, "", err
	}
	address, err = (&fileResolver{r}).URL(ctx, document)
	return document, address, err
}

// submittedFrom is the view of the site that a form stands on.
func (r *Resolver) submittedFrom(ctx context.Context, s Sending) (*site.View, error) {
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	stands := dir.Main()
	if s.Site != "" {
		if stands = dir.SiteNamed(s.Site); stands == nil {
			return nil, apperr.New(apperr.Invalid, "site: there is none named %.40q", s.Site)
		}
	}
	return r.viewFor(ctx, stands, &s.Locale, site.Published)
}

// attachments are the uploads that a submission names in its field of files.
func (r *Resolver) attachments(ctx context.Context, field *form.Field, value string) ([]form.Attachment, []form.Problem, error) {
	var found []form.Attachment
	for _, id := range form.FileIDs(value) {
		a, err := r.Forms.Uploads.Find(ctx, id)
		if missing := new(uploads.NotFoundError); errors.As(err, &missing) {
			return nil, []form.Problem{{Field: field.Name, Code: form.CodeInvalid, Message: "Please add the file again."}}, nil
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
			return nil, apperr.New(apperr.Invalid, "about: there is no story %.40q", id)
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
		return nil, apperr.New(apperr.Invalid, "about: the page %.40q has no whitepaper", id)
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
