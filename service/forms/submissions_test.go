package forms

import (
	"bytes"
	"cmp"
	"context"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/form"
	"strand/domain/location"
	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/internal/apperr"
	"strand/internal/database"
	"strand/internal/outbox"
	"strand/internal/ratelimit"
	"strand/internal/uploads"
	"strand/service/catalogue"
	"strand/service/servicetest"
	"strand/service/website"
)

// content is what forms are about: a story, a page with a document, a product, and the offices of the group.
func content(t *testing.T) *servicetest.Systems {
	document := &editorial.FormModule{Kind: form.Whitepaper, Document: &editorial.FormDocument{
		File: editorial.File{URL: "https://cdn.example.com/paper.pdf"},
	}}
	office := func(name, country string, kind location.Type) *location.Location {
		return &location.Location{ID: name, Name: name, CountryCode: country, Types: []location.Type{kind}}
	}
	return servicetest.New(t).
		Story(&editorial.Story{ID: "story-1", Slug: "cables"}).
		Page(servicetest.Page{Page: editorial.Page{ID: "paper", Modules: []editorial.Module{document}}}).
		Page(servicetest.Page{Page: editorial.Page{ID: "about"}}).
		Page(servicetest.Page{Page: editorial.Page{ID: "job", Title: "Engineer", Position: &editorial.Position{}}}).
		Page(servicetest.Page{Page: editorial.Page{ID: "filled", Position: &editorial.Position{Withdrawn: true}}}).
		Location(office("Group", "CH", location.Headquarters)).
		Location(office("Switzerland", "CH", location.Sales)).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "presses"}, nil).
		Product(servicetest.Product{
			Product: catalog.Product{Slug: "h60", Name: "H 60", ClassificationSlug: "presses"},
			Detail: catalog.Detail{
				Variants: []*catalog.Variant{{ID: "s", NameMetric: "short"}, {ID: "l", NameMetric: "long"}},
			},
		}).
		Product(servicetest.Product{
			Product: catalog.Product{Slug: "h70", Name: "H 70", ClassificationSlug: "presses"},
			Detail:  catalog.Detail{Variants: []*catalog.Variant{{ID: "m", NameMetric: "medium"}}},
		})
}

