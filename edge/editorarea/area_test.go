package editorarea

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/exportfile"
	"strand/domain/signedtoken"
	"strand/domain/translation"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/service/editing"
	translationservice "strand/service/translation"
)

// offers are translations of one page, whose actions are counted.
type offers struct{ actions int }

func (*offers) Pages(context.Context, []string) (map[string]*translation.Page, error) {
	target := &translation.Target{TranslationTarget: editorial.TranslationTarget{
		Language: "fr", TranslationState: editorial.InProgress,
	}}
	return map[string]*translation.Page{"offer": {ID: "offer", Targets: []*translation.Target{target}}}, nil
}

func (o *offers) Do(ctx context.Context, r translationservice.Request) ([]translationservice.Result, error) {
	pages, _ := o.Pages(ctx, r.Pages)
	if pages[r.Pages[0]] == nil {
		return []translationservice.Result{{Err: apperr.New(apperr.NotFound, "unknown")}}, nil
	}
	o.actions++
	return []translationservice.Result{{PageID: "offer", Page: pages["offer"], Changed: []string{"fr"}}}, nil
}

// testArea is an editor area with the password "editor".
type testArea struct {
	mux  *http.ServeMux
	hash string
	offers
	reports
}

// reports have one finding, whose value is a formula, and fail for a site without one.
type reports struct{}

func (reports) Export(_ context.Context, query url.Values) (*editing.ReportExport, error) {
	if query.Get("site") != "main" {
		return nil, apperr.New(apperr.NotFound, "no report")
	}
	return &editing.ReportExport{
		Format: exportfile.CSV, Language: "de", Headings: []string{"Art", "Wert"}, Rows: [][]any{{"Fehler", "=1"}},
	}, nil
}

func newTestArea() *testArea {
	key := signedtoken.NewKey(testKey)
	a := &testArea{mux: http.NewServeMux()}
	visitors := visitor.Reader{Editors: editor.NewLogin("editor", key)}
	a.hash, _ = visitors.Editors.CheckPassword("editor", time.Now())
	Area{
		Visitors: visitors, Translations: &a.offers, Reports: a.reports, SigningKey: key, Budget: time.Minute,
		Log: slog.New(slog.DiscardHandler),
	}.Mount(a.mux)
	return a
}

// cookie returns the headers of a browser in which an editor has logged in, with others.
func (a *testArea) cookie(headers ...string) []string {
	return append([]string{"Cookie", editor.CookieName + "=" + a.hash}, headers...)
}

// editorAnswer is an answer of the editor area.
type editorAnswer struct {
	Success                bool
	HashedPassword, PageID string
	Error                  struct{ Code, Message string }
}

// send sends a request to the area.
func (a *testArea) send(t *testing.T, method, path, body string, headers ...string) (*http.Response, editorAnswer) {
	t.Helper()
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	recorded := httptest.NewRecorder()
	a.mux.ServeHTTP(recorded, r)
	response := recorded.Result()
	var answer editorAnswer
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") && method != http.MethodHead {
		if err := json.Unmarshal(recorded.Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
	}
	return response, answer
}

const loginPath = "/api/editor-area-autentication"

