package forms

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"strand/domain/form"
	"strand/domain/productrequest"
	"strand/domain/site"
	"strand/edge/pages"
	"strand/edge/render"
	"strand/edge/visitor"
	"strand/internal/budget"
	"strand/service/website/visit"
)

// SentParameter is the query parameter that identifies the accepted submission of a form on the page.
const SentParameter = "sent"

const (
	// sentPurpose is the purpose of the signed tokens of submissions.
	sentPurpose = "form-sent"
	// sentLifetime is how long such an address shows the submission.
	sentLifetime = 24 * time.Hour
)

// submissionSubject is the subject of the signed token of a submission, so that an address cannot be forged. About is
// the page whose document is handed out; empty for none.
func submissionSubject(module, reference, about string) string {
	return module + "\n" + reference + "\n" + about
}

// confirmationURL returns the address of the thank-you page of a form.
func (h *Handler) confirmationURL(page *url.URL, s *submittedForm, reference, about string) string {
	m, query := s.module, page.Query()
	if m.Form.Kind == form.ProductRequest {
		maps.Copy(query, productrequest.ConfirmationQuery(s.values))
	}
	query.Set(
		SentParameter,
		reference+"."+h.SigningKey.Sign(
			sentPurpose,
			submissionSubject(m.ID, reference, about),
			time.Now().Add(sentLifetime),
		),
	)
	return page.EscapedPath() + "?" + query.Encode()
}

// withoutSubmission returns the path and query of a page without the parameter of an earlier submission.
func withoutSubmission(page *url.URL) string {
	query := page.Query()
	if !query.Has(SentParameter) {
		return page.RequestURI()
	}
	query.Del(SentParameter)
	if len(query) == 0 {
		return page.EscapedPath()
	}
	return page.EscapedPath() + "?" + query.Encode()
}

// submissionParameter returns the value of the submission parameter; empty for none.
func submissionParameter(rawQuery string) string {
	if !strings.Contains(rawQuery, SentParameter+"=") {
		return ""
	}
	query, _ := url.ParseQuery(rawQuery) // a malformed query has no value
	return query.Get(SentParameter)
}

// ServeConfirmation serves the page after an accepted form, for the submitter alone. It reports false for a URL that is
// not one after a form. With a forged value the page has no thank-you message.
func (h *Handler) ServeConfirmation(w http.ResponseWriter, r *http.Request) bool {
	value := submissionParameter(r.URL.RawQuery)
	if value == "" {
		return false
	}
	req := h.Visitors.Request(r)
	address := visitor.URLOf(req, r)
	ctx := budget.With(r.Context(), h.Pages.Budget)
	limited, cancel := budget.Apply(ctx)
	defer cancel()
	dir, err := h.Sites.Directory(limited)
	if err != nil {
		return false
	}
	pageAddress, err := dir.Parse(address)
	if err != nil || !pages.IsPublic(dir, pageAddress) {
		return false
	}
	ctx = visit.WithRequest(ctx, req)
	var doc *pages.Document
	page, err := h.Pages.Read(ctx, req, pageAddress, address)
	if err == nil {
		doc, err = h.Pages.Render(ctx, req, page, http.StatusOK, h.submissionState(ctx, page, pageAddress, value))
	}
	if err == nil {
		doc = doc.ForVisitor()
	}
	h.Pages.Answer(w, r, req, address, doc, err)
	return true
}

// submissionState returns the state of a submitted form; nil if the signed token of the address is invalid.
func (h *Handler) submissionState(
	ctx context.Context,
	page *pages.Payload,
	pageAddress site.URL,
	value string,
) *render.Form {
	reference, signedToken, _ := strings.Cut(value, ".")
	isValidFor := func(m formModule, about string) bool {
		return h.SigningKey.Valid(signedToken, sentPurpose, submissionSubject(m.ID, reference, about), time.Now())
	}
	modules, err := formsOf(page)
	if err != nil {
		h.Log.WarnContext(ctx, "form_not_read", "error", err)
	}
	for _, m := range modules {
		switch {
		case m.about() != "" && isValidFor(m, m.about()):
			document, address, err := h.Submissions.Download(ctx, h.formSubmission(page, pageAddress, m))
			if err != nil || document == nil {
				h.Log.WarnContext(ctx, "form_document_not_available", "about", m.about(), "error", err)
				return &render.Form{ID: m.ID, Sent: &render.SentForm{Reference: reference}}
			}
			return &render.Form{
				ID: m.ID,
				Sent: &render.SentForm{Reference: reference,
					File: &render.Download{URL: address, Extension: document.Extension(), Size: document.Size}},
			}
		case isValidFor(m, ""):
			return &render.Form{ID: m.ID, Sent: &render.SentForm{Reference: reference}}
		}
	}
	return nil
}