// newSubmissions returns submissions of systems in memory, with an outbox and files of their own. An outbox that is
// broken cannot be opened.
func newSubmissions(t *testing.T, from *servicetest.Systems, isBroken bool) *Submissions {
	t.Helper()
	dir, log := t.TempDir(), slog.New(slog.DiscardHandler)
	file := filepath.Join(dir, "outbox.db")
	if isBroken {
		file = dir
	}
	box, err := outbox.Open(t.Context(), database.Location{File: file}, log, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	files, err := uploads.New(t.Context(), uploads.Options{
		Dir: filepath.Join(dir, "files"), Database: database.Location{File: filepath.Join(dir, "files.db")},
		Space: 1 << 30, Needed: box.Attachments, Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	sites := &website.Sites{
		CMS: from.CMS, Assortment: &catalogue.Catalogue{PIM: from.PIM, Catalogue: from.PIM, Log: log}, Now: time.Now,
		Log: log,
	}
	return &Submissions{
		Intake:     NewIntake(box, files, ratelimit.Limits{}),
		Website:    sites,
		Requests:   &ProductRequests{Website: sites, Log: log},
		SigningKey: signedtoken.NewKey("0123456789abcdef"),
		Now:        time.Now,
		Log:        log,
	}
}

// stored returns the number of submissions in the outbox.
func stored(t *testing.T, r *Submissions) int {
	t.Helper()
	all, err := r.Outbox.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

var person = map[string]string{
	"firstName": "Ada", "lastName": "Muster", "email": "ada@example.com", "company": "ACME", "country": "CH",
}

// with returns the values of a person with more: name, value, name, value.
func with(more ...string) map[string]string {
	values := maps.Clone(person)
	for i := 0; i+1 < len(more); i += 2 {
		values[more[i]] = more[i+1]
	}
	return values
}

// ossRequest returns a valid form with a key.
func ossRequest(key string) Form {
	return Form{
		Kind: form.OSSRequest, Key: key, Locale: "de-CH",
		Values: with("product", "H 60", "serialNumber", "A-1", "message", "It hums."),
	}
}

// TestSubmit: which submissions are stored, what the visitor gets, and the calls for it.
//
// Rules: FORM-1, FORM-2, FORM-8, FORM-18, FORM-19, REQ-1, REQ-2, REQ-3, JOB-3.
func TestSubmit(t *testing.T) {
	const key, navigation, tree = "key-of-a-submission", "cms.Navigations [de en]", "pim.Tree PRODUCT de"
	request := func(about, country string, more ...string) Form {
		values := append([]string{"requested", "quote", "name", "Ada", "country", country}, more...)
		return Form{Kind: form.ProductRequest, Key: key, Locale: "de-CH", About: about, Values: with(values...)}
	}
	edit := func(f Form, change func(*Form)) Form {
		change(&f)
		return f
	}
	whitepaper := Form{
		Kind: form.Whitepaper, Key: key, Locale: "de-CH", About: "paper", Values: with("consent", "true"),
	}
	feedback := Form{
		Kind: form.StoryFeedback, Key: key, Locale: "de-CH", About: "story-1",
		Values: map[string]string{"helpful": "no"},
	}
	application := Form{
		Kind: form.Application, Key: key, Locale: "de-CH", About: "job",
		Values: map[string]string{"name": "Ada", "email": "ada@example.com"},
	}
	for name, test := range map[string]struct {
		form  Form
		fails string
		// isWithoutForms is true for websites without forms, isBroken for an outbox that cannot be used.
		isWithoutForms, isBroken bool
		user                     *portal.User
		code                     apperr.Code
		// problems are the fields that are not valid, sorted.
		problems []string
		// isDiscarded means that the visitor gets a reference, and nothing is stored.
		isDiscarded      bool
		document, office string
		// body are texts of the stored submission.
		body  []string
		calls []string
	}{
		"a form": {
			form: ossRequest(key), body: []string{`"Locale":"de-CH"`, `"Site":"main"`, `"message":"It hums."`},
			calls: []string{navigation},
		},
		"an unknown form": {
			form: edit(ossRequest(key), func(f *Form) { f.Kind = "NONE" }), code: apperr.Invalid,
		},
		"an unknown site": {
			form: edit(ossRequest(key), func(f *Form) { f.Site = "nowhere" }), code: apperr.Invalid,
		},
		"an unknown locale": {
			form: edit(ossRequest(key), func(f *Form) { f.Locale = "xx-YY" }), code: apperr.Invalid,
		},
		"a website without forms": {
			form: ossRequest(key), isWithoutForms: true, code: apperr.NotFound, calls: []string{navigation},
		},
		"invalid values": {
			form: edit(ossRequest(key), func(f *Form) {
				f.Values = map[string]string{"email": "nobody", "country": "XX"}
			}),
			problems: []string{
				"company", "country", "email", "firstName", "lastName", "message", "product", "serialNumber",
			},
			calls: []string{navigation},
		},
		"problems that were found before": {
			form:     edit(ossRequest(key), func(f *Form) { f.Problems = []form.Problem{{Field: "attachments"}} }),
			problems: []string{"attachments"}, calls: []string{navigation},
		},
		"a filled honeypot": {
			form: edit(ossRequest(key), func(f *Form) { f.Website = "https://spam.example" }), isDiscarded: true,
			calls: []string{navigation},
		},
		"a filled honeypot with invalid values": {
			form:        edit(ossRequest(key), func(f *Form) { f.Website, f.Values = "x", nil }),
			isDiscarded: true, calls: []string{navigation},
		},
		"an application": {
			form: application, body: []string{`"About":"job"`, `"Subject":"Engineer"`},
			calls: []string{navigation, "cms.Pages [job]"},
		},
		"an application for a closed position": {
			form: edit(application, func(f *Form) { f.About = "filled" }), problems: []string{""},
			calls: []string{navigation, "cms.Pages [filled]"},
		},
		"an application to a page without a position": {
			form: edit(application, func(f *Form) { f.About = "about" }), code: apperr.Invalid,
			calls: []string{navigation, "cms.Pages [about]"},
		},
		"an application to no page": {
			form: edit(application, func(f *Form) { f.About = "gone" }), code: apperr.Invalid,
			calls: []string{navigation, "cms.Pages [gone]"},
		},
		"a whitepaper": {
			form: whitepaper, document: "https://cdn.example.com/paper.pdf",
			calls: []string{navigation, "cms.Pages [paper]"},
		},
		"the whitepaper of a page without one": {
			form: edit(whitepaper, func(f *Form) { f.About = "about" }), code: apperr.Invalid,
			calls: []string{navigation, "cms.Pages [about]"},
		},
		"the whitepaper of an unknown page": {
			form: edit(whitepaper, func(f *Form) { f.About = "gone" }), code: apperr.Invalid,
			calls: []string{navigation, "cms.Pages [gone]"},
		},
		"a whitepaper, its page is out of order": {
			form: whitepaper, fails: "cms.Pages", code: apperr.UpstreamUnavailable,
			calls: []string{navigation, "cms.Pages [paper]"},
		},
		"feedback on a story": {
			form: feedback, body: []string{`"About":"story-1"`}, calls: []string{navigation, "cms.Stories de"},
		},
		"feedback on an unknown story": {
			form: edit(feedback, func(f *Form) { f.About = "gone" }), code: apperr.Invalid,
			calls: []string{navigation, "cms.Stories de"},
		},
		"feedback, the stories are out of order": {
			form: feedback, fails: "cms.Stories", code: apperr.UpstreamUnavailable,
			calls: []string{navigation, "cms.Stories de"},
		},
		"feedback on a product": {
			form: edit(feedback, func(f *Form) { f.Kind, f.About = form.ProductFeedback, "h60" }),
			body: []string{`"About":"h60"`}, calls: []string{navigation, "pim.Products de [h60]", tree},
		},
		"feedback on an unknown product": {
			form: edit(feedback, func(f *Form) { f.Kind, f.About = form.ProductFeedback, "gone" }),
			code: apperr.Invalid, calls: []string{navigation, "pim.Products de [gone]"},
		},
		"feedback, the PIM is out of order": {
			form:  edit(feedback, func(f *Form) { f.Kind, f.About = form.ProductFeedback, "h60" }),
			fails: "pim.", code: apperr.UpstreamUnavailable, calls: []string{navigation, "pim.Products de [h60]"},
		},
		"a product request": {
			form: request("h60", "CH"), office: "Switzerland", user: &portal.User{ID: "u-1"},
			body:  []string{`"Subject":"H 60"`, `"User":"u-1"`, `"LocationID":"Switzerland"`},
			calls: []string{"cms.Locations", navigation, "pim.Products de [h60]", tree},
		},
		"a product request for a variant": {
			form: request("h60/s/METRIC", "CH"), office: "Switzerland", body: []string{`"Subject":"H 60, short"`},
			calls: []string{"cms.Locations", navigation, "pim.Details de [h60]", "pim.Products de [h60]", tree},
		},
		"a product request for nothing": {
			form: request("", "CH"), office: "Switzerland", calls: []string{"cms.Locations", navigation},
		},
		"a product request for an unknown product": {
			form: request("gone", "CH"), office: "Group",
			calls: []string{"cms.Locations", navigation, "pim.Products de [gone]"},
		},
		"a product request from an unknown country": {
			form: request("h60", "XX"), office: "Group",
			calls: []string{"cms.Locations", navigation, "pim.Products de [h60]", tree},
		},
		"a product request from a country without an office": {
			form: request("h60", "US"), office: "Group",
			calls: []string{"cms.Locations", navigation, "pim.Products de [h60]", tree},
		},
		"a call back without a telephone number": {
			form: request("h60", "CH", "requested", "callBack"), problems: []string{"telephone"},
			calls: []string{navigation},
		},
		"a product request, the PIM is out of order": {
			form: request("h60", "CH"), fails: "pim.", office: "Switzerland", body: []string{`"About":"h60"`},
			calls: []string{"cms.Locations", navigation, "pim.Products de [h60]"},
		},
		"a product request, the locations are out of order": {
			form: request("h60", "CH"), fails: "cms.Locations", body: []string{`"IsGroup":true`, `"Subject":"H 60"`},
			calls: []string{"cms.Locations", navigation, "pim.Products de [h60]", tree},
		},
		"the outbox is out of order": {
			form: ossRequest(key), isBroken: true, code: apperr.UpstreamUnavailable, calls: []string{navigation},
		},
	} {
		t.Run(name, func(t *testing.T) {
			from := content(t)
			if test.fails != "" {
				from.Fail(test.fails)
			}
			if test.isWithoutForms {
				from.Without("SUBMISSIONS")
			}
			r := newSubmissions(t, from, test.isBroken)
			ctx, _ := servicetest.NewVisit(t.Context(), test.user)
			result, err := r.Submit(ctx, test.form)
			if got := from.Calls(); !slices.Equal(got, test.calls) {
				t.Errorf("calls %q, want %q", got, test.calls)
			}
			if code := apperr.CodeOf(err); (err != nil || test.code != "") && code != test.code {
				t.Fatalf("%v, want %q", err, test.code)
			}
			if test.isBroken {
				return
			}
			isStored := test.code == "" && test.problems == nil && !test.isDiscarded
			if got := stored(t, r); (got == 1) != isStored || got > 1 {
				t.Errorf("%d submissions are stored", got)
			}
			if err != nil {
				return
			}
			var problems []string
			for _, p := range result.Problems {
				problems = append(problems, p.Field)
			}
			slices.Sort(problems)
			if !slices.Equal(problems, test.problems) {
				t.Errorf("problems %q, want %q", problems, test.problems)
			}
			hasReference := result.Reference != ""
			if hasReference != (isStored || test.isDiscarded) || result.IsNew != isStored {
				t.Errorf("reference %q, new: %t", result.Reference, result.IsNew)
			}
			document, office := "", ""
			if result.Document != nil {
				document = result.Document.URL
			}
			if result.Office != nil && result.Office.Name != nil {
				office = *result.Office.Name
			}
			if document != test.document || office != test.office {
				t.Errorf("document %q, office %q", document, office)
			}
			if !isStored {
				return
			}
			_, body, err := r.Outbox.Body(ctx, result.Reference)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range test.body {
				if !strings.Contains(body, text) {
					t.Errorf("%s does not contain %s", body, text)
				}
			}
		})
	}
}

// TestSubmit_Repeated: a submission with the same key, or without one with the same values and files, is the same.
//
// Rules: FORM-18, FORM-23.
func TestSubmit_Repeated(t *testing.T) {
	withMessage := func(f Form, message string) Form {
		f.Values = maps.Clone(f.Values)
		f.Values["message"] = message
		return f
	}
	service := func(id, digest string) Form {
		return Form{
			Kind: form.ServiceRequest, Locale: "en", Digests: map[string]string{id: digest},
			Values: with(
				"address", "Weg 1", "zipCode", "6000", "city", "Luzern", "state", "LU", "machineName", "H 60",
				"serialNumber", "A-1", "requestedService", "repair", "subject", "Hum", "description", "It hums.",
				"attachments", id,
			),
		}
	}
	for name, test := range map[string]struct {
		first, second Form
		// isSame means that the second is the first.
		isSame bool
	}{
		"the same key": {first: ossRequest("key-1"), second: ossRequest("key-1"), isSame: true},
		"the same key with other values": {
			first: ossRequest("key-1"), second: withMessage(ossRequest("key-1"), "It stopped."), isSame: true,
		},
		"another key":                 {first: ossRequest("key-1"), second: ossRequest("key-2")},
		"no key":                      {first: ossRequest(""), second: ossRequest(""), isSame: true},
		"no key, other values":        {first: ossRequest(""), second: withMessage(ossRequest(""), "It stopped.")},
		"no key, the same file again": {first: service("FILE-1", "a"), second: service("FILE-2", "a"), isSame: true},
		"no key, another file":        {first: service("FILE-1", "a"), second: service("FILE-2", "b")},
	} {
		t.Run(name, func(t *testing.T) {
			r := newSubmissions(t, content(t), false)
			ctx, _ := servicetest.NewVisit(t.Context(), nil)
			var references []string
			for i, f := range []Form{test.first, test.second} {
				if f.Kind == form.ServiceRequest {
					f = uploaded(ctx, t, r, f)
				}
				result, err := r.Submit(ctx, f)
				if err != nil || len(result.Problems) > 0 {
					t.Fatalf("%+v, %v", result, err)
				}
				if isNew := i == 0 || !test.isSame; result.IsNew != isNew {
					t.Errorf("submission %d is new: %t", i, result.IsNew)
				}
				references = append(references, result.Reference)
			}
			if isSame := references[0] == references[1]; isSame != test.isSame {
				t.Errorf("references %q", references)
			}
		})
	}
}

// uploaded returns a form with the id of an upload in place of the one in its values.
func uploaded(ctx context.Context, t *testing.T, r *Submissions, f Form) Form {
	t.Helper()
	file, _, err := r.Uploads.Add(ctx, "hum.png", bytes.NewReader([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")))
	if err != nil {
		t.Fatal(err)
	}
	f.Digests = map[string]string{file.ID: f.Digests[f.Values["attachments"]]}
	f.Values = maps.Clone(f.Values)
	f.Values["attachments"] = file.ID
	return f
}

// TestSubmit_Limit: the submissions of an address are limited; those of others, and of robots, are not counted.
//
// Rules: FORM-24.
func TestSubmit_Limit(t *testing.T) {
	r := newSubmissions(t, content(t), false)
	ctx, _ := servicetest.NewVisit(t.Context(), nil)
	submit := func(ctx context.Context, change func(*Form)) apperr.Code {
		f := ossRequest("key-of-a-submission")
		change(&f)
		_, err := r.Submit(ctx, f)
		if err == nil {
			return ""
		}
		return apperr.CodeOf(err)
	}
	same := func(*Form) {}
	robot := func(f *Form) { f.Website = "https://spam.example" }
	for range maxSubmissions {
		if code := cmp.Or(submit(ctx, robot), submit(ctx, same)); code != "" {
			t.Fatal(code)
		}
	}
	if code := submit(ctx, same); code != apperr.RateLimited {
		t.Errorf("one more: %q", code)
	}
	if code := submit(ctx, robot); code != "" {
		t.Errorf("a robot sees the limit: %q", code)
	}
	elsewhere, visit := servicetest.NewVisit(t.Context(), nil)
	visit.ClientIP = "198.51.100.7"
	if code := submit(elsewhere, same); code != "" {
		t.Errorf("from another address: %q", code)
	}
}

// TestSubmit_MissingFile: a form whose upload has expired names its field.
func TestSubmit_MissingFile(t *testing.T) {
	r := newSubmissions(t, content(t), false)
	ctx, _ := servicetest.NewVisit(t.Context(), nil)
	result, err := r.Submit(ctx, Form{
		Kind: form.ServiceRequest, Key: "key-of-a-submission", Locale: "en",
		Values: with(
			"address", "Weg 1", "zipCode", "6000", "city", "Luzern", "state", "LU", "machineName", "H 60",
			"serialNumber", "A-1", "requestedService", "repair", "subject", "Hum", "description", "It hums.",
			"attachments", strings.Repeat("a", 32),
		),
	})
	if err != nil || len(result.Problems) != 1 || result.Problems[0].Field != "attachments" || stored(t, r) > 0 {
		t.Errorf("%+v, %v", result, err)
	}
}

// TestSubmit_ClosedMeanwhile: an application that was accepted keeps its reference when its position is closed and the
// browser sends it again.
//
// Rules: JOB-3, FORM-19.
func TestSubmit_ClosedMeanwhile(t *testing.T) {
	position := &editorial.Position{ValidThrough: "2026-11-28"}
	from := servicetest.New(t).Page(servicetest.Page{Page: editorial.Page{ID: "job", Position: position}})
	r := newSubmissions(t, from, false)
	now := time.Date(2026, 11, 28, 23, 59, 0, 0, time.UTC)
	r.Now = func() time.Time { return now }
	application := Form{
		Kind: form.Application, Key: "key-of-a-submission", Locale: "de-CH", About: "job",
		Values: map[string]string{"name": "Ada", "email": "ada@example.com"},
	}
	first, err := r.Submit(t.Context(), application)
	if err != nil || !first.IsNew {
		t.Fatal(first, err)
	}
	now = now.Add(time.Minute)
	again, err := r.Submit(t.Context(), application)
	if err != nil || again.Reference != first.Reference || len(again.Problems) > 0 {
		t.Errorf("sent again: %+v, %v", again, err)
	}
	application.Key = "key-of-another-one"
	late, err := r.Submit(t.Context(), application)
	if err != nil || len(late.Problems) != 1 || late.Problems[0].Code != form.CodeClosed || stored(t, r) != 1 {
		t.Errorf("sent late: %+v, %v", late, err)
	}
}
