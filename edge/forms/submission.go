package forms

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"strand/domain/form"
	"strand/edge/render"
	"strand/internal/ratelimit"
	"strand/internal/uploads"
)

// maxFormText bounds the texts of a form, in bytes.
const maxFormText = 1 << 20

// maxFormBody bounds a form with its files, in bytes.
var maxFormBody = int64(form.Attachments.MaxCount*form.Attachments.MaxSize + 2*maxFormText)

// Technical fields of an HTML form.
const (
	// formField contains the id of the module.
	formField = "form"
	// websiteField is a honeypot: it is hidden, so people leave it empty.
	websiteField = "website"
)

// brokenFormError reports that a body could not be read as a form.
type brokenFormError struct {
	status  int
	message string
}

func (e *brokenFormError) Error() string { return e.message }

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
		if p.Code == form.CodeClosed {
			s.failure = failureClosed
			continue
		}
		if !slices.Contains(s.invalid, p.Field) {
			s.invalid = append(s.invalid, p.Field)
		}
	}
}

func (s *submittedForm) status() int {
	switch {
	case s.failure == failureLimited:
		return http.StatusTooManyRequests
	case s.failure == failureClosed:
		return http.StatusUnprocessableEntity
	case s.failure != "":
		return http.StatusServiceUnavailable
	case s.tooLarge:
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusUnprocessableEntity
}

// read reads a form from a request. The field that identifies the form comes before its files.
func (h *Handler) read(w http.ResponseWriter, r *http.Request, modules []formModule) (*submittedForm, error) {
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
			if h.Submissions.Limit.Exhausted(r.Context(), h.Visitors.ClientIP(r)) {
				// Files of a form that will be refused are not stored.
				submitted.failure = failureLimited
			}
		}
		if err := h.storeFile(r, submitted, part); err != nil {
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
func (h *Handler) storeFile(r *http.Request, s *submittedForm, part *multipart.Part) error {
	field := s.files()
	if field == nil || part.FormName() != field.Name || s.failure != "" || s.website != "" {
		return nil
	}
	refuse := func(reason string) {
		s.refused = append(s.refused, render.RefusedFile{Name: part.FileName(), Reason: reason})
	}
	if len(s.stored) >= field.Files.MaxCount {
		refuse("many")
		return nil
	}
	address := h.Visitors.ClientIP(r)
	if !h.Uploads.Allow(r.Context(), address) {
		s.failure = failureLimited
		return nil
	}
	ctx := uploads.WithSender(r.Context(), uploads.Sender{Network: ratelimit.Network(address)})
	file, digest, err := h.Submissions.Uploads.Add(ctx, part.FileName(), part)
	refused, tooLarge := new(uploads.RefusedError), new(http.MaxBytesError)
	switch {
	case err == nil && !field.Files.Accepts(file.MediaType):
		h.Submissions.Uploads.Remove(file.ID)
		refuse(string(uploads.ReasonType))
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
		h.Log.ErrorContext(r.Context(), "form_file_not_stored", "error", err)
		s.failure = failureFailed
	}
	return nil
}
