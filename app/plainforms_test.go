package app_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"strand/domain/form"
	"strand/edge/render"
)

const (
	servicePage    = "/en/contact/service-request"
	ossPage        = "/en/contact/support-request"
	whitepaperPage = "/en/solutions/crimping/whitepaper"
)

// plainFile is a file of a form.
type plainFile struct {
	name string
	data io.Reader
}

// formModuleOf returns the id of the form module on a page.
func (s *strand) formModuleOf(t *testing.T, page string) string {
	t.Helper()
	_, body := s.get(t, "localhost", page)
	var data struct {
		Resolve struct {
			ProductRequest   *struct{}
			Catalog, Stories struct{ FeedbackForm *struct{} }
			Page             struct {
				Modules []struct {
					Typename string `json:"__typename"`
					ID       string
				}
			}
		}
	}
	if err := json.Unmarshal(stateOf(t, body).Data, &data); err != nil {
		t.Fatal(err)
	}
	if data.Resolve.ProductRequest != nil {
		return "request"
	}
	if data.Resolve.Catalog.FeedbackForm != nil || data.Resolve.Stories.FeedbackForm != nil {
		return "feedback"
	}
	for _, m := range data.Resolve.Page.Modules {
		if m.Typename == "FormModule" {
			return m.ID
		}
	}
	t.Fatalf("%s has no form", page)
	return ""
}

// sendPlain sends a form as a browser without JavaScript does: name, value, name, value, then its files.
func (s *strand) sendPlain(
	t *testing.T,
	page string,
	files []plainFile,
	headers []string,
	values ...string,
) (*http.Response, string) {
	t.Helper()
	fields := append([]string{"form", s.formModuleOf(t, page)}, values...)
	// Large files are written while they are read.
	read, write := io.Pipe()
	parts := multipart.NewWriter(write)
	go func() {
		err := func() error {
			for i := 0; i+1 < len(fields); i += 2 {
				if err := parts.WriteField(fields[i], fields[i+1]); err != nil {
					return err
				}
			}
			for _, f := range files {
				part, err := parts.CreateFormFile("attachments", f.name)
				if err != nil {
					return err
				}
				if _, err := io.Copy(part, f.data); err != nil {
					return err
				}
			}
			return parts.Close()
		}()
		_ = write.CloseWithError(err)
	}()
	r, err := http.NewRequest(http.MethodPost, s.URL+page, read)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "localhost"
	r.Header.Set("Content-Type", parts.FormDataContentType())
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return s.do(t, r)
}

// renderState is the data that a document was rendered from.
type renderState struct {
	render.ScreenData
	Data json.RawMessage
}

// stateOf decodes the render state of a document.
func stateOf(t *testing.T, body string) (state renderState) {
	t.Helper()
	_, rest, _ := strings.Cut(body, `id="strand-data">`)
	text, _, _ := strings.Cut(rest, `</script>`)
	if err := json.Unmarshal([]byte(text), &state); err != nil {
		t.Fatalf("%v in %.200q", err, body)
	}
	return state
}

// returned returns the rejected form in a document; nil for none.
func returned(t *testing.T, body string) *render.Form {
	t.Helper()
	return stateOf(t, body).Form
}

func picture(size int) []byte {
	return append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), bytes.Repeat([]byte{7}, size)...)
}

// confirmationOf follows the redirect after an accepted form to the confirmation page.
func (s *strand) confirmationOf(t *testing.T, answer *http.Response) (*render.SentForm, string) {
	t.Helper()
	location := answer.Header.Get("Location")
	if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d, %q", answer.StatusCode, answer.Header.Get("Cache-Control"))
	}
	page, body := s.get(t, "localhost", location)
	if page.StatusCode != http.StatusOK || page.Header.Get("Cache-Control") != "private, no-store" ||
		page.Header.Get("X-Robots-Tag") != "noindex" || page.Header.Get("Etag") != "" {
		t.Errorf("%s: %d %v", location, page.StatusCode, page.Header)
	}
	f := returned(t, body)
	if f == nil || f.Sent == nil {
		t.Fatalf("%s has no confirmation", location)
	}
	return f.Sent, location
}

