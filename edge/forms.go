package edge

import (
	"context"
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"strand/domain/form"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/edge/render"
	"strand/internal/apperr"
	"strand/internal/ratelimit"
	"strand/internal/uploads"
	"strand/resolvers"
)

// SentParameter is the query parameter that identifies the accepted submission of a form on the page.
const SentParameter = "sent"

const (
	// sentPurpose is the purpose of the signed tokens of submissions.
	sentPurpose = "form-sent"
	// sentLifetime is how long such an address shows the submission.
	sentLifetime = 24 * time.Hour
	// maxUploads is the number of files that one address may begin to upload within uploadWindow, with a form or
	// before it.
	maxUploads   = 60
	uploadWindow = 10 * time.Minute
	// maxFormText bounds the texts of a form, in bytes.
	maxFormText = 1 << 20
)

// maxFormBody bounds a form with its files, in bytes.
var maxFormBody = int64(form.Attachments.MaxCount*form.Attachments.MaxSize + 2*maxFormText)

// Technical fields of an HTML form.
const (
	// formField contains the id of the module.
	formField = "form"
	// websiteField is a honeypot: it is hidden, so people leave it empty.
	websiteField = "website"
)

// Reasons for which a valid form is not accepted.
const (
	failureLimited = "limited"
	failureFailed  = "failed"
)

// limitUploads bounds how many uploads an address may begin. Uploads that have begun may continue.
func limitUploads(next http.Handler, l *ratelimit.Limiter, v visitors) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := v.address(r)
		if r.Method == http.MethodPost && !l.Allow(address) {
			w.Header().Set("Retry-After", "60")
			http.Error(w, "Too many uploads from your address: try again in a few minutes.", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r.WithContext(uploads.WithAddress(r.Context(), ratelimit.Network(address))))
	})
}

// forms accepts forms that browsers send without scripts, to the address of the page that contains them. An accepted
// form redirects to its page with a thank-you message; a refused form renders the page with the values and errors.
// Neither response is cached. Validation and delivery are those of the graph (resolvers.Submit).
type forms struct {
	pages       *pages
	submitter   *resolvers.Resolver
	uploads     *ratelimit.Limiter
	signingKey  signedtoken.Key
	crossOrigin http.CrossOriginProtection
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
}

// about returns the page whose document the form hands out; empty for none.
func (m formModule) about() string {
	if m.Document == nil {
		return ""
	}
	return m.Document.About
}

// formsOf returns the modules of a page that are forms.
func formsOf(page *screenResult) []formModule {
	if page.data.Resolve.Page == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(page.data.Resolve.Page.Modules), func(m formModule) bool {
		return m.Typename != "FormModule" || m.Form == nil || form.Of(m.Form.Kind) == nil
	})
}

// isForm reports whether a request has the content type of an HTML form.
func isForm(r *http.Request) bool {
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && (mediaType == "multipart/form-data" || mediaType == "application/x-www-form-urlencoded")
}

func (f *forms) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := f.crossOrigin.Check(r); err != nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "This form can only be sent from its own page.", http.StatusForbidden)
		return
	}
	p, req := f.pages, f.pages.visitors.request(r)
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

// brokenFormError reports that a body could not be read as a form.
type brokenFormError struct {
	status  int
	message string
}

func (e *brokenFormError) Error() string { return e.message }

var (
	errMalformed = &brokenFormError{http.StatusBadRequest, "The form is malformed."}
	errTooLong   = &brokenFormError{http.StatusRequestEntityTooLarge, "The form is too large."}
)