// Rules: CALL-19, EDIT-1, EDIT-2, EDIT-4.
func TestLogIn(t *testing.T) {
	a := newTestArea()
	sent := a.cookie()
	const input, unknown = "input: the password is wrong", "hash: the hash is wrong or has expired"
	const noEditor = "log in to the editor area first"
	const malformed = "body: send a JSON object of at most 4 KiB with `input` or `hash`"
	for name, test := range map[string]struct {
		body    string
		headers []string
		status  int
		message string
	}{
		"the right password":        {`{"input":"editor"}`, nil, http.StatusOK, ""},
		"a hash":                    {`{"hash":"` + a.hash + `"}`, nil, http.StatusOK, ""},
		"the hash of the cookie":    {`{}`, sent, http.StatusOK, ""},
		"no body, with the cookie":  {``, sent, http.StatusOK, ""},
		"neither field nor cookie":  {`{}`, nil, http.StatusUnauthorized, noEditor},
		"a cookie that has expired": {`{}`, []string{"Cookie", sent[1] + "x"}, http.StatusUnauthorized, noEditor},
		"an empty hash":             {`{"hash":""}`, nil, http.StatusUnauthorized, noEditor},
		"a forged hash":             {`{"hash":"9` + a.hash + `"}`, nil, http.StatusUnauthorized, unknown},
		"an empty password":         {`{"input":""}`, nil, http.StatusBadRequest, "Please enter a password"},
		"a wrong password":          {`{"input":"Editor"}`, nil, http.StatusUnauthorized, input},
		"a wrong password and hash": {`{"input":"x","hash":"x"}`, nil, http.StatusUnauthorized, input},
		"a number":                  {`{"input":1}`, nil, http.StatusBadRequest, malformed},
		"too long": {
			`{"input":"` + strings.Repeat("x", 5000) + `"}`, nil, http.StatusBadRequest, malformed,
		},
		"a request of another site": {
			`{"input":"editor"}`, []string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden, "",
		},
	} {
		response, answer := a.send(t, http.MethodPost, loginPath, test.body, test.headers...)
		if response.StatusCode != test.status || answer.Error.Message != test.message ||
			answer.Success != (test.status == http.StatusOK) {
			t.Errorf("%s: %d %+v", name, response.StatusCode, answer)
		}
		cookies := response.Cookies()
		if name != "the right password" {
			if len(cookies) > 0 {
				t.Errorf("%s: sets a cookie", name)
			}
			continue
		}
		if c := cookies[0]; c.Name != "strand-editor" || c.Value != answer.HashedPassword || !c.HttpOnly ||
			c.SameSite != http.SameSiteLaxMode || c.MaxAge != 60*60*24*90 || c.Path != "/" || c.Secure {
			t.Errorf("cookie %v", c)
		}
	}
	out, _ := a.send(t, http.MethodPost, "/api/editor-area-sign-out", `{}`, sent...)
	if cookies := out.Cookies(); len(cookies) != 1 || cookies[0].MaxAge >= 0 || cookies[0].Value != "" {
		t.Errorf("sign-out: %v", out.Cookies())
	}
}

// TestLogIn_Form: without JavaScript, a login leads back to the page with its result.
//
// Rules: CALL-19.
func TestLogIn_Form(t *testing.T) {
	a := newTestArea()
	for _, test := range []struct {
		path, input, back string
		status            int
		location          string
	}{
		{loginPath, "editor", "/en/editor", http.StatusSeeOther, "/en/editor"},
		{loginPath, "", "/en/editor", http.StatusSeeOther, "/en/editor?login=missing"},
		{loginPath, "x", "/en/editor", http.StatusSeeOther, "/en/editor?login=wrong"},
		{loginPath, "editor", "//elsewhere.example", http.StatusBadRequest, ""},
		{loginPath, "editor", "/%09/elsewhere.example", http.StatusBadRequest, ""},
		{loginPath, "editor", "/\t/elsewhere.example", http.StatusBadRequest, ""},
		{"/api/editor-area-sign-out", "", "/\t/elsewhere.example", http.StatusOK, ""},
	} {
		body := url.Values{"input": {test.input}, "url": {test.back}}.Encode()
		response, _ := a.send(t, http.MethodPost, test.path, body, "Content-Type", "application/x-www-form-urlencoded")
		location := response.Header.Get("Location")
		if response.StatusCode != test.status || location != test.location {
			t.Errorf("%q, back to %q: %d to %q", test.input, test.back, response.StatusCode, location)
		}
		isLoggedIn := test.input == "editor" && test.status == http.StatusSeeOther
		if test.path == loginPath && (len(response.Cookies()) > 0) != isLoggedIn {
			t.Errorf("%q: %v", test.input, response.Cookies())
		}
	}
}

