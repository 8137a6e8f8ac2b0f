// Package forms accepts forms that browsers send without scripts, to the URL of the page that contains them. An
// accepted form redirects to its page with a thank-you message; a refused form renders the page with the values and
// errors. Neither response is cached. Validation and delivery are those of the graph (service/forms).
package forms

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"slices"

	"strand/domain/form"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/edge/pages"
	"strand/edge/render"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/ratelimit"
	"strand/service/forms"
	"strand/service/website/visit"
)

// Reasons for which a valid form is not accepted.
const (
	failureLimited = "limited"
	failureFailed  = "failed"
	// failureClosed: the position of an application is closed.
	failureClosed = "closed"
)

// Handler accepts forms, and shows the pages with their thank-you messages.
type Handler struct {
	Sites    visitor.Sites
	Visitors visitor.Reader
	Pages    *pages.Handler
	// Submissions accepts the forms, like those of the graph.
	Submissions *forms.Submissions
	// Uploads bounds how many files an address may send.
	Uploads *ratelimit.Limiter
	// SigningKey signs the URLs of thank-you messages.
	SigningKey signedtoken.Key
	Log        *slog.Logger
}

// formModule is the part of a page module that the edge reads.
type formModule struct {
	Typename string    `json:"__typename"`
	ID       string    `json:"id"`
	Form     *formKind `json:"form"`
	Document *struct {
		About string `json:"about"`
	} `json:"document"`
	// subject is what feedback, a product request or an application is about; empty for a module.
	subject string
}

// requestForm is the part of a product request that the edge reads.
type requestForm struct {
	About string   `json:"about"`
	Form  formKind `json:"form"`
}

type formKind struct {
	Kind form.Kind `json:"kind"`
}

// requestFormID is the id of the form of a product request on its page; it is no id of the CMS.
const requestFormID = "request"

// positionFormID is the id of the form of a position on its page; it is no id of the CMS.
const positionFormID = "application"

// feedbackFormID is the id of the form for feedback on its page; it is no id of the CMS.
const feedbackFormID = "feedback"

// about returns the page whose document the form hands out; empty for none.
func (m formModule) about() string {
	if m.Document == nil {
		return ""
	}
	return m.Document.About
}

// formsOf returns the modules of a page that are forms.
func formsOf(page *pages.Payload) ([]formModule, error) {
	members, err := page.Members("productRequest", "page.modules")
	if err != nil {
		return nil, err
	}
	requested, content := members[0], members[1]
	var request *requestForm
	if len(requested) > 0 && json.Unmarshal(requested, &request) == nil && request != nil {
		return []formModule{{ID: requestFormID, Form: &request.Form, subject: request.About}}, nil
	}
	if kind := form.Kind(page.FeedbackForm); kind != "" {
		return []formModule{{ID: feedbackFormID, Form: &formKind{kind}, subject: page.FeedbackAbout}}, nil
	}
	var modules []formModule
	if len(content) == 0 || json.Unmarshal(content, &modules) != nil {
		return nil, nil
	}
	modules = slices.DeleteFunc(modules, func(m formModule) bool {
		return m.Typename != "FormModule" || m.Form == nil || form.Of(m.Form.Kind) == nil
	})
	if page.PositionForm != "" {
		kind := form.Kind(page.PositionForm)
		modules = append(modules, formModule{ID: positionFormID, Form: &formKind{kind}, subject: page.PageID})
	}
	return modules, nil
}

// IsForm reports whether a request sends an HTML form.
func IsForm(r *http.Request) bool {
	if r.Method != http.MethodPost {
		return false
	}
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && (mediaType == "multipart/form-data" || mediaType == "application/x-www-form-urlencoded")
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := h.Visitors.CheckOrigin(r); err != nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "This form can only be sent from its own page.", http.StatusForbidden)
		return
	}
	req := h.Visitors.Request(r)
	address := req.Scheme + "://" + req.Host + withoutSubmission(r.URL)
	thanks, page, err := h.submit(w, r, req, address)
	broken := new(brokenFormError)
	switch {
	case errors.Is(err, errNoForm):
		respond.RefuseMethod(w)
	case errors.As(err, &broken):
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, broken.message, broken.status)
	case thanks != "":
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, thanks, http.StatusSeeOther)
	default:
		h.Pages.Answer(w, r, req, address, page, err)
	}
}