// TestPlainForms: forms sent without JavaScript follow the same rules.
//
// Rules: FORM-7, FORM-18, FORM-23, FORM-24, FORM-26, FORM-28.
func TestPlainForms(t *testing.T) {
	u := startSIS(t)
	s := startWith(t, "../demo/content", append(screenOperations(t), "STRAND_SIS_URL="+u.URL)...)

	t.Run("returns an error per invalid field and keeps the entered values", func(t *testing.T) {
		answer, body := s.sendPlain(t, servicePage, nil, nil, "firstName", " Ada <b>", "email", "nobody",
			"refersToCase", "true", "hasReturnAddress", "", "returnCity", "Bern", "nonsense", "x")
		if answer.StatusCode != http.StatusUnprocessableEntity ||
			answer.Header.Get("Cache-Control") != "private, no-store" ||
			answer.Header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%d %v", answer.StatusCode, answer.Header)
		}
		f := returned(t, body)
		want := "lastName company email address zipCode city state country machineName serialNumber requestedService " +
			"subject description caseId"
		if f == nil || strings.Join(f.Invalid, " ") != want || f.Sent != nil || f.Failure != "" {
			t.Fatalf("%+v", f)
		}
		if f.Values["firstName"] != " Ada <b>" || f.Values["email"] != "nobody" || f.Values["refersToCase"] != "true" ||
			f.Values["returnCity"] != "Bern" || f.Values["nonsense"] != "" {
			t.Errorf("values %v", f.Values)
		}
		u.awaitRequests(t, s, 0)
	})
	t.Run("does not cache the page with the entered values", func(t *testing.T) {
		for range 2 {
			page, body := s.get(t, "localhost", servicePage)
			if returned(t, body) != nil || strings.Contains(body, "nobody") || page.Header.Get("X-Robots-Tag") != "" ||
				strings.Contains(page.Header.Get("Cache-Control"), "no-store") {
				t.Errorf("%v", page.Header)
			}
		}
	})
	t.Run("creates one submission for concurrent repetitions", func(t *testing.T) {
		var wg sync.WaitGroup
		references := make([]string, 6)
		for i := range references {
			wg.Go(func() {
				answer, _ := s.sendPlain(t, servicePage, []plainFile{{"hum.png", bytes.NewReader(picture(5000))}}, nil,
					append(serviceRequest, "hasReturnAddress", "", "returnCity", "Bern")...)
				sent, _, _ := strings.Cut(answer.Header.Get("Location"), ".")
				references[i] = sent
			})
		}
		wg.Wait()
		for _, reference := range references {
			if reference == "" || reference != references[0] {
				t.Errorf("references %v", references)
			}
		}
		got := u.awaitRequests(t, s, 1)[0]
		if !strings.HasSuffix(references[0], "?sent="+got.Reference) || strings.Contains(got.Input, "Bern") {
			t.Errorf("%v %s", references, got.Input)
		}
		checkAt(t, got.Input, "attachments.0.fileName", `"hum.png"`)
		// With neither the same nor another file.
		answer, _ := s.sendPlain(t, servicePage, []plainFile{{"hum.png", bytes.NewReader(picture(6000))}}, nil,
			serviceRequest...)
		sent, location := s.confirmationOf(t, answer)
		if sent.Reference == got.Reference || sent.File != nil {
			t.Errorf("%+v", sent)
		}
		u.awaitRequests(t, s, 2)
		forged := strings.Replace(location, sent.Reference, got.Reference, 1)
		if _, body := s.get(t, "localhost", forged); returned(t, body) != nil {
			t.Error("a forged URL shows the confirmation")
		}
	})
	t.Run("accepts a form without files", func(t *testing.T) {
		r, err := http.NewRequest(http.MethodPost, s.URL+ossPage,
			strings.NewReader(urlEncoded(append(ossRequest, "form", s.formModuleOf(t, ossPage)))))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "localhost"
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer, _ := s.do(t, r)
		s.confirmationOf(t, answer)
		u.awaitRequests(t, s, 3)
	})
	t.Run("refuses a form of another origin", func(t *testing.T) {
		for _, headers := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"}} {
			if answer, _ := s.sendPlain(
				t, ossPage, nil, headers, ossRequest...,
			); answer.StatusCode != http.StatusForbidden {
				t.Errorf("%v: %d", headers, answer.StatusCode)
			}
		}
		u.awaitRequests(t, s, 3)
	})
	t.Run("refuses requests without a matching form", func(t *testing.T) {
		post := func(page, contentType, body string) int {
			r, err := http.NewRequest(http.MethodPost, s.URL+page, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Host = "localhost"
			r.Header.Set("Content-Type", contentType)
			answer, _ := s.do(t, r)
			return answer.StatusCode
		}
		const plain = "application/x-www-form-urlencoded"
		for name, test := range map[string]struct{ got, want int }{
			"a page without a form": {post("/en/contact", plain, "form=x"), 405},
			"an unknown page":       {post("/en/nothing", plain, "form=x"), 404},
			"another form":          {post(ossPage, plain, "form=x"), 400},
			"no boundary":           {post(ossPage, "multipart/form-data", "form=x"), 400},
			"an incomplete form": {post(ossPage, "multipart/form-data; boundary=b",
				"--b\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\nx"), 400},
			"far too much":     {post(ossPage, plain, "message="+strings.Repeat("x", 1<<20+1)), 413},
			"JSON":             {post(ossPage, "application/json", "{}"), 405},
			"a locale missing": {post("/contact/support-request", plain, "form=x"), 302},
		} {
			if test.got != test.want {
				t.Errorf("%s: %d, not %d", name, test.got, test.want)
			}
		}
	})
	t.Run("hands out the document with the visitor's consent, and not for a forged URL", func(t *testing.T) {
		reader := []string{"firstName", "Ada", "lastName", "Muster", "email", "ada@example.com", "company", "ACME",
			"country", "CH"}
		answer, body := s.sendPlain(t, whitepaperPage, nil, nil, reader...)
		if f := returned(t, body); answer.StatusCode != http.StatusUnprocessableEntity ||
			fmt.Sprint(f.Invalid) != "[consent]" || strings.Contains(body, "/images/original/wp-") {
			t.Errorf("%d %+v", answer.StatusCode, f)
		}
		answer, _ = s.sendPlain(t, whitepaperPage, nil, nil, append(reader, "consent", "true")...)
		sent, _ := s.confirmationOf(t, answer)
		if sent.File == nil || sent.File.Extension != "PDF" {
			t.Fatalf("%+v", sent)
		}
		if file, _ := s.get(t, "localhost", sent.File.URL); file.StatusCode != http.StatusOK ||
			file.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%d %v", file.StatusCode, file.Header)
		}
		// A robot gets the confirmation without the document.
		answer, _ = s.sendPlain(t, whitepaperPage, nil, nil, append(reader, "consent", "true", "website", "x")...)
		machine, url := s.confirmationOf(t, answer)
		if machine.File != nil {
			t.Error("a robot got the document")
		}
		if _, body := s.get(
			t, "localhost", strings.Replace(url, "sent="+machine.Reference, "sent=WP-AAAA-AAAA", 1),
		); strings.Contains(
			body,
			sent.File.URL,
		) {
			t.Error("a forged URL returns the document")
		}
	})
	t.Run("limits the submissions and uploads of a visitor", func(t *testing.T) {
		for range 20 {
			s.sendPlain(t, ossPage, nil, nil, ossRequest...)
		}
		answer, body := s.sendPlain(t, servicePage, []plainFile{{"hum.png", bytes.NewReader(picture(100))}}, nil,
			serviceRequest...)
		f := returned(t, body)
		if answer.StatusCode != http.StatusTooManyRequests || f == nil || f.Failure != "limited" ||
			f.Values["description"] != "It hums." || len(f.Files) != 0 {
			t.Errorf("%d %+v", answer.StatusCode, f)
		}
	})
}

