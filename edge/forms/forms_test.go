package forms

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"strand/domain/form"
)

// modules are those of a page with a form.
var modules = []formModule{{ID: "m1", Form: &formKind{form.StoryFeedback}}}

// TestRead: a form is read with the values of its fields alone, and refused without its id or with too much text.
func TestRead(t *testing.T) {
	field := form.Of(form.StoryFeedback).Fields[0].Name
	for name, test := range map[string]struct {
		sent url.Values
		want error
	}{
		"a form":          {url.Values{formField: {"m1"}, field: {"a"}, "unknown": {"b"}, websiteField: {"c"}}, nil},
		"another form":    {url.Values{formField: {"m2"}}, errMalformed},
		"without an id":   {url.Values{field: {"a"}}, errMalformed},
		"a very long one": {url.Values{formField: {"m1"}, field: {strings.Repeat("a", maxFormText)}}, errTooLong},
	} {
		r := httptest.NewRequest(http.MethodPost, "/en/about", strings.NewReader(test.sent.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if !IsForm(r) {
			t.Errorf("%s is no form", name)
		}
		got, err := (&Handler{}).read(httptest.NewRecorder(), r, modules)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && (len(got.values) != 1 || got.values[field] != "a" || got.website != "c") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	query := httptest.NewRequest(http.MethodPost, "/en/about", nil)
	query.Header.Set("Content-Type", "application/json")
	if IsForm(query) {
		t.Error("JSON is a form")
	}
}

// TestSubmission_Status: the answer to a refused form tells why.
func TestSubmission_Status(t *testing.T) {
	for want, s := range map[int]submittedForm{
		http.StatusUnprocessableEntity:   {invalid: []string{"name"}},
		http.StatusTooManyRequests:       {failure: failureLimited},
		http.StatusServiceUnavailable:    {failure: failureFailed, tooLarge: true},
		http.StatusRequestEntityTooLarge: {tooLarge: true},
	} {
		if got := s.status(); got != want {
			t.Errorf("%+v: %d", s, got)
		}
	}
	var s submittedForm
	s.addErrors([]form.Problem{{Field: "name"}, {Field: "email"}, {Field: "name"}})
	if !slices.Equal(s.invalid, []string{"name", "email"}) {
		t.Errorf("invalid: %q", s.invalid)
	}
}

// TestSubmissionParameter: the parameter of an accepted form is read, and left out of the form's own URL.
func TestSubmissionParameter(t *testing.T) {
	for raw, want := range map[string]struct{ value, without string }{
		"/en/about":                   {"", "/en/about"},
		"/en/about?sent=R1.token":     {"R1.token", "/en/about"},
		"/en/about?a=1&sent=R1.token": {"R1.token", "/en/about?a=1"},
		"/en/about?present=1":         {"", "/en/about?present=1"},
	} {
		page, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := submissionParameter(page.RawQuery); got != want.value {
			t.Errorf("%s: %q", raw, got)
		}
		if got := withoutSubmission(page); got != want.without {
			t.Errorf("%s: %q", raw, got)
		}
	}
}