// submit reads a form and submits it. The document is the page with the errors, or the redirect to the thank-you page.
func (f *forms) submit(
	w http.ResponseWriter,
	r *http.Request,
	req *resolvers.Request,
	address string,
) (*document, error) {
	ctx := resolvers.WithRequest(r.Context(), req)
	dir, err := f.pages.directory(ctx)
	if err != nil {
		return nil, err
	}
	where, err := dir.Parse(address)
	if err != nil {
		return nil, err
	}
	page, err := f.pages.executeScreen(ctx, req, screens[site.ScreenOf(where)], address)
	if err != nil {
		return nil, err
	}
	if page.data.Resolve.Typename != "PageResolution" {
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
	s := f.formSubmission(page, where, submitted.module)
	s.Values, s.Digests, s.Website = submitted.values, submitted.digests, submitted.website
	s.Problems = submitted.problems()
	if submitted.failure == "" {
		result, err := f.submitter.Submit(ctx, s)
		switch {
		case err == nil && len(result.Problems) == 0:
			if !result.IsNew {
				// The stored submission has its own files.
				for id := range submitted.digests {
					f.submitter.Forms.Uploads.Remove(id)
				}
			}
			about := ""
			if result.Document != nil {
				about = s.About
			}
			return &document{
				status:   http.StatusSeeOther,
				location: f.confirmationURL(r.URL, submitted.module, result.Reference, about),
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
func (f *forms) formSubmission(page *screenResult, pageAddress site.Address, m formModule) resolvers.FormSubmission {
	return resolvers.FormSubmission{
		Kind:   m.Form.Kind,
		Locale: page.data.Resolve.Locale.Code,
		Site:   pageAddress.Site.TechnicalName,
		About:  m.about(),
	}
}

// submittedForm is a submitted form.
type submittedForm struct {
	module  formModule
	values  map[string]string
	website string
	// stored are the ids of the files of this request, digests the hashes of their content.
	stored   []string
	digests  map[string]string
	refused  []render.RefusedFile
	invalid  []string
	failure  string
	tooLarge bool
}

// files returns the form's field for files; nil if it has none.
func (s *submittedForm) files() *form.Field {
	return form.FileField(form.Of(s.module.Form.Kind).Fields)
}

// problems returns the errors that were found while the form was read.
func (s *submittedForm) problems() []form.Problem {
	if len(s.refused) == 0 && !s.tooLarge {
		return nil
	}
	field := s.files()
	return []form.Problem{{Field: field.Name, Code: form.CodeInvalid, Message: field.Message}}
}

func (s *submittedForm) addErrors(problems []form.Problem) {
	for _, p := range problems {
		if !slices.Contains(s.invalid, p.Field) {
			s.invalid = append(s.invalid, p.Field)
		}
	}
}

func (s *submittedForm) status() int {
	switch {
	case s.failure == failureLimited:
		return http.StatusTooManyRequests
	case s.failure != "":
		return http.StatusServiceUnavailable
	case s.tooLarge:
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusUnprocessableEntity
}

// refusedState is the state of a refused form: the values that were typed and the files that were uploaded.
func (f *forms) refusedState(ctx context.Context, s *submittedForm) *render.Form {
	values := maps.Clone(s.values)
	back := &render.Form{ID: s.module.ID, Values: values, Refused: s.refused, Invalid: s.invalid, Failure: s.failure}
	if field := s.files(); field != nil {
		ids := form.FileIDs(values[field.Name])
		// At most the files of an earlier attempt and those of this one: more ids than that are forged.
		for _, id := range ids[:min(len(ids), 2*field.Files.MaxCount)] {
			if file, err := f.submitter.Forms.Uploads.Find(ctx, id); err == nil {
				back.Files = append(back.Files, render.FormFile{ID: id, Name: file.FileName})
			}
		}
		delete(values, field.Name)
	}
	return back
}

// read reads a form from a request. The field that identifies the form comes before its files.
func (f *forms) read(w http.ResponseWriter, r *http.Request, modules []formModule) (*submittedForm, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBody)
	parts, err := r.MultipartReader()
	if errors.Is(err, http.ErrNotMultipart) {
		return readFormWithoutFiles(w, r, modules)
	}
	if err != nil {
		return nil, errMalformed
	}
	texts, left := url.Values{}, maxFormText
	var submitted *submittedForm
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) && submitted != nil &&
			submitted.files() != nil {
			submitted.tooLarge = true
			break
		}
		if err != nil {
			return nil, errMalformed
		}
		if part.FileName() == "" {
			text, err := io.ReadAll(io.LimitReader(part, int64(left)+1))
			if err != nil {
				return nil, errMalformed
			}
			if left -= len(text) + len(part.FormName()) + 64; left < 0 {
				return nil, errTooLong
			}
			texts.Add(part.FormName(), string(text))
			continue
		}
		if submitted == nil {
			if submitted, err = newSubmittedForm(texts, modules); err != nil {
				return nil, err
			}
			if f.submitter.Forms.Limit.Exhausted(f.pages.visitors.address(r)) {
				// Files of a form that will be refused are not stored.
				submitted.failure = failureLimited
			}
		}
		if err := f.storeFile(r, submitted, part); err != nil {
			return nil, err
		}
	}
	if submitted == nil {
		if submitted, err = newSubmittedForm(texts, modules); err != nil {
			return nil, err
		}
	}
	submitted.fill(texts)
	return submitted, nil
}

// readFormWithoutFiles reads a form without files from a request.
func readFormWithoutFiles(w http.ResponseWriter, r *http.Request, modules []formModule) (*submittedForm, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxFormText)
	if err := r.ParseForm(); err != nil {
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			return nil, errTooLong
		}
		return nil, errMalformed
	}
	submitted, err := newSubmittedForm(r.PostForm, modules)
	if err != nil {
		return nil, err
	}
	submitted.fill(r.PostForm)
	return submitted, nil
}

// newSubmittedForm returns the submitted form that the field formField identifies.
func newSubmittedForm(texts url.Values, modules []formModule) (*submittedForm, error) {
	i := slices.IndexFunc(modules, func(m formModule) bool { return m.ID == texts.Get(formField) })
	if i < 0 {
		return nil, errMalformed
	}
	return &submittedForm{module: modules[i], website: texts.Get(websiteField), digests: map[string]string{}}, nil
}

// fill copies the values of the form's fields. Other values are ignored.
func (s *submittedForm) fill(texts url.Values) {
	s.values = map[string]string{}
	for _, field := range form.Of(s.module.Form.Kind).Fields {
		value := texts.Get(field.Name)
		if field.Type == form.Files {
			// The files of an earlier attempt are listed by id.
			earlier := slices.DeleteFunc(slices.Clone(texts[field.Name]), func(id string) bool { return id == "" })
			value = strings.Join(append(earlier, s.stored...), ",")
		}
		if value != "" {
			s.values[field.Name] = value
		}
	}
}

// storeFile stores a file of a form, or adds the error for which it is refused.
func (f *forms) storeFile(r *http.Request, s *submittedForm, part *multipart.Part) error {
	field := s.files()
	if field == nil || part.FormName() != field.Name || s.failure != "" || s.website != "" {
		return nil
	}
	refuse := func(reason string) {
		s.refused = append(s.refused, render.RefusedFile{Name: part.FileName(), Reason: reason})
	}
	if len(s.stored) >= form.Attachments.MaxCount {
		refuse("many")
		return nil
	}
	address := f.pages.visitors.address(r)
	if !f.uploads.Allow(address) {
		s.failure = failureLimited
		return nil
	}
	ctx := uploads.WithAddress(r.Context(), ratelimit.Network(address))
	file, digest, err := f.submitter.Forms.Uploads.Add(ctx, part.FileName(), part)
	refused, tooLarge := new(uploads.RefusedError), new(http.MaxBytesError)
	switch {
	case err == nil:
		s.digests[file.ID] = digest
		s.stored = append(s.stored, file.ID)
	case errors.As(err, &refused):
		refuse(string(refused.Reason))
	case errors.As(err, &tooLarge):
		s.tooLarge = true
		refuse(string(uploads.ReasonSize))
	case errors.Is(err, io.ErrUnexpectedEOF), r.Context().Err() != nil:
		return errMalformed
	default:
		f.pages.log.ErrorContext(r.Context(), "form_file_not_stored", "error", err)
		s.failure = failureFailed
	}
	return nil
}

// submissionSubject is the subject of the signed token of a submission, so that an address cannot be forged. About is
// the page whose document is handed out; empty for none.
func submissionSubject(module, reference, about string) string {
	return module + "\n" + reference + "\n" + about
}

// confirmationURL returns the address of the thank-you page of a form.
func (f *forms) confirmationURL(page *url.URL, m formModule, reference, about string) string {
	query := page.Query()
	query.Set(
		SentParameter,
		reference+"."+f.signingKey.Sign(
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

// confirmation renders the page after an accepted form, for the submitter alone. With a forged value the page has no
// thank-you message.
func (f *forms) confirmation(
	ctx context.Context,
	req *resolvers.Request,
	where site.Address,
	address, value string,
) (*document, error) {
	ctx = resolvers.WithRequest(ctx, req)
	page, err := f.pages.executeScreen(ctx, req, screens[site.ScreenOf(where)], address)
	if err != nil {
		return nil, err
	}
	doc, err := f.pages.renderScreen(ctx, req, page, http.StatusOK, f.submissionState(ctx, page, where, value))
	if err == nil {
		doc.private, doc.unlisted = true, true
	}
	return doc, err
}

// submissionState returns the state of a submitted form; nil if the signed token of the address is invalid.
func (f *forms) submissionState(
	ctx context.Context,
	page *screenResult,
	pageAddress site.Address,
	value string,
) *render.Form {
	reference, signedToken, _ := strings.Cut(value, ".")
	isValidFor := func(m formModule, about string) bool {
		return f.signingKey.Valid(signedToken, sentPurpose, submissionSubject(m.ID, reference, about), time.Now())
	}
	for _, m := range formsOf(page) {
		switch {
		case m.about() != "" && isValidFor(m, m.about()):
			document, address, err := f.submitter.FormDownload(ctx, f.formSubmission(page, pageAddress, m))
			if err != nil || document == nil {
				f.pages.log.WarnContext(ctx, "form_document_not_available", "about", m.about(), "error", err)
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