func urlEncoded(values []string) string {
	form := url.Values{}
	for i := 0; i+1 < len(values); i += 2 {
		form.Add(values[i], values[i+1])
	}
	return form.Encode()
}

// endless returns a film of a given size.
func endless(size int64) io.Reader {
	head := "\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41"
	return io.MultiReader(strings.NewReader(head), io.LimitReader(zeros{}, size-int64(len(head))))
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

// TestPlainForms_Files: files are checked, and accepted files need not be sent again.
//
// Rules: FORM-31.
func TestPlainForms_Files(t *testing.T) {
	u := startSIS(t)
	s := startWith(t, "../demo/content", append(screenOperations(t), "STRAND_SIS_URL="+u.URL)...)
	answer, body := s.sendPlain(t, servicePage, []plainFile{
		{"hum.png", bytes.NewReader(picture(5000))},
		{"holiday.jpg", strings.NewReader("MZ a program")},
		{"long.mp4", endless(int64(form.Attachments.MaxSize) + 1)},
		{"nothing.png", strings.NewReader("")},
		{"", strings.NewReader("")}, // a file field without a file
	}, nil, serviceRequest...)
	f := returned(t, body)
	if answer.StatusCode != http.StatusUnprocessableEntity || f == nil || fmt.Sprint(f.Invalid) != "[attachments]" ||
		fmt.Sprint(f.Refused) != "[{holiday.jpg type} {long.mp4 size} {nothing.png empty}]" || len(f.Files) != 1 ||
		f.Files[0].Name != "hum.png" {
		t.Fatalf("%d %+v", answer.StatusCode, f)
	}
	u.awaitRequests(t, s, 0)

	// The second attempt refers to the uploaded file and adds one more.
	again := append([]string{"attachments", f.Files[0].ID}, serviceRequest...)
	answer, _ = s.sendPlain(t, servicePage, []plainFile{{"more.png", bytes.NewReader(picture(100))}}, nil, again...)
	sent, _ := s.confirmationOf(t, answer)
	got := u.awaitRequests(t, s, 1)[0]
	if got.Reference != sent.Reference {
		t.Errorf("%s %s", got.Reference, got.Input)
	}
	checkAt(t, got.Input, "attachments.0.fileName", `"hum.png"`)
	checkAt(t, got.Input, "attachments.1.fileName", `"more.png"`)
	if !bytes.Equal(u.file(t, f.Files[0].ID), picture(5000)) {
		t.Error("sis received another file")
	}
	// A repetition gets the same response, though the files were removed.
	answer, _ = s.sendPlain(t, servicePage, []plainFile{{"more.png", bytes.NewReader(picture(100))}}, nil, again...)
	if same, _ := s.confirmationOf(t, answer); same.Reference != sent.Reference {
		t.Errorf("%s, then %s", sent.Reference, same.Reference)
	}
	u.awaitRequests(t, s, 1)

	many := make([]plainFile, 11)
	for i := range many {
		many[i] = plainFile{fmt.Sprintf("%d.png", i), bytes.NewReader(picture(i))}
	}
	answer, body = s.sendPlain(t, servicePage, many, nil, serviceRequest...)
	if f := returned(t, body); answer.StatusCode != http.StatusUnprocessableEntity || len(f.Files) != 10 ||
		fmt.Sprint(f.Refused) != "[{10.png many}]" {
		t.Errorf("%d %+v", answer.StatusCode, f)
	}
}

// TestPlainForms_Feedback: feedback on a page is about its product, service or story, whatever the form contains.
//
// Rules: FORM-8.
func TestPlainForms_Feedback(t *testing.T) {
	u := startSIS(t)
	s := startWith(t, "../demo/content", append(screenOperations(t), "STRAND_SIS_URL="+u.URL)...)
	for i, test := range []struct{ page, about, value string }{
		{"/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530", "product", `"alpha-530"`},
		{"/en/services/training/operator-courses/training", "product", `"training"`},
		{"/en/stories/a-crimp-is-forever", "story", `"story-a-crimp-is-forever"`},
	} {
		answer, _ := s.sendPlain(t, test.page, nil, nil, "helpful", "no", "comment", "The weight.", "about", "else")
		if sent, _ := s.confirmationOf(t, answer); sent == nil || !strings.HasPrefix(sent.Reference, "FB-") {
			t.Fatalf("%s: %d %+v", test.page, answer.StatusCode, sent)
		}
		requests := u.awaitRequests(t, s, i+1)
		input := requests[len(requests)-1].Input
		checkAt(t, input, test.about, test.value)
		checkAt(t, input, "comment", `"The weight."`)
	}
	answer, body := s.sendPlain(t, "/en/stories/a-crimp-is-forever", nil, nil, "helpful", "perhaps")
	if f := returned(t, body); answer.StatusCode != http.StatusUnprocessableEntity || f == nil ||
		fmt.Sprint(f.Invalid) != "[helpful]" {
		t.Errorf("%d %+v", answer.StatusCode, f)
	}
}

// TestPlainForms_Outage: while the outbox is unavailable, the page keeps the entered values.
//
// Rules: FORM-26.
func TestPlainForms_Outage(t *testing.T) {
	data := t.TempDir()
	s := startWith(t, "../demo/content", append(screenOperations(t), "STRAND_DATA_DIR="+data)...)
	// The server writes to the same file.
	db, err := sql.Open("sqlite", "file:"+filepath.Join(data, "outbox.db")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`DROP TABLE submissions`); err != nil {
		t.Fatal(err)
	}
	answer, body := s.sendPlain(t, servicePage, []plainFile{{"hum.png", bytes.NewReader(picture(100))}}, nil,
		serviceRequest...)
	f := returned(t, body)
	if answer.StatusCode != http.StatusServiceUnavailable || f == nil || f.Failure != "failed" ||
		f.Values["description"] != "It hums." || len(f.Files) != 1 {
		t.Errorf("%d %+v", answer.StatusCode, f)
	}
}
