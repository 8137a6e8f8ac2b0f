package pages

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"mime"
	"net/http"
	"slices"
	"time"

	"strand/domain/form"
	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/edge/render"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/ratelimit"
	"strand/internal/uploads"
	"strand/service/forms"
	"strand/service/website/visit"
)

// maxUploads is the number of files that one address may begin to upload within uploadWindow, with a form or before it.
const (
	maxUploads   = 60
	uploadWindow = 10 * time.Minute
)

// Reasons for which a valid form is not accepted.
const (
	failureLimited = "limited"
	failureFailed  = "failed"
)

// limitUploads bounds how many uploads an address may begin, with forms or before them. Uploads that have begun may
// continue.
func (p *Handler) limitUploads(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := p.visitors.ClientIP(r)
		if r.Method == http.MethodPost && !p.forms.uploads.Allow(r.Context(), address) {
			w.Header().Set("Retry-After", "60")
			http.Error(w, "Too many uploads from your address: try again in a few minutes.", http.StatusTooManyRequests)
			return
		}
		ctx := uploads.WithClientIP(r.Context(), ratelimit.Network(address))
		// The cookie proves to the resolvers which signed-in user has begun the upload.
		ctx = uploads.WithOwner(ctx, visitor.Cookie(r, portal.FileCookie))
		scheme, host := p.visitors.Origin(r)
		ctx = uploads.WithOrigin(ctx, scheme, host)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// formHandler accepts forms that browsers send without scripts, to the address of the page that contains them. An
// accepted form redirects to its page with a thank-you message; a refused form renders the page with the values and
// errors. Neither response is cached. Validation and delivery are those of the graph (forms.Service).
type formHandler struct {
	pages      *Handler
	submitter  *forms.Submissions
	uploads    *ratelimit.Limiter
	signingKey signedtoken.Key
}

// formModule is the part of a page module that the edge reads.
type formModule struct {
	Typename string `json:"__typename"`
	ID       string `json:"id"`
	Form     *struct {
		Kind form.Kind `json:"kind"`
	} `json:"form"`
	Document *struct {
		About string `json:"about"`
	} `json:"document"`
	// subject is what a product request is about; empty for a module.
	subject string
}

// requestForm is the part of a product request that the edge reads.
type requestForm struct {
	About string `json:"about"`
	Form  struct {
		Kind form.Kind `json:"kind"`
	} `json:"form"`
}

// requestFormID is the id of the form of a product request on its page; it is no id of the CMS.
const requestFormID = "request"

// about returns the page whose document the form hands out; empty for none.
func (m formModule) about() string {
	if m.Document == nil {
		return ""
	}
	return m.Document.About
}

// formsOf returns the modules of a page that are forms.
func formsOf(page *screenResult) []formModule {
	var request requestForm
	if r := page.resolution.Request; r != "" && json.Unmarshal([]byte(r), &request) == nil {
		return []formModule{{ID: requestFormID, Form: &request.Form, subject: request.About}}
	}
	var modules []formModule
	if m := page.resolution.Modules; m == "" || json.Unmarshal([]byte(m), &modules) != nil {
		return nil
	}
	return slices.DeleteFunc(modules, func(m formModule) bool {
		return m.Typename != "FormModule" || m.Form == nil || form.Of(m.Form.Kind) == nil
	})
}

// isForm reports whether a request has the content type of an HTML form.
func isForm(r *http.Request) bool {
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && (mediaType == "multipart/form-data" || mediaType == "application/x-www-form-urlencoded")
}

func (f *formHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := f.pages.visitors.CheckOrigin(r); err != nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "This form can only be sent from its own page.", http.StatusForbidden)
		return
	}
	p, req := f.pages, f.pages.visitors.Request(r)
	address := req.Scheme + "://" + req.Host + withoutSubmission(r.URL)
	doc, err := f.submit(w, r, req, address)
	if errors.Is(err, errNoForm) {
		refuseMethod(w)
		return
	}
	if broken := new(brokenFormError); errors.As(err, &broken) {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, broken.message, broken.status)
		return
	}
	if err == nil && doc.status == http.StatusSeeOther {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, doc.location, http.StatusSeeOther)
		return
	}
	p.answer(w, r, req, address, doc, err)
}