// errNoForm reports that a page has no form.
var errNoForm = errors.New("there is no form on this page")

var (
	errMalformed = &brokenFormError{http.StatusBadRequest, "The form is malformed."}
	errTooLong   = &brokenFormError{http.StatusRequestEntityTooLarge, "The form is too large."}
)

// submit reads a form and submits it. It returns the URL of the thank-you message, or else the page with the errors.
func (h *Handler) submit(
	w http.ResponseWriter,
	r *http.Request,
	req *visit.Request,
	address string,
) (thanks string, refused *pages.Document, err error) {
	ctx := visit.WithRequest(r.Context(), req)
	dir, err := h.Sites.Directory(ctx)
	if err != nil {
		return "", nil, err
	}
	pageAddress, err := dir.Parse(address)
	if err != nil {
		return "", nil, err
	}
	page, err := h.Pages.Read(ctx, req, pageAddress, address)
	if err != nil {
		return "", nil, err
	}
	if !page.IsPage() {
		refused, err = h.Pages.Render(ctx, req, page, http.StatusOK, nil)
		return "", refused, err
	}
	modules, err := formsOf(page)
	if err != nil {
		return "", nil, err
	}
	if len(modules) == 0 {
		return "", nil, errNoForm
	}
	submitted, err := h.read(w, r, modules)
	if err != nil {
		return "", nil, err
	}
	s := h.formSubmission(page, pageAddress, submitted.module)
	s.Values, s.Digests, s.Website = submitted.values, submitted.digests, submitted.website
	s.Problems = submitted.problems()
	if submitted.failure == "" {
		result, err := h.Submissions.Submit(ctx, s)
		switch {
		case err == nil && len(result.Problems) == 0:
			if !result.IsNew {
				// The stored submission has its own files.
				for id := range submitted.digests {
					h.Submissions.Uploads.Remove(id)
				}
			}
			about := ""
			if result.Document != nil {
				about = s.About
			}
			return h.confirmationURL(r.URL, submitted, result.Reference, about), nil, nil
		case err == nil:
			submitted.addErrors(result.Problems)
		case r.Context().Err() != nil:
			return "", nil, err // the visitor has disconnected
		case apperr.CodeOf(err) == apperr.RateLimited:
			submitted.failure = failureLimited
		default:
			h.Log.ErrorContext(ctx, "form_submission_failed", "kind", s.Kind, "error", err)
			submitted.failure = failureFailed
		}
	}
	refused, err = h.Pages.Render(ctx, req, page, submitted.status(), h.refusedState(ctx, submitted))
	return "", refused, err
}

// formSubmission returns the empty submission of a form of a page.
func (h *Handler) formSubmission(page *pages.Payload, pageAddress site.URL, m formModule) forms.Form {
	return forms.Form{
		Kind:   m.Form.Kind,
		Locale: page.Locale.Code,
		Site:   pageAddress.Site.TechnicalName,
		About:  cmp.Or(m.subject, m.about()),
	}
}

// refusedState is the state of a refused form: the values that were typed and the files that were uploaded.
func (h *Handler) refusedState(ctx context.Context, s *submittedForm) *render.Form {
	values := maps.Clone(s.values)
	back := &render.Form{ID: s.module.ID, Values: values, Refused: s.refused, Invalid: s.invalid, Failure: s.failure}
	if field := s.files(); field != nil {
		ids := form.FileIDs(values[field.Name])
		// At most the files of an earlier attempt and those of this one: more ids than that are forged.
		for _, id := range ids[:min(len(ids), 2*field.Files.MaxCount)] {
			if file, err := h.Submissions.Uploads.Find(ctx, id); err == nil {
				back.Files = append(back.Files, render.FormFile{ID: id, Name: file.FileName})
			}
		}
		delete(values, field.Name)
	}
	return back
}