// Rules: TRAN-11.
func TestTranslations(t *testing.T) {
	a := newTestArea()
	own := a.cookie("Sec-Fetch-Site", "same-origin")
	elsewhere := []string{"Referer", "https://elsewhere.example/"}
	const start = "start/offer"
	for name, test := range map[string]struct {
		method, call string
		headers      []string
		status       int
		code         string
	}{
		"a start":                {"GET", start, own, http.StatusOK, ""},
		"the state":              {"GET", "state/offer", own, http.StatusOK, ""},
		"anonymous":              {"GET", start, []string{"Sec-Fetch-Site", "same-origin"}, 401, "UNAUTHENTICATED"},
		"a forged cookie":        {"GET", start, append(own, "Cookie", own[1]+"x"), 401, "UNAUTHENTICATED"},
		"another site":           {"GET", start, a.cookie("Sec-Fetch-Site", "cross-site"), 403, "FORBIDDEN"},
		"a sibling host":         {"GET", start, a.cookie("Sec-Fetch-Site", "same-site"), 403, "FORBIDDEN"},
		"a link on another site": {"GET", start, a.cookie(elsewhere...), 403, "FORBIDDEN"},
		"without its beginning":  {"GET", start, a.cookie(), 403, "FORBIDDEN"},
		"a prefetch":             {"GET", start, append(own, "Sec-Purpose", "prefetch"), 403, "FORBIDDEN"},
		"a link in content":      {"GET", start, append(own, "Sec-Fetch-Dest", "document"), 403, "FORBIDDEN"},
		"an image in content":    {"GET", "reset/offer", append(own, "Sec-Fetch-Dest", "image"), 403, "FORBIDDEN"},
		"a link in content, on an insecure connection": {
			"GET", start, a.cookie("Referer", "http://localhost/en/about"), 403, "FORBIDDEN",
		},
		"a script, on an insecure connection": {
			"GET", start, a.cookie("Referer", "http://localhost/en/editor", "X-Requested-With", "fetch"), 200, "",
		},
		"a script of another site": {
			"GET", start, a.cookie(append(elsewhere, "X-Requested-With", "fetch")...), 403, "FORBIDDEN",
		},
		"the state for another site": {
			"GET", "state/offer", a.cookie("Sec-Fetch-Site", "cross-site"), 403, "FORBIDDEN",
		},
		"a forged stage":    {"GET", start + "?stage=ALL", own, 400, "BAD_USER_INPUT"},
		"an unknown page":   {"GET", "start/none", own, 404, "NOT_FOUND"},
		"a path as a page":  {"GET", "reset/..%2F..%2Fcms", own, 404, "NOT_FOUND"},
		"an unknown page's": {"GET", "state/none", own, 404, "NOT_FOUND"},
		"another method":    {"POST", start, own, 405, "BAD_USER_INPUT"},
		"the head":          {"HEAD", start, own, 405, ""},
	} {
		before := a.actions
		response, answer := a.send(t, test.method, "/api/translation/"+test.call, "", test.headers...)
		isOK := test.status == http.StatusOK
		if response.StatusCode != test.status || answer.Error.Code != test.code || (answer.PageID == "offer") != isOK {
			t.Errorf("%s: %d %+v", name, response.StatusCode, answer)
		}
		if (a.actions > before) != (isOK && test.call == start) {
			t.Errorf("%s: %d actions", name, a.actions-before)
		}
	}
}

// Rules: REPO-12, REPO-18.
func TestReportExport(t *testing.T) {
	a := newTestArea()
	const path = "/api/content-report?site="
	if response, _ := a.send(t, http.MethodGet, path+"main", ""); response.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a login: %d", response.StatusCode)
	}
	response, _ := a.send(t, http.MethodGet, path+"x", "", a.cookie()...)
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("without a report: %d", response.StatusCode)
	}
	response, _ = a.send(t, http.MethodGet, path+"main", "", a.cookie()...)
	body, err := io.ReadAll(response.Body)
	if want := "\ufeff\"Art\";\"Wert\"\r\n\"Fehler\";\"'=1\"\r\n"; err != nil || string(body) != want {
		t.Errorf("%q %v", body, err)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/csv; charset=utf-8", "Cache-Control": "private, no-store",
		"Content-Disposition": `attachment; filename="content-report.csv"`,
	} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