// errNoForm reports that a page has no form.
var errNoForm = errors.New("there is no form on this page")

var (
	errMalformed = &brokenFormError{http.StatusBadRequest, "The form is malformed."}
	errTooLong   = &brokenFormError{http.StatusRequestEntityTooLarge, "The form is too large."}
)

// submit reads a form and submits it. The document is the page with the errors, or the redirect to the thank-you page.
func (f *formHandler) submit(
	w http.ResponseWriter,
	r *http.Request,
	req *visit.Request,
	address string,
) (*document, error) {
	ctx := visit.WithRequest(r.Context(), req)
	dir, err := f.pages.Directory(ctx)
	if err != nil {
		return nil, err
	}
	pageAddress, err := dir.Parse(address)
	if err != nil {
		return nil, err
	}
	page, err := f.pages.executeScreen(ctx, req, screens[site.ScreenOf(pageAddress)], address)
	if err != nil {
		return nil, err
	}
	if page.resolution.Typename != "PageResolution" {
		return f.pages.renderScreen(ctx, req, page, http.StatusOK, nil)
	}
	modules := formsOf(page)
	if len(modules) == 0 {
		return nil, errNoForm
	}
	submitted, err := f.read(w, r, modules)
	if err != nil {
		return nil, err
	}
	s := f.formSubmission(page, pageAddress, submitted.module)
	s.Values, s.Digests, s.Website = submitted.values, submitted.digests, submitted.website
	s.Problems = submitted.problems()
	if submitted.failure == "" {
		result, err := f.submitter.Submit(ctx, s)
		switch {
		case err == nil && len(result.Problems) == 0:
			if !result.IsNew {
				// The stored submission has its own files.
				for id := range submitted.digests {
					f.submitter.Uploads.Remove(id)
				}
			}
			about := ""
			if result.Document != nil {
				about = s.About
			}
			return &document{
				status:   http.StatusSeeOther,
				location: f.confirmationURL(r.URL, submitted, result.Reference, about),
			}, nil
		case err == nil:
			submitted.addErrors(result.Problems)
		case r.Context().Err() != nil:
			return nil, err // the visitor has disconnected
		case apperr.CodeOf(err) == apperr.RateLimited:
			submitted.failure = failureLimited
		default:
			f.pages.log.ErrorContext(ctx, "form_submission_failed", "kind", s.Kind, "error", err)
			submitted.failure = failureFailed
		}
	}
	return f.pages.renderScreen(ctx, req, page, submitted.status(), f.refusedState(ctx, submitted))
}

// formSubmission returns the empty submission of a form of a page.
func (f *formHandler) formSubmission(page *screenResult, pageAddress site.URL, m formModule) forms.Form {
	return forms.Form{
		Kind:   m.Form.Kind,
		Locale: page.resolution.Locale.Code,
		Site:   pageAddress.Site.TechnicalName,
		About:  cmp.Or(m.subject, m.about()),
	}
}

// refusedState is the state of a refused form: the values that were typed and the files that were uploaded.
func (f *formHandler) refusedState(ctx context.Context, s *submittedForm) *render.Form {
	values := maps.Clone(s.values)
	back := &render.Form{ID: s.module.ID, Values: values, Refused: s.refused, Invalid: s.invalid, Failure: s.failure}
	if field := s.files(); field != nil {
		ids := form.FileIDs(values[field.Name])
		// At most the files of an earlier attempt and those of this one: more ids than that are forged.
		for _, id := range ids[:min(len(ids), 2*field.Files.MaxCount)] {
			if file, err := f.submitter.Uploads.Find(ctx, id); err == nil {
				back.Files = append(back.Files, render.FormFile{ID: id, Name: file.FileName})
			}
		}
		delete(values, field.Name)
	}
	return back
}
