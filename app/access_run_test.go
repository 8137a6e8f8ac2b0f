package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"strand/demo/sisportal"
	"strand/domain/editor"
	"strand/domain/signedtoken"
	"strand/test/servertest"
)

// accessRun is a server with the tokens of all callers.
type accessRun struct {
	*strand
	// calls is the number of calls of sis.
	calls  atomic.Int32
	tokens map[string]string
	// cookies contains the editors' cookies by caller, fileCookies the cookies that callers open their file URLs
	// with.
	cookies, fileCookies map[string]string
	keys                 int
}

// startAccessRun starts a server whose calls of sis are counted, with the cookies of an editor and of a former one.
func startAccessRun(t *testing.T) *accessRun {
	t.Helper()
	r := &accessRun{tokens: map[string]string{"anonymous": ""}}
	sis := &url.URL{Scheme: "http", Host: servertest.FreeAddr(t)}
	forward := httputil.NewSingleHostReverseProxy(sis)
	counting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		r.calls.Add(1)
		forward.ServeHTTP(w, request)
	}))
	t.Cleanup(counting.Close)
	r.strand = startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content", "STRAND_EDITOR_PASSWORD=editor",
		sharedSecret, "STRAND_EMBEDDED_SIS_ADDR="+sis.Host, "STRAND_SIS_PORTAL_URL="+counting.URL+sisportal.Path)
	_, secret, _ := strings.Cut(sharedSecret, "=")
	former, result := editor.NewLogin("before", signedtoken.NewKey(secret)).CheckPassword("before", time.Now())
	if result != editor.LoginSucceeded {
		t.Fatal(result)
	}
	cookie := r.editorCookie(t)
	r.cookies = map[string]string{
		"editor": cookie, "editor, customer": cookie, "former editor": editor.CookieName + "=" + former,
	}
	return r
}

// send sends an operation and returns the response without the id and the parts that differ in every response, and
// its error codes.
func (r *accessRun) send(t *testing.T, caller string, try accessAttempt, id string) (said string, codes []string) {
	t.Helper()
	r.keys++
	visible := userOfAdmin
	if caller == "helia" {
		visible = userOfHelia
	}
	replacer := strings.NewReplacer("TARGET", id, "KEY", fmt.Sprintf("access-key-%012d", r.keys), "VISIBLE", visible)
	query := replacer.Replace(try.query)
	status, text := http.StatusOK, ""
	switch {
	case try.path != "":
		status, text = r.call(t, caller, http.MethodPost, try.path, query)
	// The token of a deleted user is refused before the stream starts.
	case strings.HasPrefix(query, "subscription") && caller != "deleted":
		text = r.watch(t, r.tokens[caller], query, "Cookie", r.cookies[caller])()
	default:
		status, text = r.post(t, caller, query)
	}
	if status >= http.StatusInternalServerError {
		t.Errorf("%s as %s on %s: status %d", try.name, caller, id, status)
	}
	switch {
	case try.path == "":
	case status == http.StatusUnauthorized:
		return text, []string{"UNAUTHENTICATED"}
	case status == http.StatusForbidden:
		return text, []string{"FORBIDDEN"}
	}
	var got struct {
		Data   json.RawMessage
		Errors []struct {
			Extensions struct{ Code string }
		}
	}
	var whole any
	if err := errors.Join(json.Unmarshal([]byte(text), &got), json.Unmarshal([]byte(text), &whole)); err != nil {
		t.Fatalf("%s as %s: %s", try.name, caller, text)
	}
	for _, e := range got.Errors {
		codes = append(codes, e.Extensions.Code)
		if e.Extensions.Code == "INTERNAL" || e.Extensions.Code == "UPSTREAM_UNAVAILABLE" {
			t.Errorf("%s as %s on %s: %s", try.name, caller, id, text)
		}
	}
	for _, m := range userErrorCodes.FindAllStringSubmatch(string(got.Data), -1) {
		codes = append(codes, m[1])
	}
	if m := undoID.FindStringSubmatch(string(got.Data)); m != nil {
		r.post(t, caller, `mutation { undoUserChange(input: {id: "`+m[1]+`"}) { userErrors { code } } }`)
	}
	canonical, err := json.Marshal(without(whole, id))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(status, " ", string(canonical)), codes
}

// without returns a decoded response without trace ids, with a placeholder for the id.
func without(value any, id string) any {
	switch v := value.(type) {
	case map[string]any:
		delete(v, "traceId")
		for name, field := range v {
			v[name] = without(field, id)
		}
	case []any:
		for i, entry := range v {
			v[i] = without(entry, id)
		}
	case string:
		if id != "" {
			return strings.ReplaceAll(v, id, "ID")
		}
	}
	return value
}

// call sends an HTTP request as a caller.
func (r *accessRun) call(t *testing.T, caller, method, path, body string) (status int, text string) {
	t.Helper()
	request, err := http.NewRequest(method, r.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token := r.tokens[caller]; token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	for _, cookie := range []string{r.cookies[caller], r.fileCookies[caller]} {
		if cookie != "" {
			request.Header.Add("Cookie", cookie)
		}
	}
	response, text := r.do(t, request)
	return response.StatusCode, text
}

var (
	userErrorCodes = regexp.MustCompile(`"code":"(\w+)"`)
	undoID         = regexp.MustCompile(`"undo":\{"id":"(\w+)"\}`)
)

func (r *accessRun) post(t *testing.T, caller, query string) (status int, body string) {
	t.Helper()
	operation, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	return r.call(t, caller, http.MethodPost, "/graphql", string(operation))
}

// try runs an operation and returns its outcome.
func (r *accessRun) try(t *testing.T, c accessCaller, try accessAttempt, id string) string {
	t.Helper()
	said, codes := r.send(t, c.name, try, id)
	switch {
	case slices.Contains(codes, "UNAUTHENTICATED"):
		return signIn
	case slices.Contains(codes, "OWN_ACCOUNT"):
		return ownRights
	case id != "":
		if missing, _ := r.send(t, c.name, try, missingID); missing == said {
			if slices.Contains(codes, "FORBIDDEN") {
				return refused
			}
			return unknown
		}
	case slices.Contains(codes, "FORBIDDEN"):
		return refused
	}
	return permitted
}

// compareCalls compares the number of calls of sis for a foreign or deleted target with that for an unknown id: a
// difference would be visible in the response times.
func (r *accessRun) compareCalls(t *testing.T, attempts []accessAttempt) {
	t.Helper()
	count := func(caller string, try accessAttempt, id string) int32 {
		before := r.calls.Load()
		r.send(t, caller, try, id)
		return r.calls.Load() - before
	}
	compared := 0
	for _, try := range attempts {
		if strings.HasPrefix(try.query, "subscription") {
			continue // it polls until it is closed
		}
		for _, c := range accessCallers {
			for relation, id := range try.targets {
				if r.tokens[c.name] == "" || c.isRefused || c.expected(try, relation) != unknown {
					continue
				}
				compared++
				if foreign, missing := count(c.name, try, id), count(c.name, try, missingID); foreign != missing {
					t.Errorf("%s as %s: %d calls for a %s target, %d for an unknown id", try.name, c.name, foreign,
						relation, missing)
				}
			}
		}
	}
	if compared < 50 {
		t.Errorf("only %d comparisons", compared)
	}
}
